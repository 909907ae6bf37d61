// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import HealthDatabase
import Synchronization
public import Workouts

extension WorkoutLibrary {
  /// The sports that a workout can be said to be.
  public static let sports = [
    "running", "cycling", "swimming", "walking", "hiking", "rowing", "cross_country_skiing", "e_biking", "training",
    "generic",
  ]

  /// Calls a workout something else than its file does, or says what sport it was. What was recorded stays as it was.
  ///
  /// - Parameters:
  ///   - title: 1 to 100 characters; empty text goes back to the recorded name, `nil` leaves the name alone.
  ///   - sport: one of `sports`, or the recorded one, which takes an earlier change back; `nil` leaves the sport alone.
  /// - Returns: the workout as it is listed now, or `nil` if there is none of this name.
  /// - Throws: `LibraryError` for a name that is too long or a sport that is not known, `DatabaseError`.
  @discardableResult
  public func edit(_ id: String, title: String? = nil, sport: String? = nil) throws -> WorkoutEntry? {
    refresh()
    guard
      let workout = state.withLock({ state in state.settings.isPending(id) ? nil : state.entries[id]?.id })
    else { return nil }
    let title = title?.trimmed
    if let title {
      guard title.count <= 100, title.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else {
        throw LibraryError("A name has at most 100 characters.")
      }
    }
    let recorded = try database.read { access in
      try access.recordings(of: workout).first(where: \.isPrimary).map { try access.recording($0.id) }
    }
    if let sport, sport != recorded?.sport.rawValue, !Self.sports.contains(sport) {
      throw LibraryError("“\(sport)” is not a sport known here; choose one of \(Self.sports.joined(separator: ", ")).")
    }
    try database.write { access in
      if let title { try access.setTitle(title.isEmpty || title == recorded?.title ? nil : title, of: workout) }
      if let sport {
        try access.setSport(sport == recorded?.sport.rawValue ? nil : Sport(rawValue: sport), of: workout)
      }
    }
    refresh()
    return state.withLock { $0.entries[id]?.entry }
  }

  /// The names of workouts that come from a source, or `nil` if there is no such source.
  public func workouts(from source: String) -> Set<String>? {
    guard let name = SourceName(source), let scope = try? sourceScope(name),
      let found = try? database.read({ try $0.workouts(from: scope, of: athleteID) })
    else { return nil }
    refresh()
    return state.withLock { state in Set(state.entries.filter { found.contains($0.value.id) }.keys) }
  }
}

extension Recording {
  /// Takes the sport that the athlete said it was.
  mutating func take(_ sport: Sport) {
    guard sport != self.sport else { return }
    self.sport = sport
    if activities.count == 1 {
      activities[0].sport = sport
      activities[0].subSport = nil
    }
  }
}
