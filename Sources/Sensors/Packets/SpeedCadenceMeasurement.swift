// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A packet of a speed or cadence sensor on a bike: characteristic 2A5B of service 1816.
public struct SpeedCadenceMeasurement: Hashable, Sendable {
  /// The wheel, its time in 1/1024 s.
  public var wheel: Revolutions?
  /// The crank, its time in 1/1024 s.
  public var crank: Revolutions?
  /// How whole the packet was.
  public var state: PacketState

  /// Decodes a packet of any length; `nil` without flags.
  public init?(_ bytes: [UInt8]) {
    var reader = PacketReader(bytes)
    guard let flags = reader.u8() else { return nil }
    if flags & 1 != 0 { wheel = reader.revolutions(counterBytes: 4) }
    if flags & 2 != 0 { crank = reader.revolutions(counterBytes: 2) }
    state = PacketState(reader)
  }
}

/// A packet of a running pod: characteristic 2A53 of service 1814.
public struct RunningMeasurement: Hashable, Sendable {
  /// Metres per second.
  public var speed: Double
  /// As sent: steps a minute of some pods, strides of others. `stepsPerMinute` is what counts.
  public var cadence: Int
  /// Length of a stride in metres.
  public var strideLength: Double?
  /// Metres since some time.
  public var distance: Double?
  /// Whether running, else walking.
  public var isRunning: Bool
  /// How whole the packet was.
  public var state: PacketState

  /// Decodes a packet of any length; `nil` without flags, speed and cadence.
  public init?(_ bytes: [UInt8]) {
    var reader = PacketReader(bytes)
    guard let flags = reader.u8(), let rawSpeed = reader.u16(), let rawCadence = reader.u8() else { return nil }
    speed = Double(rawSpeed) / 256
    cadence = rawCadence
    if flags & 1 != 0 { strideLength = reader.u16().map { Double($0) / 100 } }
    if flags & 2 != 0 { distance = reader.u32().map { Double($0) / 10 } }
    isRunning = flags & 4 != 0
    state = PacketState(reader)
  }

  /// Steps a minute of both feet. Nobody runs with fewer than 120, so such a number counts one foot.
  public var stepsPerMinute: Double { Double(isRunning && cadence < 120 ? 2 * cadence : cadence) }
}
