// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same for the same seed, on every machine (SplitMix64; Steele, Lea and Flood 2014).
///
/// Good for simulation, not for secrets.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// A generator for this seed; every seed is fine.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

// The library's own `random(in:using:)` may change its arithmetic from one release to the next, and with it every
// simulated workout. These do not.
extension RandomNumberGenerator {
  /// A number from 0 up to, not including, 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number in a range.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + fraction() * (range.upperBound - range.lowerBound)
  }

  /// A whole number in a range.
  mutating func whole(in range: ClosedRange<Int>) -> Int {
    min(range.lowerBound + Int(fraction() * Double(range.count)), range.upperBound)
  }

  /// Whether something of this probability happens.
  mutating func happens(_ probability: Double) -> Bool { fraction() < probability }

  /// A number around 0 with standard deviation 1, nearly normal, never beyond ±3.5.
  ///
  /// The sum of four uniform numbers: additions and one multiplication, so the same on every machine.
  mutating func deviation() -> Double {
    (fraction() + fraction() + fraction() + fraction() - 2) * 1.732_050_807_568_877_2
  }
}

/// Noise with a memory: each second keeps a share of the second before (first-order autoregression).
struct WanderingNoise {
  /// The standard deviation in the long run.
  var deviation: Double
  /// The share that is kept from one second to the next, 0 up to 1.
  var memory: Double
  private(set) var value = 0.0

  init(deviation: Double, memory: Double) {
    self.deviation = deviation
    self.memory = memory
  }

  /// The next second's value.
  mutating func next(using generator: inout some RandomNumberGenerator) -> Double {
    let fresh = deviation * (1 - memory * memory).squareRoot()
    value = value * memory + generator.deviation() * fresh
    return value
  }
}
