// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import FoundationEssentials
import Workouts
import Zones

extension Router {
  /// Answers for zones under names: `path` is what stands behind `/zones`.
  func customZones(_ path: [String], _ request: Request) -> Response {
    let isPost = request.method == "POST"
    switch (path[0], path.count) {
    case ("custom", 1): return isPost ? keepCustom(request) : methodNotAllowed(request, ["POST"])
    case ("import", 1): return isPost ? importZones(request) : methodNotAllowed(request, ["POST"])
    case ("custom.json", 1): return isPost ? methodNotAllowed(request, ["GET"]) : exportZones(nil, request)
    case ("custom", 2) where path[1].hasSuffix(".json"):
      return isPost
        ? methodNotAllowed(request, ["GET"]) : exportZones(String(path[1].dropLast(".json".count)), request)
    case ("custom", 3) where path[2] == "rename":
      return isPost ? renameCustom(path[1], request) : methodNotAllowed(request, ["POST"])
    case ("custom", 3) where path[2] == "delete":
      return isPost ? deleteCustom(path[1], request) : methodNotAllowed(request, ["POST"])
    default: return notFound(request)
    }
  }

  private func custom(_ id: String) -> CustomZones? { library.zoneHistory.customs.first { $0.id == id } }

  private func customGone(_ request: Request) -> Response {
    notFound(request, t("These zones are not here any more. They may have been deleted."))
  }

  private func keepCustom(_ request: Request) -> Response {
    var fields = ZoneFields(values: request.form)
    let from = fields.day("from") ?? library.today
    if fields["name"].allSatisfy(\.isWhitespace) { fields.problems["name"] = t("Give the zones a name.") }
    let model =
      fields["zones"] == "own" || fields["zones"].isEmpty
      ? fields.ownModel() : try? ZoneModel(scheme: fields["zones"])
    if model == nil, fields.problems.isEmpty { fields.problems["zones"] = t("Choose zones from the list.") }
    if fields.problems.isEmpty, let model {
      do {
        let version = try library.save(model, named: fields["name"], from: from)
        return tell(version == 1 ? t("Kept. Choose them above to use them.") : t("Kept as version \(version)."))
      } catch let error as LibraryError {
        fields.problems["name"] = ZoneWords.sentence(error)
      } catch {
        return notStored
      }
    }
    return zonesPage(request, returned: .init(form: "custom", fields: fields))
  }

  private func renameCustom(_ id: String, _ request: Request) -> Response {
    guard let zones = custom(id) else { return customGone(request) }
    var fields = ZoneFields(values: request.form)
    do {
      try library.renameZones(zones.name, to: fields["name"])
      guard let name = custom(id)?.name, name != zones.name else { return .see("/zones") }
      return tell(t("Renamed."), undo: ZoneUndo(renamed: (zones.name, name)))
    } catch let error as LibraryError {
      fields.problems["name"] = ZoneWords.sentence(error)
    } catch {
      return notStored
    }
    return zonesPage(request, returned: .init(form: "rename-\(id)", fields: fields))
  }

  private func deleteCustom(_ id: String, _ request: Request) -> Response {
    guard let zones = custom(id) else { return customGone(request) }
    do {
      var kept: ZoneCollection?
      var undo = try ZoneUndo.of(library) { kept = try library.deleteZones(zones.name) }
      undo.collection = kept
      return tell(t("“\(zones.name)” deleted. Workouts keep what they were recorded with."), undo: undo)
    } catch {
      return notStored
    }
  }

  private func exportZones(_ id: String?, _ request: Request) -> Response {
    var name: String?
    if let id {
      guard let zones = custom(id) else { return customGone(request) }
      name = zones.name
    }
    guard let collection = try? library.zoneCollection(named: name),
      let body = try? JSONDocument.encode(collection, pretty: true)
    else { return notRead }
    return .download(Array(body), name: "zonecoach-zones-\(library.today).json", type: "application/json")
  }

  private func importZones(_ request: Request) -> Response {
    var fields = ZoneFields()
    let parts = request.headers["content-type"].flatMap(Multipart.boundary).map {
      Multipart.parts(of: request.body, boundary: $0)
    }
    if let file = parts?.first(where: { $0.name == "file" }), !file.bytes.isEmpty {
      do {
        let names = try library.importZones(ZoneCollection(json: Data(file.bytes)))
        return tell(
          names.isEmpty ? t("All of them are here already.") : t("Taken: \(Format.list(names))."))
      } catch let error as LibraryError {
        fields.problems["file"] = ZoneWords.sentence(error)
      } catch {
        return notStored
      }
    } else {
      fields.problems["file"] = t("Choose a file first.")
    }
    return zonesPage(request, returned: .init(form: "import", fields: fields))
  }
}
