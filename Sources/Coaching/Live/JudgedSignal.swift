// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// What the coach judges of a sensor's signal, tick by tick: heart rate as it comes, power as the mean of the last 10
/// ticks, known where 5 of them are. It also notices when the sensor falls silent.
struct JudgedSignal: Sendable {
  /// The value of this tick, not a number where it is unknown.
  private(set) var value: Double = .nan
  /// Whether the sensor tells nothing in this tick.
  private(set) var isMissing = true
  /// Ticks in a row without a value from the sensor. At the start, and after a pause, a sensor gets as long for its
  /// first value as a value holds.
  private var missing: Int
  /// Whether the athlete was told that the signal is lost.
  var isToldLost = false

  private let isMean: Bool
  /// The last ten values of a signal that is judged by its mean, the newest at `position`.
  private var recent: RecentValues

  /// Ticks in a row without a value from which a signal is lost.
  static let ticksUntilLost = 5

  init(_ quantity: Quantity) {
    isMean = quantity == .power
    missing = isMean ? -5 : -15
    recent = RecentValues()
  }

  /// Whether the signal is lost.
  var isLost: Bool { missing >= Self.ticksUntilLost }

  /// Takes the value of a tick, which the caller has held and judged; not a number where there is none.
  mutating func take(_ value: Double) {
    isMissing = value.isNaN
    missing = isMissing ? min(missing + 1, 1_000_000) : 0
    guard isMean else {
      self.value = value
      return
    }
    recent.push(value)
    // A sensor that tells nothing now is not judged by what it told before.
    self.value = value.isNaN ? .nan : recent.mean
  }

  /// Forgets what was before a pause.
  mutating func clear() {
    value = .nan
    isMissing = true
    // What was lost before is lost still, and was told.
    if missing < Self.ticksUntilLost { missing = isMean ? -5 : -15 }
    recent = RecentValues()
  }
}

/// The last ten values, without memory of its own on the heap.
private struct RecentValues {
  private var values: (Float, Float, Float, Float, Float, Float, Float, Float, Float, Float) =
    (.nan, .nan, .nan, .nan, .nan, .nan, .nan, .nan, .nan, .nan)
  private var position = 0

  mutating func push(_ value: Double) {
    let position = position
    withUnsafeMutableBytes(of: &values) { bytes in
      bytes.storeBytes(of: Float(value), toByteOffset: position * MemoryLayout<Float>.size, as: Float.self)
    }
    self.position = position == 9 ? 0 : position + 1
  }

  /// The mean, or not a number where fewer than five are known.
  var mean: Double {
    withUnsafeBytes(of: values) { bytes in
      var sum = 0.0, count = 0
      for place in 0..<10 {
        let value = bytes.load(fromByteOffset: place * MemoryLayout<Float>.size, as: Float.self)
        if !value.isNaN {
          sum += Double(value)
          count += 1
        }
      }
      return count >= 5 ? sum / Double(count) : .nan
    }
  }
}
