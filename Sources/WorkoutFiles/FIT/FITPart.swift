// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// What one part of a FIT file holds: all of its messages, sorted by what is done with them.
struct FITPart {
  /// Where its header starts.
  var offset = 0
  /// Where the first byte after its last whole message stands.
  var end = 0
  /// Whether decoding stopped before the end of the data.
  var isDamaged = false
  /// Messages by global number.
  var messageCounts: [Int: Int] = [:]
  /// Messages with something to assemble, in file order, by global number.
  var messages: [Int: [FITMessage]] = [:]
  /// Times between beats (`hrv`): how many rows came before, and milliseconds.
  var beatRows: [Int] = []
  var beatIntervals: [Double] = []
  /// The records.
  var records = FITRecordColumns()
  /// The developer fields.
  var developerFields = FITDeveloperFields()
  /// What was wrong.
  var problems = FITProblems()

  /// The messages of a kind.
  func all(_ number: Int) -> [FITMessage] { messages[number] ?? [] }

  /// The value of the file's kind, `file_id.type`.
  var fileType: Int? { all(0).first?.int(0) }
}

/// What is done with messages of a kind.
enum FITTreatment {
  /// Nothing but counting.
  case count
  /// They become rows.
  case record
  /// They become times between beats.
  case beats
  /// They are read when the part is complete.
  case keep
  /// They describe developer fields.
  case describe

  init(_ number: Int) {
    switch number {
    case 20: self = .record
    case 78: self = .beats
    case 206, 207: self = .describe
    // file_id, user_profile, zones_target, hr_zone, power_zone, sport, session, lap, event, device_info, workout,
    // workout_step, activity, file_creator, hr, timestamp_correlation, time_in_zone, beat_intervals
    case 0, 3, 7, 8, 9, 12, 18, 19, 21, 23, 26, 27, 34, 49, 53, 131, 132, 162, 216, 290: self = .keep
    default: self = .count
    }
  }

  /// How many messages of a kind are kept. No device writes more; a file that does must not fill the memory.
  static func limit(_ number: Int) -> Int {
    switch number {
    case 18: 1000
    case 19: 50_000
    case 27: Plan.mostSteps + 1
    default: 1_000_000
    }
  }
}
