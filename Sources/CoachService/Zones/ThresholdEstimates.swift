// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HealthDatabase
import Training
public import Workouts
public import Zones

/// A threshold that stored workouts speak for. It is offered with its evidence and never taken by itself.
public struct ThresholdEstimate: Codable, Sendable, Equatable {
  /// Its name: `max-hr`, `lthr-running`, `lthr-cycling`, `ftp-20min`, `ftp-8min`, `ftp-ramp`, `cp`.
  public var name: String
  /// What it is an estimate of.
  public var kind: AnchorKind
  /// The sport it holds for, or `nil` for all.
  @ExplicitNull public var sport: String?
  /// In beats per minute or watts, rounded to whole ones.
  public var value: Double
  /// What holds today.
  @ExplicitNull public var current: Double?
  /// How it was found, and how far it can be off.
  public var method: Wording
  /// Whether the athlete could probably do better, so that the truth lies at this value or above.
  public var isLowerBound: Bool
  /// Whether it says something that is not known already: a lower bound below what holds today does not.
  public var isNews: Bool { !(isLowerBound && (current ?? 0) >= value) }
  /// The workouts it comes from.
  public var evidence: [Evidence]
  /// W′ in joules, of a critical power.
  @ExplicitNull public var wPrime: Double?

  /// One workout that speaks for it.
  public struct Evidence: Codable, Sendable, Equatable {
    /// Its name in the library.
    public var workout: String
    /// Its local day.
    public var day: Day
    /// What it shows.
    public var text: Wording
  }
}

extension WorkoutLibrary {
  /// How far back efforts count for thresholds, in days: a season.
  public static let seasonDays = 90
  /// How far back the highest heart rate counts, in days: it changes slowly.
  public static let maximumDays = 365

  /// What the workouts up to a day say of the athlete's thresholds.
  ///
  /// - Parameter from: the first day that counts; by default 90 days back, for the highest heart rate a year.
  public func estimates(through day: Day, from: Day? = nil) throws -> [ThresholdEstimate] {
    func efforts(_ quantity: Quantity, days: Int) throws -> [EffortRow] {
      let first = from ?? day - days
      // A day around for the places' offsets; then by local day.
      let filter = WorkoutFilter(
        from: Instant(millisecondsSince1970: Int64(first.daysSince1970 - 1) * 86_400_000),
        to: Instant(millisecondsSince1970: Int64(day.daysSince1970 + 2) * 86_400_000))
      return try database.read { try $0.efforts(of: athleteID, quantity, filter) }.filter {
        (first...day).contains(Day(of: $0.start, utcOffsetSeconds: $0.utcOffsetSeconds))
      }
    }
    let history = zoneHistory
    func current(_ kind: AnchorKind, _ sport: Sport?) -> Double? {
      history.anchors(on: day, sport: sport)[kind]?.value
    }
    var found: [ThresholdEstimate] = []
    let known = current(.maximumHeartRate, nil)
    let year = try efforts(.heartRate, days: Self.maximumDays)
    let highest = Self.best(year, .sustained)
    if let highest {
      found.append(
        ThresholdEstimate(
          name: "max-hr", kind: .maximumHeartRate, sport: nil, value: highest.effort.value.rounded(), current: known,
          method:
            "The highest that stood for 5 s, spikes and cadence lock left out. Your maximum is this or more: few workouts reach it.",
          isLowerBound: true,
          evidence: [Self.evidence(highest, "\(Int(highest.effort.value.rounded())) bpm for 5 s")], wPrime: nil))
    }
    let season = try efforts(.heartRate, days: Self.seasonDays)
    let top = max(known ?? 0, highest?.effort.value ?? 0)
    for sport in [Sport.running, .cycling] {
      guard let best = Self.best(season.filter { $0.sport == sport }, .threshold) else { continue }
      let value = best.effort.value.rounded()
      let wasHard = top > 0 && value >= 0.85 * top
      found.append(
        ThresholdEstimate(
          name: "lthr-\(sport.rawValue)", kind: .thresholdHeartRate, sport: sport.rawValue, value: value,
          current: current(.thresholdHeartRate, sport),
          method: wasHard
            ? "The mean of the last 20 of your best 30 minutes (Friel 2009). It is your threshold, within about 5 beats, if you went all out for 30 minutes."
            : "The mean of the last 20 of your best 30 minutes (Friel 2009). It is your threshold, within about 5 beats, if you went all out for 30 minutes; here you did not come near your maximum, so it is rather more.",
          isLowerBound: !wasHard,
          evidence: [Self.evidence(best, "\(Int(value)) bpm over the last 20 of 30 minutes")], wPrime: nil))
    }
    let rides = try efforts(.power, days: Self.seasonDays).filter { $0.sport == .cycling }
    func power(_ name: String, _ effort: EffortRow?, _ value: (Double) -> Double, _ method: Wording) {
      guard let effort else { return }
      let minutes = effort.effort.duration / 60_000
      found.append(
        ThresholdEstimate(
          name: name, kind: .functionalThresholdPower, sport: nil, value: value(effort.effort.value).rounded(),
          current: current(.functionalThresholdPower, .cycling), method: method, isLowerBound: name != "ftp-ramp",
          evidence: [
            Self.evidence(
              effort,
              minutes == 1
                ? "\(Int(effort.effort.value.rounded())) W for 1 minute"
                : "\(Int(effort.effort.value.rounded())) W for \(minutes) minutes")
          ], wPrime: nil))
    }
    power(
      "ftp-20min", Self.best(rides, .mean, 1_200_000), PowerTests.ftp(twentyMinutes:),
      "95 % of your best 20 minutes, within about 5 % if they were all out after a hard 5 minutes.")
    power(
      "ftp-8min", Self.best(rides, .mean, 480_000), PowerTests.ftp(eightMinutes:),
      "90 % of your best 8 minutes, within about 7 % if they were all out.")
    power(
      "ftp-ramp", Self.best(rides, .ramp), PowerTests.ftp(rampMinute:),
      "75 % of the last minute of a ramp test, within about 7 %; too much for riders with a strong sprint.")
    let bests = BestEfforts.powerDurations.compactMap { duration in Self.best(rides, .mean, duration) }
    let model = CriticalPower(
      bests.map { BestEffort(duration: $0.effort.duration, value: $0.effort.value, start: $0.effort.start) })
    if let model {
      let error = model.standardError.map { error -> Wording in
        ", ± \(Int((2 * error).rounded(.up))) W by the scatter of the efforts"
      }
      found.append(
        ThresholdEstimate(
          name: "cp", kind: .criticalPower, sport: nil, value: model.criticalPower.rounded(),
          current: current(.criticalPower, .cycling),
          method:
            "A line through work over time of your best \(model.efforts.count) efforts of 2 to 30 minutes\(error ?? ""); true if they were all out.",
          isLowerBound: true,
          evidence: model.efforts.compactMap { effort in
            bests.first { $0.effort.duration == effort.duration }.map { row in
              Self.evidence(
                row, "\(Int(effort.value.rounded())) W for \(plain(Double(effort.duration) / 60_000)) minutes")
            }
          }, wPrime: model.wPrime.rounded()))
    }
    return found
  }

  /// Keeps an estimate as an anchor from a day on, marked as what it is.
  ///
  /// - Throws: `ZoneError` if it contradicts what is known, `LibraryError` for a lower bound below what holds today: what
  ///   was measured is never lowered because lately nobody went all out.
  public func accept(_ estimate: ThresholdEstimate, from day: Day) throws {
    guard estimate.isNews else {
      throw LibraryError(
        "\(estimate.name) is only a lower bound, and what holds today is higher: your efforts agree with it. To lower it all the same, state it with `zonecoach zones set`."
      )
    }
    let note = estimate.evidence.map { "\($0.text) on \($0.day)" }.joined(separator: "; ")
    // A heart rate that was seen is a measurement; what a formula makes of an effort is an estimate.
    let anchor = Anchor(estimate.value, estimate.kind == .maximumHeartRate ? .measured : .estimated, note: note)
    try enter([
      DatedAnchor(estimate.kind, anchor, sport: estimate.sport.map(Sport.init(rawValue:)), from: day, entered: now)
    ])
  }

  private static func best(_ rows: [EffortRow], _ kind: EffortKind, _ duration: Milliseconds? = nil) -> EffortRow? {
    rows.filter { $0.effort.kind == kind.rawValue && (duration == nil || $0.effort.duration == duration) }
      .max { $0.effort.value < $1.effort.value }
  }

  private static func evidence(_ row: EffortRow, _ text: Wording) -> ThresholdEstimate.Evidence {
    .init(
      workout: row.uuid.uuidString.lowercased(), day: Day(of: row.start, utcOffsetSeconds: row.utcOffsetSeconds),
      text: text)
  }
}

/// What beat intervals of one workout say of thresholds: experimental, and never more than a hint.
public struct FractalEstimate: Codable, Sendable, Equatable {
  /// Heart rate at α1 = 0.75, near the first threshold, in beats per minute.
  @ExplicitNull public var firstThreshold: Double?
  /// Heart rate at α1 = 0.5, near the second threshold, in beats per minute.
  @ExplicitNull public var secondThreshold: Double?
  /// How many windows of two minutes could be used.
  public var windows: Int
  /// How far it can be off.
  public var note: String
}

extension WorkoutLibrary {
  /// What the beat intervals of a workout say, or `nil` if it has none or there is no such workout.
  public func fractalEstimate(_ id: String) -> FractalEstimate? {
    guard let beats = recording(id)?.series(.beatInterval) else { return nil }
    let points = FractalScaling.along(beats)
    return FractalEstimate(
      firstThreshold: FractalScaling.heartRate(at: 0.75, points)?.rounded(),
      secondThreshold: FractalScaling.heartRate(at: 0.5, points)?.rounded(), windows: points.count,
      note: "Experimental (DFA α1). Against gas exchange the first threshold errs by about 10 beats, ± 16. Only a slow "
        + "ramp with a chest strap says something, and nothing is taken from it by itself.")
  }
}
