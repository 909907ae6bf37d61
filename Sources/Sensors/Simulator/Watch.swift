// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// A watch that looks at a simulated workout and makes of it what watches make: a recording with gaps and faults.
///
/// All seconds count from the start of the workout.
public struct Watch: Hashable, Sendable {
  /// Where heart rate comes from, or `nil` without any.
  public var heartRateSensor: SeriesSource.Sensor?
  /// Whether the bike has a power meter.
  public var hasPowerMeter: Bool
  /// Whether it skips moments in which little changed, instead of recording each second.
  public var isSmartRecording: Bool
  /// Whether the timer stops by itself when the athlete has stood for three seconds.
  public var autoPauses: Bool
  /// Metres after which a lap ends by itself, or `nil` for never.
  public var lapDistance: Double?
  /// What goes wrong with heart rate.
  public var flaws: [Flaw]
  /// Seconds east of UTC where the workout takes place.
  public var utcOffsetSeconds: Int

  /// What goes wrong with a heart-rate sensor. The first of those given that concerns a second decides over it.
  public enum Flaw: Hashable, Sendable {
    /// Nothing is known before this second: the sensor was not worn, or not found.
    case lateSensor(until: Int)
    /// Nothing is known in these seconds. The watch goes on showing, and counting, the last value it had.
    ///
    /// `isMarked` says whether the records say so with an invalid value, or are silent; of a silence longer than any
    /// value is held the first record still says so, as watches do that leave the field out from then on.
    case dropout(Range<Int>, isMarked: Bool)
    /// In these seconds, four at most, so many beats too many.
    case spike(Range<Int>, height: Double)
    /// In these seconds light through the skin follows the arm: heart rate equals the steps per minute, give or take 1.
    case cadenceLock(Range<Int>)

    /// The seconds concerned.
    public var seconds: Range<Int> {
      switch self {
      case .lateSensor(let until): 0..<max(0, until)
      case .dropout(let seconds, _), .spike(let seconds, _), .cadenceLock(let seconds): seconds
      }
    }
  }

  /// A watch without faults: every second, a chest strap, no power meter, no laps but those pressed.
  public init(
    heartRateSensor: SeriesSource.Sensor? = .chestStrap, hasPowerMeter: Bool = false, isSmartRecording: Bool = false,
    autoPauses: Bool = false, lapDistance: Double? = nil, flaws: [Flaw] = [], utcOffsetSeconds: Int = 0
  ) {
    self.heartRateSensor = heartRateSensor
    self.hasPowerMeter = hasPowerMeter
    self.isSmartRecording = isSmartRecording
    self.autoPauses = autoPauses
    self.lapDistance = lapDistance
    self.flaws = flaws
    self.utcOffsetSeconds = utcOffsetSeconds
  }

  /// What the watch makes of a workout.
  ///
  /// All values are those that a FIT file can hold, so writing and reading change none. Totals and time in zone are
  /// the watch's own: each second of running timer goes to the zone of the value it shows then, however old.
  ///
  /// - Parameter start: the start of the workout, best a whole second, as FIT tells time.
  public func record(
    _ truth: SimulatedTruth, startingAt start: Instant, using generator: inout some RandomNumberGenerator
  ) -> Recording {
    let timer = runningTimer(truth)
    let heartRate = readings(truth, using: &generator)
    let log = WatchLog(truth: truth, watch: self, start: start, timer: timer, heartRate: heartRate)
    let kept = keptSeconds(log, using: &generator)

    let legs = truth.workout.legs
    let span = TimeSpan(start: start, end: start + Milliseconds(truth.count) * 1000)
    var recording = Recording(sport: legs.count == 1 ? legs[0].sport : .multisport, span: span)
    recording.subSport = legs.count == 1 ? legs[0].subSport : nil
    recording.name = truth.workout.name
    recording.utcOffsetSeconds = utcOffsetSeconds
    recording.pauses = log.pauses
    recording.series = log.series(kept)
    recording.activities = zip(legs, truth.legs).map { leg, seconds in
      var activity = Activity(sport: leg.sport, subSport: leg.subSport, span: log.span(seconds))
      activity.totals = log.totals(seconds, sport: leg.sport)
      activity.deviceZones = log.zones(seconds, sport: leg.sport)
      return activity
    }
    recording.laps = log.laps()
    recording.device = Device(
      manufacturer: "development", product: "Simulated watch", serial: 640_001, software: "1.0")
    recording.sensors = log.sensors
    recording.athlete = truth.athlete.profile
    recording.isSmartRecording = isSmartRecording
    return recording
  }

  /// Whether the timer runs, and if not, who stopped it, for each second.
  private func runningTimer(_ truth: SimulatedTruth) -> [Pause.Kind?] {
    var result = [Pause.Kind?](repeating: nil, count: truth.count)
    if autoPauses {
      for (leg, seconds) in zip(truth.workout.legs, truth.legs) where measuresSpeed(leg.sport) {
        var standing = 0
        for second in seconds {
          standing = truth.speed[second] < 0.3 ? standing + 1 : 0
          // The first second of a leg is a start, not a stop.
          if standing > 3, second > seconds.lowerBound + 3 { result[second] = .auto }
        }
      }
    }
    for (seconds, step) in truth.steps where step.stopsTimer {
      for second in seconds { result[second] = .manual }
    }
    return result
  }

  /// Whether the watch knows how fast the athlete moves.
  func measuresSpeed(_ sport: Sport) -> Bool { sport != .training && sport != .generic }

  /// What the watch knows of heart rate in each second.
  private func readings(
    _ truth: SimulatedTruth, using generator: inout some RandomNumberGenerator
  ) -> [HeartRateReading] {
    guard heartRateSensor != nil else { return [HeartRateReading](repeating: .silent, count: truth.count) }
    return (0..<truth.count).map { second in
      let beats = truth.heartRate[second]
      switch flaws.first(where: { $0.seconds.contains(second) }) {
      case nil: return .told(beats.rounded())
      case .lateSensor: return .silent
      case .dropout(let seconds, let isMarked):
        return isMarked || second == seconds.lowerBound && seconds.count > 15 ? .invalid : .silent
      case .spike(_, let height): return .told((beats + height).rounded())
      case .cadenceLock:
        let steps = truth.cadence[second].rounded()
        return .told(steps > 0 ? steps + Double(generator.whole(in: -1...1)) : beats.rounded())
      }
    }
  }

  /// Which seconds are recorded: those of running timer, and under smart recording of them the first, the last, those
  /// in which heart rate or pace changed, and one now and then.
  private func keptSeconds(_ log: WatchLog, using generator: inout some RandomNumberGenerator) -> [Int] {
    let running = (0..<log.truth.count).filter { log.timer[$0] == nil }
    guard isSmartRecording else { return running }
    let starts = Set(log.truth.legs.map(\.lowerBound))
    var kept: [Int] = []
    var patience = 0
    for (place, second) in running.enumerated() {
      let isEdge =
        place == 0 || place == running.count - 1 || running[place - 1] != second - 1
        || running[place + 1] != second + 1 || starts.contains(second)
      let last = kept.last ?? second
      if isEdge || second - last >= patience || log.hasChanged(from: last, to: second) {
        kept.append(second)
        patience = generator.whole(in: 4...9)
      }
    }
    return kept
  }
}

/// What a watch knows of heart rate in one second.
enum HeartRateReading {
  /// A value.
  case told(Double)
  /// The sensor was asked and told nothing.
  case invalid
  /// There was nobody to ask.
  case silent
}
