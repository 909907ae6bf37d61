// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import FoundationEssentials
internal import HealthDatabase
import Synchronization

extension Router {
  /// Answers below `/privacy`.
  func privacy(_ request: Request) -> Response {
    let path = Array(request.segments.dropFirst())
    let isPost = request.method == "POST"
    switch (path.first, path.count) {
    case (nil, _):
      guard request.method == "GET" else { return methodNotAllowed(request, ["GET"]) }
      return privacyPage(request)
    case ("delete", 1):
      switch request.method {
      case "GET": return question(request.query, request)
      case "POST":
        let form = request.form
        return form["sure"] == "yes" ? erase(form, request) : question(form, request, isUnconfirmed: true)
      default: return methodNotAllowed(request, ["GET", "POST"])
      }
    case ("programs", 1):
      guard isPost else { return methodNotAllowed(request, ["POST"]) }
      return decide(request.form)
    case ("browsers", 1):
      guard isPost else { return methodNotAllowed(request, ["POST"]) }
      return endBrowser(request)
    case ("everything.sqlite", 1):
      return isPost ? methodNotAllowed(request, ["GET"]) : exportEverything(request)
    case ("receipts", 2):
      guard request.method == "GET" else { return methodNotAllowed(request, ["GET"]) }
      guard let receipt = receipt(path[1]), let body = try? JSONDocument.encode(receipt, pretty: true) else {
        return notFound(request, t("This receipt is not kept any more."))
      }
      let name = "zonecoach-receipt-\(receipt.completed.civil.dayText)-\(receipt.request.prefix(8)).json"
      return .download(Array(body), name: name, type: "application/json")
    default: return notFound(request)
    }
  }

  private func privacyPage(_ request: Request) -> Response {
    guard let counts = try? library.previewErasure(.everything).counts,
      let statistics = try? library.database.statistics(),
      let sources = try? library.sources(), let programs = try? library.permissions()
    else { return notRead }
    let page = PrivacyPage(
      counts: counts, bytes: statistics.fileBytes + statistics.logBytes, entries: library.workouts(),
      hasCopyBeforeRestore: library.hasCopyBeforeRestore, sources: sources, programs: programs,
      browsers: access.browsers, thisBrowser: access.browser(of: request)?.id,
      receipt: request.query["receipt"].flatMap(receipt))
    return .page(page.html)
  }

  /// Answers a program's request, or takes back what it was allowed. To all types that it concerns, as the buttons say.
  private func decide(_ fields: [String: String]) -> Response {
    guard let program = fields["program"],
      let decision = fields["decision"].flatMap(WorkoutLibrary.PermissionDecision.init(rawValue:))
    else {
      return .page(
        MessagePage.html(
          title: t("Which program?"), t("Nothing was changed. Go back and choose a program and an answer.")),
        status: 422)
    }
    do {
      // Allowing answers what is asked now; what was refused or taken back before stays so.
      if decision == .grant {
        try library.grantRequested(by: program)
      } else {
        try library.decide(decision, program: program)
      }
      return .see("/privacy#programs")
    } catch is LibraryError {
      return .page(
        MessagePage.html(title: t("No such program"), t("No program of this name has asked for health data.")),
        status: 404)
    } catch { return notStored }
  }

  /// What is wanted: a source, days, or everything where neither is named; `nil` for what can't be read.
  private func wanted(_ fields: [String: String]) -> DeletionRequest? {
    if let source = fields["source"] { return SourceName(source).map { .source($0) } }
    guard fields["from"] != nil || fields["to"] != nil else { return .everything }
    let days = [fields["from"], fields["to"]].map { $0.flatMap { $0.isEmpty ? nil : $0 } }
    guard days.contains(where: { $0 != nil }), days.allSatisfy({ $0.map(Dates.isDay) ?? true }) else { return nil }
    return .days(from: days[0], to: days[1])
  }

  private func question(
    _ fields: [String: String], _ request: Request, isUnconfirmed: Bool = false
  ) -> Response {
    guard let wanted = wanted(fields) else { return unnamed }
    do {
      let page = DeletionPage(
        request: wanted, summary: try library.previewErasure(wanted), sources: try library.sources(),
        hasCopyBeforeRestore: library.hasCopyBeforeRestore, isUnconfirmed: isUnconfirmed)
      return .page(page.html, status: isUnconfirmed ? 422 : 200)
    } catch is LibraryError {
      return notFound(request, t("No workout comes from this source. It may have been deleted before."))
    } catch {
      return notRead
    }
  }

  private func erase(_ fields: [String: String], _ request: Request) -> Response {
    guard let wanted = wanted(fields) else { return unnamed }
    do {
      let receipt = try library.erase(wanted)
      if wanted == .everything { removeUnsentExports() }
      return .see("/privacy?receipt=\(keep(receipt))")
    } catch is LibraryError {
      return notFound(request, t("No workout comes from this source. It may have been deleted before."))
    } catch {
      return notStored
    }
  }

  /// Says that a form named neither a source nor a day.
  private var unnamed: Response {
    .page(
      MessagePage.html(
        title: t("Which ones?"),
        t("Nothing was deleted. Go back and choose a source, or a first day, a last day, or both.")),
      status: 422)
  }

  private func exportEverything(_ request: Request) -> Response {
    // Making the copy takes time and room, so no other site may have it made; it could not read it anyway.
    if let site = request.headers["sec-fetch-site"], site == "cross-site" || site == "same-site" {
      return .page(
        MessagePage.html(title: t("Not allowed"), t("Another web site asked for this. Open it from your own page.")),
        status: 403)
    }
    guard let file = makeExport() else { return notStored }
    let day = ZonedTime(HealthDatabase.systemClock(), offsetSeconds: nil).civil.dayText
    return .download(file, name: "zonecoach-\(day).sqlite", type: "application/vnd.sqlite3")
  }

  /// A copy of everything, open for sending and without a name in the data folder any more.
  private func makeExport() -> FileBody? {
    guard let path = exportPath else { return nil }
    // One at a time, under one name: what a crash left of an earlier one is overwritten.
    return exporting.withLock { _ in
      guard (try? library.database.backup(to: path)) != nil else { return nil }
      return FileBody(removing: path)
    }
  }

  /// Removes what a crash may have left of a copy.
  private func removeUnsentExports() {
    guard let path = exportPath else { return }
    exporting.withLock { _ in
      for name in [path, path + ".unfinished"] { try? FileManager.default.removeItem(atPath: name) }
    }
  }

  private var exportPath: String? { library.database.path.map { $0 + ".export" } }
}
