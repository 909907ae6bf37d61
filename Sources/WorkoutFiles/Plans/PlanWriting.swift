// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// What a writer may need to know of the athlete, for formats that have only watts, only percent, or only beats.
public struct PlanNumbers: Hashable, Sendable {
  /// Functional threshold power in watts.
  public var ftp: Double?
  /// Maximum heart rate in beats a minute.
  public var maximumHeartRate: Double?
  /// Heart rate at the lactate threshold in beats a minute.
  public var thresholdHeartRate: Double?
  /// Critical speed in metres a second.
  public var criticalSpeed: Double?

  /// Numbers; nothing known.
  public init() {}

  /// The number that percentages are of.
  func value(_ basis: PlanBasis) -> Double? {
    switch basis {
    case .functionalThresholdPower: ftp
    case .maximumHeartRate: maximumHeartRate
    case .thresholdHeartRate: thresholdHeartRate
    case .criticalSpeed: criticalSpeed
    }
  }
}

extension PlanTarget {
  /// Both ends in percent of FTP, `nil` where the target can't be said so.
  func percentFTP(_ numbers: PlanNumbers) -> (low: Double?, high: Double?)? {
    guard quantity == .power else { return nil }
    switch limits {
    case .percent(let low, let high, .functionalThresholdPower): return (low, high)
    case .range(let low, let high):
      guard let ftp = numbers.ftp, ftp > 0 else { return nil }
      return (low.map { $0 / ftp * 100 }, high.map { $0 / ftp * 100 })
    default: return nil
    }
  }

  /// Both ends in the quantity's unit, `nil` where the target can't be said so.
  func absolute(_ numbers: PlanNumbers) -> (low: Double?, high: Double?)? {
    switch limits {
    case .range(let low, let high): return (low, high)
    case .percent(let low, let high, let basis):
      guard let one = numbers.value(basis) else { return nil }
      return (low.map { $0 * one / 100 }, high.map { $0 * one / 100 })
    case .zones: return nil
    }
  }

  /// The kind of a step of power whose author didn't say, by percent of FTP: from 76 % on, where tempo begins, it is work;
  /// below 60 %, where Zwift judges nothing, a rest if work came before it.
  static func kind(percent: Double, afterWork: Bool) -> PlanStep.Kind {
    percent >= 76 ? .work : percent < 60 && afterWork ? .recovery : .steady
  }
}

extension Plan {
  /// The steps with repeats written out, each with its place for errors.
  ///
  /// - Throws: for a repeat until something, which can't be written out.
  func flatSteps(format: String) throws(PlanError) -> [(step: PlanStep, place: String)] {
    var steps: [(step: PlanStep, place: String)] = []
    try Self.append(blocks, at: "", to: &steps, format)
    return steps
  }

  private static func append(
    _ blocks: [Block], at place: String, to steps: inout [(step: PlanStep, place: String)], _ format: String
  ) throws(PlanError) {
    for (index, block) in blocks.enumerated() {
      let here = place + String(index + 1)
      switch block {
      case .step(let step): steps.append((step, here))
      case .repeated(.count(let count), let inner):
        for _ in 0..<count { try append(inner, at: here + ".", to: &steps, format) }
      case .repeated(.until, _):
        throw PlanError(.cannotBeWritten, "\(format) has no repeat until something", step: here)
      }
    }
  }
}

/// The line of a place in a text, from 1.
func lineNumber(of offset: Int, in bytes: [UInt8]) -> Int {
  bytes.prefix(max(0, offset)).reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
}
