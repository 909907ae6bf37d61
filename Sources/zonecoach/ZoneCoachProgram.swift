// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the program begins: finds the command, runs it, and turns its outcome into an exit status.
@main
enum ZoneCoachProgram {
  /// All commands, in the order in which help lists them.
  static let commands: [any (Command & Sendable).Type] = [
    SummaryCommand.self, InspectCommand.self, ImportCommand.self, WatchCommand.self, WorkoutsCommand.self,
    ShowCommand.self, ExportCommand.self, SplitCommand.self, JoinCommand.self, SourcesCommand.self,
    DeleteCommand.self, LiveCommand.self, ServeCommand.self, SettingsCommand.self, ZonesCommand.self,
    PermissionsCommand.self, CompareCommand.self, PlanCommand.self, CoachCommand.self,
    BackupCommand.self, RestoreCommand.self, DoctorCommand.self, SamplesCommand.self,
  ]

  static let version = SoftwareVersion.current

  static func main() {
    // A reader that goes away (`zonecoach … | head`) ends the program quietly.
    signal(SIGPIPE, SIG_DFL)
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  static func run(_ arguments: [String]) -> ExitStatus {
    guard let word = arguments.first else {
      Terminal.print(overview)
      return .done
    }
    switch word {
    case "--help", "-h", "help":
      guard arguments.count > 1 else {
        Terminal.print(overview)
        return .done
      }
      guard let command = commands.first(where: { $0.name == arguments[1] }) else { return unknown(arguments[1]) }
      Terminal.print(help(command))
      return .done
    case "--version", "version":
      Terminal.print("zonecoach \(version)")
      return .done
    default: break
    }
    guard let command = commands.first(where: { $0.name == word }) else { return unknown(word) }
    let words = Array(arguments.dropFirst())
    if words.contains("--help") || words.contains("-h") {
      Terminal.print(help(command))
      return .done
    }
    do {
      return try command.run(Arguments(words, allowing: command.options + Option.common))
    } catch let error as UsageError {
      Terminal.error("\(error.message) `zonecoach \(command.name) --help` shows how.")
      return .wrongWords
    } catch {
      Terminal.error("\(error)")
      return .failed
    }
  }

  private static func unknown(_ word: String) -> ExitStatus {
    let near = commands.map { $0.name }.filter { $0.hasPrefix(word.prefix(2)) }
    let hint = near.isEmpty ? "" : " Did you mean “\(near[0])”?"
    Terminal.error("there is no command “\(word)”.\(hint) `zonecoach help` lists them.")
    return .wrongWords
  }

  static var overview: String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let list = commands.map { command in
      "  \(command.name)\(String(repeating: " ", count: width - command.name.count + 2))"
        + Terminal.wrap(command.abstract, at: width + 4)
    }.joined(separator: "\n")
    return """
      zonecoach: training with zones

      \(list)

      Each command tells more with --help, and `zonecoach serve` opens the page.
      Try: zonecoach summary ride.fit
      Everything stays on this computer.
      """
  }

  static func help(_ command: any Command.Type) -> String {
    let options = command.options + Option.common
    let width = options.map(\.usage.count).max() ?? 0
    let list = options.map { option in
      "  \(option.usage)\(String(repeating: " ", count: width - option.usage.count + 2))"
        + Terminal.wrap(option.help, at: width + 4)
    }.joined(separator: "\n")
    return """
      \(command.synopsis)

      \(Terminal.wrap(command.abstract))

      \(list)

      \(command.discussion)
      """
  }
}

/// A command of the program.
protocol Command: Sendable {
  /// The word that calls it.
  static var name: String { get }
  /// One line for the list of commands.
  static var abstract: String { get }
  /// How it is called.
  static var synopsis: String { get }
  /// Its options.
  static var options: [Option] { get }
  /// What help says beyond the options, with at least one example.
  static var discussion: String { get }
  /// Does the work.
  static func run(_ arguments: Arguments) throws -> ExitStatus
}

/// What the program tells its caller.
enum ExitStatus: Int32 {
  /// Done.
  case done = 0
  /// The work failed, or the input holds no workout.
  case failed = 1
  /// The words of the command were wrong.
  case wrongWords = 2
  /// Done, with warnings, where `--strict` asks to hear of them.
  case warnings = 3
}
