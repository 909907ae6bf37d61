// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import FoundationEssentials
import Workouts
import Zones

extension Router {
  /// Answers with a document for programs.
  func data(_ request: Request) -> Response {
    let path = Array(request.segments.dropFirst())
    let method = request.method
    switch (path.first, path.count) {
    case ("plans", _), ("calendar", _): return planData(path, request)
    case ("workouts", 1):
      return method == "GET" ? .json(library.workouts()) : methodNotAllowed(request, ["GET"])
    case ("workouts", 2):
      switch method {
      case "GET": return library.workout(path[1]).map { .json($0.summary) } ?? gone(request)
      case "PATCH": return change(path[1], request)
      case "DELETE": return delete(path[1]).map { .json($0) } ?? gone(request)
      default: return methodNotAllowed(request, ["GET", "PATCH", "DELETE"])
      }
    case ("workouts", 3) where path[2] == "trace":
      return method == "GET" ? trace(path[1], request) : methodNotAllowed(request, ["GET"])
    case ("workouts", 3) where path[2] == "restore":
      guard method == "POST" else { return methodNotAllowed(request, ["POST"]) }
      return restore(path[1]) ? .json(["restored": path[1]]) : gone(request)
    case ("workouts", 5) where path[2] == "sources" && path[4] == "split":
      return method == "POST" ? splitSource(path[1], path[3], request) : methodNotAllowed(request, ["POST"])
    case ("workouts", 4) where path[2] == "join":
      return method == "POST" ? joinWorkouts(path[1], path[3], request) : methodNotAllowed(request, ["POST"])
    case ("import", 1):
      return method == "POST" ? importFile(request) : methodNotAllowed(request, ["POST"])
    case ("imports", 2):
      guard let number = Int(path[1]), let status = jobs.status(number) else {
        return notFound(request, t("This import is not known any more."))
      }
      switch method {
      case "GET": return .json(status.told)
      case "DELETE":
        jobs.stop(number)
        return .json(status.told)
      default: return methodNotAllowed(request, ["GET", "DELETE"])
      }
    case ("live", _): return liveData(request)
    case ("samples", 1):
      switch method {
      case "POST": return .json(["samples": library.addSamples()])
      case "DELETE": return .json(["samples": library.removeSamples()])
      default: return methodNotAllowed(request, ["POST", "DELETE"])
      }
    default: return notFound(request)
    }
  }

  /// What a program says of a workout.
  private struct Change: Decodable {
    var name: String?
    var sport: String?
  }

  private func change(_ id: String, _ request: Request) -> Response {
    guard let change = try? JSONDecoder().decode(Change.self, from: Data(request.body)) else {
      return .problem(400, code: "bad-json", t("Send JSON with “name”, “sport” or both."))
    }
    do {
      guard let entry = try library.edit(id, title: change.name, sport: change.sport) else { return gone(request) }
      return .json(entry)
    } catch let error as LibraryError {
      return .problem(422, code: "bad-value", Names.fullSentence("\(error)"))
    } catch {
      return .problem(507, code: "storage", t("The data folder could not be written. Everything is as it was."))
    }
  }

  private func gone(_ request: Request) -> Response {
    notFound(request, t("This workout is not here. It may have been deleted."))
  }

  private func splitSource(_ id: String, _ source: String, _ request: Request) -> Response {
    switch split(id, source: source) {
    case .done: .json(["split": source])
    case .missing: notFound(request, t("This source is not part of this workout."))
    case .isShown:
      .problem(
        409, code: "is-shown", t("The workout is shown as this source tells it. Take the other source out instead."))
    case .notStored:
      .problem(507, code: "storage", t("The data folder could not be written. Everything is as it was."))
    }
  }

  private func joinWorkouts(_ id: String, _ other: String, _ request: Request) -> Response {
    switch join(id, with: other) {
    case .done: .json(["joined": other])
    case .missing, .isShown: notFound(request, t("One of the two workouts is not here, or both are the same."))
    case .notStored: .problem(507, code: "storage", t("The data folder could not be written. Everything is as it was."))
    }
  }

  private func trace(_ id: String, _ request: Request) -> Response {
    let width = request.query["width"].flatMap(Int.init) ?? 800
    let from = request.query["from"].flatMap(Double.init), to = request.query["to"].flatMap(Double.init)
    guard (1...8000).contains(width), [from, to].allSatisfy({ $0?.isFinite ?? true }), (from ?? 0) < (to ?? .infinity)
    else {
      return .problem(
        400, code: "bad-window", t("“width” is 1 to 8000 pixels, “from” and “to” are seconds, “from” the earlier."))
    }
    let quantity = request.query["quantity"] ?? "heartRate"
    guard var chart = library.trace(id, quantity: quantity, width: width, from: from, to: to) else {
      return gone(request)
    }
    if request.query["zones"] != nil, let entry = library.workout(id)?.entry {
      chart.show(otherZones(for: entry, request))
    }
    return .json(chart)
  }

  private func importFile(_ request: Request) -> Response {
    let name = request.headers["x-file-name"].map { URLCoding.decode($0) } ?? "file"
    let again = request.query["again"] != nil
    if let upload = request.upload, upload.count > 0 || upload.hasFailed {
      guard !upload.hasFailed else { return Self.diskFull }
      let number = jobs.start(upload, named: name, again: again)
      var response = Response.json(jobs.status(number), status: 202)
      response.headers.append(("Location", "/api/imports/\(number)"))
      return response
    }
    guard !request.body.isEmpty else {
      return .problem(400, code: "empty", t("The request holds no file. Send its bytes as the body."))
    }
    // An archive has a verdict for each file in it; a file of its own has one.
    let verdicts = library.addAll(request.body, named: name, again: again).map(FileWords.told)
    return verdicts.count == 1 ? .json(verdicts[0]) : .json(verdicts)
  }
}

extension TraceChart {
  /// Puts other zones behind the main curve, if there are some for it.
  mutating func show(_ other: OtherZones) {
    guard let set = other.sets.first(where: { $0.key.rawValue == main?.quantity })?.value else { return }
    boundaries = set.boundaries.values
    firstNumber = set.firstNumber
  }
}
