// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import FoundationEssentials
import HealthDatabase

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `zonecoach backup`: a copy of everything.
enum BackupCommand: Command {
  static let name = "backup"
  static let abstract = "Writes a copy of the whole library into one file."
  static let synopsis = "zonecoach backup FILE"
  static let options: [Option] = []
  static let discussion = """
    The copy is whole even while the page runs and files are brought in.

      zonecoach backup ~/zonecoach-2026-11-30.sqlite
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.count == 1, let path = arguments.words.first else { throw UsageError("Name one file.") }
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    try library.database.backup(to: path)
    Terminal.note("Wrote \(library.workouts().count) workouts to \(path). `zonecoach restore` brings them back.")
    return .done
  }
}

/// `zonecoach restore`: a copy put back.
enum RestoreCommand: Command {
  static let name = "restore"
  static let abstract = "Puts a backup in the place of the library."
  static let synopsis = "zonecoach restore FILE"
  static let options: [Option] = []
  static let discussion = """
    The backup is checked first; the page has to be stopped. What is there now is
    kept beside it, as health.sqlite.before-restore, until the next restore.

      zonecoach restore ~/zonecoach-2026-11-30.sqlite
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.count == 1, let path = arguments.words.first else { throw UsageError("Name one file.") }
    let count = try WorkoutLibrary.restore(from: path, into: arguments.dataFolder, athlete: arguments.athlete)
    Terminal.note("Restored \(count) workouts.")
    return .done
  }
}

/// `zonecoach watch`: brings in what appears in a folder.
enum WatchCommand: Command {
  static let name = "watch"
  static let abstract = "Brings in whatever appears in a folder, until Ctrl-C."
  static let synopsis = "zonecoach watch DIR [--once] [--again]"
  static let options = [
    Option("--once", nil, "look once and stop"),
    Option("--again", nil, "bring back what you deleted, too"),
  ]
  static let discussion = """
    A file is taken when its size has stopped changing. Looks every two seconds.

      zonecoach watch ~/Sync/GARMIN
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.count == 1, let folder = arguments.words.first else { throw UsageError("Name one folder.") }
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let stop = Interruption.begin()
    if !arguments.has("--once") { Terminal.note("Watching \(folder). Ctrl-C stops.") }
    var done: [String: Int] = [:], sizes: [String: Int] = [:]
    repeat {
      let now = try Self.sizes(in: folder)
      // Taken when a size is the same twice in a row; looked at once, it is taken as it is.
      let ready = now.filter { done[$0.key] != $0.value && (arguments.has("--once") || sizes[$0.key] == $0.value) }
      if !ready.isEmpty {
        let (_, verdicts) = try library.importPaths(ready.keys.sorted(), again: arguments.has("--again"), stop: stop)
        for verdict in verdicts {
          let hint = verdict.code == "deleted" ? " Add --again to bring it back." : ""
          Terminal.print(
            "\(Terminal.safe(verdict.file)): \(verdict.outcome.rawValue)"
              + (verdict.message.map { " · \($0)\(hint)" } ?? ""))
        }
        for (path, size) in ready { done[path] = size }
      }
      sizes = now
      if arguments.has("--once") { break }
      for _ in 0..<20 where !stop.isStopped { usleep(100_000) }
    } while !stop.isStopped
    return .done
  }

  private static func sizes(in folder: String) throws -> [String: Int] {
    var result: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !name.hasPrefix(".") {
      let path = folder + "/" + name
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder else { continue }
      result[path] = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }
    return result
  }
}

/// `zonecoach doctor`: what this machine has.
enum DoctorCommand: Command {
  static let name = "doctor"
  static let abstract = "Checks the library and says what this machine has."
  static let synopsis = "zonecoach doctor [--json]"
  static let options = [Option("--json", nil, "one JSON object")]
  static let discussion = """
    Reads the whole database and checks that all of it holds together; looks for a
    Bluetooth adapter and a voice. What is missing comes with what mends it.

      zonecoach doctor
    """

  private struct Report: Encodable {
    var version: String
    var dataFolder: String
    var database: String
    var workouts: Int
    var databaseBytes: Int64
    var rows: [String: Int]
    var problems: [String]
    var isHealthy: Bool
    var bluetooth: String
    @ExplicitNull var bluetoothRemedy: String?
    var hasVoice: Bool
  }

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let folder = arguments.dataFolder
    let library = try WorkoutLibrary(folder: folder, athlete: arguments.athlete)
    let statistics = try library.database.statistics()
    let problems = try library.database.integrityCheck(thoroughly: true)
    let bluetooth = LiveSensors.adapterState()
    let report = Report(
      version: ZoneCoachProgram.version, dataFolder: folder, database: WorkoutLibrary.databasePath(in: folder),
      workouts: library.workouts().count, databaseBytes: statistics.fileBytes, rows: statistics.rows,
      problems: problems, isHealthy: problems.isEmpty, bluetooth: bluetooth.state,
      bluetoothRemedy: bluetooth.remedy, hasVoice: Voice() != nil)
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(report, pretty: true))
    } else {
      Terminal.print(
        """
        ZoneCoach \(report.version)
        Data folder  \(report.dataFolder)
        Database     \(report.workouts) workouts, \(report.databaseBytes / 1024) KB
        Integrity    \(problems.isEmpty ? "everything holds together" : problems.joined(separator: "; "))
        Bluetooth    \(Terminal.wrap(bluetooth.remedy.map { "\(bluetooth.state) \($0)" } ?? bluetooth.state, at: 13))
        Voice        \(report.hasVoice ? "there is one for cues" : Terminal.wrap(Voice.remedy, at: 13))
        """)
      if !problems.isEmpty { Terminal.note("`zonecoach restore FILE` puts a backup in its place.") }
    }
    return problems.isEmpty ? .done : .failed
  }
}
