// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A packet of a bike trainer: characteristic 2AD2 of service 1826.
///
/// Trainers may spread one moment over several packets. What a packet does not hold is absent, never 0.
public struct IndoorBikeData: Hashable, Sendable {
  /// Kilometres per hour.
  public var speed: Double?
  /// Average of kilometres per hour.
  public var averageSpeed: Double?
  /// Revolutions per minute.
  public var cadence: Double?
  /// Average of revolutions per minute.
  public var averageCadence: Double?
  /// Metres since the start.
  public var distance: Int?
  /// Resistance without a unit.
  public var resistance: Int?
  /// Watts as sent; `countedPower` is what counts.
  public var power: Int?
  /// Average of watts.
  public var averagePower: Int?
  /// What was burnt since the start.
  public var energy: MachineEnergy
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
    // Bit 0 says "more data": it is set where the speed is *not* here.
    if !has(0) { speed = reader.u16().map { Double($0) / 100 } }
    if has(1) { averageSpeed = reader.u16().map { Double($0) / 100 } }
    if has(2) { cadence = reader.u16().map { Double($0) / 2 } }
    if has(3) { averageCadence = reader.u16().map { Double($0) / 2 } }
    if has(4) { distance = reader.u24() }
    if has(5) { resistance = reader.i16() }
    if has(6) { power = reader.i16() }
    if has(7) { averagePower = reader.i16() }
    energy = has(8) ? MachineEnergy(&reader) : MachineEnergy()
    if has(9) { heartRate = reader.u8().flatMap { $0 == 0 ? nil : $0 } }
    if has(10) { metabolicEquivalent = reader.u8().map { Double($0) / 10 } }
    if has(11) { elapsed = reader.u16() }
    if has(12) { remaining = reader.u16() }
    state = PacketState(reader)
  }

  /// Watts that count: 0 below 0, and 0 while the crank stands still although the average is above 0, which some trainers
  /// send as power; nothing above 3000.
  public var countedPower: Double? {
    guard let watts = power ?? (cadence == 0 ? averagePower.map { _ in 0 } : nil) else { return nil }
    if cadence == 0, let averagePower, averagePower > 0 { return 0 }
    return watts > 3000 ? nil : Double(max(watts, 0))
  }
}

/// What a machine says was burnt.
public struct MachineEnergy: Hashable, Sendable {
  /// Kilocalories since the start.
  public var kilocalories: Int?
  /// Kilocalories per hour at this rate.
  public var kilocaloriesPerHour: Int?
  /// Kilocalories per minute at this rate.
  public var kilocaloriesPerMinute: Int?

  /// Nothing told.
  public init() {}

  init(_ reader: inout PacketReader) {
    kilocalories = reader.u16().flatMap { $0 == 0xFFFF ? nil : $0 }
    kilocaloriesPerHour = reader.u16().flatMap { $0 == 0xFFFF ? nil : $0 }
    kilocaloriesPerMinute = reader.u8().flatMap { $0 == 0xFF ? nil : $0 }
  }
}
