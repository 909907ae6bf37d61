// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Whether a program may save samples of a type. Whether it may read them nobody tells it.
public enum HKAuthorizationStatus: Int, Sendable {
  /// The person hasn't been asked.
  case notDetermined = 0
  /// The person doesn't allow it.
  case sharingDenied
  /// The person allows it.
  case sharingAuthorized
}

/// Whether asking the person would put a question to them.
public enum HKAuthorizationRequestStatus: Int, Sendable {
  /// It can't be told.
  case unknown = 0
  /// There is something they haven't answered.
  case shouldRequest
  /// They have answered everything.
  case unnecessary
}

/// How often a program is told of changes at most.
public enum HKUpdateFrequency: Int, Sendable {
  /// At every change.
  case immediate = 1
  /// Once an hour.
  case hourly
  /// Once a day.
  case daily
  /// Once a week.
  case weekly
}
