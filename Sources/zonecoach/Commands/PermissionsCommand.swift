// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import FoundationEssentials
import HealthDatabase

/// `zonecoach permissions`: which programs may use health data.
enum PermissionsCommand: Command {
  static let name = "permissions"
  static let abstract = "Lists programs that use or ask for health data; allows, refuses, takes back."
  static let synopsis = "zonecoach permissions [list | grant PROGRAM | deny PROGRAM | revoke PROGRAM] [TYPE …] [--json]"
  static let options = [
    Option("--read", nil, "only what concerns reading"),
    Option("--save", nil, "only what concerns saving"),
    Option("--json", nil, "the list as JSON"),
  ]
  static let discussion = """
    Programs written for HealthKit ask before they read or save. A request waits here
    until you answer it; what you allowed you can take back at any time. What a program
    saved stays its own to read. TYPE is a name as the list has it, such as “heart rate”.

      zonecoach permissions
      zonecoach permissions grant ZoneWatch "heart rate" --read
      zonecoach permissions revoke ZoneWatch
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let words = arguments.words
    guard let verb = words.first, verb != "list" else {
      guard words.count <= 1 else { throw UsageError("list takes no names.") }
      return try list(library, arguments)
    }
    guard let decision = WorkoutLibrary.PermissionDecision(rawValue: verb) else {
      throw UsageError("permissions does list, grant, deny or revoke, not “\(verb)”.")
    }
    guard words.count >= 2 else { throw UsageError("Name a program; `zonecoach permissions` lists them.") }
    if arguments.has("--read"), arguments.has("--save") {
      throw UsageError("Give --read or --save, or neither for both.")
    }
    let access: Consent.Access? = arguments.has("--read") ? .read : arguments.has("--save") ? .write : nil
    let count = try library.decide(decision, program: words[1], types: Array(words.dropFirst(2)), access: access)
    guard !arguments.has("--json") else { return try list(library, arguments) }
    let done = ["grant": "allowed", "deny": "not allowed", "revoke": "taken back"][verb] ?? verb
    Terminal.note(count == 0 ? "Nothing to change." : "\(count) \(count == 1 ? "permission" : "permissions") \(done).")
    return .done
  }

  private static func list(_ library: WorkoutLibrary, _ arguments: Arguments) throws -> ExitStatus {
    let programs = try library.permissions()
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(programs, pretty: true))
      return .done
    }
    guard !programs.isEmpty else {
      Terminal.note("No program has asked for health data.")
      return .done
    }
    for program in programs {
      Terminal.print(Terminal.safe(program.program))
      for (access, verb) in [("read", "read"), ("write", "save")] {
        for state in [ProgramPermissions.State.asked, .allowed, .denied, .revoked] {
          let its = program.types.filter { $0.access == access && $0.state == state }
          guard !its.isEmpty else { continue }
          let names = its.map { Terminal.safe($0.words) + ($0.from.map { " (from \($0.civil.dayText))" } ?? "") }
          Terminal.print("  \(phrase(state, verb)): \(names.joined(separator: ", "))")
        }
      }
    }
    if programs.contains(where: \.isAsking) {
      Terminal.note("Answer with `zonecoach permissions grant PROGRAM` or `zonecoach permissions deny PROGRAM`.")
    }
    return .done
  }

  private static func phrase(_ state: ProgramPermissions.State, _ verb: String) -> String {
    switch state {
    case .asked: "asks to \(verb)"
    case .allowed: "may \(verb)"
    case .denied: "may not \(verb)"
    case .revoked: "may no longer \(verb)"
    }
  }
}
