// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import FoundationEssentials
import Workouts
import Zones

/// One thing that programs can ask for. Each stands in `docs/openapi.json` as well.
struct DataRoute: Sendable {
  /// The method.
  var method: String
  /// The path, `/api/workouts/{id}`: what stands in braces is one part, whatever it is; with dots, `{name...}`, all that follows.
  var path: String
  /// Answers; the parts in braces come in order.
  var answer: @Sendable (Router, [String], Request) -> Response

  init(_ method: String, _ path: String, _ answer: @escaping @Sendable (Router, [String], Request) -> Response) {
    self.method = method
    self.path = path
    self.answer = answer
  }

  /// The parts in braces, and how many are not; `nil` for another path.
  func match(_ segments: [String]) -> (values: [String], fixed: Int)? {
    let parts = path.split(separator: "/")
    let isOpen = parts.last?.hasSuffix("...}") ?? false
    guard isOpen ? parts.count <= segments.count : parts.count == segments.count else { return nil }
    var values: [String] = []
    for (part, segment) in zip(parts, segments) {
      if part.hasSuffix("...}") {
        values.append(segments.dropFirst(parts.count - 1).joined(separator: "/"))
      } else if part.first == "{" {
        values.append(segment)
      } else if part != segment {
        return nil
      }
    }
    return (values, parts.count - values.count)
  }
}

extension Router {
  static let dataRoutes: [DataRoute] = [
    DataRoute("GET", "/api/status") { router, _, _ in router.status },
    DataRoute("GET", "/api/workouts") { router, _, request in router.listWorkouts(request) },
    DataRoute("GET", "/api/workouts/{id}") { router, path, request in
      router.library.workout(path[0]).map { .json($0.summary) } ?? router.gone(request)
    },
    DataRoute("PATCH", "/api/workouts/{id}") { router, path, request in router.change(path[0], request) },
    DataRoute("DELETE", "/api/workouts/{id}") { router, path, request in
      router.delete(path[0]).map { .json($0) } ?? router.gone(request)
    },
    DataRoute("GET", "/api/workouts/{id}/trace") { router, path, request in router.trace(path[0], request) },
    DataRoute("POST", "/api/workouts/{id}/restore") { router, path, request in
      router.restore(path[0]) ? .json(["restored": path[0]]) : router.gone(request)
    },
    DataRoute("POST", "/api/workouts/{id}/sources/{source}/split") { router, path, request in
      router.splitSource(path[0], path[1], request)
    },
    DataRoute("POST", "/api/workouts/{id}/join/{other}") { router, path, request in
      router.joinWorkouts(path[0], path[1], request)
    },
    DataRoute("POST", "/api/import") { router, _, request in router.importFile(request) },
    DataRoute("GET", "/api/imports/{number}") { router, path, request in router.importStatus(path[0], request) },
    DataRoute("DELETE", "/api/imports/{number}") { router, path, request in
      Int(path[0]).map { router.jobs.stop($0) }
      return router.importStatus(path[0], request)
    },
    DataRoute("GET", "/api/zones") { router, _, request in router.zonesData(request) },
    DataRoute("POST", "/api/compare") { router, _, request in router.compareData(request) },
    DataRoute("GET", "/api/live") { router, _, request in router.liveData(request) },
    DataRoute("POST", "/api/live") { router, _, request in router.liveData(request) },
    DataRoute("POST", "/api/live/interrupted") { router, _, request in router.liveData(request) },
    DataRoute("GET", "/api/live/{id}") { router, _, request in router.liveData(request) },
    DataRoute("DELETE", "/api/live/{id}") { router, _, request in router.liveData(request) },
    DataRoute("GET", "/api/live/{id}/events") { router, _, request in router.liveData(request) },
    DataRoute("POST", "/api/live/{id}/actions") { router, _, request in router.liveData(request) },
    DataRoute("POST", "/api/live/{id}/readings") { router, _, request in router.liveData(request) },
    DataRoute("POST", "/api/live/{id}/end") { router, _, request in router.liveData(request) },
    DataRoute("GET", "/api/sensors/events") { router, _, request in router.sensorData(request) },
    DataRoute("POST", "/api/sensors/readings") { router, _, request in router.sensorData(request) },
    DataRoute("GET", "/api/plans") { router, _, request in router.planData(["plans"], request) },
    DataRoute("POST", "/api/plans") { router, _, request in router.planData(["plans"], request) },
    DataRoute("POST", "/api/plans/preview") { router, _, request in router.planData(["plans", "preview"], request) },
    DataRoute("GET", "/api/plans/{name...}") { router, path, request in router.planData(["plans", path[0]], request) },
    DataRoute("DELETE", "/api/plans/{name...}") { router, path, request in
      router.planData(["plans", path[0]], request)
    },
    DataRoute("GET", "/api/calendar") { router, _, request in router.planData(["calendar"], request) },
    DataRoute("POST", "/api/calendar") { router, _, request in router.planData(["calendar"], request) },
    DataRoute("PATCH", "/api/calendar/{id}") { router, path, request in
      router.planData(["calendar", path[0]], request)
    },
    DataRoute("DELETE", "/api/calendar/{id}") { router, path, request in
      router.planData(["calendar", path[0]], request)
    },
    DataRoute("GET", "/api/settings") { router, _, request in router.settingsData(request) },
    DataRoute("PATCH", "/api/settings") { router, _, request in router.settingsData(request) },
    DataRoute("POST", "/api/samples") { router, _, _ in .json(["samples": router.library.addSamples()]) },
    DataRoute("DELETE", "/api/samples") { router, _, _ in .json(["samples": router.library.removeSamples()]) },
  ]

  /// Answers with a document for programs.
  func data(_ request: Request) -> Response {
    let segments = request.segments
    let found = Self.dataRoutes.compactMap { route in
      route.match(segments).map { (route: route, values: $0.values, fixed: $0.fixed) }
    }
    guard let most = found.map(\.fixed).max() else { return notFound(request) }
    // A path that is written out comes before one with braces.
    let routes = found.filter { $0.fixed == most }
    guard let wanted = routes.first(where: { $0.route.method == request.method }) else {
      return methodNotAllowed(request, routes.map(\.route.method))
    }
    return wanted.route.answer(self, wanted.values, request)
  }

  private func importStatus(_ number: String, _ request: Request) -> Response {
    guard let status = Int(number).flatMap({ jobs.status($0) }) else {
      return notFound(request, t("This import is not known any more."))
    }
    return .json(status.told)
  }

  /// What a program says of a workout.
  private struct Change: Decodable {
    var name: String?
    var sport: String?
  }

  private func change(_ id: String, _ request: Request) -> Response {
    guard let change = try? JSONDecoder().decode(Change.self, from: Data(request.body)) else {
      return .problem(400, code: "bad-json", t("Send JSON with “name”, “sport” or both."))
    }
    do {
      guard let entry = try library.edit(id, title: change.name, sport: change.sport) else { return gone(request) }
      return .json(entry)
    } catch let error as LibraryError {
      return .problem(422, code: "bad-value", Names.fullSentence("\(error)"))
    } catch {
      return .problem(507, code: "storage", t("The data folder could not be written. Everything is as it was."))
    }
  }

  func gone(_ request: Request) -> Response {
    notFound(request, t("This workout is not here. It may have been deleted."))
  }

  private func splitSource(_ id: String, _ source: String, _ request: Request) -> Response {
    switch split(id, source: source) {
    case .done: .json(["split": source])
    case .missing: notFound(request, t("This source is not part of this workout."))
    case .isShown:
      .problem(
        409, code: "is-shown", t("The workout is shown as this source tells it. Take the other source out instead."))
    case .notStored:
      .problem(507, code: "storage", t("The data folder could not be written. Everything is as it was."))
    }
  }

  private func joinWorkouts(_ id: String, _ other: String, _ request: Request) -> Response {
    switch join(id, with: other) {
    case .done: .json(["joined": other])
    case .missing, .isShown: notFound(request, t("One of the two workouts is not here, or both are the same."))
    case .notStored: .problem(507, code: "storage", t("The data folder could not be written. Everything is as it was."))
    }
  }

  private func trace(_ id: String, _ request: Request) -> Response {
    // What is there and can't be read is no number, and no number is in any range.
    let width = request.query["width"].map { Int($0) ?? 0 } ?? 800
    let from = request.query["from"].map { Double($0) ?? .nan }, to = request.query["to"].map { Double($0) ?? .nan }
    let words = t("“width” is 1 to 8000 pixels, “from” and “to” are seconds, “from” the earlier.")
    guard (1...8000).contains(width), [from, to].allSatisfy({ $0?.isFinite ?? true }) else {
      return .problem(400, code: "bad-window", words)
    }
    guard (from ?? 0) < (to ?? .infinity) else { return .problem(422, code: "bad-window", words) }
    let quantity = request.query["quantity"] ?? "heartRate"
    guard ["heartRate", "power", "speed"].contains(quantity) else {
      return .problem(400, code: "bad-quantity", "“quantity” is heartRate, power or speed.")
    }
    guard var chart = library.trace(id, quantity: quantity, width: width, from: from, to: to) else {
      return gone(request)
    }
    if request.query["zones"] != nil, let entry = library.workout(id)?.entry {
      chart.show(otherZones(for: entry, request))
    }
    return .json(chart)
  }

  private func importFile(_ request: Request) -> Response {
    let given = request.headers["x-file-name"].map { URLCoding.decode($0) } ?? ""
    let name = given.isEmpty ? "file" : given
    let again = request.query["again"] == "1"
    guard again || request.query["again"] == nil else {
      return .problem(400, code: "bad-query", "“again” is 1, or is left out.")
    }
    if let upload = request.upload, upload.count > 0 || upload.hasFailed {
      guard !upload.hasFailed else { return Self.diskFull }
      let number = jobs.start(upload, named: name, again: again)
      var response = Response.json(jobs.status(number), status: 202)
      response.headers.append(("Location", "/api/imports/\(number)"))
      return response
    }
    guard !request.body.isEmpty else {
      return .problem(400, code: "empty", t("The request holds no file. Send its bytes as the body."))
    }
    // An archive has a verdict for each file in it; a file of its own has one.
    let verdicts = library.addAll(request.body, named: name, again: again).map(FileWords.told)
    return verdicts.count == 1 ? .json(verdicts[0]) : .json(verdicts)
  }
}

extension TraceChart {
  /// Puts other zones behind the main curve, if there are some for it.
  mutating func show(_ other: OtherZones) {
    guard let set = other.sets.first(where: { $0.key.rawValue == main?.quantity })?.value else { return }
    boundaries = set.boundaries.values
    firstNumber = set.firstNumber
  }
}
