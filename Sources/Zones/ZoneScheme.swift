// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// A published way to divide intensity into zones: percentages of an anchor, and names.
public struct ZoneScheme: Hashable, Sendable, Identifiable {
  /// The name on the command line; it never changes its meaning.
  public let id: String
  /// What is sorted into zones.
  public let quantity: Quantity
  /// What a person calls it.
  public let title: String
  /// What the percentages are of.
  public let basis: Basis
  /// Lower limits of the zones in percent of the basis. If the first is above 0, time below it lies below zone 1.
  public let percentages: [Double]
  /// The names, zone 1 first.
  public let names: [String]
  /// Who published it.
  public let reference: String
  /// The highest zone number that is easy in the sense of Seiler's three zones (below the first threshold).
  public let easyThrough: Int
  /// The lowest zone number that is hard in the sense of Seiler's three zones (above the second threshold).
  public let hardFrom: Int

  /// What percentages are of.
  public enum Basis: String, Hashable, Sendable, Codable {
    /// Maximum heart rate.
    case maximumHeartRate
    /// Heart-rate reserve: from resting to maximum heart rate, added to rest.
    case heartRateReserve
    /// Heart rate at the lactate threshold.
    case thresholdHeartRate
    /// Functional threshold power.
    case functionalThresholdPower
    /// Critical power.
    case criticalPower
    /// Critical speed.
    case criticalSpeed
    /// The two ventilatory thresholds themselves; without them 82 and 87 % of maximum heart rate, approximately.
    case ventilatoryThresholds
    /// First ventilatory threshold and critical power, the borders of the moderate, heavy and severe domains.
    case exerciseDomains
  }

  /// The zones for an athlete.
  ///
  /// - Throws: `ZoneError.missingAnchor` naming the option to state.
  public func zones(for anchors: Anchors, source: ZoneSet.Source = .app) throws(ZoneError) -> ZoneSet {
    var used: [AnchorKind: Anchor] = [:]
    func need(_ kind: AnchorKind, _ anchor: Anchor?, or others: String = "") throws(ZoneError) -> Double {
      guard let anchor else { throw .missingAnchor("\(id) needs \(kind.name): give \(kind.option)\(others)") }
      used[kind] = anchor
      return anchor.value
    }
    let limits: [Double]
    switch basis {
    case .maximumHeartRate:
      let top = try need(.maximumHeartRate, anchors.maximumHeartRate, or: " or, for an estimate, --age")
      limits = percentages.map { percentage($0, of: top) }
    case .heartRateReserve:
      let top = try need(.maximumHeartRate, anchors.maximumHeartRate, or: " or, for an estimate, --age")
      let rest = try need(.restingHeartRate, anchors.restingHeartRate)
      limits = percentages.map { rest + percentage($0, of: top - rest) }
    case .thresholdHeartRate:
      let threshold = try need(
        .thresholdHeartRate, anchors.thresholdHeartRate, or: " or, for an estimate, --max-hr and --resting-hr")
      limits = percentages.map { percentage($0, of: threshold) }
    case .functionalThresholdPower:
      let power = try need(.functionalThresholdPower, anchors[.functionalThresholdPower])
      limits = percentages.map { percentage($0, of: power) }
    case .criticalPower:
      let power = try need(.criticalPower, anchors[.criticalPower])
      limits = percentages.map { percentage($0, of: power) }
    case .criticalSpeed:
      let speed = try need(.criticalSpeed, anchors[.criticalSpeed])
      limits = percentages.map { percentage($0, of: speed) }
    case .ventilatoryThresholds:
      if let first = anchors[.firstThreshold], let second = anchors[.secondThreshold] {
        used = [.firstThreshold: first, .secondThreshold: second]
        limits = [0, first.value, second.value]
      } else {
        // The Norwegian scale puts the thresholds near 82 and 87 % of maximum heart rate.
        var top = try Anchor(
          need(.maximumHeartRate, anchors.maximumHeartRate, or: ", or --vt1 and --vt2"), .estimated)
        top.note = "thresholds at about 82 and 87 % of maximum heart rate"
        used[.maximumHeartRate] = top
        limits = percentages.map { percentage($0, of: top.value) }
      }
    case .exerciseDomains:
      limits = [
        0, try need(.firstThreshold, anchors[.firstThreshold]), try need(.criticalPower, anchors[.criticalPower]),
      ]
    }
    let roomBelow = (percentages.first ?? 0) > 0
    return ZoneSet(
      quantity: quantity, boundaries: try ZoneBoundaries(roomBelow ? limits : Array(limits.dropFirst())),
      names: roomBelow ? ["Below zone 1"] + names : names, firstNumber: roomBelow ? 0 : 1, scheme: id, anchors: used,
      source: source, provenance: title)
  }

  /// The scheme of a name.
  ///
  /// - Throws: `ZoneError.unknownScheme`.
  public static func named(_ id: String) throws(ZoneError) -> ZoneScheme {
    guard let scheme = all.first(where: { $0.id == id }) else { throw .unknownScheme(id) }
    return scheme
  }
}

/// `percent` of `whole`, exact where the product is: 60 % of 108 is 64.8, not 64.80000000000001.
private func percentage(_ percent: Double, of whole: Double) -> Double { percent * whole / 100 }
