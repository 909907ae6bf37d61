// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A number assigned by the Bluetooth SIG to a service or a characteristic.
public struct AssignedNumber: Hashable, Sendable, CustomStringConvertible {
  /// The 16 bits.
  public var number: UInt16
  /// A number.
  public init(_ number: UInt16) { self.number = number }

  /// The number in a full UUID as BlueZ writes it, or `nil` for a UUID outside of the assigned ones.
  public init?(uuid: some StringProtocol) {
    let text = uuid.lowercased()
    guard text.count == 36, text.hasPrefix("0000"), text.hasSuffix(Self.tail),
      let number = UInt16(text.dropFirst(4).prefix(4), radix: 16)
    else { return nil }
    self.number = number
  }

  private static let tail = "-0000-1000-8000-00805f9b34fb"

  /// The full UUID in small letters.
  public var uuid: String { "0000\(description)\(Self.tail)" }

  /// Four hexadecimal digits.
  public var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  // MARK: Services

  /// Heart rate.
  public static let heartRateService = AssignedNumber(0x180D)
  /// Cycling power.
  public static let cyclingPowerService = AssignedNumber(0x1818)
  /// Cycling speed and cadence.
  public static let speedCadenceService = AssignedNumber(0x1816)
  /// Running speed and cadence.
  public static let runningService = AssignedNumber(0x1814)
  /// Fitness machine.
  public static let fitnessMachineService = AssignedNumber(0x1826)
  /// Battery.
  public static let batteryService = AssignedNumber(0x180F)
  /// The services that make a device a sensor of ours.
  public static let sensorServices = [
    heartRateService, cyclingPowerService, fitnessMachineService, speedCadenceService, runningService,
  ]

  // MARK: Characteristics

  /// Heart rate measurement.
  public static let heartRate = AssignedNumber(0x2A37)
  /// Body sensor location.
  public static let heartRateLocation = AssignedNumber(0x2A38)
  /// Cycling power measurement.
  public static let cyclingPower = AssignedNumber(0x2A63)
  /// Sensor location.
  public static let bikeSensorLocation = AssignedNumber(0x2A5D)
  /// Cycling speed and cadence measurement.
  public static let speedCadence = AssignedNumber(0x2A5B)
  /// Running speed and cadence measurement.
  public static let running = AssignedNumber(0x2A53)
  /// Indoor bike data.
  public static let indoorBike = AssignedNumber(0x2AD2)
  /// Treadmill data.
  public static let treadmill = AssignedNumber(0x2ACD)
  /// Rower data.
  public static let rower = AssignedNumber(0x2AD1)
  /// Fitness machine features.
  public static let fitnessMachineFeatures = AssignedNumber(0x2ACC)
  /// Supported power range.
  public static let powerRange = AssignedNumber(0x2AD8)
  /// Fitness machine control point.
  public static let trainerControl = AssignedNumber(0x2AD9)
  /// Fitness machine status.
  public static let trainerStatus = AssignedNumber(0x2ADA)
  /// Battery level.
  public static let battery = AssignedNumber(0x2A19)
  /// What is subscribed to for values.
  public static let measurements = [heartRate, cyclingPower, speedCadence, running, indoorBike, treadmill, rower]
}
