// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import HealthDatabase
import Testing
import Workouts
import Zones

@testable import CoachServer

/// Live workouts over the interface and on the page, without a socket.
@Suite(.serialized) struct LiveRouteTests {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary
  let router: Router

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
    var numbers = AthleteSettings()
    numbers.maximumHeartRate = 190
    numbers.restingHeartRate = 50
    try library.setAthlete(numbers)
    router = Router(library: library, port: 8227)
  }

  func ask(_ method: String, _ path: String, _ body: String = "", language: String = "en") -> Response {
    router.respond(
      to: Request(
        method: method, path: path, headers: ["host": "127.0.0.1:8227", "accept-language": language],
        body: Array(body.utf8)))
  }

  func json(_ response: Response) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
  }

  func start(_ body: String) throws -> String {
    let response = ask("POST", "/api/live", body)
    #expect(response.status == 201, "\(String(decoding: response.body, as: UTF8.self))")
    return try #require(try json(response)["id"] as? String)
  }

  func beats(_ rate: Int, device: String = "strap") -> String {
    let digits = String(rate, radix: 16)
    return
      #"{"packets":[{"device":"\#(device)","characteristic":"2a37","data":"00\#(rate < 16 ? "0" : "")\#(digits)","age":20}]}"#
  }

  @Test(arguments: [
    ("", 400), ("[]", 400), ("{", 400), (#"{"sport":7}"#, 400), (#"{"sport":"Running!"}"#, 422),
    (#"{"sport":""}"#, 422), (#"{"sensor":"ant"}"#, 422), (#"{"sensor":"simulate:x"}"#, 422),
    (#"{"sensor":"simulate:-1"}"#, 422), (#"{"sensor":"simulate","speed":-1}"#, 422),
    (#"{"sensor":"simulate","speed":1e300}"#, 422), (#"{"sensor":"bluetooth:no"}"#, 422),
    (#"{"sensor":"none:1"}"#, 422), (#"{"plan":"no such plan"}"#, 422), (#"{"planText":"whatever this is"}"#, 422),
    (#"{"planText":"10m 95% FTP"}"#, 422),
  ])
  func `what can't be begun says why`(body: String, status: Int) throws {
    let response = ask("POST", "/api/live", body)
    #expect(response.status == status)
    #expect(try json(response)["message"] as? String != "")
    #expect(router.live.running.isEmpty)
  }

  @Test(arguments: [
    ("GET", "/api/live", 200), ("PUT", "/api/live", 405), ("GET", "/api/live/none", 404),
    ("GET", "/api/live/none/events", 404), ("POST", "/api/live/none/actions", 404),
    ("GET", "/api/live/interrupted", 405),
    ("POST", "/api/live/interrupted", 400), ("GET", "/live", 200), ("GET", "/live/none", 404), ("POST", "/live", 405),
    ("GET", "/live/start", 404), ("POST", "/live/none/pause", 404), ("GET", "/live/none/pause", 405),
    ("POST", "/live/interrupted", 422),
  ])
  func `every address answers with its status`(method: String, path: String, status: Int) {
    #expect(ask(method, path).status == status)
  }

  @Test func `packets become a value with its zone, and bad ones are refused whole`() throws {
    let id = try start(#"{"sensor":"browser","sport":"running"}"#)
    #expect(ask("POST", "/api/live/\(id)/readings", beats(150)).status == 200)
    let moment = try #require(try json(ask("GET", "/api/live/\(id)"))["moment"] as? [String: Any])
    #expect(moment["value"] as? Double == 150)
    #expect(moment["number"] as? String == "150")
    #expect(moment["zone"] as? String == "3")
    for bad in [
      #"{"packets":[{"device":"","characteristic":"2a37","data":"0096"}]}"#,
      #"{"packets":[{"device":"a","characteristic":"zz","data":"0096"}]}"#,
      #"{"packets":[{"device":"a","characteristic":"2a37","data":"009"}]}"#,
      #"{"packets":[{"device":"a","characteristic":"2a37","data":"-1+1"}]}"#,
      #"{"packets":[{"device":"a","characteristic":"2a37","data":"0096","age":-1}]}"#,
      #"{"packets":[{"device":"a","characteristic":"2a37","data":"0096","age":1e300}]}"#,
      #"{"packets":[{"device":"a","characteristic":"2a37","data":"\#(String(repeating: "00", count: 513))"}]}"#,
      #"{"links":[{"device":"a","name":"","connected":true}]}"#,
    ] { #expect(ask("POST", "/api/live/\(id)/readings", bad).status == 422, "\(bad)") }
    // Whatever the bytes are, nothing traps.
    for number in ["2a37", "2a63", "2a5b", "2a53", "2ad2", "2acd", "2ad1", "2a38", "ffff"] {
      for data in ["", "ff", "ffffff", String(repeating: "ff", count: 512)] {
        let body = #"{"packets":[{"device":"b","characteristic":"\#(number)","data":"\#(data)"}]}"#
        #expect(ask("POST", "/api/live/\(id)/readings", body).status == 200)
      }
    }
    let late = #"{"packets":[{"device":"strap","characteristic":"2a37","data":"0064","age":60000}]}"#
    #expect(try json(ask("POST", "/api/live/\(id)/readings", late))["late"] as? Int == 1)
    #expect(ask("DELETE", "/api/live/\(id)").status == 200)
    #expect(library.workouts().isEmpty)
    #expect(ask("POST", "/api/live/\(id)/readings", beats(150)).status == 409)
    #expect(ask("POST", "/api/live/\(id)/end").status == 409)
  }

  @Test func `it is paused, goes on, and ends as a workout in the library`() throws {
    let id = try start(#"{"sensor":"browser","plan":"intervals"}"#)
    func state() throws -> String? {
      try (json(ask("GET", "/api/live/\(id)"))["moment"] as? [String: Any])?["state"] as? String
    }
    for rate in [120, 121, 122] {
      _ = ask("POST", "/api/live/\(id)/readings", beats(rate))
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(ask("POST", "/api/live/\(id)/actions", #"{"action":"pause"}"#).status == 200)
    #expect(try state() == "paused")
    #expect(ask("POST", "/api/live/\(id)/actions", #"{"action":"jump"}"#).status == 422)
    #expect(ask("POST", "/api/live/\(id)/actions", #"{"action":"resume"}"#).status == 200)
    #expect(ask("POST", "/api/live/\(id)/actions", #"{"action":"skip"}"#).status == 200)
    let document = try json(ask("GET", "/api/live/\(id)"))
    #expect((document["moment"] as? [String: Any])?["heading"] as? String == "Repeat 1 of 4")
    #expect((document["steps"] as? [Any])?.count == 10)
    let summary = try json(ask("POST", "/api/live/\(id)/end"))
    let workout = try #require(summary["id"] as? String)
    #expect(library.workout(workout) != nil)
    // Asked again, it says the same.
    #expect(try json(ask("POST", "/api/live/\(id)/end"))["id"] as? String == workout)
    #expect(String(decoding: ask("GET", "/live/\(id)").body, as: UTF8.self).contains("/workouts/\(workout)"))
    #expect(ask("POST", "/api/live/\(id)/actions", #"{"action":"lap"}"#).status == 409)
  }

  @Test func `two at once keep their own samples`() throws {
    let first = try start(#"{"sensor":"browser"}"#), second = try start(#"{"sensor":"browser"}"#)
    for round in 0..<20 {
      #expect(ask("POST", "/api/live/\(first)/readings", beats(100 + round)).status == 200)
      #expect(ask("POST", "/api/live/\(second)/readings", beats(160 + round)).status == 200)
      Thread.sleep(forTimeInterval: 0.02)
    }
    for (id, range) in [(first, 100.0...119), (second, 160.0...179)] {
      let workout = try #require(try json(ask("POST", "/api/live/\(id)/end"))["id"] as? String)
      let series = try #require(library.workout(workout)?.summary.series.first { $0.quantity == "heartRate" })
      #expect(series.samples == 20)
      #expect(range.contains(series.minimum ?? 0) && range.contains(series.maximum ?? 0))
    }
  }

  @Test func `a stopped server leaves a workout as it is, and the next one offers it`() throws {
    let id = try start(#"{"sensor":"browser","sport":"cycling"}"#)
    for rate in [120, 125, 130] {
      _ = ask("POST", "/api/live/\(id)/readings", beats(rate))
      Thread.sleep(forTimeInterval: 0.02)
    }
    router.live.stop()
    #expect(library.workouts().isEmpty)
    let next = Router(library: library, port: 8227)
    let ask = { (method: String, path: String, body: String) in
      next.respond(to: Request(method: method, path: path, headers: ["host": "127.0.0.1:8227"], body: Array(body.utf8)))
    }
    let list = try json(ask("GET", "/api/live", ""))
    let interrupted = try #require(list["interrupted"] as? [[String: Any]])
    #expect(interrupted.map { $0["id"] as? String } == [id])
    #expect(interrupted.first?["sport"] as? String == "cycling")
    #expect(String(decoding: ask("GET", "/live", "").body, as: UTF8.self).contains("A workout stopped at"))
    #expect(ask("POST", "/api/live/interrupted", #"{"action":"perhaps"}"#).status == 422)
    #expect(ask("POST", "/api/live/interrupted", #"{"action":"resume","id":"\#(id)"}"#).status == 200)
    #expect(next.live.running.map(\.id) == [id])
    #expect(ask("POST", "/api/live/interrupted", #"{"action":"save"}"#).status == 404)
    #expect(ask("POST", "/api/live/\(id)/readings", beats(140)).status == 200)
    let workout = try #require(try json(ask("POST", "/api/live/\(id)/end", ""))["id"] as? String)
    let series = library.workout(workout)?.summary.series.first { $0.quantity == "heartRate" }
    #expect(series?.samples == 4)
  }

  @Test func `the page works without a script`() throws {
    let response = ask("POST", "/live/start", "sport=running&plan=tempo&sensor=none")
    let place = try #require(response[header: "Location"]).split(separator: "?").first.map(String.init) ?? ""
    #expect(response.status == 303 && place.hasPrefix("/live/"))
    let page = String(decoding: ask("GET", place).body, as: UTF8.self)
    for part in ["Warm-up", "action=\"\(place)/pause\"", "action=\"\(place)/end\"", "http-equiv=\"refresh\""] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(ask("POST", "\(place)/pause").status == 303)
    #expect(String(decoding: ask("GET", place).body, as: UTF8.self).contains("action=\"\(place)/resume\""))
    #expect(ask("GET", "/live")[header: "Location"] == place)
    #expect(ask("POST", "\(place)/end").status == 303)
    #expect(String(decoding: ask("GET", place).body, as: UTF8.self).contains("It is in your workouts"))
    let refused = ask("POST", "/live/start", "sport=running&planText=nonsense+here&sensor=none")
    #expect(refused.status == 422)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("nonsense here"))
  }
}
