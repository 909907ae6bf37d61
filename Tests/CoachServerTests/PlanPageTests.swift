// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import Testing
import Workouts

@testable import CoachServer

/// The view of plans: the builder's documents, the library, the calendar, how a plan will sound.
struct PlanPageTests {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary
  let router: Router

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
    router = Router(library: library, port: 8227)
  }

  private func ask(_ method: String, _ path: String, _ query: [String: String] = [:], _ body: String = "") -> Response {
    var request = Request(method: method, path: path, query: query, headers: ["host": "127.0.0.1:8227"])
    request.body = Array(body.utf8)
    return router.respond(to: request)
  }

  private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

  private func document(_ response: Response) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
  }

  private func keep(_ name: String, _ plan: String = "10m Z1 HR, 2x 3m Z4 HR / 2m Z1 HR", sport: String = "running")
    -> Response
  {
    ask("POST", "/plans", [:], "name=\(URLCoding.encode(name))&sport=\(sport)&text=\(URLCoding.encode(plan))")
  }

  @Test func `a plan of text is kept, shown, renamed and deleted with Undo`() throws {
    #expect(text(ask("GET", "/plans")).contains("the coach says it at the right moment"))
    #expect(keep("Two by three").status == 303)
    let plan = try #require(try library.plan(named: "Two by three"))
    #expect(plan.sport == .running && plan.stepCount == 5)
    let page = text(ask("GET", "/plans", ["plan": "Two by three"]))
    #expect(page.contains("2 ×") && page.contains("Work · 3:00 · zone 4") && page.contains("class=\"planned"))
    let session = try library.schedule("Two by three", on: library.today)
    let renamed = "name=Threes&old=Two+by+three&sport=cycling&text=\(URLCoding.encode("3x 3m Z4 / 2m Z1"))"
    #expect(ask("POST", "/plans", [:], renamed).status == 303)
    #expect(try library.plans().map(\.name) == ["Threes"] && library.calendar.map(\.plan) == ["Threes"])
    let answer = ask("POST", "/plans/delete", [:], "name=Threes")
    #expect(try library.plans().isEmpty && library.calendar.isEmpty)
    let notice = try #require(answer[header: "Location"]?.split(separator: "=").last)
    let after = text(ask("GET", "/plans", ["done": String(notice)]))
    let undo = try #require(after.firstMatch(of: /action="(\/plans\/undo\/[0-9]+)"/)).1
    #expect(ask("POST", String(undo)).status == 303)
    #expect(try library.plans().map(\.name) == ["Threes"] && library.calendar.map(\.id) == [session.id])
    #expect(ask("POST", String(undo)).status == 404)
  }

  @Test func `what can't be read is said with its place, and nothing is kept`() throws {
    let answer = keep("Odd", "- 10m Z1 HR\n- 5 Z2")
    #expect(answer.status == 422 && text(answer).contains("ine 2"))
    #expect(keep("", "").status == 422)
    #expect(try library.plans().isEmpty)
    #expect(ask("POST", "/plans/delete", [:], "name=none").status == 404)
    let preview = ask("POST", "/api/plans/preview", [:], "- 10m Z1 HR\n- 5 Z2")
    #expect(preview.status == 422)
    #expect(try document(preview)["line"] as? Int == 2)
  }

  @Test func `the builder's document, text and rows say the same`() throws {
    let first = try document(ask("POST", "/api/plans/preview", [:], "10m Z1 HR, 6x 3m Z4 HR / 2m Z1 HR, 10m Z1 HR"))
    let second = try document(ask("POST", "/api/plans/preview", [:], try #require(first["document"] as? String)))
    let third = try document(ask("POST", "/api/plans/preview", [:], try #require(second["text"] as? String)))
    for other in [second, third] {
      #expect(other["seconds"] as? Double == 3000)
      #expect(
        (other["rows"] as? [[String: Any]])?.compactMap { $0["text"] as? String }
          == (first["rows"] as? [[String: Any]])?.compactMap { $0["text"] as? String })
    }
    #expect((first["rows"] as? [[String: Any]])?.count == 5)
    let picture = try #require(first["picture"] as? String)
    #expect(picture.contains("data-place=\"1.0\"") && picture.components(separatedBy: "<rect").count == 15)
    // Without zones of the athlete the shape is drawn with usual ones, and it is said what is missing.
    #expect(first["missing"] as? String != nil)
  }

  @Test func `programs add, read and remove plans, and plan days`() throws {
    let plan = #"{"name":"Long/easy","sport":"running","steps":[{"kind":"steady","goal":{"seconds":5400}}]}"#
    #expect(ask("POST", "/api/plans", [:], plan).status == 201)
    #expect(ask("POST", "/api/plans", [:], plan).status == 200, "replaced")
    #expect(ask("GET", "/api/plans/Long/easy").status == 200, "a name may hold slashes")
    let session = try document(ask("POST", "/api/calendar", [:], #"{"plan":"Long/easy","day":"2026-12-05"}"#))
    let id = try #require(session["id"] as? String)
    #expect(ask("PATCH", "/api/calendar/\(id)", [:], #"{"day":"2026-12-06"}"#).status == 200)
    #expect(library.calendar.map(\.day) == ["2026-12-06"])
    #expect(ask("PATCH", "/api/calendar/none", [:], #"{"day":"2026-12-06"}"#).status == 404)
    #expect(ask("PATCH", "/api/calendar/\(id)", [:], #"{"day":"soon"}"#).status == 400)
    #expect(ask("POST", "/api/calendar", [:], #"{"plan":"none","day":"2026-12-05"}"#).status == 404)
    #expect(ask("DELETE", "/api/calendar/\(id)").status == 200 && library.calendar.isEmpty)
    #expect(ask("DELETE", "/api/plans/Long/easy").status == 200)
    #expect(ask("DELETE", "/api/plans/Long/easy").status == 404)
  }

  @Test func `the calendar takes, moves and gives back sessions`() throws {
    _ = keep("Easy", "45m Z1 HR")
    func change(_ form: String) -> Response { ask("POST", "/plans/calendar", [:], form) }
    #expect(change("do=add&plan=Easy&day=\(library.today)").status == 303)
    let id = try #require(library.calendar.first?.id)
    #expect(text(ask("GET", "/plans")).contains("data-session=\"\(id)\""))
    #expect(change("do=move&session=\(id)&day=2027-01-02").status == 303 && library.calendar[0].day == "2027-01-02")
    #expect(change("do=move&session=\(id)&day=never").status == 422)
    let answer = change("do=remove&session=\(id)")
    #expect(library.calendar.isEmpty)
    let notice = try #require(answer[header: "Location"]?.split(separator: "=").last)
    let undo = try #require(
      text(ask("GET", "/plans", ["done": String(notice)])).firstMatch(of: /action="(\/plans\/undo\/[0-9]+)"/)
    ).1
    #expect(ask("POST", String(undo)).status == 303 && library.calendar.map(\.id) == [id])
    #expect(change("do=add&plan=none&day=2027-01-02").status == 422 && change("do=dance").status == 404)
  }

  @Test func `a plan is heard against a past workout`() throws {
    library.addSamples()
    _ = keep("Easy", "45m 100-125bpm")
    let page = text(ask("GET", "/plans", ["plan": "Easy"]))
    #expect(page.contains("How it will sound"))
    let run = try #require(library.workouts().first { $0.sport == "running" })
    let heard = text(ask("GET", "/plans", ["plan": "Easy", "against": run.id]))
    #expect(heard.contains("Listen") && heard.contains("<table class=\"compact cues\">"))
    #expect(text(ask("GET", "/plans", ["plan": "Easy", "against": "none"])).contains("Choose a workout"))
  }

  @Test(arguments: ["json", "zwo", "erg", "mrc", "fit", "text"])
  func `a plan leaves in every format that can say it`(format: String) throws {
    var settings = AthleteSettings()
    settings.functionalThresholdPower = 230
    try library.setAthlete(settings)
    _ = keep("Power", "10m 100w, 2x 3m 220w / 2m 110w", sport: "cycling")
    let answer = ask("GET", "/plans/export", ["plan": "Power", "format": format])
    #expect(answer.status == 200 && !answer.body.isEmpty)
    #expect(answer[header: "Content-Disposition"]?.hasSuffix(".\(format == "text" ? "txt" : format)\"") == true)
    #expect(ask("GET", "/plans/export", ["plan": "none", "format": format]).status == 404)
  }
}
