// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import FoundationEssentials
import HealthDatabase
import Workouts

extension Router {
  /// Answers `/api/sensors/…`: what sensors tell, without recording any of it.
  func sensorData(_ request: Request) -> Response {
    do {
      switch (request.segments[2], request.method) {
      case ("events", "GET"): return try sensorEvents(request)
      case ("readings", "POST"):
        struct Answer: Encodable { @ExplicitNull var heartRate: Double? }
        return .json(Answer(heartRate: monitor.heartRate(of: try LiveReadings(json: request.body).packets)))
      case ("events", _): return methodNotAllowed(request, ["GET"])
      case ("readings", _): return methodNotAllowed(request, ["POST"])
      default: return notFound(request)
      }
    } catch let problem as LiveProblem { return problem.response } catch { return notFound(request) }
  }

  private func sensorEvents(_ request: Request) throws -> Response {
    let source = try LiveOrder.source(request.query["sensor"] ?? "bluetooth", speed: 1)
    let ending = LiveListening()
    let stream = EventStream { ending.end() }
    let listener: @Sendable (SensorMonitor.Item) -> Void = { [weak stream] item in
      stream?.send(EventStream.event(JSONDocument.text(SensorLine(item))))
    }
    switch source {
    case .bluetooth([]): ending.begin(monitor.listen(listener))
    case .simulation(let seed, _): ending.begin(SensorMonitor.simulate(seed: seed, listener))
    default:
      throw LiveProblem(status: 422, code: "sensor", message: "A sensor is bluetooth, or simulate with a number.")
    }
    return .events(stream)
  }

  /// The view of the heart rate alone.
  func heartRatePage() -> Response {
    let today = Day(of: HealthDatabase.systemClock(), utcOffsetSeconds: nil)
    let rates = library.workouts().prefix(20)
      .filter { Day(of: $0.start.instant, utcOffsetSeconds: nil) == today }
      .compactMap { library.workout($0.id)?.summary.series.first { $0.quantity == "heartRate" } }
    return .page(
      HeartRatePage(
        zones: library.preferredZones(on: today).first { $0.quantity == "heartRate" }?.zones ?? [],
        low: rates.compactMap(\.minimum).min(), high: rates.compactMap(\.maximum).max()
      ).html)
  }
}

/// What a sensor tells as a line of JSON.
private struct SensorLine: Encodable {
  var type: String
  var heartRate: Double?
  var source: String?
  var sensor: String?
  var text: String?
  var live: Bool?

  init(_ item: SensorMonitor.Item) {
    switch item {
    case .heartRate(let rate, let source):
      type = "sample"
      heartRate = rate
      self.source = source
    case .sensor(let name, let line, let isLive):
      type = "sensor"
      sensor = name
      text = line
      live = isLive
    }
  }
}
