// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization
public import Workouts

/// A plan that is to be followed on a day.
public struct PlannedSession: Codable, Sendable, Equatable {
  /// Its own name, fit for a URL.
  public var id: String
  /// The day, `2026-11-20`.
  public var day: String
  /// The plan's name.
  public var plan: String

  /// The day.
  public var date: Day? { Day(iso8601: day) }
}

extension WorkoutLibrary {
  /// What is planned, by day; several on one day in the order in which they were planned.
  public var calendar: [PlannedSession] {
    refreshSettings()
    return (state.withLock { $0.settings.calendar } ?? []).enumerated()
      .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map(\.element)
  }

  /// What is planned from one day to another, both included.
  public func calendar(from first: Day, through last: Day) -> [PlannedSession] {
    calendar.filter { session in session.date.map { first <= $0 && $0 <= last } ?? false }
  }

  /// Plans a session.
  ///
  /// - Returns: the session, with its name.
  /// - Throws: `LibraryError` for a plan that is not kept, or where a thousand sessions are planned already.
  @discardableResult public func schedule(_ plan: String, on day: Day) throws -> PlannedSession {
    guard try self.plan(named: plan) != nil else { throw LibraryError("There is no plan named “\(plan)”.") }
    let session = PlannedSession(id: UUID().uuidString.lowercased(), day: "\(day)", plan: plan)
    try changeCalendar { calendar in
      guard calendar.count < 1000 else { throw LibraryError("A thousand sessions are planned. Remove some first.") }
      calendar.append(session)
    }
    return session
  }

  /// Moves a session to another day.
  ///
  /// - Throws: `LibraryError` if it is not there.
  public func move(session id: String, to day: Day) throws {
    try changeCalendar { calendar in
      guard let index = calendar.firstIndex(where: { $0.id == id }) else { throw Self.noSession }
      calendar[index].day = "\(day)"
    }
  }

  /// Takes a session out of the calendar; the plan stays.
  ///
  /// - Returns: what it was, to plan it again.
  /// - Throws: `LibraryError` if it is not there.
  @discardableResult public func unschedule(session id: String) throws -> PlannedSession {
    var removed: PlannedSession?
    try changeCalendar { calendar in
      guard let index = calendar.firstIndex(where: { $0.id == id }) else { throw Self.noSession }
      removed = calendar.remove(at: index)
    }
    guard let removed else { throw Self.noSession }
    return removed
  }

  /// Puts a session back that was taken out.
  public func reschedule(_ session: PlannedSession) throws {
    try changeCalendar { calendar in
      if !calendar.contains(where: { $0.id == session.id }) { calendar.append(session) }
    }
  }

  /// Gives a plan another name that was kept under it just now: the old one goes, what is planned of it stays planned.
  public func rename(plan old: String, to new: String) throws {
    guard old != new else { return }
    try followPlan(named: old, to: new)
    try removePlan(named: old)
  }

  /// Takes all sessions of a plan out, as when the plan is deleted, or gives them another name, as when it is renamed.
  func followPlan(named old: String, to new: String?) throws {
    try changeCalendar { calendar in
      if let new {
        for index in calendar.indices where calendar[index].plan == old { calendar[index].plan = new }
      } else {
        calendar.removeAll { $0.plan == old }
      }
    }
  }

  private static let noSession = LibraryError("This session is not planned any more.")

  private func changeCalendar(_ change: (inout [PlannedSession]) throws -> Void) throws {
    var trouble: (any Error)?
    try changeSettings { settings in
      var calendar = settings.calendar ?? []
      do {
        try change(&calendar)
        settings.calendar = calendar.isEmpty ? nil : calendar
      } catch { trouble = error }
    }
    if let trouble { throw trouble }
  }
}
