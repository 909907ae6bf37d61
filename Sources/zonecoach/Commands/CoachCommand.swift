// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Coaching
import FoundationEssentials
import WorkoutFiles
import Workouts
import Zones

/// `zonecoach coach`: what the coach says to a workout that is written down or was recorded.
enum CoachCommand: Command {
  static let name = "coach"
  static let abstract = "Prints what the coach says to a workout that is written down or was recorded."
  static let synopsis = "zonecoach coach --scenario FILE | --replay FILE [--plan NAME]"
  static let options =
    Option.zones + [
      Option("--scenario", "FILE", "plan, samples and pauses as JSON; - for standard input"),
      Option("--replay", "FILE", "a recording, played through the coach"),
      Option("--plan", "NAME", "replay: a plan as for `zonecoach plan show` (default: the recording's own laps)"),
      Option("--language", "TAG", "en, zh or ja (default: en)"),
      Option("--json", nil, "replay: cues and steps as JSON"),
    ]
  static let discussion = """
    For people who tune coaches, and for tests: nothing is stored or recorded.
    The scenario is an object with plan, samples ([ms, value or null]), endMs,
    and if you like quantity, boundaries, ftp, pauses ([ms, ms]) and settings.
    Each cue is a line of JSON; the same scenario always gives the same lines.
    A replay shows the cues in order of time, how many came in an hour, and how
    the workout went beside the plan.

      zonecoach coach --scenario intervals.json
      zonecoach coach --replay run.fit --boundaries 120,140,150,165
      zonecoach coach --replay run.fit --plan easy-run --max-hr 185 --resting-hr 50
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.isEmpty else { throw UsageError("Name a file with --scenario or --replay.") }
    switch (arguments.value("--scenario"), arguments.value("--replay")) {
    case (let path?, nil): return try scenario(path, arguments)
    case (nil, let path?): return try replay(path, arguments)
    default: throw UsageError("Name one file with --scenario or --replay.")
    }
  }

  private static func scenario(_ path: String, _ arguments: Arguments) throws -> ExitStatus {
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

  private static func replay(_ path: String, _ arguments: Arguments) throws -> ExitStatus {
    let language = try arguments.language()
    let request = try arguments.zoneRequest()
    guard let recording = try InputFile.decodeAll(path).lazy.flatMap(\.file.recordings).first else {
      throw InputError("\(InputFile.name(path)): there is no workout in it")
    }
    let athlete = request.planAthlete(
      for: recording, on: Day(of: recording.span.start, utcOffsetSeconds: recording.utcOffsetSeconds))
    let replay: CoachReplay
    if let name = arguments.value("--plan") {
      let plan = try PlanCommand.read(name, arguments)
      do {
        replay = CoachReplay(
          recording, try ResolvedPlan(plan, for: athlete), settings: CoachSettings(ftp: athlete.ftp))
      } catch {
        throw InputError(Terminal.safe("\(plan.name): \(error)"))
      }
    } else {
      let quantities = try arguments.quantity().map { [$0] } ?? [.heartRate, .power]
      guard
        let found = quantities.lazy.compactMap({ athlete.zones[$0] })
          .compactMap({ CoachReplay(lapsOf: recording, zones: $0) }).first
      else {
        throw InputError(
          "\(InputFile.name(path)): there is no heart rate or power in it for which zones are known; state them")
      }
      replay = found
    }
    let card = ComplianceDocument(ComplianceCard(replay.plan, replay.records), plan: replay.plan.plan.name)
    let lines = replay.cues.map { CueLine($0, in: language) }
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(ReplayDocument(cues: lines, compliance: card, replay), pretty: true))
      return .done
    }
    for line in PlanText.lines(replay.plan.plan, resolved: replay.plan) { Terminal.print(Terminal.safe(line)) }
    Terminal.print("")
    for line in lines {
      let level = line.level.map { " \($0)" } ?? ""
      Terminal.print(
        Terminal.safe("\(PlanText.clock(line.t).padded(8))  \((line.code + level).padded(13))  \(line.text)"))
    }
    Terminal.print("")
    Terminal.print(ReplayDocument.overview(replay))
    for line in card.lines { Terminal.print(Terminal.safe(line)) }
    return .done
  }
}

/// A replay as a document.
private struct ReplayDocument: Encodable {
  var cues: [CueLine]
  var compliance: ComplianceDocument
  var activeSeconds: Double
  var perHour: [String: Double]

  init(cues: [CueLine], compliance: ComplianceDocument, _ replay: CoachReplay) {
    self.cues = cues
    self.compliance = compliance
    activeSeconds = Double(replay.active) / 1000
    perHour = [:]
    for code in Cue.Code.allCases { perHour[code.rawValue] = (replay.perHour(code) * 10).rounded() / 10 }
  }

  /// "In an hour: 3.1 ease, 0.5 build, …" of those that came.
  static func overview(_ replay: CoachReplay) -> String {
    let counts = Cue.Code.allCases.compactMap { code -> String? in
      let rate = (replay.perHour(code) * 10).rounded() / 10
      return rate > 0 ? "\(rate) \(code.rawValue)" : nil
    }
    return Terminal.wrap("In an hour: " + counts.joined(separator: ", ") + ".")
  }
}

extension String {
  /// Filled up with spaces at its end.
  fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
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
