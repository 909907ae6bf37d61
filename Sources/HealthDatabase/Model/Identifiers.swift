// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The number of an athlete in one database. Outside of the database, use the UUID.
public struct AthleteID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public var rawValue: Int64
  /// The athlete of this number.
  public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The number of a workout in one database, never used again after a deletion.
public struct WorkoutID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public var rawValue: Int64
  /// The workout of this number.
  public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The number of a recording in one database, never used again after a deletion.
public struct RecordingID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public var rawValue: Int64
  /// The recording of this number.
  public init(rawValue: Int64) { self.rawValue = rawValue }
}
