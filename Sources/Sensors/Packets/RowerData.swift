// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A packet of a rowing machine: characteristic 2AD1 of service 1826. What a packet does not hold is absent, never 0.
public struct RowerData: Hashable, Sendable {
  /// Strokes per minute.
  public var strokeRate: Double?
  /// Strokes since the start.
  public var strokeCount: Int?
  /// Average of strokes per minute.
  public var averageStrokeRate: Double?
  /// Metres since the start.
  public var distance: Int?
  /// Seconds for 500 m.
  public var pace: Int?
  /// Average of seconds for 500 m.
  public var averagePace: Int?
  /// Watts.
  public var power: Int?
  /// Average of watts.
  public var averagePower: Int?
  /// Resistance without a unit.
  public var resistance: Int?
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
  /// How whole the packet was.
  public var state: PacketState

  /// Decodes a packet of any length; `nil` without flags.
  public init?(_ bytes: [UInt8]) {
    var reader = PacketReader(bytes)
    guard let flags = reader.u16() else { return nil }
    func has(_ bit: Int) -> Bool { flags & 1 << bit != 0 }
    if !has(0) {
      strokeRate = reader.u8().map { Double($0) / 2 }
      strokeCount = reader.u16()
    }
    if has(1) { averageStrokeRate = reader.u8().map { Double($0) / 2 } }
    if has(2) { distance = reader.u24() }
    if has(3) { pace = reader.u16().flatMap { $0 == 0xFFFF ? nil : $0 } }
    if has(4) { averagePace = reader.u16().flatMap { $0 == 0xFFFF ? nil : $0 } }
    if has(5) { power = reader.i16() }
    if has(6) { averagePower = reader.i16() }
    if has(7) { resistance = reader.i16() }
    if has(8) { energy = MachineEnergy(&reader) }
    if has(9) { heartRate = reader.u8().flatMap { $0 == 0 ? nil : $0 } }
    if has(10) { metabolicEquivalent = reader.u8().map { Double($0) / 10 } }
    if has(11) { elapsed = reader.u16() }
    if has(12) { remaining = reader.u16() }
    state = PacketState(reader)
  }
}
