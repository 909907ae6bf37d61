// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import Workouts

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ReadAccess {
  /// How many samples of programs a deletion takes.
  func sampleCount(_ targets: DeletionTargets, of athlete: AthleteID) throws -> Int {
    if targets.takesEverything {
      return try connection.first(
        "SELECT coalesce(sum(value_count), 0) FROM sample_block WHERE athlete = ?", [athlete.value], { $0.int(0) }) ?? 0
    }
    return try names(targets, of: athlete).count
  }

  /// The names of the samples of programs that a deletion takes, unless it takes everything.
  func names(_ targets: DeletionTargets, of athlete: AthleteID) throws -> Set<UUID> {
    let connection = try connection
    var names: Set<UUID> = []
    for collection in targets.collections {
      let blocks = try connection.all(
        "SELECT id FROM sample_block WHERE athlete = ? AND collection = ?", [athlete.value, .blob(collection)]
      ) { $0.int64(0) }
      for id in blocks { names.formUnion(try block(id, of: athlete)?.columns.names ?? []) }
      names.formUnion(
        try connection.all(
          "SELECT name FROM member WHERE athlete = ? AND collection = ? AND kind = 'member'",
          [athlete.value, .blob(collection)]
        ) { (row) throws(DatabaseError) in try row.uuid(0) })
    }
    if let span = targets.sampleSpan {
      let blocks = try connection.all(
        "SELECT id FROM sample_block WHERE athlete = ? AND last_ms >= ? AND first_ms < ?",
        [athlete.value, Value(span.start), Value(span.end)]
      ) { $0.int64(0) }
      for id in blocks {
        guard let columns = try block(id, of: athlete)?.columns else { continue }
        for (name, start) in zip(columns.names, columns.starts) {
          let moment = Instant(millisecondsSince1970: SampleTime.floor(start))
          if span.contains(moment) { names.insert(name) }
        }
      }
    }
    return names
  }
}

extension WriteAccess {
  /// Deletes the samples of programs that a deletion takes.
  func deleteSamples(_ targets: DeletionTargets, of athlete: AthleteID) throws {
    let connection = try connection
    guard targets.takesEverything else {
      let names = try names(targets, of: athlete)
      if !names.isEmpty { try deleteSamples(names, of: athlete) }
      for collection in targets.collections {
        try connection.run(
          "DELETE FROM member WHERE athlete = ? AND collection = ?", [athlete.value, .blob(collection)])
      }
      return
    }
    let blocks = try connection.all("SELECT id FROM sample_block WHERE athlete = ? ORDER BY id", [athlete.value]) {
      $0.int64(0)
    }
    for id in blocks { _ = try remove(block: id, of: athlete) }
  }
}
