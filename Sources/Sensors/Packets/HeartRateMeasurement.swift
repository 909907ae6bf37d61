// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A packet of a heart-rate sensor: characteristic 2A37 of service 180D.
public struct HeartRateMeasurement: Hashable, Sendable {
  /// Beats per minute as sent, 0 included; `heartRate` is what counts.
  public var beatsPerMinute: Int
  /// Whether the sensor feels skin; `nil` where it can't tell.
  public var hasContact: Bool?
  /// Energy since the last reset in kilojoules, where the sensor counts it.
  public var energyKilojoules: Int?
  /// Times between beats in milliseconds, the oldest first. Zeros, which some sensors send for "none", are left out.
  public var beatIntervals: [Double]
  /// How whole the packet was.
  public var state: PacketState

  /// Decodes a packet of any length; `nil` without flags and heart rate.
  public init?(_ bytes: [UInt8]) {
    var reader = PacketReader(bytes)
    guard let flags = reader.u8(), let rate = flags & 1 == 0 ? reader.u8() : reader.u16() else { return nil }
    beatsPerMinute = rate
    hasContact = flags & 4 == 0 ? nil : flags & 2 != 0
    energyKilojoules = flags & 8 == 0 ? nil : reader.u16()
    beatIntervals = []
    while flags & 16 != 0, reader.remaining > 0 {
      guard let raw = reader.u16() else { break }
      if raw > 0 { beatIntervals.append(Double(raw) * 1000 / 1024) }
    }
    state = PacketState(reader)
  }

  /// Beats per minute where they can be a heart's: 20 to 250. 0 means that the sensor found none.
  public var heartRate: Double? {
    (20...250).contains(beatsPerMinute) ? Double(beatsPerMinute) : nil
  }
}

/// Where a heart-rate sensor is worn: characteristic 2A38.
public enum HeartRateLocation: Int, Hashable, Sendable, CaseIterable {
  /// Somewhere else.
  case other
  /// Around the chest.
  case chest
  /// On the wrist.
  case wrist
  /// On a finger.
  case finger
  /// In the hand.
  case hand
  /// At the ear.
  case earLobe
  /// On a foot.
  case foot

  /// Decodes what the sensor says; `nil` for values that mean nothing.
  public init?(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return nil }
    self.init(rawValue: Int(first))
  }
}

/// A battery's charge in percent: characteristic 2A19. `nil` for anything above 100 and for an empty packet.
public func batteryPercent(_ bytes: [UInt8]) -> Int? {
  bytes.first.flatMap { $0 <= 100 ? Int($0) : nil }
}
