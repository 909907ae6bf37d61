// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Whether two recordings are of the same workout: the same ride from two services, in two formats, from two devices.
///
/// Never by date, distance or name alone. The rule looks for the same recorder and start, then for the same trace, then
/// for the same summary; two traces that contradict each other are two workouts, however alike their summaries.
public enum DuplicateRule {
  /// Why two recordings are the same workout.
  public enum Match: Hashable, Sendable {
    /// The same recorder, by serial number, and the same start.
    case identity
    /// The same values at the same moments.
    case trace
    /// The same start and length, where no trace could be compared.
    case summary
    /// The same trace after a shift of the clock by so many seconds, a multiple of a quarter of an hour.
    case clock(shift: Int)

    /// A stable word for storage.
    public var code: String {
      switch self {
      case .identity: "identity"
      case .trace: "trace"
      case .summary: "summary"
      case .clock: "clock"
      }
    }
  }

  /// The reason why two recordings are the same workout, or `nil` if they are two.
  public static func match(_ a: Recording, _ b: Recording) -> Match? {
    guard areCompatible(a, b) else { return nil }
    if let one = a.device, let other = b.device, let serial = one.serial, serial != 0, serial == other.serial,
      one.manufacturer == other.manufacturer, one.product == other.product,
      abs(a.span.start - b.span.start) < 1000
    {
      return .identity
    }
    if isCandidate(a.span, b.span) {
      switch compare(a, b, shift: 0) {
      case .same: return .trace
      case .different: return nil
      case .incomparable: break
      }
      let timers = (a.activeTime(in: a.span), b.activeTime(in: b.span))
      let tolerance = max(5_000, max(timers.0, timers.1) / 50)
      let isSame = abs(a.span.start - b.span.start) <= 60_000 && abs(timers.0 - timers.1) <= tolerance
      // Distance never makes two workouts one, but it can tell them apart.
      let distances = [a, b].compactMap(Summarizer.distance(of:))
      let isAsFar = distances.count < 2 || abs(distances[0] - distances[1]) <= 0.03 * max(distances[0], distances[1])
      return isSame && isAsFar ? .summary : nil
    }
    return clockMatch(a, b)
  }

  // MARK: Parts of the rule

  /// Sports that can be the same workout told by two programs.
  static func areCompatible(_ a: Recording, _ b: Recording) -> Bool {
    let open: Set<Sport> = [.generic, .training, Sport(rawValue: "other"), Sport(rawValue: "fitness_equipment")]
    if a.sport == b.sport || open.contains(a.sport) || open.contains(b.sport) { return true }
    let onFoot: Set<Sport> = [.running, .walking, .hiking]
    let onWheels: Set<Sport> = [.cycling, Sport(rawValue: "e_biking")]
    return onFoot.isSuperset(of: [a.sport, b.sport]) || onWheels.isSuperset(of: [a.sport, b.sport])
  }

  /// Four fifths of the shorter lie in the other, and they begin within three minutes or one holds the other.
  private static func isCandidate(_ a: TimeSpan, _ b: TimeSpan) -> Bool {
    let shorter = min(a.duration, b.duration)
    guard let common = a.intersection(b)?.duration, common * 10 >= shorter * 8 else { return false }
    let contains = a.start <= b.start && b.end <= a.end || b.start <= a.start && a.end <= b.end
    return abs(a.start - b.start) <= 180_000 || contains
  }

  /// Whether the shorter lasts at least four fifths of the longer.
  static func areAboutAsLong(_ a: TimeSpan, _ b: TimeSpan) -> Bool {
    min(a.duration, b.duration) * 10 >= max(a.duration, b.duration) * 8
  }

  private enum Comparison {
    case same
    case different
    case incomparable
  }

  /// Compares heart rate (3 beats apart), power (5 %) and position (50 m) at common seconds; the first with two minutes
  /// in common decides, unless cadence or speed says otherwise: two easy rides can have one heart rate, but not one
  /// rhythm as well.
  private static func compare(_ a: Recording, _ b: Recording, shift: Int64) -> Comparison {
    for quantity in [Quantity.heartRate, .power] {
      guard let share = alikeShare(quantity, a, b, shift: shift, within: quantity == .heartRate ? (3, 0) : (2, 0.05))
      else { continue }
      guard share >= 0.9 else { return .different }
      let contradicted = [Quantity.heartRate, .power, .cadence, .speed].contains { other in
        other != quantity && (alikeShare(other, a, b, shift: shift, within: (0.5, 0.2)) ?? 1) < 0.5
      }
      return contradicted ? .different : .same
    }
    guard let aLat = a.series(.latitude), let aLong = a.series(.longitude), let bLat = b.series(.latitude),
      let bLong = b.series(.longitude)
    else { return .incomparable }
    var latitudes: [(Double, Double)] = [], longitudes: [(Double, Double)] = []
    forEachCommonSecond(aLat, bLat, shift: shift) { latitudes.append(($0, $1)) }
    forEachCommonSecond(aLong, bLong, shift: shift) { longitudes.append(($0, $1)) }
    let common = min(latitudes.count, longitudes.count)
    guard common >= 120 else { return .incomparable }
    // 50 m are 0.00045 degrees of latitude; a degree of longitude is shorter the further from the equator.
    let alike = (0..<common).count { i in
      let north = (latitudes[i].0 - latitudes[i].1) * 111_320
      let scale = 1 - min(0.9, abs(latitudes[i].0) / 100)
      let east = (longitudes[i].0 - longitudes[i].1) * 111_320 * scale
      return north * north + east * east <= 2500
    }
    return alike * 10 >= common * 9 ? .same : .different
  }

  /// The share of common seconds at which two values are within so much, or so large a part of the larger; `nil` with
  /// too few in common to tell.
  private static func alikeShare(
    _ quantity: Quantity, _ a: Recording, _ b: Recording, shift: Int64, within: (absolute: Double, relative: Double)
  ) -> Double? {
    guard let one = a.series(quantity)?.normalized(), let other = b.series(quantity)?.normalized() else { return nil }
    var common = 0, alike = 0
    forEachCommonSecond(one, other, shift: shift) { x, y in
      common += 1
      if abs(x - y) <= max(within.absolute, within.relative * max(x, y)) { alike += 1 }
    }
    // Two minutes, or of a short or thinly recorded workout nearly all that the thinner one has.
    func known(_ series: Series) -> Int { series.values.count { !$0.isNaN } }
    let needed = min(120, max(20, min(known(one), known(other)) * 4 / 5))
    return common >= needed ? Double(alike) / Double(common) : nil
  }

  /// Calls `body` with both values of every second that both series know.
  private static func forEachCommonSecond(
    _ a: Series, _ b: Series, shift: Int64, _ body: (Double, Double) -> Void
  ) {
    var j = 0
    for i in 0..<a.count where !a.values[i].isNaN {
      let second = (a.times[i] + shift) / 1000
      while j < b.count, b.times[j] / 1000 < second { j += 1 }
      guard j < b.count else { return }
      if b.times[j] / 1000 == second, !b.values[j].isNaN { body(a.values[i], b.values[j]) }
    }
  }

  /// One recorder's clock was in another time zone: a multiple of a quarter of an hour, at most 14 hours, and then the
  /// same trace. Lengths may differ by what a format loses, such as a pause at the end.
  private static func clockMatch(_ a: Recording, _ b: Recording) -> Match? {
    guard areAboutAsLong(a.span, b.span) else { return nil }
    let difference = b.span.start - a.span.start
    let quarters = (Double(difference) / 900_000).rounded()
    let shift = Int64(quarters) * 900_000
    guard shift != 0, abs(shift) <= 14 * 3_600_000, abs(difference - shift) <= 2000 else { return nil }
    // The recordings agree to the second or not at all, so the exact difference is tried first.
    for exact in Set([difference, shift]) where compare(a, b, shift: exact) == .same {
      return .clock(shift: Int(shift / 1000))
    }
    return nil
  }
}

/// How much a recording tells: measured heart rate and power before heart rate, samples before totals, the original
/// before a copy, more of the way before less. The richest source of a workout is the one that is shown.
public struct Richness: Comparable, Sendable {
  private var rank: [Int]

  /// The richness of a recording read from a format.
  public init(_ recording: Recording, format: String) {
    func known(_ quantity: Quantity) -> Int {
      recording.series(quantity)?.values.count { quantity.isPlausible($0) } ?? 0
    }
    let heart = known(.heartRate), power = known(.power)
    let formats = ["gpx": 0, "tcx": 1, "apple-health": 1, "fit": 2]
    rank = [
      (heart > 0 ? 1 : 0) + (power > 0 ? 1 : 0), recording.series.isEmpty ? 0 : 1, formats[format] ?? 0,
      heart + power, recording.series.count, recording.series(.latitude)?.count ?? 0,
    ]
  }

  /// Whether `a` tells less than `b`.
  public static func < (a: Richness, b: Richness) -> Bool { a.rank.lexicographicallyPrecedes(b.rank) }
}
