// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Coaching
import FoundationEssentials
import Sensors
import WorkoutFiles
import Workouts

/// What is wrong with a request about live workouts.
struct LiveProblem: Error {
  var status: Int
  var code: String
  var message: String

  var response: Response { .problem(status, code: code, message) }
}

extension Router {
  /// Answers `/api/live…`.
  func liveData(_ request: Request) -> Response {
    let path = Array(request.segments.dropFirst(2))
    let isGet = request.method == "GET", isPost = request.method == "POST"
    do {
      switch (path.first, path.count) {
      case (nil, _):
        if isGet { return .json(try liveList()) }
        guard isPost else { return methodNotAllowed(request, ["GET", "POST"]) }
        let run = try start(try LiveOrder(json: request.body))
        var response = Response.json(LiveDocument(run), status: 201)
        response.headers.append(("Location", "/api/live/\(run.id)"))
        return response
      case ("interrupted", 1):
        guard isPost else { return methodNotAllowed(request, ["POST"]) }
        return try recoverData(request)
      case (let id?, 1):
        guard let run = live.run(id) else { return liveGone(request) }
        if isGet { return .json(LiveDocument(run)) }
        guard request.method == "DELETE" else { return methodNotAllowed(request, ["GET", "DELETE"]) }
        try discard(run)
        return .json(["discarded": run.id])
      case (let id?, 2):
        guard let run = live.run(id) else { return liveGone(request) }
        return try liveData(run, path[1], request)
      default: return notFound(request)
      }
    } catch let problem as LiveProblem {
      return problem.response
    } catch {
      return .problem(507, code: "storage", t("The data folder could not be written. Everything is as it was."))
    }
  }

  private func liveData(_ run: LiveRun, _ what: String, _ request: Request) throws -> Response {
    if what == "events" {
      guard request.method == "GET" else { return methodNotAllowed(request, ["GET"]) }
      return try liveEvents(run, request)
    }
    guard ["actions", "readings", "end"].contains(what) else { return notFound(request) }
    guard request.method == "POST" else { return methodNotAllowed(request, ["POST"]) }
    switch what {
    case "actions":
      struct Body: Decodable { var action: String }
      guard let action = LiveAction(rawValue: try Self.body(Body.self, request.body).action) else {
        throw LiveProblem(
          status: 422, code: "no-such-action",
          message: "“action” is one of \(LiveAction.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      try expectRunning(run)
      run.perform(action)
      return .json(LiveView(run.snapshot(), sport: run.live.setup.sport, viewers: run.feed.listenerCount))
    case "readings":
      let readings = try LiveReadings(json: request.body)
      try expectRunning(run)
      return .json(["late": run.take(readings.packets, readings.links)])
    default:
      return .json(LiveSummary(try end(run), run.live.setup))
    }
  }

  private func liveGone(_ request: Request) -> Response {
    notFound(request, t("This workout does not go on. It may have ended."))
  }

  private func expectRunning(_ run: LiveRun) throws {
    guard !run.live.isOver else {
      throw LiveProblem(status: 409, code: "over", message: t("The workout has ended already."))
    }
  }

  /// Decodes the body of a request.
  static func body<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) throws -> T {
    do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
      throw LiveProblem(
        status: 400, code: "bad-body", message: "The body is not the JSON object that is expected here.")
    }
  }

  // MARK: What pages and programs do

  /// Begins a workout.
  func start(_ order: LiveOrder) throws -> LiveRun {
    guard live.running.count < LiveHub.most else {
      throw LiveProblem(status: 429, code: "too-many", message: t("Too many workouts go on at once. End one first."))
    }
    let hub = live, made = try order.made(library)
    do { return try Waiting.run { try await hub.start(made) } } catch let error as PlanError {
      throw LiveProblem(status: 422, code: "plan", message: Names.fullSentence(error.reason))
    } catch let error as LiveError {
      throw LiveProblem(status: 422, code: "live", message: "\(error)")
    }
  }

  /// Ends a workout and saves it.
  func end(_ run: LiveRun) throws -> LiveEvent.Summary {
    if let known = run.summary { return known }
    try expectRunning(run)
    let hub = live
    do { return try Waiting.run { try await hub.end(run) } } catch LiveError.over {
      throw LiveProblem(status: 409, code: "over", message: t("The workout has ended already."))
    }
  }

  /// Ends a workout without keeping anything.
  func discard(_ run: LiveRun) throws {
    try expectRunning(run)
    let hub = live
    try Waiting.run { try await hub.discard(run) }
  }

  /// Deals with an interrupted workout.
  func recover(_ id: String?, _ action: String, _ source: LiveSource) throws -> LiveRun? {
    guard let recovery = LiveHub.Recovery(rawValue: action) else {
      throw LiveProblem(status: 422, code: "no-such-action", message: "“action” is resume, save or discard.")
    }
    let hub = live
    return try Waiting.run { try await hub.recover(id, recovery, source: source) }
  }

  private func recoverData(_ request: Request) throws -> Response {
    struct Body: Decodable {
      var action: String
      var id: String?
      var sensor: String?
    }
    let body = try Self.body(Body.self, request.body)
    let source = try LiveOrder.source(body.sensor ?? "none", speed: 1)
    guard let run = try recover(body.id, body.action, source) else {
      throw LiveProblem(status: 404, code: "not-found", message: t("There is no interrupted workout."))
    }
    return run.isDiscarded ? .json(["discarded": run.id]) : .json(LiveDocument(run))
  }

  // MARK: What goes on

  private struct List: Encodable {
    var running: [Running]
    var interrupted: [Interrupted]

    struct Running: Encodable {
      var id: String
      var sport: String
      @ExplicitNull var plan: String?
      var state: String
      var seconds: Double
      var source: String
    }
    struct Interrupted: Encodable {
      var id: String
      var sport: String
      @ExplicitNull var plan: String?
      var start: Int64
      var last: Int64
    }
  }

  private func liveList() throws -> List {
    List(
      running: live.running.map { run in
        let shot = run.snapshot()
        return List.Running(
          id: run.id, sport: run.live.setup.sport.rawValue,
          plan: run.live.setup.plan?.name,
          state: shot.isPaused ? "paused" : "running", seconds: Double(shot.active) / 1000, source: run.source.name)
      },
      interrupted: try live.interrupted().map {
        List.Interrupted(
          id: $0.id, sport: $0.sport.rawValue, plan: $0.plan?.name,
          start: $0.start.millisecondsSince1970, last: $0.last.millisecondsSince1970)
      })
  }

  /// The events of a workout, from after the one that the viewer has seen last.
  private func liveEvents(_ run: LiveRun, _ request: Request) throws -> Response {
    let after = request.headers["last-event-id"] ?? request.query["after"]
    if let after, Int(after).map({ $0 < 0 }) ?? true {
      throw LiveProblem(status: 400, code: "bad-number", message: "“after” is the number of an event.")
    }
    let language = Language.current, preferences = PagePreferences.current, sport = run.live.setup.sport
    let ending = LiveListening()
    let stream = EventStream { ending.end() }
    let feed = run.feed
    let stop = feed.listen(after: after.flatMap(Int.init)) { [weak stream, weak feed] item in
      guard let stream else { return }
      switch item {
      case .event(let event): stream.send(EventStream.event(event.line(in: language.coach), id: String(event.id)))
      case .moment(let moment):
        let viewers = feed?.listenerCount ?? 1
        stream.send(
          moment.text("\(language.rawValue) \(preferences.units)") { shot in
            PagePreferences.$current.withValue(preferences) {
              Language.$current.withValue(language) {
                EventStream.event(JSONDocument.text(LiveView(shot, sport: sport, viewers: viewers)))
              }
            }
          })
      case .gap: stream.send(EventStream.event("{}", name: "gap"))
      }
    }
    ending.begin(stop)
    run.publish()
    return .events(stream)
  }
}
