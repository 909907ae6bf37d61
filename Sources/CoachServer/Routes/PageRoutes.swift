// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Workouts
import Zones

extension Router {
  /// Answers with a page, or after a form with the place to look at.
  func page(_ request: Request) -> Response {
    let path = request.segments
    let isPost = request.method == "POST"
    switch (path.first, path.count) {
    case (nil, _): return isGet(request) ?? today(request)
    case ("worker.js", 1): return isGet(request) ?? worker
    case ("manifest.webmanifest", 1): return isGet(request) ?? manifest
    case ("offline", 1): return isGet(request) ?? .page(OfflinePage.html)
    case ("more", 1): return isGet(request) ?? .page(MorePage.html)
    case ("trends", 1): return isGet(request) ?? .page(TrendsPage.html)
    case ("workouts", 3) where path[1] == "undo":
      return isPost ? undoEdit(path[2], request) : methodNotAllowed(request, ["POST"])
    case ("workouts", 3) where path[2] == "edit":
      return isPost ? editWorkout(path[1], request) : methodNotAllowed(request, ["POST"])
    case ("open", 2): return isGet(request) ?? open(path[1], request)
    case ("workouts", 1): return isGet(request) ?? list(request)
    case ("workouts", 2): return isGet(request) ?? workout(path[1], request)
    case ("workouts", 3):
      guard ["delete", "restore"].contains(path[2]) else { return notFound(request) }
      guard isPost else { return methodNotAllowed(request, ["POST"]) }
      return path[2] == "delete" ? deleteAndLook(path[1], request) : restoreAndLook(path[1], request)
    case ("workouts", 4) where path[2] == "export": return isGet(request) ?? export(path[1], path[3], request)
    case ("workouts", 4) where path[2] == "split":
      switch request.method {
      case "GET": return splitQuestion(path[1], path[3], request)
      case "POST": return splitAndLook(path[1], path[3], request)
      default: return methodNotAllowed(request, ["GET", "POST"])
      }
    case ("workouts", 5) where path[2] == "flags" && ["leave-out", "count"].contains(path[4]):
      guard isPost else { return methodNotAllowed(request, ["POST"]) }
      return leaveOut(path[1], flag: path[3], isOut: path[4] == "leave-out", request)
    case ("workouts", 4) where path[2] == "join":
      return isPost ? joinAndLook(path[1], path[3], request) : methodNotAllowed(request, ["POST"])
    case ("samples", 2):
      guard ["add", "remove"].contains(path[1]) else { return notFound(request) }
      guard isPost else { return methodNotAllowed(request, ["POST"]) }
      _ = path[1] == "add" ? library.addSamples() : library.removeSamples()
      return .see("/workouts")
    case ("import", 1): return isPost ? importForm(request) : methodNotAllowed(request, ["POST"])
    case ("live", _): return livePage(request)
    case ("heart-rate", 1): return isGet(request) ?? heartRatePage()
    case ("privacy", _): return privacy(request)
    case ("zones", _): return zones(request)
    case ("settings", _): return settings(request)
    case ("zones.css", 1): return isGet(request) ?? zoneStyle
    case ("plans", _): return plans(request)
    case ("compare", 1): return isGet(request) ?? compare(request)
    default: return notFound(request)
    }
  }

  private func isGet(_ request: Request) -> Response? {
    request.method == "GET" ? nil : methodNotAllowed(request, ["GET"])
  }

  private func list(_ request: Request) -> Response {
    let toast = request.query["deleted"].flatMap { id in
      deletedTitle(id).map {
        Frame.Toast(text: t("“\($0)” deleted."), undoPath: "/workouts/\(URLCoding.encode(id))/restore")
      }
    }
    let all = library.workouts(), filter = WorkoutFilter(request)
    let entries = filter.apply(to: all) { library.workouts(from: $0) }
    let count = max(1, (entries.count + WorkoutsPage.partSize - 1) / WorkoutsPage.partSize)
    let part = min(count, max(1, request.query["part"].flatMap(Int.init) ?? 1))
    return .page(
      WorkoutsPage(
        entries: entries, filter: filter, count: all.count, sports: Set(all.map(\.sport)).sorted(),
        sources: (try? library.sources()) ?? [], verdicts: report(request.query["report"]),
        toast: toast ?? notice(request), part: part, comparing: request.query["compare"]
      ).html)
  }

  private func workout(_ id: String, _ request: Request) -> Response {
    guard let kept = library.workout(id) else {
      return notFound(request, t("This workout is not here. It may have been deleted."))
    }
    let other = otherZones(for: kept.entry, request)
    let detail = other.sets.isEmpty ? kept : library.workout(id, under: other.sets) ?? kept
    let graded = ["heartRate", "power"] + (Sport(rawValue: kept.entry.sport).readsPace ? ["speed"] : [])
    let quantities = graded.filter { name in
      kept.summary.series.contains { $0.quantity == name && $0.samples > 0 }
        || kept.summary.activities.contains { $0.series.contains { $0.quantity == name && $0.samples > 0 } }
    }
    // Zones of power show the workout by power, unless it is named.
    let wanted = request.query["quantity"] ?? (other.sets.count == 1 ? other.sets.keys.first?.rawValue : nil)
    var page = WorkoutPage(detail: detail, wantedQuantity: wanted) { quantity in
      guard !quantities.isEmpty else { return nil }
      return OtherZonesSection(
        id: id, other: other, quantity: quantity, kept: kept.summary.zoneGroups.first { $0.quantity == quantity },
        hasLegs: kept.summary.activities.count > 1, recorded: library.recordedZones(of: id),
        schemes: schemes(for: kept.entry, quantities),
        customs: library.zoneHistory.customs)
    } chart: { quantity in
      var chart = library.trace(id, quantity: quantity, width: 1200, from: nil, to: nil)
      chart?.show(other)
      return chart
    }
    page.toast = notice(request)
    if let other = splitWorkout(request.query["split"]) {
      page.toast = Frame.Toast(
        text: t("These are two workouts now."),
        undoPath: "/workouts/\(URLCoding.encode(id))/join/\(URLCoding.encode(other))", undoText: t("Join again"),
        link: (t("See both"), "/workouts"))
    } else if request.query["joined"] != nil, wasJoined(id) {
      page.toast = Frame.Toast(text: t("It is one workout again."))
    }
    return .page(page.html, status: other.fields.problems.isEmpty ? 200 : 422)
  }

  private func export(_ id: String, _ format: String, _ request: Request) -> Response {
    guard let kind = Downloads.formats.first(where: { $0.name == format }) else { return notFound(request) }
    do {
      guard let entry = library.workout(id)?.entry, let bytes = try library.export(id, as: format) else {
        return notFound(request, t("This workout is not here. It may have been deleted."))
      }
      return .download(Array(bytes), name: Downloads.name(of: entry, format), type: kind.type)
    } catch {
      return .page(
        MessagePage.html(
          title: t("Not in this format"),
          t("\(kind.title) has no room for something in this workout. The other formats may take it.")), status: 422)
    }
  }

  private func splitQuestion(_ id: String, _ source: String, _ request: Request) -> Response {
    guard let detail = library.workout(id), let number = Int64(source),
      let preview = try? library.previewSplit(id, source: number)
    else {
      return notFound(request, t("This source is not part of this workout. It may have been taken apart before."))
    }
    return .page(SplitPage(id: id, title: Names.title(detail.entry), source: number, preview: preview).html)
  }

  private func joinAndLook(_ id: String, _ other: String, _ request: Request) -> Response {
    switch join(id, with: other) {
    case .done: .see("/workouts/\(URLCoding.encode(id))?joined=1")
    case .missing, .isShown: notFound(request, t("One of the two workouts is not here any more."))
    case .notStored: notStored
    }
  }

  private func splitAndLook(_ id: String, _ source: String, _ request: Request) -> Response {
    switch split(id, source: source) {
    case .done: .see("/workouts/\(URLCoding.encode(id))?split=\(URLCoding.encode(source))")
    case .missing: notFound(request, t("This source is not part of this workout. It may have been taken apart before."))
    case .isShown: .see("/workouts/\(URLCoding.encode(id))")
    case .notStored: notStored
    }
  }

  /// Says that nothing could be written.
  var notStored: Response {
    .page(
      MessagePage.html(
        title: t("Not stored"),
        t("The data folder could not be written. Everything is as it was. Free some space and try again.")),
      status: 507)
  }

  private func deleteAndLook(_ id: String, _ request: Request) -> Response {
    guard delete(id) != nil else {
      return notFound(request, t("This workout is not here. It may have been deleted before."))
    }
    return .see("/workouts?deleted=\(URLCoding.encode(id))")
  }

  /// Calls a workout something else, or says what sport it was; the change can be taken back.
  private func editWorkout(_ id: String, _ request: Request) -> Response {
    let form = request.form, path = "/workouts/\(URLCoding.encode(id))"
    guard let before = library.workout(id)?.entry else {
      return notFound(request, t("This workout is not here. It may have been deleted."))
    }
    do {
      try library.edit(id, title: form["title"], sport: form["sport"])
    } catch let error as LibraryError {
      return .page(MessagePage.html(title: t("Not changed"), ZoneWords.sentence(error)), status: 422)
    } catch { return notStored }
    return tell(t("Changed."), undoPath: "/workouts/undo/\(keepUndo(of: before))", at: path)
  }

  private func undoEdit(_ number: String, _ request: Request) -> Response {
    guard let edit = takeEdit(number),
      (try? library.edit(edit.id, title: edit.title, sport: edit.sport)) ?? nil != nil
    else { return notFound(request, t("This change can’t be taken back any more.")) }
    return tell(t("As before."), at: "/workouts/\(URLCoding.encode(edit.id))")
  }

  private func restoreAndLook(_ id: String, _ request: Request) -> Response {
    guard restore(id) else { return notFound(request, t("This workout can’t be brought back any more.")) }
    return .see("/workouts/\(URLCoding.encode(id))")
  }

  private func importForm(_ request: Request) -> Response {
    guard let boundary = request.headers["content-type"].flatMap(Multipart.boundary) else {
      return .page(
        MessagePage.html(title: t("No files arrived"), t("Go back, choose files and press Add.")), status: 400)
    }
    let parts = Multipart.parts(of: request.body, boundary: boundary)
    let again = parts.contains { $0.name == "again" }
    let files = parts.filter {
      $0.fileName != nil && !($0.fileName == "" && $0.bytes.isEmpty)
    }
    let verdicts = files.flatMap { library.addAll(Array($0.bytes), named: $0.fileName ?? "file", again: again) }
    return verdicts.isEmpty ? .see("/workouts") : .see("/workouts?report=\(keep(verdicts))")
  }
}
