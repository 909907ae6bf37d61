// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

@testable import CoachService
import Foundation
import Testing
import Workouts
import Zones

@testable import CoachServer

/// Every form of the page of zones: what it takes, what it says of the rest, and the way back.
struct ZonePageTests {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary
  let router: Router

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
    router = Router(library: library, port: 8227)
  }

  private func ask(
    _ method: String, _ path: String, query: [String: String] = [:], body: String = "",
    headers: [String: String] = [:]
  ) -> Response {
    router.respond(
      to: Request(
        method: method, path: path, query: query,
        headers: headers.merging(["host": "127.0.0.1:8227"]) { $1 }, body: Array(body.utf8)))
  }

  private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

  /// The page to which a form leads, with the toast.
  private func follow(_ response: Response) throws -> String {
    #expect(response.status == 303)
    let parts = try #require(response[header: "Location"]).split(separator: "?")
    let query = parts.count > 1 ? URLCoding.form(Array(parts[1].utf8)) : [:]
    return text(ask("GET", String(parts[0]), query: query))
  }

  /// The path of the Undo in a page's toast.
  private func undoPath(_ page: String) throws -> String {
    let match = try #require(page.firstMatch(of: /<form class="toast" method="post" action="([^"]+)">/))
    return String(match.1)
  }

  private func state(_ numbers: String = "maxHR=190&restingHR=50&ftp=250") {
    #expect(ask("POST", "/zones", body: numbers).status == 303)
  }

  @Test(arguments: [
    ("GET", "/zones/number", 405), ("GET", "/zones/choose", 405), ("GET", "/zones/custom", 405),
    ("GET", "/zones/import", 405), ("POST", "/zones/custom.json", 405), ("GET", "/zones/custom.json", 200),
    ("GET", "/zones/apply", 200), ("DELETE", "/zones/apply", 405), ("POST", "/zones/undo/1", 404),
    ("GET", "/zones/undo/1", 405), ("POST", "/zones/history/a1/undo", 404), ("GET", "/zones/history/x/undo", 404),
    ("POST", "/zones/estimates/ftp-20min", 404), ("POST", "/zones/custom/none/delete", 404),
    ("POST", "/zones/custom/none/rename", 404), ("GET", "/zones/custom/none.json", 404), ("GET", "/zones/nowhere", 404),
    ("POST", "/zones/number", 422), ("POST", "/zones/choose", 422), ("POST", "/zones/custom", 422),
    ("POST", "/zones/import", 422),
  ])
  func `every address answers with its status`(method: String, path: String, status: Int) {
    #expect(ask(method, path).status == status)
  }

  @Test func `the page says what holds, for whom, why and since when`() {
    state()
    let page = text(ask("GET", "/zones"))
    #expect(page.contains("for all sports without zones of their own"))
    #expect(
      page.contains("Computed from what is known of you; nobody chose others, since \(Dates.day(library.today))."))
    #expect(page.contains("Maximum heart rate 190 bpm · stated by you, \(Dates.day(library.today))"))
    #expect(page.contains("Power, cycling") && page.contains("FTP 250 W"))
    #expect(!page.contains("an estimate</li>"))
    #expect(ask("POST", "/zones", body: "age=41").status == 303)
    #expect(text(ask("GET", "/zones")).contains("an estimate</li>"))
  }

  @Test func `a number is kept for a sport and from a day, and taken back`() throws {
    state()
    let page = try follow(
      ask("POST", "/zones/number", body: "kind=lthr&value=168&sport=running&from=2024-03-01&how=measured"))
    let known = library.zoneHistory.anchors(on: try #require(Day(iso8601: "2024-03-01")), sport: .running)
    #expect(known[.thresholdHeartRate]?.value == 168 && known[.thresholdHeartRate]?.provenance == .measured)
    #expect(library.zoneHistory.anchors(on: library.today, sport: .cycling)[.thresholdHeartRate] == nil)
    #expect(page.contains("Kept, from 1 March 2024 on."))
    #expect(ask("POST", try undoPath(page)).status == 303)
    #expect(library.zoneHistory.anchors(on: library.today, sport: .running)[.thresholdHeartRate] == nil)
    #expect(ask("POST", try undoPath(page)).status == 404)
  }

  @Test func `undoing a number that replaced another brings the other back`() throws {
    state()
    let page = try follow(ask("POST", "/zones/number", body: "kind=ftp&value=280&how=stated"))
    #expect(library.athlete.functionalThresholdPower == 280)
    #expect(ask("POST", try undoPath(page)).status == 303)
    #expect(library.athlete.functionalThresholdPower == 250)
  }

  @Test func `critical speed is given as a pace`() throws {
    _ = try follow(ask("POST", "/zones/number", body: "kind=cs&value=4:10&sport=running&how=stated"))
    #expect(library.zoneHistory.anchors(on: library.today, sport: .running)[.criticalSpeed]?.value == 4)
    _ = try follow(ask("POST", "/zones/number", body: "kind=cs&value=1:40&sport=swimming&how=stated"))
    #expect(library.zoneHistory.anchors(on: library.today, sport: .swimming)[.criticalSpeed]?.value == 1)
    #expect(text(ask("GET", "/zones")).contains("Critical speed 1:40 /100 m"))
  }

  @Test(arguments: [
    ("kind=&value=168", "Choose which number it is."), ("kind=lthr&value=", "Write the number here."),
    ("kind=lthr&value=abc", "This is not a number."), ("kind=lthr&value=168&from=1.3.2024", "Write the day like"),
    ("kind=cs&value=4:10", "choose running or swimming"), ("kind=ftp&value=1", "FTP of 1 can&#39;t be right."),
  ])
  func `a number that can't be taken keeps what was typed and says why`(form: String, sentence: String) {
    let response = ask("POST", "/zones/number", body: form)
    let page = text(response)
    #expect(response.status == 422 && page.contains(sentence) && page.contains("aria-invalid"))
    for field in form.split(separator: "&") {
      let parts = field.split(separator: "=", omittingEmptySubsequences: false)
      guard parts[0] != "kind", !parts[1].isEmpty else { continue }
      #expect(page.contains("value=\"\(parts[1])\""))
    }
    #expect(library.zoneHistory.anchors.isEmpty)
  }

  @Test func `zones are chosen for a sport, from a day or for a block, and the choice is taken back`() throws {
    state()
    let page = try follow(ask("POST", "/zones/choose", body: "zones=hrmax5&sport=running"))
    #expect(page.contains("Chosen for running, from \(Dates.day(library.today)) on."))
    #expect(page.contains("Heart rate, running") && page.contains("Five zones of maximum heart rate"))
    let block = try follow(
      ask("POST", "/zones/choose", body: "zones=own&limits=120,140,160&from=2026-01-01&through=2026-02-01"))
    #expect(block.contains("Chosen for all sports, 1 January 2026 to 1 February 2026."))
    #expect(library.zoneHistory.choices.count == 2)
    #expect(ask("POST", try undoPath(block)).status == 303)
    #expect(ask("POST", try undoPath(page)).status == 303)
    #expect(library.zoneHistory.choices.isEmpty)
  }

  @Test(arguments: [
    ("zones=", "Choose zones from the list"), ("zones=own&limits=", "Type limits with commas between"),
    ("zones=own&limits=140,120,160", "boundaries must ascend, but 120 follows 140"),
    ("zones=own&limits=60,70,80,90", "look like percent"),
    ("zones=own&limits=60%25,70%25,80%25", "Say of what the percentages are"),
    ("zones=own&limits=120,140,x", "“x” is no number"), ("zones=own&limits=120", "give 2 to 8 boundaries"),
    ("zones=own&limits=120,140&names=a,b", "2 names for 3 zones"),
    ("zones=friel-run7", "friel-run7 needs threshold heart rate"), ("zones=nothing", "not here any more"),
    ("zones=hrmax5&from=2026-02-01&through=2026-01-01", "The last day lies before the first."),
    ("zones=run-speed6", "choose running or swimming"),
  ])
  func `a choice that makes no zones keeps what was typed and says what to type`(form: String, sentence: String) {
    let response = ask("POST", "/zones/choose", body: form)
    let page = text(response)
    #expect(response.status == 422)
    #expect(page.contains(Names.sentence(sentence)) || page.contains(sentence), "\(sentence)")
    #expect(!page.contains("--"), "options of the command mean nothing here")
    let typed = URLCoding.form(Array(form.utf8))
    if let limits = typed["limits"], !limits.isEmpty { #expect(page.contains("value=\"\(limits)\"")) }
    if let zones = typed["zones"], zones != "nothing", !zones.isEmpty {
      #expect(page.contains("<option value=\"\(zones)\" selected>"))
    }
    #expect(library.zoneHistory.choices.isEmpty)
  }

  @Test func `an entry of the history goes and comes back`() throws {
    state()
    let page = text(ask("GET", "/zones"))
    let path = String(try #require(page.firstMatch(of: /action="(\/zones\/history\/a\d+\/undo)"/)).1)
    let count = library.zoneHistory.anchors.count
    let after = try follow(ask("POST", path))
    #expect(library.zoneHistory.anchors.count == count - 1)
    #expect(ask("POST", try undoPath(after)).status == 303)
    #expect(library.zoneHistory.anchors.count == count)
  }

  @Test func `zones under a name are kept, versioned, renamed, deleted and brought back`() throws {
    _ = try follow(ask("POST", "/zones/custom", body: "name=winter&zones=own&limits=120,140,155&from=2026-01-01"))
    #expect(
      try follow(ask("POST", "/zones/custom", body: "name=winter&zones=own&limits=122,140,158"))
        .contains("Kept as version 2."))
    let id = try #require(library.zoneHistory.customs.first).id
    _ = try follow(ask("POST", "/zones/choose", body: "zones=\(id)"))
    let chosen = library.zoneHistory.choices
    let renamed = try follow(ask("POST", "/zones/custom/\(id)/rename", body: "name=Summer"))
    #expect(library.zoneHistory.customs.map(\.name) == ["Summer"])
    #expect(ask("POST", try undoPath(renamed)).status == 303)
    #expect(library.zoneHistory.customs.map(\.name) == ["winter"])
    let before = library.zoneHistory.customs
    let gone = try follow(ask("POST", "/zones/custom/\(id)/delete"))
    #expect(library.zoneHistory.customs.isEmpty && library.zoneHistory.choices.isEmpty)
    #expect(ask("POST", try undoPath(gone)).status == 303)
    #expect(library.zoneHistory.customs == before)
    #expect(library.zoneHistory.choices.map(\.zones) == chosen.map(\.zones))
  }

  @Test(arguments: [
    ("name=&zones=own&limits=120,140", "Give the zones a name."),
    ("name=a&zones=own&limits=140,120", "ascend"), ("name=a&zones=own&limits=", "Type limits"),
  ])
  func `a name without zones, or zones without a name, are not kept`(form: String, sentence: String) {
    let response = ask("POST", "/zones/custom", body: form)
    #expect(response.status == 422 && text(response).contains(sentence))
    #expect(library.zoneHistory.customs.isEmpty)
  }

  @Test func `a name that is taken is refused where it was typed`() throws {
    for name in ["one", "two"] {
      _ = try follow(ask("POST", "/zones/custom", body: "name=\(name)&zones=own&limits=120,140,155"))
    }
    let id = try #require(library.zoneHistory.customs.first { $0.name == "one" }).id
    let response = ask("POST", "/zones/custom/\(id)/rename", body: "name=two")
    #expect(response.status == 422 && text(response).contains("There are zones named “two” already"))
  }

  @Test func `zones leave as a file and come from one`() throws {
    _ = try follow(ask("POST", "/zones/custom", body: "name=winter&zones=own&limits=120,140,155"))
    let custom = try #require(library.zoneHistory.customs.first)
    let file = ask("GET", "/zones/custom/\(custom.id).json")
    #expect(file[header: "Content-Disposition"]?.contains("zonecoach-zones-") == true)
    _ = ask("POST", "/zones/custom/\(custom.id)/delete")
    func send(_ content: String) -> Response {
      ask(
        "POST", "/zones/import",
        body: "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"z.json\"\r\n\r\n\(content)\r\n--B--",
        headers: ["content-type": "multipart/form-data; boundary=B"])
    }
    #expect(try follow(send(text(file))).contains("Taken: winter."))
    #expect(library.zoneHistory.customs == [custom])
    let other = send("no zones")
    #expect(other.status == 422 && text(other).contains("This is no document of zones"))
  }

  @Test func `estimates come with evidence and are used only by the button`() throws {
    #expect(text(ask("GET", "/zones")).contains("What would help"))
    library.addSamples()
    let page = text(ask("GET", "/zones"))
    let estimate = try #require(library.estimates(through: library.today).first { $0.name == "max-hr" })
    #expect(page.contains("/workouts/\(try #require(estimate.evidence.first).workout)"))
    #expect(library.athlete.maximumHeartRate == nil)
    let used = try follow(ask("POST", "/zones/estimates/max-hr"))
    #expect(library.athlete.maximumHeartRate == estimate.value)
    #expect(ask("POST", try undoPath(used)).status == 303)
    #expect(library.athlete.maximumHeartRate == nil)
  }

  @Test func `a correction is shown first, then made, then taken back`() throws {
    library.addSamples()
    state()
    let entry = try #require(library.workouts().last)
    func limits() throws -> [Double] {
      try #require(library.workout(entry.id)?.summary.zoneGroups.first { $0.quantity == "heartRate" }).zones.compactMap(
        \.minimum)
    }
    let before = try limits()
    let shown = text(ask("GET", "/zones/apply", query: ["show": "1", "quantity": "heartRate", "zones": "karvonen5"]))
    #expect(shown.contains("would be shown under other zones") && shown.contains("before and after"))
    #expect(try limits() == before && library.zoneEntries().allSatisfy { !$0.isCorrection })
    let done = try follow(ask("POST", "/zones/apply", body: "zones=karvonen5&quantity=heartRate"))
    #expect(done.contains("Under other zones now:"))
    let name = try #require(library.zoneEntries().first { $0.isCorrection }).name
    let question = text(ask("GET", "/zones/history/\(name)/undo"))
    #expect(question.contains("back to the zones they had before"))
    #expect(try limits() != before)
    #expect(ask("POST", try undoPath(done)).status == 303)
    #expect(try limits() == before)
    _ = try follow(ask("POST", "/zones/apply", body: "zones=karvonen5&quantity=heartRate"))
    let again = try #require(library.zoneEntries().first { $0.isCorrection }).name
    #expect(ask("POST", "/zones/history/\(again)/undo").status == 303)
    #expect(try limits() == before)
  }

  @Test func `a correction between days that do not follow each other is not asked for`() {
    let page = ask(
      "GET", "/zones/apply", query: ["show": "1", "from": "2026-02-01", "through": "2026-01-01", "quantity": "power"])
    #expect(page.status == 422 && text(page).contains("The last day lies before the first."))
    #expect(text(page).contains("value=\"2026-02-01\""))
  }

  @Test func `what the forms say is text, not markup`() {
    let hostile = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E"
    for (path, form) in [
      ("/zones/choose", "zones=own&limits=\(hostile)&names=\(hostile)&from=\(hostile)"),
      ("/zones/number", "kind=lthr&value=\(hostile)&sport=\(hostile)"),
      ("/zones/custom", "name=\(hostile)&zones=own&limits=\(hostile)"),
    ] {
      #expect(!text(ask("POST", path, body: form)).contains("<script>alert"))
    }
    #expect(
      !text(ask("GET", "/zones/apply", query: ["show": "1", "from": "\"><script>alert(1)"])).contains("<script>alert"))
  }

  @Test func `what was told goes with everything else`() throws {
    let page = try follow(ask("POST", "/zones/custom", body: "name=winter&zones=own&limits=120,140,155"))
    #expect(page.contains("Kept."))
    let id = try #require(library.zoneHistory.customs.first).id
    let gone = try follow(ask("POST", "/zones/custom/\(id)/delete"))
    #expect(ask("POST", "/privacy/delete", body: "sure=yes").status == 303)
    #expect(ask("POST", try undoPath(gone)).status == 404)
    #expect(library.zoneHistory.customs.isEmpty)
  }
}
