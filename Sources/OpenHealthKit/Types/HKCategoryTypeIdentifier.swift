// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What is told by one of several values. The raw value is "HKCategoryTypeIdentifier" and the name with a capital.
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
  /// The name that is stored and exported.
  public var rawValue: String

  /// An identifier of any name; only those below have a type.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension HKCategoryTypeIdentifier {
  /// Sleep.
  public static let sleepAnalysis = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierSleepAnalysis")
  /// Whether the person stood in an hour.
  public static let appleStandHour = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierAppleStandHour")
  /// A session of mindfulness.
  public static let mindfulSession = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierMindfulSession")
  /// A high heart rate was noticed.
  public static let highHeartRateEvent = HKCategoryTypeIdentifier(
    rawValue: "HKCategoryTypeIdentifierHighHeartRateEvent")
  /// A low heart rate was noticed.
  public static let lowHeartRateEvent = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierLowHeartRateEvent")
  /// An irregular rhythm was noticed.
  public static let irregularHeartRhythmEvent = HKCategoryTypeIdentifier(
    rawValue: "HKCategoryTypeIdentifierIrregularHeartRhythmEvent")

  static let all: Set<String> = [
    sleepAnalysis.rawValue, appleStandHour.rawValue, mindfulSession.rawValue, highHeartRateEvent.rawValue,
    lowHeartRateEvent.rawValue, irregularHeartRhythmEvent.rawValue,
  ]
}
