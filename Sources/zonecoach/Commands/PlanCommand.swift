// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Coaching
import FoundationEssentials
import HealthDatabase
import WorkoutFiles
import Workouts

/// `zonecoach plan`: workouts to be done.
enum PlanCommand: Command {
  static let name = "plan"
  static let abstract = "Keeps plans of workouts, checks them, and writes them in other formats."
  static let synopsis = "zonecoach plan [list|show|add|validate|export|remove] [NAME|FILE]"
  static let options =
    Option.zones + [
      Option("--name", "NAME", "add: the name to keep it under"),
      Option("--format", "WORD", "export: json, zwo, erg, mrc, fit or text (default: json)"),
      Option("--output", "FILE", "export: where to write (default: standard output)"),
      Option("--json", nil, "JSON instead of text"),
    ]
  static let discussion = """
    A plan is a file (JSON, ZWO, ERG, MRC, FIT workout or text, recognised by its
    content; - for standard input), the name of one that you keep, one that comes
    with the program (easy-run, tempo, intervals, strength-circuit, power-blocks,
    gentle-walk), or a target in words.
    show says what its zones and percentages are for you: state zones or numbers
    here, or keep them with `zonecoach zones set`.

      zonecoach plan add intervals.zwo
      zonecoach plan show intervals --ftp 250
      zonecoach plan show "zone 4 for 6 minutes" --boundaries 120,140,150,165
      zonecoach plan export intervals --format fit --output intervals.fit
      zonecoach plan validate *.json
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let words = arguments.words
    switch words.first {
    case nil, "list":
      guard words.count <= 1 else { throw UsageError("list takes nothing after it.") }
      return try list(arguments)
    case "show": return try show(try one(words), arguments)
    case "add": return try add(try one(words), arguments)
    case "validate": return try validate(Array(words.dropFirst()), arguments)
    case "export": return try export(try one(words), arguments)
    case "remove":
      let name = try one(words)
      try library(arguments).removePlan(named: name)
      Terminal.print("Removed “\(Terminal.safe(name))”.")
      return .done
    case let other?:
      throw UsageError("There is no “plan \(other)”; there are list, show, add, validate, export and remove.")
    }
  }

  private static func one(_ words: [String]) throws -> String {
    guard words.count == 2 else { throw UsageError("Name one plan after \(words[0]).") }
    return words[1]
  }

  private static func library(_ arguments: Arguments) throws -> WorkoutLibrary {
    try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
  }

  private static func list(_ arguments: Arguments) throws -> ExitStatus {
    let plans = try library(arguments).plans()
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(plans.map(PlanCard.init), pretty: true))
    } else if plans.isEmpty {
      Terminal.note("No plans yet. `zonecoach plan add FILE` keeps one.")
    } else {
      Terminal.print(
        plans.map { Terminal.safe("\($0.name): \($0.sport.rawValue), \(PlanText.overview($0))") }.joined(
          separator: "\n"))
    }
    return .done
  }

  private static func show(_ word: String, _ arguments: Arguments) throws -> ExitStatus {
    let plan = try read(word, arguments)
    if arguments.has("--json") {
      Terminal.write(Data(try PlanFile.encode(plan, as: .json).bytes))
      return .done
    }
    let athlete = try arguments.zoneRequest().planAthlete(
      for: plan.sport, on: Day(of: HealthDatabase.systemClock(), utcOffsetSeconds: nil))
    var resolved: ResolvedPlan?
    do {
      resolved = try ResolvedPlan(plan, for: athlete)
    } catch {
      Terminal.note("\(error).")
    }
    Terminal.print(Terminal.safe("\(plan.name): \(plan.sport.rawValue), \(PlanText.overview(plan))"))
    if let notes = plan.notes { Terminal.print(Terminal.wrap(Terminal.safe(notes))) }
    for line in PlanText.lines(plan, resolved: resolved) { Terminal.print(Terminal.safe(line)) }
    return .done
  }

  private static func add(_ word: String, _ arguments: Arguments) throws -> ExitStatus {
    var plan = try read(word, arguments)
    if let name = arguments.value("--name") { plan.name = name }
    let isReplaced = try library(arguments).keep(plan)
    Terminal.print(
      Terminal.safe("\(isReplaced ? "Replaced" : "Kept") “\(plan.name)”: \(PlanText.overview(plan))."))
    return .done
  }

  private static func validate(_ paths: [String], _ arguments: Arguments) throws -> ExitStatus {
    guard !paths.isEmpty else { throw UsageError("Name at least one file after validate.") }
    var status = ExitStatus.done
    var reports: [PlanReport] = []
    for path in paths {
      var report = PlanReport(file: InputFile.name(path))
      do {
        let decoded = try PlanFile.decode(try InputFile.bytes(of: path), name: InputFile.name(path))
        report.take(decoded)
      } catch let error as PlanError {
        report.take(error)
        status = .failed
      } catch {
        report.take(PlanError(.malformed, "\(error)"))
        status = .failed
      }
      reports.append(report)
    }
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(reports, pretty: true))
    } else {
      for report in reports {
        if let text = report.text { Terminal.print(Terminal.safe("\(report.file): \(text)")) }
        for note in report.notes { Terminal.note(Terminal.safe("\(report.file): \(note)")) }
        if let error = report.error { Terminal.error(Terminal.safe("\(report.file): \(error.message)")) }
      }
    }
    return status
  }

  private static func export(_ word: String, _ arguments: Arguments) throws -> ExitStatus {
    let format = arguments.value("--format") ?? "json"
    guard let format = PlanFormat(rawValue: format) else {
      let all = PlanFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--format is one of \(all), not “\(format)”.")
    }
    var plan = try read(word, arguments)
    let now = HealthDatabase.systemClock()
    let athlete = try arguments.zoneRequest().planAthlete(
      for: plan.sport, on: Day(of: now, utcOffsetSeconds: nil))
    switch format {
    // What these have no words for becomes limits, where yours are known.
    case .erg, .mrc: plan = plan.withLimits(of: athlete)
    case .zwo, .fit: plan = plan.withLimits(of: athlete, keepingSingle: true)
    case .json, .text: break
    }
    let (bytes, losses) = try PlanFile.encode(plan, as: format, numbers: athlete.planNumbers, created: now)
    for loss in losses { Terminal.note(Terminal.safe("\(loss).")) }
    if let path = arguments.value("--output") {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } else {
      Terminal.write(Data(bytes))
    }
    return .done
  }

  /// The plan that a word names: a file that is there, one that is kept, one that comes with the program, or a target
  /// in words.
  static func read(_ word: String, _ arguments: Arguments) throws -> Plan {
    if word == "-" || FileManager.default.fileExists(atPath: word) { return try decode(word) }
    if let plan = try library(arguments).plan(named: word) ?? PlanMode(rawValue: word)?.plan { return plan }
    // A path that isn't there is no phrase.
    guard !word.contains("/") || word.contains(" ") else {
      throw InputError("\(Terminal.safe(word)): there is no such file")
    }
    do {
      return try PlanFile.plan(words: word)
    } catch {
      throw InputError(Terminal.safe("“\(word)” is no file, no plan that you keep, and in words: \(error.reason)"))
    }
  }

  private static func decode(_ path: String) throws -> Plan {
    do {
      let decoded = try PlanFile.decode(try InputFile.bytes(of: path), name: InputFile.name(path))
      for note in decoded.notes { Terminal.note(Terminal.safe("\(InputFile.name(path)): \(note)")) }
      return decoded.plan
    } catch {
      throw InputError(Terminal.safe("\(InputFile.name(path)): \(error)"))
    }
  }
}

/// What `plan validate` says of a file.
private struct PlanReport: Encodable {
  var file: String
  var format: String?
  var plan: PlanCard?
  /// What was not understood.
  var notes: [String] = []
  /// Why it can't be read.
  var error: Failure?
  /// The overview, for a person.
  private(set) var text: String?

  struct Failure: Encodable {
    var code: String
    var line: Int?
    var step: String?
    var message: String
  }

  enum CodingKeys: CodingKey { case file, format, plan, notes, error }

  init(file: String) { self.file = file }

  mutating func take(_ decoded: PlanFile.Decoded) {
    format = decoded.format.rawValue
    plan = PlanCard(decoded.plan)
    notes = decoded.notes
    text = "\(decoded.format.rawValue), \(PlanText.overview(decoded.plan))"
  }

  mutating func take(_ problem: PlanError) {
    error = Failure(code: problem.code.rawValue, line: problem.line, step: problem.step, message: "\(problem)")
  }
}
