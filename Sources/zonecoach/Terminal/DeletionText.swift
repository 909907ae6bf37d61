// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import HealthDatabase

/// What a deletion takes or took, as text for a terminal.
enum DeletionText {
  /// A table of what would go.
  static func preview(_ preview: DeletionSummary) -> String {
    var lines = [preview.isEmpty ? "Nothing would go." : "This would go:"]
    lines += rows(preview.counts)
    if let first = preview.first, let last = preview.last {
      let days = (first.civil.dayText, last.civil.dayText)
      lines.append(days.0 == days.1 ? "The day is \(days.0)." : "The days are \(days.0) to \(days.1).")
    }
    switch preview.stayingWorkouts {
    case 0: break
    case 1: lines.append("1 workout stays, because another source holds it too.")
    case let count: lines.append("\(count) workouts stay, because another source holds them too.")
    }
    return lines.joined(separator: "\n")
  }

  /// A receipt in words.
  static func receipt(_ receipt: DeletionReceipt) -> String {
    var lines = ["Deleted \(receipt.completed.iso8601), \(receipt.detail ?? receipt.scope):"]
    lines += rows(receipt.counts)
    lines.append("Receipt   \(receipt.request)")
    lines.append("Signature \(receipt.signature)")
    if !receipt.isComplete {
      lines.append("Another program still reads the database; the last bytes go when it pauses.")
    }
    lines.append(Terminal.wrap(receipt.backups))
    return lines.joined(separator: "\n")
  }

  private static func rows(_ counts: DeletionCounts) -> [String] {
    let rows = [
      ("workout", "workouts", counts.workouts), ("recording", "recordings", counts.recordings),
      ("file it came from", "files they came from", counts.sources), ("series", "series", counts.series),
      ("value in it", "values in them", counts.values), ("leg", "legs", counts.legs), ("lap", "laps", counts.laps),
      ("pause", "pauses", counts.pauses), ("sensor", "sensors", counts.sensors),
      ("zone total of a device", "zone totals of devices", counts.deviceZones),
      ("note about a file", "notes about files", counts.problems),
      ("zone total, derived", "zone totals, derived", counts.zoneGroups),
      ("histogram, derived", "histograms, derived", counts.histograms),
      ("card of the list, derived", "cards of the list, derived", counts.cards),
      ("pair said to be different", "pairs said to be different", counts.splitPairs),
      ("consent", "consents", counts.consents), ("note of an import", "notes of imports", counts.jobs),
      ("record of settings", "settings", counts.settings),
      ("sample that a program saved", "samples that programs saved", counts.samples),
      ("session of a program", "sessions of programs", counts.sessions),
      ("mark of a deleted file", "marks of deleted files", counts.deletionMarks),
    ].filter { $0.2 > 0 }
    let width = rows.map { "\($0.2)".count }.max() ?? 0
    return rows.map { one, many, count in
      "  " + String(repeating: " ", count: width - "\(count)".count) + "\(count) \(count == 1 ? one : many)"
    }
  }
}
