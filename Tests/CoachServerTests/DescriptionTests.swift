// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import Testing

@testable import CoachServer

/// The API and its description say the same.
struct DescriptionTests {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary
  let router: Router

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
    router = Router(library: library, port: 8227)
  }

  func ask(
    _ method: String, _ path: String, query: [String: String] = [:], body: String = ""
  ) -> (status: Int, response: Response) {
    let response = router.respond(
      to: Request(
        method: method, path: path, query: query, headers: ["host": "127.0.0.1:8227"], body: Array(body.utf8)))
    return (response.status, response)
  }

  func entries(_ response: Response) throws -> [WorkoutEntry] {
    try JSONDecoder().decode([WorkoutEntry].self, from: Data(response.body))
  }

  @Test func `every route stands in docs openapi json, and everything there is a route`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: root.appending(path: "docs/openapi.json"))
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    let described = paths.flatMap { path, operations in
      operations.keys.filter { $0 != "parameters" }.map { "\($0.uppercased()) \(path)" }
    }
    let routes = Router.dataRoutes.map { "\($0.method) \($0.path.replacing("...", with: ""))" }
    #expect(Set(described).subtracting(routes) == [], "described and not there")
    #expect(Set(routes).subtracting(described) == [], "there and not described")
    #expect(Set(routes).count == routes.count)
  }

  @Test func `other methods are told which there are`() {
    for (method, path, allowed) in [
      ("POST", "/api/workouts", "GET"), ("OPTIONS", "/api/workouts/x", "GET, PATCH, DELETE"),
      ("GET", "/api/import", "POST"), ("TRACE", "/api/compare", "POST"), ("PUT", "/api/samples", "POST, DELETE"),
    ] {
      let (status, response) = ask(method, path)
      #expect(status == 405 && response[header: "Allow"] == allowed, "\(method) \(path)")
    }
    for path in ["/api", "/api/", "/api/nothing", "/api/workouts/x/y", "/api/imports/x", "/api/imports/-1"] {
      #expect(ask("GET", path).status == 404, "\(path)")
    }
  }

  @Test func `the list comes in parts that together are the whole, in order, whatever goes meanwhile`() throws {
    library.addSamples()
    let all = library.workouts()
    var query = ["limit": "2"], found: [WorkoutEntry] = [], rounds = 0
    while rounds < 20 {
      rounds += 1
      let (status, response) = ask("GET", "/api/workouts", query: query)
      try #require(status == 200)
      let part = try entries(response)
      found += part
      guard let link = response[header: "Link"] else { break }
      let cursor = try #require(link.firstMatch(of: /<\/api\/workouts\?limit=2&cursor=([^>]+)>; rel="next"/)).1
      query["cursor"] = URLCoding.decode(cursor)
      // The workout that the cursor names may be gone.
      if rounds == 2 { _ = library.delete(try #require(part.last).id) }
    }
    #expect(found == all && rounds == (all.count + 1) / 2)
    #expect(try entries(ask("GET", "/api/workouts").response).count == all.count - 1)
  }

  @Test func `the list is searched`() throws {
    library.addSamples()
    let all = library.workouts(), sport = try #require(all.first).sport
    let ofSport = try entries(ask("GET", "/api/workouts", query: ["sport": sport]).response)
    #expect(ofSport == all.filter { $0.sport == sport } && ofSport.count < all.count)
    let day = try #require(all.first).start.civil.dayText
    let ofDay = try entries(ask("GET", "/api/workouts", query: ["from": day, "to": day]).response)
    #expect(ofDay == all.filter { $0.start.civil.dayText == day })
    #expect(try entries(ask("GET", "/api/workouts", query: ["q": "no such word"]).response).isEmpty)
    for query in [
      ["from": "yesterday"], ["to": "2026-13-01"], ["limit": "0"], ["limit": "501"], ["limit": "x"], ["cursor": "x"],
      ["cursor": ""], ["quality": "fine"], ["q": String(repeating: "a", count: 101)],
    ] {
      #expect(ask("GET", "/api/workouts", query: query).status == 400, "\(query)")
    }
  }

  @Test func `zones of a day, and how it stands`() throws {
    var settings = AthleteSettings()
    settings.age = 40
    try library.setAthlete(settings)
    let zones = ask("GET", "/api/zones")
    #expect(
      try JSONDecoder().decode([PreferredZones].self, from: Data(zones.response.body)).first?.quantity == "heartRate")
    #expect(ask("GET", "/api/zones", query: ["on": "x"]).status == 400)
    struct Status: Decodable {
      var workouts: Int
      var databaseBytes: Int
    }
    library.addSamples()
    let status = try JSONDecoder().decode(Status.self, from: Data(ask("GET", "/api/status").response.body))
    #expect(status.workouts == library.workouts().count && status.databaseBytes > 0)
  }

  @Test func `workouts are compared by a program, with limits that stand in no address`() throws {
    library.addSamples()
    let ids = library.workouts().prefix(3).map(\.id)
    func body(_ rest: String, _ ids: [String]) -> String {
      "{\"workouts\":[\(ids.map { "\"\($0)\"" }.joined(separator: ","))]\(rest)}"
    }
    let made = ask("POST", "/api/compare", body: body(",\"boundaries\":[120,140,160],\"above\":150", Array(ids)))
    #expect(made.status == 200)
    let comparison = try JSONDecoder().decode(Comparison.self, from: Data(made.response.body))
    #expect(comparison.zones?.boundaries == [120, 140, 160] && comparison.workouts.count == 3)
    for rest in ["", ",\"zones\":\"each\"", ",\"zones\":\"preferred\"", ",\"quantity\":\"power\",\"zones\":\"each\""] {
      let status = ask("POST", "/api/compare", body: body(rest, Array(ids))).status
      #expect(status == 200, "\(rest)")
    }
    for (text, status) in [
      ("", 400), ("[]", 400), ("{\"workouts\":\"x\"}", 400), (body("", []), 422), (body("", [ids[0], ids[0]]), 422),
      (body("", [ids[0], "nobody"]), 422), (body(",\"quantity\":\"colour\"", Array(ids)), 422),
      (body(",\"zones\":\"none such\"", Array(ids)), 422), (body(",\"boundaries\":[5,4]", Array(ids)), 422),
      (body(",\"zones\":\"each\",\"boundaries\":[120,140]", Array(ids)), 422),
    ] { #expect(ask("POST", "/api/compare", body: text).status == status, "\(text)") }
  }
}
