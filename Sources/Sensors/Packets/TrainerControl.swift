// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What a fitness machine can be asked to do: the second half of characteristic 2ACC.
public struct FitnessMachineFeatures: Hashable, Sendable {
  /// What it measures, by the bits of the first four bytes.
  public var machine: UInt32
  /// What it can be set to, by the bits of the last four bytes.
  public var targets: UInt32

  /// Decodes eight bytes; `nil` for fewer, which means that the machine can't be steered.
  public init?(_ bytes: [UInt8]) {
    var reader = PacketReader(bytes)
    guard let machine = reader.u32(), let targets = reader.u32() else { return nil }
    self.machine = UInt32(machine)
    self.targets = UInt32(targets)
  }

  /// Whether it measures power.
  public var measuresPower: Bool { machine & 1 << 14 != 0 }
  /// Whether a resistance can be set.
  public var setsResistance: Bool { targets & 1 << 2 != 0 }
  /// Whether a power can be set.
  public var setsPower: Bool { targets & 1 << 3 != 0 }
  /// Whether a slope can be simulated.
  public var simulates: Bool { targets & 1 << 13 != 0 }
}

/// The powers that a trainer can be set to: characteristic 2AD8.
public struct PowerRange: Hashable, Sendable {
  /// The least in watts.
  public var minimum: Int
  /// The most in watts.
  public var maximum: Int
  /// The step in watts.
  public var step: Int

  /// Decodes six bytes; `nil` for fewer.
  public init?(_ bytes: [UInt8]) {
    var reader = PacketReader(bytes)
    guard let minimum = reader.i16(), let maximum = reader.i16(), let step = reader.u16() else { return nil }
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
  }

  /// The power nearest to one that the trainer can be set to.
  public func clamped(_ watts: Int) -> Int { max(minimum, min(max(minimum, maximum), watts)) }
}

/// What is written to a trainer's control point, characteristic 2AD9.
public enum TrainerCommand: Hashable, Sendable {
  /// Asks to be the one who steers: first, and after every connection.
  case requestControl
  /// Back to how it starts.
  case reset
  /// Starts or goes on.
  case start
  /// Stops; sent on leaving.
  case stop
  /// Pauses.
  case pause
  /// Holds a power in watts whatever the cadence.
  case power(Int)
  /// Resistance without a unit, in tenths; machines disagree on its width.
  case resistance(Int, isWide: Bool)

  /// The bytes to write.
  public var bytes: [UInt8] {
    switch self {
    case .requestControl: [0x00]
    case .reset: [0x01]
    case .start: [0x07]
    case .stop: [0x08, 0x01]
    case .pause: [0x08, 0x02]
    case .power(let watts): [0x05] + Self.i16(watts)
    case .resistance(let tenths, let isWide):
      isWide ? [0x04] + Self.i16(tenths) : [0x04, UInt8(clamping: tenths)]
    }
  }

  private static func i16(_ number: Int) -> [UInt8] {
    let bits = UInt16(bitPattern: Int16(clamping: number))
    return [UInt8(bits & 0xFF), UInt8(bits >> 8)]
  }
}

/// What a trainer answers to a command.
public struct TrainerAnswer: Hashable, Sendable {
  /// The first byte of the command that it answers.
  public var command: UInt8
  /// What became of it; `nil` for numbers that mean nothing.
  public var result: Result?

  /// What became of a command.
  public enum Result: UInt8, Hashable, Sendable {
    case success = 1
    case notSupported
    case invalidParameter
    case failed
    /// Ask for control, and once more.
    case notPermitted
  }

  /// Decodes an indication; `nil` for what is none or is cut short.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 3, bytes[0] == 0x80 else { return nil }
    command = bytes[1]
    result = Result(rawValue: bytes[2])
  }
}

/// What a trainer says by itself: characteristic 2ADA.
public enum TrainerStatus: Hashable, Sendable {
  case reset
  case stopped
  case paused
  /// Somebody pulled the safety key.
  case safetyKey
  case started
  /// The power it holds in watts; `nil` where the packet is cut short.
  case powerChanged(Int?)
  /// Another program steers: send nothing more until the athlete asks for it.
  case controlLost
  /// Anything else, by its first byte.
  case other(UInt8)

  /// Decodes a packet of any length; `nil` for an empty one.
  public init?(_ bytes: [UInt8]) {
    var reader = PacketReader(bytes)
    guard let code = reader.u8() else { return nil }
    switch code {
    case 0x01: self = .reset
    case 0x02: self = reader.u8() == 2 ? .paused : .stopped
    case 0x03: self = .safetyKey
    case 0x04: self = .started
    case 0x08: self = .powerChanged(reader.i16())
    case 0xFF: self = .controlLost
    default: self = .other(UInt8(code))
    }
  }
}
