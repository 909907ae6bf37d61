// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Limits of zones as a device stated them.
///
/// `bounds[i]` ends bucket `i`: a value belongs to the first bucket whose bound is above it, else to the last. So `n`
/// bounds make `n + 1` buckets. Devices write bounds that do not ascend, and a top bound that means "no limit"; both
/// are kept here as written. Use `ascendingBounds` to compute with them.
public struct DeviceZoneLimits: Hashable, Sendable, Codable {
  /// Heart rate in beats per minute, power in watts, cadence or speed.
  public var quantity: Quantity
  /// Upper bounds as written, invalid ones at the end left out.
  public var bounds: [Double]
  /// Whether the values below the first bound lie below zone 1 (the FIT message 216) or are zone 1 (zone messages).
  public var firstBoundStartsZone1: Bool
  /// Names of the zones, where the file has them; as many as zones or none.
  public var names: [String]
  /// The maximum heart rate that the limits were made from, if told.
  public var maximumHeartRate: Double?
  /// The resting heart rate that the limits were made from, if told.
  public var restingHeartRate: Double?
  /// The threshold heart rate that the limits were made from, if told.
  public var thresholdHeartRate: Double?
  /// The functional threshold power in watts that the limits were made from, if told.
  public var functionalThresholdPower: Double?
  /// How the limits were made, if told.
  public var calculation: Calculation

  /// What a device derives limits from.
  public enum Calculation: String, Hashable, Sendable, Codable {
    /// Set one by one, by the athlete or by another app.
    case custom
    /// Percent of maximum heart rate.
    case percentMaximum
    /// Percent of heart-rate reserve.
    case percentReserve
    /// Percent of threshold heart rate.
    case percentThreshold
    /// Percent of functional threshold power.
    case percentFTP
    /// Not told.
    case unknown
  }

  /// Limits as written.
  public init(quantity: Quantity, bounds: [Double], firstBoundStartsZone1: Bool, names: [String] = []) {
    self.quantity = quantity
    self.bounds = bounds
    self.firstBoundStartsZone1 = firstBoundStartsZone1
    self.names = names
    calculation = .unknown
  }

  /// The bounds that matter, strictly ascending, with the place of each in `bounds`.
  ///
  /// A bound that does not rise above all before it never decides: its bucket can hold nothing. A first bound of 0, a
  /// power bound that no power reaches (Garmin's "no limit" is 4000 or a multiple of FTP such as 3772, Wahoo's 65534)
  /// and a heart rate of 250 or more (Wahoo's 254) bound nothing either.
  public var ascendingBounds: [(value: Double, place: Int)] {
    let ceiling: Double =
      switch quantity {
      case .power: 3000
      case .heartRate: 250
      default: .infinity
      }
    var result: [(value: Double, place: Int)] = []
    for (place, value) in bounds.enumerated() where value > (result.last?.value ?? 0) && value < ceiling {
      result.append((value, place))
    }
    return result
  }
}

/// Time in zone as a device counted it: evidence beside our own figures, never mixed with them.
public struct DeviceZoneTotals: Hashable, Sendable, Codable {
  /// What was sorted into zones.
  public var quantity: Quantity
  /// Time in each bucket as written, unused ones at the end left out.
  public var durations: [Milliseconds]
  /// The limits stated with the totals, or `nil` if the device wrote totals alone.
  public var limits: DeviceZoneLimits?

  /// Totals as written.
  public init(quantity: Quantity, durations: [Milliseconds], limits: DeviceZoneLimits?) {
    self.quantity = quantity
    self.durations = durations
    self.limits = limits
  }

  /// The totals under the ascending bounds: one more than those, buckets that meet added up.
  ///
  /// `nil` without limits. The sum is that of `durations`.
  public var durationsUnderAscendingBounds: [Milliseconds]? {
    guard let limits else { return nil }
    let places = limits.ascendingBounds.map(\.place)
    var result = [Milliseconds](repeating: 0, count: places.count + 1)
    for (bucket, duration) in durations.enumerated() {
      // Bucket i ends at bound i, so it lies below every kept bound whose place is i or later.
      let index = places.firstIndex { $0 >= bucket } ?? places.count
      result[index] += duration
    }
    return result
  }
}
