// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A number that an athlete's zones hang on, from a day on.
public struct StoredAnchor: Hashable, Sendable {
  /// Its number; 0 before it is stored.
  public var id: Int64
  /// What it is, by the word of the engine.
  public var kind: String
  /// The sport it holds for, or `nil` for all.
  public var sport: Sport?
  /// The first day it holds.
  public var from: Day
  /// In the unit of its kind.
  public var value: Double
  /// How it is known.
  public var provenance: String
  /// The formula or the place it comes from.
  public var note: String?
  /// When it was entered.
  public var entered: Instant

  /// A number from a day on.
  public init(
    id: Int64 = 0, kind: String, sport: Sport? = nil, from: Day, value: Double, provenance: String, note: String? = nil,
    entered: Instant
  ) {
    self.id = id
    self.kind = kind
    self.sport = sport
    self.from = from
    self.value = value
    self.provenance = provenance
    self.note = note
    self.entered = entered
  }
}

/// Zones under a name, with all their versions.
public struct StoredCustomZones: Hashable, Sendable {
  /// Its number.
  public var id: Int64
  /// Its name for all time.
  public var uuid: UUID
  /// What the athlete calls it.
  public var name: String
  /// The versions, the first first.
  public var versions: [Version]

  /// One version.
  public struct Version: Hashable, Sendable {
    /// 1 for the first.
    public var number: Int
    /// The first day it holds.
    public var from: Day
    /// The zones, as JSON text.
    public var modelJSON: String
    /// When it was entered.
    public var entered: Instant
  }
}

/// What was chosen for a quantity, and where it holds. With neither model nor custom zones it takes back a choice.
public struct StoredZoneChoice: Hashable, Sendable {
  /// Its number; 0 before it is stored.
  public var id: Int64
  /// What is sorted.
  public var quantity: Quantity
  /// The sport, or `nil` for all.
  public var sport: Sport?
  /// The first day.
  public var from: Day
  /// The last day of a block.
  public var through: Day?
  /// The only workout it holds for.
  public var workout: WorkoutID?
  /// That workout's name for all time, as read.
  public var workoutUUID: UUID?
  /// The zones, as JSON text.
  public var modelJSON: String?
  /// The number of custom zones.
  public var customZones: Int64?
  /// When it was made.
  public var entered: Instant

  /// A choice.
  public init(
    id: Int64 = 0, quantity: Quantity, sport: Sport? = nil, from: Day, through: Day? = nil, workout: WorkoutID? = nil,
    modelJSON: String? = nil, customZones: Int64? = nil, entered: Instant
  ) {
    self.id = id
    self.quantity = quantity
    self.sport = sport
    self.from = from
    self.through = through
    self.workout = workout
    self.modelJSON = modelJSON
    self.customZones = customZones
    self.entered = entered
  }
}

/// An act that put other zones over those that workouts were recorded with. Taking it back brings those to light again.
public struct StoredZoneCorrection: Hashable, Sendable {
  /// Its number.
  public var id: Int64
  /// When it was made.
  public var made: Instant
  /// What was done, as JSON text.
  public var noteJSON: String
  /// How many workouts it covers.
  public var workouts: Int
}

/// A stretch of a recording that the athlete does not want counted. The samples stay.
public struct StoredExclusion: Hashable, Sendable {
  /// What is left out.
  public var quantity: Quantity
  /// Why.
  public var kind: String
  /// Where.
  public var span: TimeSpan
  /// When that was decided.
  public var made: Instant

  /// An exclusion.
  public init(quantity: Quantity, kind: String, span: TimeSpan, made: Instant) {
    self.quantity = quantity
    self.kind = kind
    self.span = span
    self.made = made
  }
}

/// The best of a recording over a duration.
public struct StoredEffort: Hashable, Sendable {
  /// What was measured.
  public var quantity: Quantity
  /// What "best" means, by the word of the engine.
  public var kind: String
  /// How long.
  public var duration: Milliseconds
  /// In the quantity's unit.
  public var value: Double
  /// When it began.
  public var start: Instant

  /// An effort.
  public init(quantity: Quantity, kind: String, duration: Milliseconds, value: Double, start: Instant) {
    self.quantity = quantity
    self.kind = kind
    self.duration = duration
    self.value = value
    self.start = start
  }
}

/// An effort with the workout it is from.
public struct EffortRow: Hashable, Sendable {
  /// The workout.
  public var workout: WorkoutID
  /// Its name for all time.
  public var uuid: UUID
  /// When the workout began.
  public var start: Instant
  /// Seconds east of UTC, if known.
  public var utcOffsetSeconds: Int?
  /// The sport, of the athlete's word or the recording's.
  public var sport: Sport
  /// The effort.
  public var effort: StoredEffort
}
