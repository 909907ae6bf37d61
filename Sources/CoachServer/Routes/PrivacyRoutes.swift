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
      return privacyPage(receipt: request.query["receipt"])
    case ("delete", 1):
      switch request.method {
      case "GET": return question()
      case "POST": return request.form["sure"] == "yes" ? deleteEverything() : question(isUnconfirmed: true)
      default: return methodNotAllowed(request, ["GET", "POST"])
      }
    case ("everything.sqlite", 1):
      return isPost ? methodNotAllowed(request, ["GET"]) : exportEverything(request)
    case ("receipts", 2):
      guard request.method == "GET" else { return methodNotAllowed(request, ["GET"]) }
      guard let receipt = receipt(path[1]), let body = try? JSONDocument.encode(receipt, pretty: true) else {
        return notFound(request, "This receipt is not kept any more.")
      }
      let name = "zonecoach-receipt-\(receipt.completed.civil.dayText)-\(receipt.request.prefix(8)).json"
      return .download(Array(body), name: name, type: "application/json")
    default: return notFound(request)
    }
  }

  private func privacyPage(receipt id: String?) -> Response {
    guard let counts = try? library.previewErasure(.everything), let statistics = try? library.database.statistics()
    else { return notRead }
    let page = PrivacyPage(
      counts: counts, bytes: statistics.fileBytes + statistics.logBytes, entries: library.workouts(),
      hasCopyBeforeRestore: hasCopyBeforeRestore, receipt: id.flatMap(receipt))
    return .page(page.html)
  }

  private func question(isUnconfirmed: Bool = false) -> Response {
    guard let counts = try? library.previewErasure(.everything) else { return notRead }
    let page = DeleteEverythingPage(
      counts: counts, hasCopyBeforeRestore: hasCopyBeforeRestore, isUnconfirmed: isUnconfirmed)
    return .page(page.html, status: isUnconfirmed ? 422 : 200)
  }

  private func deleteEverything() -> Response {
    let stated = library.athlete
    do {
      // The library keeps what was stated in memory too, and would write it again with the next change.
      if stated != AthleteSettings() { try library.setAthlete(AthleteSettings()) }
      let receipt = try library.erase(.everything)
      removeUnsentExports()
      return .see("/privacy?receipt=\(keep(receipt))")
    } catch {
      try? library.setAthlete(stated)
      return notStored
    }
  }

  private func exportEverything(_ request: Request) -> Response {
    // Making the copy takes time and room, so no other site may have it made; it could not read it anyway.
    if request.headers["sec-fetch-site"] == "cross-site" {
      return .page(
        MessagePage.html(title: "Not allowed", "Another web site asked for this. Open it from your own page."),
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

  private var hasCopyBeforeRestore: Bool {
    library.database.path.map { FileManager.default.fileExists(atPath: $0 + ".before-restore") } ?? false
  }

  /// Says that the data folder could not be read.
  private var notRead: Response {
    .page(
      MessagePage.html(
        title: "Not read", "The data folder could not be read. Your data is untouched. Load the page again."),
      status: 503)
  }
}
