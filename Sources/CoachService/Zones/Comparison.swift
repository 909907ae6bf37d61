// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts
public import Zones

/// Which workouts are compared, and under which zones.
public struct ComparisonRequest: Sendable {
  /// These workouts, or `nil` for all that the rest chooses.
  public var workouts: [String]?
  /// The first local day.
  public var from: Day?
  /// The last local day.
  public var through: Day?
  /// Only this sport.
  public var sport: Sport?
  /// What is compared.
  public var quantity: Quantity
  /// The zones.
  public var zones: Zones
  /// A value at or above which time is counted as well, in the quantity's unit.
  public var above: Double?

  /// Under which zones.
  public enum Zones: Sendable {
    /// These limits for all.
    case set(ZoneSet)
    /// The athlete's zones of a day, for the sport of the latest workout.
    case preferred(on: Day)
    /// Each under the zones that the athlete's history has for its day and sport.
    case ofEachDay
    /// Each under this scheme, with the anchors of its athlete and day.
    case model(ZoneModel)
  }

  /// A comparison of everything, under the zones of a day.
  public init(_ quantity: Quantity, zones: Zones) {
    self.quantity = quantity
    self.zones = zones
  }
}

/// Workouts under one set of zones, with what was recorded beside it.
public struct Comparison: Codable, Sendable, Equatable {
  /// `heartRate`, `power`.
  public var quantity: String
  /// The unit of limits.
  public var unit: String
  /// `A` direct, `B` counted anew, `C` relative, or `nil` where they can't be compared.
  @ExplicitNull public var `class`: String?
  /// Why this class, or why there is none, for a person.
  public var because: Wording
  /// The zones, where all are under the same; of class C those of the first.
  @ExplicitNull public var zones: Zones?
  /// The workouts, the earliest first.
  public var workouts: [Row]
  /// All that could be counted together.
  public var total: Total

  /// Zones that were applied.
  public struct Zones: Codable, Sendable, Equatable {
    /// The scheme, if it is one.
    @ExplicitNull public var scheme: String?
    /// Where they meet.
    public var boundaries: [Double]
    /// Their names.
    public var names: [String]
    /// The numbers people use.
    public var numbers: [Int]
    /// For a person.
    public var ranges: [String]
    /// Where they come from.
    public var provenance: String
    /// Whether a formula stands behind them.
    public var estimated: Bool
  }

  /// One workout.
  public struct Row: Codable, Sendable, Equatable {
    /// Its name in the library.
    public var id: String
    /// Whose it is.
    public var athlete: String
    /// What it is called.
    public var title: String
    /// The sport.
    public var sport: String
    /// When it began.
    public var start: ZonedTime
    /// Why it is left out, or `nil`.
    @ExplicitNull public var leftOut: Wording?
    /// The known share of active time.
    @ExplicitNull public var coverage: Double?
    /// Known time.
    @ExplicitNull public var knownSeconds: Double?
    /// Time in each zone. `nil` where only bounds are known.
    @ExplicitNull public var seconds: [Double]?
    /// Shares of known time in whole percent that add up to 100.
    @ExplicitNull public var percent: [Int]?
    /// Where only totals under other limits are left: no less and no more than.
    @ExplicitNull public var secondsBetween: [Range]?
    /// How far each of `seconds` can be off, where values are fractions; `nil` where they are exact.
    @ExplicitNull public var errorSeconds: [Double]?
    /// The limits it was counted under, where these are its own.
    @ExplicitNull public var boundaries: [Double]?
    /// Time at or above the value that was asked for.
    @ExplicitNull public var aboveSeconds: Double?
    /// What was recorded with it.
    @ExplicitNull public var recorded: Recorded?
  }

  /// No less and no more.
  public struct Range: Codable, Sendable, Equatable {
    /// No less.
    public var least: Double
    /// No more.
    public var most: Double
  }

  /// What a workout was recorded with.
  public struct Recorded: Codable, Sendable, Equatable {
    /// `system`, `user`, `app` or `device`.
    public var source: String
    /// The scheme, if it is one.
    @ExplicitNull public var scheme: String?
    /// Where the zones met.
    public var boundaries: [Double]
    /// Time in each.
    public var seconds: [Double]
  }

  /// The sum over workouts with data.
  public struct Total: Codable, Sendable, Equatable {
    /// How many workouts are in it.
    public var workouts: Int
    /// How many were left out.
    public var leftOut: Int
    /// Known time.
    public var knownSeconds: Double
    /// Time in each zone; `nil` where zones differ in number.
    @ExplicitNull public var seconds: [Double]?
    /// Whole percent that add up to 100.
    @ExplicitNull public var percent: [Int]?
    /// Time at or above the value that was asked for.
    @ExplicitNull public var aboveSeconds: Double?
  }
}

extension Comparison.Zones {
  init(_ set: ZoneSet) {
    let places = 0..<set.boundaries.zoneCount
    scheme = set.scheme
    boundaries = set.boundaries.values
    names = set.names
    numbers = places.map(set.number(of:))
    ranges = places.map(set.range(of:))
    provenance = Summarizer.provenance(set)
    estimated = set.isEstimated
  }
}
