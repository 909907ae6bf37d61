// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A plan that an athlete keeps.
public struct StoredPlan: Hashable, Sendable {
  /// Its identity for other programs.
  public var uuid: UUID
  /// The name, one of its kind for the athlete.
  public var name: String
  /// The plan as JSON.
  public var document: String
  /// When it was kept or changed last.
  public var changed: Instant
}

extension ReadAccess {
  /// The plans that an athlete keeps, by name.
  public func plans(of athlete: AthleteID) throws -> [StoredPlan] {
    try connection.all(
      "SELECT uuid, name, document, changed_ms FROM plan WHERE athlete = ? ORDER BY name", [athlete.value]
    ) { (row) throws(DatabaseError) in
      StoredPlan(uuid: try row.uuid(0), name: row.text(1), document: row.text(2), changed: row.instant(3))
    }
  }
}

extension WriteAccess {
  /// Keeps a plan under a name; one of that name that is there already is replaced and keeps its identity.
  ///
  /// - Returns: whether one was replaced.
  @discardableResult
  public func setPlan(named name: String, document: String, of athlete: AthleteID) throws -> Bool {
    try checkJSON(document)
    let connection = try connection
    try connection.run(
      "UPDATE plan SET document = ?, changed_ms = ? WHERE athlete = ? AND name = ?",
      [.text(document), Value(now), athlete.value, .text(name)])
    let isReplaced = connection.changeCount > 0
    if isReplaced {
      // What stood there is gone, also from the places that the file no longer uses.
      hasDeleted = true
    } else {
      try connection.run(
        "INSERT INTO plan (athlete, uuid, name, document, changed_ms) VALUES (?, ?, ?, ?, ?)",
        [athlete.value, Value(UUID()), .text(name), .text(document), Value(now)])
    }
    try noteAthlete(athlete)
    return isReplaced
  }

  /// Deletes the plan of a name; says whether there was one.
  @discardableResult
  public func removePlan(named name: String, of athlete: AthleteID) throws -> Bool {
    let connection = try connection
    try connection.run("DELETE FROM plan WHERE athlete = ? AND name = ?", [athlete.value, .text(name)])
    guard connection.changeCount > 0 else { return false }
    hasDeleted = true
    try noteAthlete(athlete)
    return true
  }
}
