// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

@testable import CoachService
import Foundation
import Testing
import Workouts
import Zones

@testable import CoachServer

/// Looking at workouts under other zones, leaving doubtful stretches out, and setting workouts side by side.
struct OtherZonesTests {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary
  let router: Router

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
    router = Router(library: library, port: 8227)
    library.addSamples()
    var settings = AthleteSettings()
    settings.maximumHeartRate = 190
    settings.restingHeartRate = 50
    settings.functionalThresholdPower = 250
    try library.setAthlete(settings)
  }

  private func ask(_ method: String, _ path: String, _ query: String = "") -> Response {
    var request = Request(
      method: method, path: path, query: URLCoding.form(Array(query.utf8)), headers: ["host": "127.0.0.1:8227"])
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
      request.queryValues[String(parts[0]), default: []].append(URLCoding.decode(parts[1], plusIsSpace: true))
    }
    let response = router.respond(to: request)
    // What is typed is kept out of the address, and the page found under a name for it.
    guard response.status == 303, let place = response[header: "Location"], place.contains("look=") else {
      return response
    }
    #expect(!place.contains("limits=") && !place.contains("above="))
    let parts = place.split(separator: "?", maxSplits: 1).map(String.init)
    return ask("GET", parts[0], parts[1])
  }

  @Test func `numbers of a person stay out of addresses`() throws {
    let run = try #require(library.workouts().first { $0.sport == "running" })
    let request = Request(
      method: "GET", path: "/workouts/\(run.id)", query: ["zones": "own", "limits": "111,122,133"],
      headers: ["host": "127.0.0.1:8227"])
    let place = try #require(router.respond(to: request)[header: "Location"])
    // A name of random letters may hold "111" by itself.
    #expect(place.hasPrefix("/workouts/\(run.id)?zones=own&look="))
    #expect(!place.contains("111,") && !place.contains("111%"))
    let page = text(ask("GET", "/workouts/\(run.id)", String(try #require(place.split(separator: "?").last))))
    #expect(page.contains("111") && !page.contains("limits=111"), "the fields hold what was typed, the links do not")
    // A look that is forgotten asks anew.
    #expect(text(ask("GET", "/workouts/\(run.id)", "zones=own&look=gone")).contains("Type limits"))
  }

  private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

  private func entry(_ title: String) throws -> WorkoutEntry {
    try #require(library.workouts().first { $0.title == title })
  }

  @Test func `a workout is shown under other zones and stays as it is`() throws {
    let run = try entry("Tempo run")
    let before = try #require(library.workout(run.id))
    let plain = text(ask("GET", "/workouts/\(run.id)"))
    #expect(plain.contains("See under other zones") && !plain.contains("Nothing is stored.</span>"))
    let page = text(ask("GET", "/workouts/\(run.id)", "zones=karvonen5"))
    #expect(page.contains("<b>Shown under</b> Five zones of heart-rate reserve (Karvonen)"))
    #expect(page.contains("Recorded under Zones set on the device"))
    #expect(page.contains("Nothing is stored.") && page.contains("data-under=\"zones=karvonen5\""))
    #expect(page.contains("<option value=\"karvonen5\" selected>"))
    try PageReader.expectRowsToAddUp(page)
    #expect(library.workout(run.id) == before)
  }

  @Test func `the curve's data follow the zones that are on`() throws {
    let run = try entry("Tempo run")
    func chart(_ query: String) throws -> TraceChart {
      let response = ask("GET", "/api/workouts/\(run.id)/trace", "quantity=heartRate&width=300\(query)")
      return try JSONDecoder().decode(TraceChart.self, from: Data(response.body))
    }
    #expect(try chart("&zones=karvonen5").boundaries == [120, 134, 148, 162, 176])
    #expect(try chart("&zones=own&limits=120,140").boundaries == [120, 140])
    let plain = try chart("")
    #expect(
      plain.boundaries == (try #require(library.workout(run.id))).summary.zoneGroups[0].zones.compactMap(\.minimum))
    #expect(try chart("&zones=coggan7").boundaries == plain.boundaries, "zones of power are not behind heart rate")
  }

  @Test func `zones of power show the workout by power`() throws {
    let ride = try entry("FTP intervals 3 × 12 minutes")
    let page = text(ask("GET", "/workouts/\(ride.id)", "zones=friel-power7"))
    #expect(
      page.contains("<b>Shown under</b> Friel&#39;s seven power zones") && page.contains("data-quantity=\"power\""))
  }

  @Test func `zones of pace show a run by pace, and are not for a ride`() throws {
    let (run, ride) = (try entry("Tempo run"), try entry("Recovery ride"))
    let page = text(ask("GET", "/workouts/\(run.id)", "zones=own&limits=6:00,5:00"))
    #expect(page.contains("(6:00 · 5:00 /km)") && page.contains("data-quantity=\"speed\""))
    try PageReader.expectRowsToAddUp(page)
    let other = ask("GET", "/workouts/\(ride.id)", "zones=own&limits=6:00,5:00")
    #expect(other.status == 422 && text(other).contains("These sort pace"))
  }

  @Test(arguments: [
    ("zones=own&limits=60,70,80", "look like percent"), ("zones=own&limits=", "Type limits"),
    ("zones=own&limits=140,120", "ascend"), ("zones=nothing", "not here any more"),
    ("zones=run-speed6", "needs critical speed"), ("zones=cp7", "needs critical power"),
    ("zones=none-power", "Choose zones"),
  ])
  func `zones that can't be made leave the workout as it is and say why`(query: String, sentence: String) throws {
    let run = try entry("Tempo run")
    let response = ask("GET", "/workouts/\(run.id)", query)
    let page = text(response)
    #expect(response.status == 422 && page.contains(sentence), "\(sentence)")
    #expect(!page.contains("<b>Shown under</b>") && page.contains("data-under=\"\""))
  }

  @Test func `a corrected workout can be seen as it was recorded`() throws {
    let run = try entry("Tempo run")
    let before = try #require(library.workout(run.id)).summary.zoneGroups[0].zones.compactMap(\.minimum)
    try library.apply(ZoneCorrection(.heartRate, zones: .model(ZoneModel(scheme: "karvonen5"))))
    let page = text(ask("GET", "/workouts/\(run.id)"))
    #expect(page.contains("Shown under other zones than it was recorded with."))
    let recorded = text(ask("GET", "/workouts/\(run.id)", "zones=recorded"))
    #expect(recorded.contains("Shown as recorded") && recorded.contains(ZoneWords.limits(before, "heartRate")))
  }

  @Test func `a doubtful stretch is left out and counted again`() throws {
    let run = try entry("Easy long run")
    let path = "/workouts/\(run.id)"
    let flag = try #require(library.workout(run.id)?.summary.quality.first)
    let before = try #require(library.workout(run.id))
    #expect(text(ask("GET", path)).contains("action=\"\(path)/flags/0/leave-out#q-h\""))
    func flags() throws -> [TraceChart.Flag] {
      let response = ask("GET", "/api\(path)/trace", "quantity=heartRate&width=300")
      return try JSONDecoder().decode(TraceChart.self, from: Data(response.body)).flags
    }
    let marked = try #require(flags().first)
    #expect(marked.code == flag.code && marked.start == flag.startSeconds && !marked.isLeftOut && marked.points.isEmpty)

    let out = ask("POST", "\(path)/flags/0/leave-out")
    #expect(out.status == 303)
    let query = try #require(out[header: "Location"]?.split(separator: "?").last)
    let page = text(ask("GET", path, String(query)))
    #expect(page.contains("Left out, \(Format.clock(flag.seconds)). What was recorded is kept."))
    #expect(page.contains("<form class=\"toast\" method=\"post\" action=\"\(path)/flags/0/count\">"))
    #expect(page.contains("<span class=\"chip\">left out</span>"))
    let left = try #require(flags().first)
    let peak = left.points.compactMap(\.value).max() ?? 0
    #expect(left.isLeftOut && peak > 160, "the original is still drawn")
    #expect(library.workout(run.id) != before)

    #expect(ask("POST", "\(path)/flags/0/count").status == 303)
    #expect(library.workout(run.id) == before)
    #expect(ask("POST", "\(path)/flags/9/leave-out").status == 404)
    #expect(ask("POST", "\(path)/flags/x/count").status == 404)
  }

  @Test func `the list has a tick for each workout, and one comes ticked`() throws {
    let run = try entry("Tempo run")
    let page = text(ask("GET", "/workouts", "compare=\(run.id)"))
    #expect(page.ranges(of: "form=\"compare\"").count == library.workouts().count)
    #expect(page.contains("value=\"\(run.id)\" form=\"compare\" checked>"))
    #expect(page.contains("Tick what to compare with “Tempo run”."))
  }

  @Test func `nothing or one workout says what to do`() throws {
    #expect(text(ask("GET", "/compare")).contains("Choose workouts"))
    let run = try entry("Tempo run")
    let one = text(ask("GET", "/compare", "id=\(run.id)&id=\(run.id)"))
    #expect(one.contains("and which other?") && one.contains("/workouts?compare=\(run.id)"))
    #expect(text(ask("GET", "/compare", "id=\(run.id)&id=gone")).contains("not here any more"))
  }

  @Test func `two workouts stand side by side with what was recorded`() throws {
    let (run, long) = (try entry("Tempo run"), try entry("Easy long run"))
    let page = text(ask("GET", "/compare", "id=\(run.id)&id=\(long.id)&above=150"))
    #expect(page.contains("Class B: counted anew") && page.contains("All together"))
    #expect(page.contains("The device’s own: up to") && page.contains("At or above 150 bpm:"))
    #expect(page.contains("href=\"/workouts/\(run.id)\"") && page.contains("href=\"/workouts/\(long.id)\""))
    let own = text(ask("GET", "/compare", "id=\(run.id)&id=\(long.id)&zones=own&limits=120,150"))
    #expect(own.contains("120–149 bpm") && own.contains("150 and up bpm"))
    let each = text(ask("GET", "/compare", "id=\(run.id)&id=\(long.id)&zones=each"))
    #expect(each.contains("One by one"))
    let power = text(ask("GET", "/compare", "id=\(run.id)&id=\(long.id)&quantity=power"))
    #expect(power.contains("Left out. It measured no power.") && power.contains("No comparison"))
  }

  @Test(arguments: [
    ("zones=own&limits=60,70,80", "look like percent"), ("zones=run-speed6", "Pace can’t be compared yet"),
    ("zones=cp7", "needs critical power"), ("above=fast", "This is not a number"),
  ])
  func `a comparison that can't be made keeps what was typed and says why`(query: String, sentence: String) throws {
    let ids = library.workouts().prefix(2).map { "id=\($0.id)" }.joined(separator: "&")
    let response = ask("GET", "/compare", "\(ids)&\(query)")
    #expect(response.status == 422 && text(response).contains(sentence))
    let typed = URLCoding.form(Array(query.utf8))
    for field in ["limits", "above"] {
      if let value = typed[field] { #expect(text(response).contains("value=\"\(value)\"")) }
    }
  }
}
