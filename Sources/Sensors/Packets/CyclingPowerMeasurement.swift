// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A packet of a power meter: characteristic 2A63 of service 1818.
public struct CyclingPowerMeasurement: Hashable, Sendable {
  /// Watts as sent; below 0 where somebody pedals backwards. `power` is what counts.
  public var watts: Int
  /// A leg's share of the power in percent.
  public var balance: Balance?
  /// Torque added up since some time.
  public var accumulatedTorque: AccumulatedTorque?
  /// The wheel, its time in 1/2048 s.
  public var wheel: Revolutions?
  /// The crank, its time in 1/1024 s.
  public var crank: Revolutions?
  /// Most and least force of the last turn in newtons.
  public var force: Extremes?
  /// Most and least torque of the last turn in newton metres.
  public var torque: Extremes?
  /// Where force or torque were most and least, in degrees.
  public var angles: Extremes?
  /// Angle at the top at which no force acts, in degrees.
  public var topDeadSpot: Int?
  /// Angle at the bottom at which no force acts, in degrees.
  public var bottomDeadSpot: Int?
  /// Energy since the last reset in kilojoules.
  public var energyKilojoules: Int?
  /// Whether the meter is finding its zero at this moment.
  public var isCompensatingOffset: Bool
  /// How whole the packet was.
  public var state: PacketState

  /// Whose share of the power is known.
  public struct Balance: Hashable, Sendable {
    /// 0 to 100; half percents.
    public var percent: Double
    /// Whether it is the left leg's; else nobody knows whose.
    public var isLeft: Bool
  }

  /// Torque added up, and where it was measured.
  public struct AccumulatedTorque: Hashable, Sendable {
    /// Newton metres, counting on from 2048 to 0.
    public var newtonMeters: Double
    /// Whether at the crank, else at the wheel.
    public var isAtCrank: Bool
  }

  /// The most and the least of something.
  public struct Extremes: Hashable, Sendable {
    /// The most.
    public var maximum: Double
    /// The least.
    public var minimum: Double
  }

  /// Decodes a packet of any length; `nil` without flags and power.
  public init?(_ bytes: [UInt8]) {
    var reader = PacketReader(bytes)
    guard let flags = reader.u16(), let power = reader.i16() else { return nil }
    func has(_ bit: Int) -> Bool { flags & 1 << bit != 0 }
    watts = power
    if has(0), let raw = reader.u8() { balance = Balance(percent: Double(raw) / 2, isLeft: has(1)) }
    if has(2), let raw = reader.u16() {
      accumulatedTorque = AccumulatedTorque(newtonMeters: Double(raw) / 32, isAtCrank: has(3))
    }
    if has(4) { wheel = reader.revolutions(counterBytes: 4) }
    if has(5) { crank = reader.revolutions(counterBytes: 2) }
    if has(6) { force = reader.extremes(per: 1) }
    if has(7) { torque = reader.extremes(per: 32) }
    if has(8), let raw = reader.u24() {
      angles = Extremes(maximum: Double(raw & 0xFFF), minimum: Double(raw >> 12))
    }
    if has(9) { topDeadSpot = reader.u16() }
    if has(10) { bottomDeadSpot = reader.u16() }
    if has(11) { energyKilojoules = reader.u16() }
    isCompensatingOffset = has(12)
    state = PacketState(reader)
  }

  /// Watts that count: 0 for pedalling backwards, nothing above 3000, which no rider reaches.
  public var power: Double? { watts > 3000 ? nil : Double(max(watts, 0)) }
}

extension PacketReader {
  /// The most and then the least, each 16 bits with a sign; both or neither.
  fileprivate mutating func extremes(per unit: Double) -> CyclingPowerMeasurement.Extremes? {
    guard let maximum = i16(), let minimum = i16() else { return nil }
    return CyclingPowerMeasurement.Extremes(maximum: Double(maximum) / unit, minimum: Double(minimum) / unit)
  }
}

/// What a power meter says it can do: characteristic 2A65. What is in its packets counts for more.
public struct CyclingPowerFeatures: OptionSet, Hashable, Sendable {
  /// The 32 bits as sent.
  public let rawValue: UInt32
  /// Features by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Tells a leg's share.
  public static let balance = CyclingPowerFeatures(rawValue: 1 << 0)
  /// Adds torque up.
  public static let torque = CyclingPowerFeatures(rawValue: 1 << 1)
  /// Counts turns of the wheel.
  public static let wheel = CyclingPowerFeatures(rawValue: 1 << 2)
  /// Counts turns of the crank.
  public static let crank = CyclingPowerFeatures(rawValue: 1 << 3)
  /// Can find its zero when asked.
  public static let offsetCompensation = CyclingPowerFeatures(rawValue: 1 << 9)
  /// Measures torque rather than force.
  public static let torqueBased = CyclingPowerFeatures(rawValue: 1 << 16)
  /// Is one of several that belong together.
  public static let isDistributed = CyclingPowerFeatures(rawValue: 1 << 21)

  /// Decodes four bytes; `nil` for fewer.
  public init?(_ bytes: [UInt8]) {
    var reader = PacketReader(bytes)
    guard let raw = reader.u32() else { return nil }
    self.init(rawValue: UInt32(raw))
  }
}

/// Where a sensor sits on a bike: characteristic 2A5D.
public enum BikeSensorLocation: Int, Hashable, Sendable, CaseIterable {
  case other, topOfShoe, inShoe, hip, frontWheel, leftCrank, rightCrank, leftPedal, rightPedal, frontHub, rearDropout
  case chainstay, rearWheel, rearHub, chest, spider, chainRing

  /// Decodes what the sensor says; `nil` for values that mean nothing.
  public init?(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return nil }
    self.init(rawValue: Int(first))
  }
}
