// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What measured. Devices are equal when all that is said of them is.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKDevice: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// Its name, as the person or its maker gave it.
  public let name: String?
  /// Who made it.
  public let manufacturer: String?
  /// What its maker calls it.
  public let model: String?
  /// Version of the hardware.
  public let hardwareVersion: String?
  /// Version of the firmware.
  public let firmwareVersion: String?
  /// Version of the software.
  public let softwareVersion: String?
  /// What this system calls it, such as a Bluetooth identifier.
  public let localIdentifier: String?
  /// Its number in the register of medical devices of the United States.
  public let udiDeviceIdentifier: String?

  /// A device of which any of this may be known.
  public init(
    name: String?, manufacturer: String?, model: String?, hardwareVersion: String?, firmwareVersion: String?,
    softwareVersion: String?, localIdentifier: String?, udiDeviceIdentifier: String?
  ) {
    self.name = name
    self.manufacturer = manufacturer
    self.model = model
    self.hardwareVersion = hardwareVersion
    self.firmwareVersion = firmwareVersion
    self.softwareVersion = softwareVersion
    self.localIdentifier = localIdentifier
    self.udiDeviceIdentifier = udiDeviceIdentifier
    super.init()
  }

  /// This computer: only its system's version is told, neither its name nor a number of it.
  open class func local() -> HKDevice { here }

  private static let here = HKDevice(
    name: "Computer", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil,
    softwareVersion: ProcessInfo.processInfo.operatingSystemVersionString, localIdentifier: nil,
    udiDeviceIdentifier: nil)

  private var all: [String?] {
    [
      name, manufacturer, model, hardwareVersion, firmwareVersion, softwareVersion, localIdentifier,
      udiDeviceIdentifier,
    ]
  }

  /// Whether the other object is a device of which the same is said.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKDevice else { return false }
    return self === other || all == other.all
  }

  /// Equal for equal devices.
  open override var hash: Int { all.hashValue }

  /// The device itself, which can't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Devices are coded as all that is said of them.
  public static var supportsSecureCoding: Bool { true }

  private static let keys = [
    "HKName", "HKManufacturer", "HKModel", "HKHardwareVersion", "HKFirmwareVersion", "HKSoftwareVersion",
    "HKLocalIdentifier", "HKUDIDeviceIdentifier",
  ]

  /// Codes all that is said of the device.
  open func encode(with coder: NSCoder) {
    for (key, text) in zip(Self.keys, all) { coder.encode(text: text, forKey: key) }
  }

  /// Decodes a device.
  public required convenience init?(coder: NSCoder) {
    let texts = Self.keys.map { coder.decodeText(forKey: $0) }
    self.init(
      name: texts[0], manufacturer: texts[1], model: texts[2], hardwareVersion: texts[3], firmwareVersion: texts[4],
      softwareVersion: texts[5], localIdentifier: texts[6], udiDeviceIdentifier: texts[7])
  }
}
