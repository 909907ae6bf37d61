// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Coaching

/// `zonecoach coach`: what the coach says to a workout that is written down.
enum CoachCommand: Command {
  static let name = "coach"
  static let abstract = "Prints what the coach says to a workout that is written down."
  static let synopsis = "zonecoach coach --scenario FILE [--language TAG]"
  static let options = [
    Option("--scenario", "FILE", "plan, samples and pauses as JSON; - for standard input"),
    Option("--language", "TAG", "en, zh or ja (default: en)"),
  ]
  static let discussion = """
    For people who tune coaches, and for tests: nothing is stored or recorded.
    The scenario is an object with plan, samples ([ms, value or null]), endMs,
    and if you like quantity, boundaries, ftp, pauses ([ms, ms]) and settings.
    Each cue is a line of JSON; the same scenario always gives the same lines.

      zonecoach coach --scenario intervals.json
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard let path = arguments.value("--scenario"), arguments.words.isEmpty else {
      throw UsageError("Name a scenario with --scenario.")
    }
    let language = try arguments.language()
    let scenario: CoachScenario
    do {
      scenario = try CoachScenario(json: try InputFile.bytes(of: path))
    } catch {
      throw InputError("\(InputFile.name(path)): \(error)")
    }
    let lines = try scenario.cues().map {
      String(decoding: try JSONDocument.encode(CueLine($0, in: language)), as: UTF8.self)
    }
    if !lines.isEmpty { Terminal.print(lines.joined(separator: "\n")) }
    return .done
  }
}

extension Arguments {
  /// The language that `--language` names.
  ///
  /// - Throws: `UsageError` for one that the coach doesn't speak.
  func language() throws -> CoachLanguage {
    guard let tag = value("--language") else { return .english }
    guard let language = CoachLanguage(tag: tag) else {
      throw UsageError("The coach speaks en, zh and ja, not “\(tag)”.")
    }
    return language
  }
}
