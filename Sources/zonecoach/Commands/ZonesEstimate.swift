// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// `zonecoach zones estimate`: thresholds that stored workouts speak for, with their evidence.
enum ZonesEstimate {
  static func run(_ arguments: Arguments) throws -> ExitStatus {
    try arguments.expect(words: 1...1)
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    if let word = arguments.value("--workout") { return try fractal(of: word, library, arguments) }
    let estimates = try library.estimates(
      through: arguments.calendarDay("--through") ?? library.today, from: arguments.calendarDay("--from"))
    if let name = arguments.value("--accept") {
      guard let estimate = estimates.first(where: { $0.name == name }) else {
        throw UsageError(
          "There is no estimate “\(name)” now; there "
            + (estimates.isEmpty ? "are none." : "is \(estimates.map(\.name).joined(separator: ", "))."))
      }
      try library.accept(estimate, from: library.today)
      Terminal.print(
        "Kept \(estimate.kind.name) \(ZonesText.number(estimate.value)) from \(library.today) on. "
          + "`zonecoach zones history` lists it, undo takes it back.")
      return .done
    }
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(estimates, pretty: true))
    } else if estimates.isEmpty {
      Terminal.note(
        "The last \(WorkoutLibrary.seasonDays) days hold nothing to estimate from. --from DAY looks further back.")
    } else {
      Terminal.print(estimates.map(text).joined(separator: "\n\n"))
      Terminal.note("Nothing is taken by itself. `zonecoach zones estimate --accept NAME` keeps one from today on.")
    }
    return .done
  }

  private static func text(_ estimate: ThresholdEstimate) -> String {
    let unit = estimate.kind == .functionalThresholdPower || estimate.kind == .criticalPower ? "W" : "bpm"
    var lines = [
      "\(estimate.name)  \(estimate.kind.name) \(estimate.isLowerBound ? "at least " : "")"
        + "\(ZonesText.number(estimate.value)) \(unit)"
        + (estimate.wPrime.map { ", W′ \(ZonesText.number($0)) J" } ?? "")
        + (estimate.current.map { current in
          " (yours now: \(ZonesText.number(current))" + (estimate.isNews ? ")" : ", which fits)")
        } ?? " (none known now)"),
      "  " + Terminal.wrap(estimate.method.description, at: 2),
    ]
    for evidence in estimate.evidence {
      lines.append("  \(evidence.workout.prefix(8))  \(evidence.day)  \(evidence.text)")
    }
    return lines.joined(separator: "\n")
  }

  private static func fractal(of word: String, _ library: WorkoutLibrary, _ arguments: Arguments) throws -> ExitStatus {
    guard let estimate = library.fractalEstimate(try library.fullName(word)) else {
      Terminal.error("This workout has no beat intervals; a chest strap and a recorder that keeps them are needed.")
      return .failed
    }
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(estimate, pretty: true))
      return .done
    }
    func beats(_ value: Double?) -> String { value.map { "about \(ZonesText.number($0)) bpm" } ?? "not to be seen" }
    Terminal.print(
      """
      First threshold (α1 0.75): \(beats(estimate.firstThreshold))
      Second threshold (α1 0.5): \(beats(estimate.secondThreshold))
      From \(estimate.windows) windows of two minutes.
      \(Terminal.wrap(estimate.note))
      """)
    return .done
  }
}
