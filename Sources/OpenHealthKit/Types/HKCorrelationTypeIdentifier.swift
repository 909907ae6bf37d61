// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What brings several samples together. The raw value is "HKCorrelationTypeIdentifier" and the name with a capital.
public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
  /// The name that is stored and exported.
  public var rawValue: String

  /// An identifier of any name; only those below have a type.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension HKCorrelationTypeIdentifier {
  /// Systolic and diastolic blood pressure.
  public static let bloodPressure = HKCorrelationTypeIdentifier(rawValue: "HKCorrelationTypeIdentifierBloodPressure")
  /// What was eaten.
  public static let food = HKCorrelationTypeIdentifier(rawValue: "HKCorrelationTypeIdentifierFood")

  static let all: Set<String> = [
    bloodPressure.rawValue, food.rawValue,
  ]
}
