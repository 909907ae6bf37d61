// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Keeps from a signal what can't be: values outside of what bodies and bikes do, and single spikes of heart rate.
public struct PlausibleSignal: Sendable {
  private let limits: ClosedRange<Double>
  private let watchesJumps: Bool
  private var last: (value: Double, time: Milliseconds)?
  private var doubted: Double?

  /// The rules for a quantity: 20 to 250 bpm, 0 to 3000 W, 0 to 250 rpm, 0 to 40 m/s; anything else passes.
  public init(_ quantity: Quantity) {
    limits =
      switch quantity {
      case .heartRate: 20...250
      case .power: 0...3000
      case .cadence: 0...250
      case .speed: 0...40
      default: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude
      }
    watchesJumps = quantity == .heartRate
  }

  /// The value, or `nil` where it does not count.
  ///
  /// A heart rate more than 40 bpm away from one less than 2 s before waits for a second one within 10 bpm, so that a
  /// spike never becomes somebody's maximum.
  public mutating func judge(_ value: Double?, at time: Milliseconds) -> Double? {
    guard let value, limits.contains(value) else { return nil }
    if watchesJumps, let last, time - last.time < 2_000, abs(value - last.value) > 40 {
      guard let doubted, abs(value - doubted) <= 10 else {
        self.doubted = value
        return nil
      }
    }
    doubted = nil
    last = (value, time)
    return value
  }
}
