// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Zones of one quantity with all that is needed to understand them later: limits, names, and where both come from.
///
/// A zone set is a value and travels inside the workout it was used for.
public struct ZoneSet: Hashable, Sendable {
  /// What is sorted into the zones.
  public var quantity: Quantity
  /// Where the zones meet, unrounded.
  public var boundaries: ZoneBoundaries
  /// The names, the lowest zone first; as many as zones.
  public var names: [String]
  /// The number of the lowest zone: 1, or 0 where the set leaves room below zone 1.
  public var firstNumber: Int
  /// The name of the scheme, or `nil` for limits set one by one.
  public var scheme: String?
  /// The anchors the limits were computed from.
  public var anchors: [AnchorKind: Anchor]
  /// Who set the limits.
  public var source: Source
  /// Where the limits come from, as a phrase for a person.
  public var provenance: String

  /// Who set the limits. The first three are HealthKit's.
  public enum Source: String, Hashable, Sendable, Codable {
    /// Computed from what is known of the athlete.
    case system
    /// The athlete.
    case user
    /// An app, or the caller of a command, for this workout.
    case app
    /// The device that recorded the workout.
    case device
  }

  /// A set of zones.
  ///
  /// - Precondition: as many names as zones.
  public init(
    quantity: Quantity, boundaries: ZoneBoundaries, names: [String], firstNumber: Int, scheme: String?,
    anchors: [AnchorKind: Anchor], source: Source, provenance: String
  ) {
    precondition(names.count == boundaries.zoneCount, "each zone has a name")
    self.quantity = quantity
    self.boundaries = boundaries
    self.names = names
    self.firstNumber = firstNumber
    self.scheme = scheme
    self.anchors = anchors
    self.source = source
    self.provenance = provenance
  }

  /// Zones with limits that someone typed: they are checked for being of the unit they should be.
  ///
  /// - Parameter unitIsStated: whether the unit was typed with them, so that small numbers of watts are believed.
  /// - Throws: what `ZoneBoundaries` throws, and `ZoneError` for percent, mixed units and numbers that can't be right.
  public init(typed values: [Double], quantity: Quantity, unitIsStated: Bool = false) throws(ZoneError) {
    let boundaries = try ZoneBoundaries(values)
    let low = values.first ?? 0, high = values.last ?? 0
    switch quantity {
    case .heartRate:
      if high <= 110, low >= 20, !unitIsStated { throw .looksLikePercent(quantity, values) }
      if low <= 110, zip(values, values.dropFirst()).contains(where: { $1 > 1.6 * $0 }), high <= 250 {
        throw .mixedUnits(quantity, values)
      }
      guard low >= 40, high <= 250, high > 110 || unitIsStated else { throw .implausible(quantity, values) }
    case .power:
      guard high <= 3000 else { throw .implausible(quantity, values) }
      if !unitIsStated, values.allSatisfy(Self.publishedPercentages.contains) {
        throw .looksLikePercent(quantity, values)
      }
    default:
      // Faster than a car, or percent.
      guard high <= 30 else {
        throw high <= 200 && !unitIsStated ? .looksLikePercent(quantity, values) : .implausible(quantity, values)
      }
    }
    self.init(
      quantity: quantity, boundaries: boundaries, names: Self.plainNames(boundaries.zoneCount, firstNumber: 1),
      firstNumber: 1, scheme: nil, anchors: [:], source: .app, provenance: "Limits given with the command")
  }

  /// The percentages at which published power schemes divide.
  private static let publishedPercentages = Set(
    ZoneScheme.all.filter { $0.quantity == .power }.flatMap(\.percentages))

  /// Zones that a device stated, or `nil` if its limits leave fewer than 3 zones or more than 9.
  public init?(device limits: DeviceZoneLimits) {
    var kept = limits.ascendingBounds
    guard let lowest = kept.first else { return nil }
    // A first bound at place 0 with room below it is the floor of zone 1; one further up replaced a bound that
    // decided nothing, so zone 1 is the lowest.
    var firstNumber = limits.firstBoundStartsZone1 && lowest.place == 0 ? 0 : 1
    // Message 216 ends with the maximum heart rate; the bucket above it belongs to the highest zone.
    if limits.quantity == .heartRate, limits.firstBoundStartsZone1, kept.count == 6 { kept.removeLast() }
    if kept.count + 1 > ZoneBoundaries.allowedZoneCount.upperBound, firstNumber == 0 {
      kept.removeFirst()
      firstNumber = 1
    }
    guard let boundaries = try? ZoneBoundaries(kept.map(\.value)) else { return nil }
    let named = boundaries.zoneCount - (1 - firstNumber)
    var names = Self.plainNames(boundaries.zoneCount, firstNumber: firstNumber)
    if limits.names.count >= named, limits.names.allSatisfy({ !$0.isEmpty }) {
      names.replaceSubrange((1 - firstNumber)..., with: limits.names.prefix(named))
    }
    var anchors: [AnchorKind: Anchor] = [:]
    for (kind, value) in [
      (AnchorKind.maximumHeartRate, limits.maximumHeartRate), (.restingHeartRate, limits.restingHeartRate),
      (.thresholdHeartRate, limits.thresholdHeartRate), (.functionalThresholdPower, limits.functionalThresholdPower),
    ] {
      let ofPower = kind == .functionalThresholdPower
      guard let value, kind.plausible.contains(value), ofPower == (limits.quantity == .power) else { continue }
      anchors[kind] = Anchor(value, .imported, note: "from the device")
    }
    self.init(
      quantity: limits.quantity, boundaries: boundaries, names: names, firstNumber: firstNumber, scheme: nil,
      anchors: anchors, source: .device, provenance: "Zones set on the device" + limits.calculation.phrase)
  }

  /// Whether a formula for the average person stands behind any limit.
  public var isEstimated: Bool { anchors.values.contains { $0.provenance == .estimated } }

  /// The number a person uses for the zone at an index.
  public func number(of index: Int) -> Int { index + firstNumber }

  /// The index of the zone with a number, or `nil` if there is none.
  public func index(ofNumber number: Int) -> Int? {
    let index = number - firstNumber
    return (0..<boundaries.zoneCount).contains(index) ? index : nil
  }

  /// The whole numbers in a zone, for a person: "up to 136", "137–147", "170 and up"; of speed the paces with their unit:
  /// "slower than 5:34 /km", "5:34–4:47 /km".
  public func range(of index: Int) -> String {
    let lower = boundaries.lowerBound(of: index), upper = boundaries.upperBound(of: index)
    return quantity == .speed ? Self.paceRange(from: lower, to: upper) : Self.range(from: lower, to: upper)
  }

  private static func paceRange(from lower: Double?, to upper: Double?) -> String {
    func pace(_ speed: Double) -> String {
      let seconds = Int((1000 / speed).rounded())
      return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
    return switch (lower, upper) {
    case (nil, let high?): "slower than \(pace(high)) /km"
    case (let low?, nil): "\(pace(low)) /km and faster"
    case (let low?, let high?): "\(pace(low))–\(pace(high)) /km"
    case (nil, nil): "all"
    }
  }

  /// The whole numbers between two limits, for a person.
  ///
  /// From the lower limit rounded up to one below the next limit rounded up, so that labels neither overlap nor leave
  /// a whole number out.
  public static func range(from lower: Double?, to upper: Double?) -> String {
    switch (lower, upper) {
    case (nil, let high?): return "up to \(Int(high.rounded(.up)) - 1)"
    case (let low?, nil): return "\(Int(low.rounded(.up))) and up"
    case (let low?, let high?):
      let first = Int(low.rounded(.up)), last = Int(high.rounded(.up)) - 1
      if last < first { return "–" }
      return first == last ? "\(first)" : "\(first)–\(last)"
    case (nil, nil): return "all"
    }
  }

  /// "Zone 1" … with "Below zone 1" where there is room.
  static func plainNames(_ count: Int, firstNumber: Int) -> [String] {
    (0..<count).map { $0 + firstNumber == 0 ? "Below zone 1" : "Zone \($0 + firstNumber)" }
  }
}

extension DeviceZoneLimits.Calculation {
  fileprivate var phrase: String {
    switch self {
    case .custom: ", one by one"
    case .percentMaximum: ", as percent of maximum heart rate"
    case .percentReserve: ", as percent of heart-rate reserve"
    case .percentThreshold: ", as percent of threshold heart rate"
    case .percentFTP: ", as percent of FTP"
    case .unknown: ""
    }
  }
}
