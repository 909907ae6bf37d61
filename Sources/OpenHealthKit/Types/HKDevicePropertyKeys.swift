// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The name of a device, for predicates.
public let HKDevicePropertyKeyName: String = "name"
/// Who made a device, for predicates.
public let HKDevicePropertyKeyManufacturer: String = "manufacturer"
/// What its maker calls a device, for predicates.
public let HKDevicePropertyKeyModel: String = "model"
/// The version of a device's hardware, for predicates.
public let HKDevicePropertyKeyHardwareVersion: String = "hardware"
/// The version of a device's firmware, for predicates.
public let HKDevicePropertyKeyFirmwareVersion: String = "firmware"
/// The version of a device's software, for predicates.
public let HKDevicePropertyKeySoftwareVersion: String = "software"
/// What this system calls a device, for predicates.
public let HKDevicePropertyKeyLocalIdentifier: String = "localIdentifier"
/// A device's number in the register of medical devices, for predicates.
public let HKDevicePropertyKeyUDIDeviceIdentifier: String = "udiDeviceIdentifier"
