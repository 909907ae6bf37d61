// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Workouts
import Zones

extension Router {
  /// Answers below `/zones`.
  func zones(_ request: Request) -> Response {
    let path = Array(request.segments.dropFirst())
    let isPost = request.method == "POST"
    func post(_ answer: () -> Response) -> Response { isPost ? answer() : methodNotAllowed(request, ["POST"]) }
    switch (path.first, path.count) {
    case (nil, _):
      switch request.method {
      case "GET": return zonesPage(request, isSaved: request.query["saved"] != nil)
      case "POST": return saveNumbers(request)
      default: return methodNotAllowed(request, ["GET", "POST"])
      }
    case ("number", 1): return post { keepNumber(request) }
    case ("choose", 1): return post { choose(request) }
    case ("estimates", 2): return post { useEstimate(path[1], request) }
    case ("history", 3) where path[2] == "undo": return takeBack(path[1], request)
    case ("undo", 2): return post { undoZones(path[1], request) }
    case ("apply", 1): return apply(request)
    case ("custom", 1), ("custom", 2), ("custom", 3), ("custom.json", 1), ("import", 1):
      return customZones(path, request)
    default: return notFound(request)
    }
  }

  /// The page, perhaps with a form that came back.
  func zonesPage(_ request: Request, isSaved: Bool = false, returned: ZonesPage.Returned? = nil) -> Response {
    let today = library.today
    guard let entries = try? library.zoneEntries(), let estimates = try? library.estimates(through: today) else {
      return notRead
    }
    let history = library.zoneHistory, workouts = library.workouts()
    let contents = ZonesPage.Contents(
      athlete: library.athlete, today: today, preferred: library.preferredZones(on: today), history: history,
      entries: entries, estimates: estimates, workouts: workouts.count,
      sports: ZoneWords.sports(workouts, history))
    let page = ZonesPage(contents: contents, returned: returned, isSaved: isSaved, toast: notice(request))
    return .page(page.html, status: returned == nil ? 200 : 422)
  }

  /// Says that the data folder can't be read.
  var notRead: Response {
    .page(
      MessagePage.html(
        title: t("Not read"), t("The data folder could not be read. Your data is untouched. Load the page again.")),
      status: 503)
  }

  private func saveNumbers(_ request: Request) -> Response {
    let (settings, problems) = StatedNumbers.read(request.form)
    var fields = ZoneFields(values: request.form, problems: problems)
    if problems.isEmpty {
      do {
        try library.setAthlete(settings)
        return .see("/zones?saved=1")
      } catch let error as ZoneError {
        fields.problems["maxHR"] = ZoneWords.sentence(error)
      } catch {
        return notStored
      }
    }
    return zonesPage(request, returned: .init(form: "numbers", fields: fields))
  }

  private func keepNumber(_ request: Request) -> Response {
    var fields = ZoneFields(values: request.form)
    let kind = AnchorKind(rawValue: fields["kind"])
    if kind == nil { fields.problems["kind"] = t("Choose which number it is.") }
    let sport = fields.sport(), from = fields.day("from") ?? library.today
    let value = fields.number(
      "value", isPace: kind == .criticalSpeed, metres: sport == .swimming ? 100 : 1000)
    if value == nil, fields.problems["value"] == nil { fields.problems["value"] = t("Write the number here.") }
    if let kind, kind.needsSport, sport == nil {
      fields.problems["sport"] = t("Critical speed differs from sport to sport: choose running or swimming.")
    }
    if fields.problems.isEmpty, let kind, let value {
      do {
        let how = Anchor.Provenance(rawValue: fields["how"]) ?? .stated
        let undo = try ZoneUndo.of(library) {
          try library.enter([
            DatedAnchor(kind, Anchor(value, how), sport: sport, from: from, entered: library.time)
          ])
        }
        return tell(t("Kept, from \(Dates.day(from)) on."), undo: undo)
      } catch let error as ZoneError {
        fields.problems["value"] = ZoneWords.sentence(error)
      } catch {
        return notStored
      }
    }
    return zonesPage(request, returned: .init(form: "number", fields: fields))
  }

  private func choose(_ request: Request) -> Response {
    var fields = ZoneFields(values: request.form)
    let history = library.zoneHistory
    let sport = fields.sport(), from = fields.day("from") ?? library.today, through = fields.day("through")
    if let through, through < from { fields.problems["through"] = t("The last day lies before the first.") }
    if let (quantity, zones) = fields.choice(history) {
      if quantity == .speed, sport == nil {
        fields.problems["sport"] = t("Zones of pace differ from sport to sport: choose running or swimming.")
      }
      if fields.problems.isEmpty, let (model, _) = ZoneFields.model(zones, history, on: from) {
        do {
          // Power for all sports is a bicycle's.
          let place = sport ?? (quantity == .power ? .cycling : nil)
          _ = try model.zones(for: history.anchors(on: from, sport: place))
        } catch {
          fields.problems["zones"] = ZoneWords.sentence(error)
        }
      }
      if fields.problems.isEmpty {
        do {
          let undo = try ZoneUndo.of(library) {
            try library.choose(
              ZoneChoice(quantity, zones, sport: sport, from: from, through: through, entered: library.time))
          }
          let days = through.map { t("\(Dates.day(from)) to \(Dates.day($0))") } ?? t("from \(Dates.day(from)) on")
          return tell(t("Chosen for \(ZoneWords.sport(sport?.rawValue)), \(days)."), undo: undo)
        } catch {
          return notStored
        }
      }
    }
    return zonesPage(request, returned: .init(form: "choose", fields: fields))
  }

  private func useEstimate(_ name: String, _ request: Request) -> Response {
    guard let estimate = try? library.estimates(through: library.today).first(where: { $0.name == name }) else {
      return notFound(request, t("This estimate is not offered any more; other workouts may have come since."))
    }
    do {
      let undo = try ZoneUndo.of(library) { try library.accept(estimate, from: library.today) }
      return tell(t("\(Names.sentence(ZoneWords.name(estimate.kind))) is kept from today on."), undo: undo)
    } catch let error as LibraryError {
      return .page(MessagePage.html(title: t("Not taken"), ZoneWords.sentence(error)), status: 422)
    } catch let error as ZoneError {
      return .page(
        MessagePage.html(title: t("Not taken"), t("\(ZoneWords.sentence(error)) Nothing was changed.")), status: 422)
    } catch {
      return notStored
    }
  }

  // MARK: The way back

  private func takeBack(_ name: String, _ request: Request) -> Response {
    guard let kind = ZoneEntry.Kind(name), let entries = try? library.zoneEntries(),
      let entry = entries.first(where: { $0.name == name })
    else { return notFound(request, t("This entry is not in the history any more.")) }
    do {
      switch (request.method, kind) {
      case ("GET", .correction(let id)):
        let workouts = try library.corrections().first { $0.id == id }?.workouts ?? 0
        return .page(CorrectionQuestion(entry: entry, workouts: workouts).html)
      case ("POST", .correction):
        _ = try library.takeBack(kind)
        return tell(t("Took the correction back."))
      case ("POST", _):
        return tell(t("Took it back."), undo: try ZoneUndo.of(library) { _ = try library.takeBack(kind) })
      default: return methodNotAllowed(request, entry.isCorrection ? ["GET", "POST"] : ["POST"])
      }
    } catch {
      return notStored
    }
  }

  private func undoZones(_ number: String, _ request: Request) -> Response {
    guard let undo = takeUndo(number) else {
      return notFound(
        request, t("This can’t be taken back from here any more; the history on the page of zones has it."))
    }
    do {
      try undo.perform(library)
      return tell(t("It is as it was before."))
    } catch {
      return notStored
    }
  }
}
