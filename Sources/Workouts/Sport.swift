// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A kind of sport, named as the FIT profile names it, for example `running` or `cross_country_skiing`.
///
/// A sport that no table lists keeps a name of its own (`sport_97`), so nothing read is lost.
public struct Sport: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name, lower case with underscores.
  public var rawValue: String

  /// The sport of this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Encodes the bare name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// Decodes the bare name.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  /// The name.
  public var description: String { rawValue }

  /// The file does not say which sport.
  public static let generic = Sport(rawValue: "generic")
  /// Running, on foot.
  public static let running = Sport(rawValue: "running")
  /// Cycling.
  public static let cycling = Sport(rawValue: "cycling")
  /// Swimming.
  public static let swimming = Sport(rawValue: "swimming")
  /// Walking.
  public static let walking = Sport(rawValue: "walking")
  /// Hiking.
  public static let hiking = Sport(rawValue: "hiking")
  /// Rowing.
  public static let rowing = Sport(rawValue: "rowing")
  /// Strength and other training indoors.
  public static let training = Sport(rawValue: "training")
  /// The time between two legs of a multisport workout.
  public static let transition = Sport(rawValue: "transition")
  /// Several sports in one workout.
  public static let multisport = Sport(rawValue: "multisport")

  /// Whether both feet carry the athlete, so that files count strides and a person counts steps.
  public var isOnFoot: Bool { self == .running || self == .walking || self == .hiking }

  /// Whether pace (time per distance) is what athletes of this sport read, not speed.
  public var readsPace: Bool { isOnFoot || self == .swimming || self == .rowing }
}
