// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What an import did: the document that `import --json` prints. `read` is the sum of all outcomes.
public struct ImportReport: Codable, Sendable, Equatable {
  /// Files looked at, those in archives counted one by one.
  public var read = 0
  /// Files that brought workouts that were not there.
  public var imported = 0
  /// Files whose workouts were there already, from the same content.
  public var alreadyThere = 0
  /// Files that were taken for another source of workouts that are there.
  public var mergedSources = 0
  /// Files that hold no workout.
  public var skipped: [Skipped] = []
  /// Files that could not be read or stored.
  public var failed: [Failed] = []
  /// Values stored.
  public var samples = 0
  /// Bytes read, unpacked.
  public var bytes = 0
  /// How long it took.
  public var seconds = 0.0
  /// Whether it was stopped before the end. What was done is kept, and the next import goes on from there.
  public var stopped = false

  /// A file that holds no workout.
  public struct Skipped: Codable, Sendable, Equatable {
    /// The file.
    public var path: String
    /// Why.
    public var reason: String
  }

  /// A file that could not be read or stored.
  public struct Failed: Codable, Sendable, Equatable {
    /// The file.
    public var path: String
    /// The reason for programs.
    public var code: String
    /// The reason for a person.
    public var message: String
  }

  /// Nothing done yet.
  public init() {}
}
