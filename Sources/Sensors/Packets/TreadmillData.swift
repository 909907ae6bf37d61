// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A packet of a treadmill: characteristic 2ACD of service 1826. What a packet does not hold is absent, never 0.
public struct TreadmillData: Hashable, Sendable {
  /// Kilometres per hour.
  public var speed: Double?
  /// Average of kilometres per hour.
  public var averageSpeed: Double?
  /// Metres since the start.
  public var distance: Int?
  /// Slope in percent.
  public var incline: Double?
  /// Slope in degrees.
  public var rampAngle: Double?
  /// Metres climbed.
  public var climb: Double?
  /// Metres descended.
  public var descent: Double?
  /// What was burnt since the start.
  public var energy = MachineEnergy()
  /// Beats per minute; absent without a belt.
  public var heartRate: Int?
  /// Metabolic equivalents.
  public var metabolicEquivalent: Double?
  /// Seconds since the start.
  public var elapsed: Int?
  /// Seconds to the end.
  public var remaining: Int?
  /// Force on the belt in newtons.
  public var force: Int?
  /// Watts.
  public var power: Int?
  /// How whole the packet was.
  public var state: PacketState

  /// Decodes a packet of any length; `nil` without flags.
  public init?(_ bytes: [UInt8]) {
    var reader = PacketReader(bytes)
    guard let flags = reader.u16() else { return nil }
    func has(_ bit: Int) -> Bool { flags & 1 << bit != 0 }
    func number(_ raw: Int?, none: Int, per unit: Double) -> Double? {
      raw.flatMap { $0 == none ? nil : Double($0) / unit }
    }
    if !has(0) { speed = reader.u16().map { Double($0) / 100 } }
    if has(1) { averageSpeed = reader.u16().map { Double($0) / 100 } }
    if has(2) { distance = reader.u24() }
    if has(3) {
      incline = number(reader.i16(), none: 0x7FFF, per: 10)
      rampAngle = number(reader.i16(), none: 0x7FFF, per: 10)
    }
    if has(4) {
      climb = reader.u16().map { Double($0) / 10 }
      descent = reader.u16().map { Double($0) / 10 }
    }
    let paces = (has(5) ? 1 : 0) + (has(6) ? 1 : 0)
    if paces > 0 {
      // A pace has one byte by the first specification and two by later texts. Only the length can tell.
      let after =
        (has(7) ? 5 : 0) + (has(8) ? 1 : 0) + (has(9) ? 1 : 0) + (has(10) ? 2 : 0) + (has(11) ? 2 : 0)
        + (has(12) ? 4 : 0)
      switch reader.remaining - after {
      case paces: reader.skip(paces)
      case 2 * paces: reader.skip(2 * paces)
      default: reader.stop()
      }
    }
    if has(7) { energy = MachineEnergy(&reader) }
    if has(8) { heartRate = reader.u8().flatMap { $0 == 0 ? nil : $0 } }
    if has(9) { metabolicEquivalent = reader.u8().map { Double($0) / 10 } }
    if has(10) { elapsed = reader.u16() }
    if has(11) { remaining = reader.u16() }
    if has(12) {
      force = reader.i16()
      power = reader.i16()
    }
    state = PacketState(reader)
  }
}
