// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What a person has one of. The raw value is "HKCharacteristicTypeIdentifier" and the name with a capital.
public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
  /// The name that is stored and exported.
  public var rawValue: String

  /// An identifier of any name; only those below have a type.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension HKCharacteristicTypeIdentifier {
  /// Date of birth.
  public static let dateOfBirth = HKCharacteristicTypeIdentifier(rawValue: "HKCharacteristicTypeIdentifierDateOfBirth")
  /// Biological sex.
  public static let biologicalSex = HKCharacteristicTypeIdentifier(
    rawValue: "HKCharacteristicTypeIdentifierBiologicalSex")
  /// Blood type.
  public static let bloodType = HKCharacteristicTypeIdentifier(rawValue: "HKCharacteristicTypeIdentifierBloodType")
  /// Skin type of Fitzpatrick's scale.
  public static let fitzpatrickSkinType = HKCharacteristicTypeIdentifier(
    rawValue: "HKCharacteristicTypeIdentifierFitzpatrickSkinType")
  /// Whether the person uses a wheelchair.
  public static let wheelchairUse = HKCharacteristicTypeIdentifier(
    rawValue: "HKCharacteristicTypeIdentifierWheelchairUse")
  /// Whether the day's goal is in energy or time.
  public static let activityMoveMode = HKCharacteristicTypeIdentifier(
    rawValue: "HKCharacteristicTypeIdentifierActivityMoveMode")

  static let all: Set<String> = [
    dateOfBirth.rawValue, biologicalSex.rawValue, bloodType.rawValue, fitzpatrickSkinType.rawValue,
    wheelchairUse.rawValue, activityMoveMode.rawValue,
  ]
}
