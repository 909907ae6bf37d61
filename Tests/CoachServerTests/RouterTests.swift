// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

@testable import CoachService
import Foundation
import HealthDatabase
import Testing

@testable import CoachServer

/// The page without its socket.
struct RouterTests {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary
  let router: Router

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
    router = Router(library: library, port: 8227)
  }

  func ask(_ method: String, _ path: String, query: [String: String] = [:], body: String = "") -> Response {
    router.respond(
      to: Request(
        method: method, path: path, query: query, headers: ["host": "127.0.0.1:8227"], body: Array(body.utf8)))
  }

  func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

  @Test(arguments: [
    ("GET", "/", 200), ("POST", "/", 405), ("GET", "/trends", 200), ("GET", "/more", 200), ("GET", "/offline", 200),
    ("GET", "/worker.js", 200), ("GET", "/manifest.webmanifest", 200), ("GET", "/workouts/none/edit", 405),
    ("POST", "/workouts/undo/1", 404), ("PATCH", "/api/workouts/none", 400), ("GET", "/workouts", 200),
    ("HEAD", "/workouts", 200), ("GET", "/zones", 200),
    ("GET", "/workouts/none", 404), ("GET", "/nowhere", 404), ("POST", "/workouts", 405), ("DELETE", "/zones", 405),
    ("GET", "/samples/add", 405), ("GET", "/import", 405), ("POST", "/import", 400),
    ("POST", "/workouts/none/delete", 404),
    ("POST", "/workouts/none/restore", 404), ("GET", "/workouts/none/export/fit", 404),
    ("GET", "/workouts/none/export/exe", 404), ("POST", "/workouts/none/export/fit", 405),
    ("POST", "/workouts/none/split/1", 404), ("GET", "/workouts/none/split/1", 404),
    ("DELETE", "/workouts/none/split/1", 405), ("POST", "/workouts/none/join/other", 404),
    ("GET", "/workouts/none/join/other", 405), ("POST", "/api/workouts/none/join/other", 404),
    ("GET", "/api/workouts/none/join/other", 405),
    ("POST", "/api/workouts/none/sources/1/split", 404), ("GET", "/api/workouts/none/sources/1/split", 405),
    ("GET", "/compare", 200), ("POST", "/compare", 405), ("POST", "/workouts/none/flags/0/leave-out", 404),
    ("GET", "/workouts/none/flags/0/count", 405), ("GET", "/privacy", 200), ("POST", "/privacy", 405),
    ("GET", "/privacy/delete", 200), ("GET", "/privacy/programs", 405), ("POST", "/privacy/programs", 422),
    ("POST", "/privacy/delete", 422), ("DELETE", "/privacy/delete", 405), ("GET", "/privacy/everything.sqlite", 200),
    ("POST", "/privacy/everything.sqlite", 405), ("GET", "/privacy/receipts/none", 404), ("GET", "/privacy/none", 404),
    ("GET", "/api/workouts", 200), ("GET", "/api/workouts/none", 404),
    ("DELETE", "/api/workouts/none", 404), ("POST", "/api/workouts/none/restore", 404), ("POST", "/api/import", 400),
    ("GET", "/api/import", 405), ("GET", "/api/imports/1", 404), ("GET", "/api/imports/x", 404),
    ("PUT", "/api/workouts", 405), ("GET", "/api/nowhere", 404),
    ("GET", "/assets/old/base.css", 404), ("GET", "/../../etc/passwd", 404), ("TRACE", "/workouts", 405),
  ])
  func `every address answers with its status`(method: String, path: String, status: Int) {
    let response = ask(method, path)
    #expect(response.status == status)
    if status == 405 { #expect(response[header: "Allow"] != nil) }
    if status >= 400 { #expect(!response.body.isEmpty) }
  }

  @Test func `a request from elsewhere is refused before its body is read`() {
    let foreign = Request(
      method: "POST", path: "/api/import", headers: ["host": "127.0.0.1:8227", "origin": "http://evil.example"])
    #expect(router.gate(foreign)?.status == 403)
    let rebound = Request(method: "GET", path: "/workouts", headers: ["host": "evil.example:8227"])
    #expect(router.gate(rebound)?.status == 403)
    #expect(router.gate(Request(method: "GET", path: "/workouts", headers: ["host": "localhost:8227"])) == nil)
  }

  @Test func `every answer forbids what is not ours`() {
    let policy = SafetyHeaders.all.first { $0.name == "Content-Security-Policy" }?.value ?? ""
    #expect(policy.hasPrefix("default-src 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"))
  }

  @Test func `pages and data are not kept, files of the page are kept for good`() {
    for path in ["/workouts", "/zones", "/api/workouts", "/nowhere"] {
      #expect(ask("GET", path)[header: "Cache-Control"] == "no-store")
    }
    for (name, asset) in Assets.files {
      let response = ask("GET", Assets.path(name))
      #expect(response.status == 200)
      #expect(response[header: "Cache-Control"]?.contains("immutable") == true)
      #expect(response[header: "ETag"] == asset.tag)
      #expect(response.body == asset.bytes)
      let again = router.respond(
        to: Request(
          method: "GET", path: Assets.path(name), headers: ["host": "127.0.0.1:8227", "if-none-match": asset.tag]))
      #expect(again.status == 304 && again.body.isEmpty)
    }
  }

  @Test func `script and style together stay under 150 KB`() {
    #expect(Assets.files.values.reduce(0) { $0 + $1.bytes.count } < 150_000)
  }

  @Test func `every module that a module imports is served beside it`() throws {
    let imports = /from '\.\/([^']+)'/
    for (name, asset) in Assets.files where name.hasSuffix(".js") {
      for match in String(decoding: asset.bytes, as: UTF8.self).matches(of: imports) {
        #expect(Assets.asset(String(match.1)) != nil, "\(name) imports \(match.1)")
      }
    }
  }

  @Test func `pages hold no inline script, no inline style and no address elsewhere`() throws {
    library.addSamples()
    var pages = [
      "/workouts", "/zones", "/zones/apply", "/compare", "/privacy", "/privacy/delete", "/nowhere",
    ].map { text(ask("GET", $0)) }
    pages += library.workouts().map { text(ask("GET", "/workouts/\($0.id)")) }
    for page in pages {
      #expect(!page.contains(" style=\""))
      #expect(!page.contains("<style"))
      #expect(
        page.ranges(of: "<script").count == page.ranges(of: "<script src=\"/assets/").count
          + page.ranges(of: "<script type=\"module\" src=\"/assets/").count)
      #expect(!page.contains("http://") && !page.contains("https://"))
      #expect(!page.contains(" onclick") && !page.contains("javascript:"))
      #expect(page.ranges(of: "<h1").count == 1)
      #expect(page.contains("<a class=\"skip\" href=\"#main\">"))
    }
  }

  @Test func `the words never scold`() {
    library.addSamples()
    var pages = [
      "/workouts", "/zones", "/zones/apply", "/compare", "/privacy", "/privacy/delete", "/nowhere",
    ].map { text(ask("GET", $0)) }
    pages += library.workouts().map { text(ask("GET", "/workouts/\($0.id)")) }
    let scolding = /\b(fail|failed|failure|bad|weak|lazy|must|wrong|invalid|error|danger)\b/.ignoresCase()
    let markup = /<[^>]*>/
    for page in pages {
      let words = page.replacing(markup, with: " ")
      #expect(words.firstMatch(of: scolding) == nil, "\(words.firstMatch(of: scolding).map { String($0.0) } ?? "")")
    }
  }

  @Test func `names with markup are shown, not obeyed`() {
    let hostile = "\"><script>alert('x')</script>&\u{0}\u{1b}"
    let html: HTML = "<p title=\"\(hostile)\">\(hostile)</p>"
    #expect(!html.text.contains("<script"))
    #expect(html.text.contains("&lt;script&gt;") && html.text.contains("&quot;") && html.text.contains("&#39;"))
    #expect(!html.text.unicodeScalars.contains { $0.value < 32 })
    let verdict = ImportPanel.html([
      ImportVerdict(file: hostile, outcome: .failed, workouts: [], message: hostile, code: nil)
    ])
    #expect(!verdict.text.contains("<script"))
  }

  @Test func `a hostile address comes back as text`() {
    let page = text(ask("GET", "/workouts/<script>alert(1)</script>"))
    #expect(!page.contains("<script>alert"))
    let list = text(ask("GET", "/workouts", query: ["deleted": "<script>", "report": "<script>"]))
    #expect(!list.contains("<script>") && !list.contains("class=\"toast\""))
  }

  @Test func `samples come, are listed, and go with one press`() throws {
    #expect(text(ask("GET", "/workouts")).contains("Your first ribbon"))
    #expect(ask("POST", "/samples/add").status == 303)
    let page = text(ask("GET", "/workouts"))
    #expect(page.contains("Remove samples") && !page.contains("Your first ribbon"))
    #expect(ask("POST", "/samples/remove").status == 303)
    #expect(library.workouts().isEmpty)
  }

  @Test func `a workout goes at once and comes back`() throws {
    library.addSamples()
    let entry = try #require(library.workouts().first)
    let gone = ask("POST", "/workouts/\(entry.id)/delete")
    #expect(gone[header: "Location"] == "/workouts?deleted=\(entry.id)")
    #expect(ask("GET", "/workouts/\(entry.id)").status == 404)
    let list = text(ask("GET", "/workouts", query: ["deleted": entry.id]))
    #expect(list.contains("“\(entry.title)” deleted.") && list.contains("/workouts/\(entry.id)/restore"))
    #expect(ask("POST", "/workouts/\(entry.id)/restore")[header: "Location"] == "/workouts/\(entry.id)")
    #expect(ask("GET", "/workouts/\(entry.id)").status == 200)
    #expect(ask("DELETE", "/api/workouts/\(entry.id)").status == 200)
    #expect(ask("POST", "/api/workouts/\(entry.id)/restore").status == 200)
  }

  @Test func `a source is split off its own workout only, and never the one that is shown`() throws {
    library.addSamples()
    let entries = library.workouts()
    let (first, second) = (entries[0].id, entries[1].id)
    _ = library.add(Array(try #require(try library.export(second, as: "tcx"))), named: "again.tcx")
    let count = library.workouts().count
    let again = try WorkoutLibrary(folder: folder.path)
    let sources = try #require(again.workout(second)).sources
    let shown = try #require(sources.first { $0.isShown }).id
    let router = Router(library: again, port: 8227)
    func post(_ path: String) -> Int {
      router.respond(to: Request(method: "POST", path: path, headers: ["host": "127.0.0.1:8227"])).status
    }
    #expect(sources.count == 2)
    let other = try #require(sources.first { !$0.isShown }).id
    #expect(post("/api/workouts/\(first)/sources/\(other)/split") == 404)
    #expect(post("/workouts/\(first)/split/\(other)") == 404)
    #expect(post("/api/workouts/\(second)/sources/x/split") == 404)
    #expect(post("/api/workouts/\(second)/sources/\(shown)/split") == 409)
    #expect(again.workouts().count == count)
    #expect(post("/api/workouts/\(second)/sources/\(other)/split") == 200)
    #expect(post("/api/workouts/\(second)/sources/\(other)/split") == 404)
    #expect(again.workouts().count == count + 1)
    let new = try #require(again.workouts().map(\.id).first { !entries.map(\.id).contains($0) })
    #expect(post("/api/workouts/\(second)/join/\(second)") == 404)
    #expect(post("/api/workouts/\(second)/join/\(new)") == 200)
    #expect(post("/api/workouts/\(second)/join/\(new)") == 404)
    #expect(again.workouts().count == count)
  }

  @Test func `a program's request is shown, allowed with one press and taken back with another`() throws {
    try library.database.write { access in
      let athlete = try access.athlete(named: "me")
      for (kind, granted) in [(Consent.Access.read, nil), (.write, false)] as [(Consent.Access, Bool?)] {
        try access.setConsent(
          Consent(
            program: "<b>watch", access: kind, type: "HKQuantityTypeIdentifierHeartRate", isGranted: granted,
            at: access.now), of: athlete)
      }
    }
    let page = text(ask("GET", "/privacy"))
    #expect(page.contains("Asks to read: heart rate") && page.contains("May not save: heart rate"))
    #expect(page.contains("&lt;b&gt;watch") && !page.contains("<b>watch"))
    #expect(ask("POST", "/privacy/programs", body: "program=nobody&decision=grant").status == 404)
    let granted = ask("POST", "/privacy/programs", body: "program=%3Cb%3Ewatch&decision=grant")
    #expect(granted.status == 303)
    // What was refused before stays refused.
    let after = text(ask("GET", "/privacy"))
    #expect(after.contains("May read: heart rate") && after.contains("May not save: heart rate"))
    #expect(ask("POST", "/privacy/programs", body: "program=%3Cb%3Ewatch&decision=revoke").status == 303)
    #expect(text(ask("GET", "/privacy")).contains("May no longer read: heart rate"))
  }

  @Test func `everything goes only with the tick, and what was stated goes from memory too`() throws {
    library.addSamples()
    var settings = AthleteSettings()
    settings.age = 41
    try library.setAthlete(settings)
    let count = library.workouts().count
    let unsure = ask("POST", "/privacy/delete", body: "sure=no")
    #expect(unsure.status == 422 && text(unsure).contains("Nothing was deleted"))
    #expect(library.workouts().count == count)
    let gone = ask("POST", "/privacy/delete", body: "sure=yes")
    let place = try #require(gone[header: "Location"])
    let request = try #require(place.split(separator: "=").last.map(String.init))
    #expect(gone.status == 303 && library.workouts().isEmpty && library.athlete == AthleteSettings())
    #expect(try WorkoutLibrary(folder: folder.path).athlete == AthleteSettings())
    #expect(text(ask("GET", "/privacy", query: ["receipt": request])).contains("Your receipt"))
    let saved = ask("GET", "/privacy/receipts/\(request)")
    #expect(saved[header: "Content-Disposition"]?.hasPrefix("attachment; filename=\"zonecoach-receipt-") == true)
    let receipt = try JSONDecoder().decode(DeletionReceipt.self, from: Data(saved.body))
    #expect(receipt.counts.workouts == count && receipt.counts.anchors >= 1)
  }

  @Test func `one source or some days go after a preview, and nothing else`() throws {
    library.addSamples()
    let day = try #require(library.workouts().last).start.civil.dayText
    let before = library.workouts().count
    let shown = text(ask("GET", "/privacy/delete", query: ["from": day, "to": day]))
    #expect(shown.contains("name=\"from\" value=\"\(day)\"") && shown.contains("There is no Undo"))
    #expect(ask("POST", "/privacy/delete", body: "from=\(day)&to=\(day)").status == 422)
    #expect(library.workouts().count == before)
    let gone = ask("POST", "/privacy/delete", body: "from=\(day)&to=\(day)&sure=yes")
    #expect(gone.status == 303)
    #expect(library.workouts().count < before && library.workouts().allSatisfy { $0.start.civil.dayText != day })
    let request = try #require(gone[header: "Location"]?.split(separator: "=").last.map(String.init))
    let receipt = try DeletionReceipt(checking: Data(ask("GET", "/privacy/receipts/\(request)").body))
    #expect(receipt.scope == "days" && receipt.counts.workouts == before - library.workouts().count)
    #expect(try library.gaveOut(receipt))
    #expect(text(ask("GET", "/privacy/delete", query: ["source": "format:gpx"])).contains("nothing to delete"))
    #expect(ask("POST", "/privacy/delete", body: "source=format%3Afit&sure=yes").status == 303)
    #expect(library.workouts().isEmpty)
  }

  @Test(arguments: [
    (["source": "gpx"], 422), (["source": ""], 422), (["from": "", "to": ""], 422), (["from": "yesterday"], 422),
    (["source": "file:nowhere.fit"], 404), (["source": "archive:nowhere.zip"], 404),
  ])
  func `a form that names nothing deletes nothing`(fields: [String: String], status: Int) {
    library.addSamples()
    let count = library.workouts().count
    #expect(ask("GET", "/privacy/delete", query: fields).status == status)
    let body = fields.map { "\($0)=\(URLCoding.encode($1))" }.joined(separator: "&")
    #expect(ask("POST", "/privacy/delete", body: body + "&sure=yes").status == status)
    #expect(library.workouts().count == count)
  }

  @Test func `a copy of everything is made for nobody else and leaves nothing behind`() throws {
    library.addSamples()
    let foreign = Request(
      method: "GET", path: "/privacy/everything.sqlite",
      headers: ["host": "127.0.0.1:8227", "sec-fetch-site": "cross-site"])
    #expect(router.respond(to: foreign).status == 403)
    let copy = ask("GET", "/privacy/everything.sqlite")
    #expect(copy[header: "Cache-Control"] == "no-store" && (copy.file?.count ?? 0) > 10_000)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("export") })
  }

  @Test(arguments: [
    (0, "0"), (412, "412"), (12_961, "12,961"), (1_234_567, "1.2 million"), (123_456_789, "123 million"),
  ])
  func `amounts can be read out`(count: Int, words: String) { #expect(DataWords.amount(count) == words) }

  @Test func `what is taken away has a name that every system takes`() throws {
    library.addSamples()
    var entry = try #require(library.workouts().first)
    for (title, end) in [
      ("Lauf über \"Höhe\"\r\n../x", "lauf-ber-h-he-x.fit"), ("東京", "workout.fit"), ("6 × 3", "6-x-3.fit"),
    ] {
      entry.title = title
      #expect(Downloads.name(of: entry, "fit") == "\(entry.start.civil.dayText)-\(end)")
    }
    for format in Downloads.formats {
      let response = ask("GET", "/workouts/\(entry.id)/export/\(format.name)")
      #expect(response.status == 200 && response[header: "Content-Type"] == format.type)
      #expect(response[header: "Cache-Control"] == "no-store" && !response.body.isEmpty)
    }
  }

  @Test func `rows of time in zone add up to the elapsed time`() throws {
    library.addSamples()
    for entry in library.workouts() {
      try PageReader.expectRowsToAddUp(text(ask("GET", "/workouts/\(entry.id)")))
    }
  }

  @Test func `a trace is thinned to the width asked for`() throws {
    library.addSamples()
    let id = try #require(library.workouts().first).id
    let response = ask("GET", "/api/workouts/\(id)/trace", query: ["quantity": "heartRate", "width": "300"])
    #expect(response.status == 200)
    let chart = try JSONDecoder().decode(TraceChart.self, from: Data(response.body))
    #expect((chart.main?.points.count ?? 0) <= 300 * 4)
    for query in [["width": "0"], ["width": "99999"], ["width": "wide"], ["from": "nan"], ["quantity": "colour"]] {
      #expect(ask("GET", "/api/workouts/\(id)/trace", query: query).status == 400, "\(query)")
    }
    #expect(ask("GET", "/api/workouts/\(id)/trace", query: ["from": "10", "to": "5"]).status == 422)
  }

  @Test(arguments: [
    ("age=41", 303), ("age=41,5&maxHR=187", 303), ("", 303), ("age=old", 422), ("maxHR=500", 422),
    ("maxHR=150&restingHR=110&lthr=160", 422), ("ftp=1e9", 422), ("age=-4", 422),
  ])
  func `the form for zones takes what can be right and says what to change`(form: String, status: Int) {
    let response = ask("POST", "/zones", body: form)
    #expect(response.status == status)
    if status == 422 {
      #expect(text(response).contains("aria-invalid"))
      #expect(library.athlete == AthleteSettings())
    }
  }

  @Test func `files from the form without script end in a report`() {
    let body =
      "--B\r\nContent-Disposition: form-data; name=\"files\"; filename=\"<i>.fit\"\r\n\r\nnot a workout\r\n--B--"
    let response = router.respond(
      to: Request(
        method: "POST", path: "/import",
        headers: ["host": "127.0.0.1:8227", "content-type": "multipart/form-data; boundary=B"], body: Array(body.utf8)))
    #expect(response.status == 303)
    let page = text(ask("GET", "/workouts", query: ["report": "1"]))
    #expect(page.contains("&lt;i&gt;.fit") && page.contains("Not readable 1"))
  }
}
