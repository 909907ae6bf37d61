// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import Testing
import Workouts

@testable import CoachServer

/// The first view, the list's filters, edits, and what an installed page needs.
struct TodayTests {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary
  let router: Router

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
    router = Router(library: library, port: 8227)
  }

  private func ask(
    _ method: String, _ path: String, _ query: [String: String] = [:], form: String = "", language: String? = nil
  ) -> Response {
    var request = Request(method: method, path: path, query: query, headers: ["host": "127.0.0.1:8227"])
    request.headers["accept-language"] = language
    request.body = Array(form.utf8)
    return router.respond(to: request)
  }

  private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

  private func plan(_ name: String) -> Plan {
    Plan(
      name: name, sport: .running,
      blocks: [
        .step(PlanStep(.warmup, goal: .time(600_000))), .step(PlanStep(.steady, goal: .time(1_800_000))),
      ])
  }

  @Test func `an empty library teaches, in three languages`() {
    let page = text(ask("GET", "/"))
    #expect(page.contains("Your first ribbon") && page.contains("<h1>"))
    #expect(text(ask("GET", "/", language: "zh-CN,zh;q=0.9")).contains("lang=\"zh-Hans\""))
    #expect(text(ask("GET", "/", language: "ja")).contains("データはすべてこのコンピュータにとどまります。"))
    #expect(text(ask("GET", "/", language: "fr-FR, de;q=0.5")).contains("lang=\"en\""))
  }

  @Test func `today tells of the last workout, of what is next and of the week`() throws {
    library.addSamples()
    #expect(text(ask("GET", "/")).contains("Nothing planned. Start freely, or pick a plan."))
    try library.keep(plan("Easy half hour"))
    let session = try library.schedule("Easy half hour", on: library.today)
    let page = text(ask("GET", "/"))
    #expect(page.contains("“Easy half hour” is next: 40 min.") && page.contains("class=\"planned"))
    #expect(page.contains(try #require(library.workouts().first).title))
    try library.move(session: session.id, to: Day(daysSince1970: library.today.daysSince1970 + 1))
    let moved = text(ask("GET", "/"))
    #expect(
      moved.contains("A rest day. It counts.") || moved.contains("Next is “Easy half hour”, "), "by the day of the week"
    )
    #expect(moved.contains("Planned for "))
    try library.removePlan(named: "Easy half hour")
    #expect(library.calendar.isEmpty, "a plan that is deleted leaves the calendar")
  }

  @Test func `a week begins on the day that is chosen`() throws {
    let sunday = try #require(Day(iso8601: "2026-11-29"))
    #expect(WeekOfTraining.start(of: sunday, firstWeekday: 1).description == "2026-11-23")
    #expect(WeekOfTraining.start(of: sunday, firstWeekday: 7).description == "2026-11-29")
    #expect(WeekOfTraining.start(of: sunday, firstWeekday: 6).description == "2026-11-28")
  }

  @Test func `filters find by word, sport, source, quality and day`() throws {
    library.addSamples()
    let all = library.workouts()
    func found(_ query: [String: String]) -> Int {
      all.filter { text(ask("GET", "/workouts", query)).contains("/workouts/\($0.id)\"") }.count
    }
    #expect(found([:]) == all.count)
    let runs = all.filter { $0.sport == "running" }.count
    #expect(found(["sport": "running"]) == runs && runs > 0 && runs < all.count)
    #expect(found(["q": "RUN"]) >= runs && found(["q": "no such words"]) == 0)
    #expect(found(["source": "format:fit"]) == all.count && found(["source": "format:gpx"]) == 0)
    #expect(found(["quality": "sample"]) == all.count)
    #expect(found(["quality": "complete"]) + found(["quality": "remarked"]) <= all.count)
    let day = Day(of: all[0].start.instant, utcOffsetSeconds: all[0].start.offsetSeconds)
    #expect(found(["from": "\(day)"]) >= 1)
    #expect(found(["to": "2001-01-01"]) == 0)
    #expect(text(ask("GET", "/workouts", ["q": "no such words"])).contains("Nothing under these filters."))
    // What can't be read is not asked for, and never a fault.
    #expect(found(["from": "soon", "quality": "great", "sport": ""]) == all.count)
  }

  @Test func `name and sport are the athlete's, and a change can be taken back`() throws {
    library.addSamples()
    let run = try #require(library.workouts().first { $0.sport == "running" })
    let answer = ask("POST", "/workouts/\(run.id)/edit", form: "title=Along+the+%3Criver%3E&sport=hiking")
    #expect(answer.status == 303)
    let changed = try #require(library.workout(run.id))
    #expect(changed.entry.title == "Along the <river>" && changed.entry.sport == "hiking")
    #expect(changed.summary.sport == "hiking" && changed.summary.name == "Along the <river>")
    let place = try #require(answer[header: "Location"]).split(separator: "=")
    let page = text(ask("GET", "/workouts/\(run.id)", ["done": String(place[place.count - 1])]))
    #expect(page.contains("Along the &lt;river&gt;") && !page.contains("<river>"))
    let undo = try #require(page.firstMatch(of: /action="(\/workouts\/undo\/[0-9]+)"/)).1
    #expect(ask("POST", String(undo)).status == 303)
    let back = try #require(library.workout(run.id)?.entry)
    #expect(back.title == run.title && back.sport == run.sport)
    #expect(ask("POST", String(undo)).status == 404, "once")
    #expect(ask("POST", "/workouts/\(run.id)/edit", form: "sport=flying").status == 422)
    #expect(ask("POST", "/workouts/nothing/edit", form: "title=x").status == 404)
  }

  @Test func `programs change names and sports too`() throws {
    library.addSamples()
    let run = try #require(library.workouts().first { $0.sport == "running" })
    func change(_ body: String, _ id: String? = nil) -> Int {
      ask("PATCH", "/api/workouts/\(id ?? run.id)", form: body).status
    }
    #expect(change(#"{"name":"Hills"}"#) == 200 && library.workout(run.id)?.entry.title == "Hills")
    #expect(change(#"{"name":""}"#) == 200 && library.workout(run.id)?.entry.title == run.title)
    #expect(change(#"{"sport":"nonsense"}"#) == 422)
    #expect(change(#"{"name":"\#(String(repeating: "x", count: 101))"}"#) == 422)
    #expect(change("not json") == 400)
    #expect(change(#"{"name":"a"}"#, "nothing") == 404)
  }

  @Test func `the page can be installed and opens without the server`() throws {
    let manifest = ask("GET", "/manifest.webmanifest")
    let document = try #require(try JSONSerialization.jsonObject(with: Data(manifest.body)) as? [String: Any])
    #expect(manifest[header: "Content-Type"] == "application/manifest+json")
    #expect(document["start_url"] as? String == "/" && document["display"] as? String == "standalone")
    #expect(text(ask("GET", "/worker.js")).contains("addEventListener('fetch'"))
    #expect(text(ask("GET", "/offline")).contains("ZoneCoach is not running"))
  }
}
