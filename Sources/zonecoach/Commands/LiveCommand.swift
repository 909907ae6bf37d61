// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Coaching
import Dispatch
import FoundationEssentials
import HealthDatabase
import Sensors
import Synchronization
import WorkoutFiles
import Workouts
import Zones

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `zonecoach live`: records and coaches.
enum LiveCommand: Command {
  static let name = "live"
  static let abstract = "Records a workout from sensors and coaches it while it lasts."
  static let synopsis = "zonecoach live [--plan FILE|NAME|“WORDS”] [--sensor WHAT] [options]"
  static let options =
    [
      Option("--plan", "PLAN", "a plan's file, a stored plan's name, or words: “4x 6m Z4 / 3m Z1”, “easy 45 min”"),
      Option("--sport", "SPORT", "running, cycling, walking … (default: the plan's, else running)"),
      Option("--sensor", "WHAT", "bluetooth, bluetooth:ADDRESS,…, simulate[:SEED], replay:FILE (default: bluetooth)"),
      Option("--speed", "N", "how many times faster a replay or simulation runs; 0: as fast as it can"),
      Option("--cues", "HOW", "text, voice, or off (default: as set, else text)"),
      Option("--verbosity", "LEVEL", "all, key-moments, haptics, off (default: as set, else all)"),
      Option("--language", "LANGUAGE", "en, zh or ja (default: as set, else en)"),
      Option("--indoor", nil, "on a treadmill or a trainer"),
      Option("--json-lines", nil, "one JSON object a line for everything that happens"),
      Option("--discard", nil, "keep nothing; for trying things out"),
      Option("--recover", "HOW", "an interrupted workout: resume, save or discard, without asking"),
    ] + Option.zones
  static let discussion = """
    Without a plan it records and shows the zone. Ctrl-C or q ends and saves. What
    is measured is stored second by second: after a crash the next start offers to
    go on, to save, or to discard.

      zonecoach live --plan "stay below zone 3"
      zonecoach live --plan "4x 6m Z4 / 3m Z1" --sport running --cues voice
      zonecoach live --sensor simulate:7 --speed 60 --plan intervals.json
      zonecoach live --sensor replay:run.fit --speed 0 --json-lines --discard
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.isEmpty else { throw UsageError("live takes no files; name one with --plan or --sensor.") }
    let run = try LiveRun(arguments)
    return try run.run()
  }
}

/// One run of `live`.
private final class LiveRun: Sendable {
  private let folder: String
  private let library: WorkoutLibrary
  private let source: Source
  private let speed: Double
  private let asJSON: Bool
  private let discards: Bool
  private let recovery: String?
  private let language: CoachLanguage
  private let showsCues: Bool
  private let voice: Voice?
  private let setup: LiveSetup
  private let screen = Mutex(LiveScreen())
  private let live = Mutex<LiveWorkout?>(nil)
  private let player = Mutex<LivePlayer?>(nil)
  private let ending = DispatchSemaphore(value: 0)

  private enum Source: Sendable {
    case bluetooth([SensorID])
    case played(LivePlayer.Source)
  }

  init(_ arguments: Arguments) throws {
    folder = arguments.dataFolder
    asJSON = arguments.has("--json-lines")
    discards = arguments.has("--discard")
    recovery = arguments.value("--recover")
    if let recovery, !["resume", "save", "discard"].contains(recovery) {
      throw UsageError("--recover is resume, save or discard, not “\(recovery)”.")
    }
    library = try WorkoutLibrary(folder: folder, athlete: arguments.athlete)
    let preferences = library.coachPreferences
    guard let language = arguments.value("--language").map({ CoachLanguage(tag: $0) }) ?? preferences.language else {
      throw UsageError("--language is en, zh or ja.")
    }
    self.language = language
    let cues = arguments.value("--cues") ?? (preferences.voice ? "voice" : "text")
    guard ["text", "voice", "off"].contains(cues) else { throw UsageError("--cues is text, voice or off.") }
    showsCues = cues != "off"
    voice = cues == "voice" ? Voice() : nil
    if cues == "voice", voice == nil { Terminal.note(Voice.remedy) }
    source = try Self.source(arguments.value("--sensor") ?? "bluetooth")
    let speed = try arguments.number("--speed") ?? 1
    guard speed >= 0, speed <= 100_000 else { throw UsageError("--speed is 0 or more.") }
    if case .bluetooth = source, speed != 1 {
      throw UsageError("--speed is for replay and simulate; sensors have the speed of life.")
    }
    self.speed = speed
    setup = try Self.setup(arguments, library, source)
  }

  private static func source(_ text: String) throws -> Source {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count > 1 ? parts[1] : nil) {
    case ("bluetooth", let addresses):
      return .bluetooth((addresses ?? "").split(separator: ",").map { SensorID($0.uppercased()) })
    case ("simulate", let seed):
      guard let number = UInt64(seed ?? "1") else { throw UsageError("simulate: takes a whole number.") }
      return .played(.simulation(seed: number))
    case ("replay", let path?):
      guard let recording = try InputFile.decodeAll(path).flatMap({ $0.file.recordings }).first else {
        throw UsageError("\(path) holds no workout to replay.")
      }
      return .played(.replay(recording))
    default: throw UsageError("--sensor is bluetooth, simulate or replay:FILE, not “\(text)”.")
    }
  }

  private static func setup(_ arguments: Arguments, _ library: WorkoutLibrary, _ source: Source) throws -> LiveSetup {
    let plan = try arguments.value("--plan").map { try PlanCommand.read($0, arguments) }
    var sport = arguments.value("--sport").map { Sport(rawValue: $0.lowercased()) } ?? plan?.sport
    if sport == nil || sport == .generic, case .played(.replay(let recording)) = source { sport = recording.sport }
    // Watts without a sport are a bicycle's.
    let isAboutPower = plan.map { LiveSetup.quantity(of: $0) == .power } ?? false
    let chosen = sport.flatMap { $0 == .generic ? nil : $0 } ?? (isAboutPower ? .cycling : .running)
    var request = try arguments.zoneRequest()
    request.history = library.zoneHistory
    let athlete = request.planAthlete(for: chosen, on: Day(of: HealthDatabase.systemClock(), utcOffsetSeconds: nil))
    var settings = library.coachPreferences.settings(ftp: athlete.ftp)
    if let word = arguments.value("--verbosity") {
      guard let verbosity = CoachSettings.Verbosity(rawValue: word) else {
        throw UsageError("--verbosity is all, key-moments, haptics or off.")
      }
      settings.verbosity = verbosity
    }
    var setup = LiveSetup(sport: chosen, athlete: athlete, settings: settings)
    setup.plan = plan
    setup.announcesZones = library.coachPreferences.zoneChanges ?? false
    setup.isIndoor = arguments.has("--indoor")
    if case .played(.replay(let recording)) = source { setup.isSmartRecording = recording.isSmartRecording }
    return setup
  }

  // MARK: Running

  func run() throws -> ExitStatus {
    waitForSignals()
    if let status = try recoverIfNeeded() { return status }
    let isPlayed = if case .played = source { true } else { false }
    let player: LivePlayer? = if case .played(let what) = source { LivePlayer(what, speed: speed) } else { nil }
    self.player.withLock { $0 = player }
    if live.withLock({ $0 }) == nil {
      let now = Instant(secondsSince1970: Int64(Date().timeIntervalSince1970))
      let clock = player.map { LiveClock(startingAt: $0.start(now: now, plan: setup.plan)) } ?? LiveClock()
      let made = try waiting { [self] in
        try await LiveWorkout.start(setup, in: library, clock: clock) { [weak self] in self?.handle($0) }
      }
      live.withLock { $0 = made }
    }
    guard let live = live.withLock({ $0 }) else { return .failed }
    let keyboard = asJSON ? nil : Keyboard { [weak self] in self?.press($0) }
    defer { keyboard?.close() }
    let redraw = startDrawing(live)
    defer { redraw?.cancel() }
    if isPlayed, let player {
      DispatchQueue(label: "zonecoach.player").async { [ending] in
        player.play(into: live)
        ending.signal()
      }
      ending.wait()
      player.stop()
    } else {
      try runSensors(live)
    }
    return try finish(live)
  }

  private func runSensors(_ live: LiveWorkout) throws {
    guard case .bluetooth(let wanted) = source else { return }
    #if os(Linux)
      let sensors = LiveSensors(wanted)
      sensors.feed(live)
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.schedule(deadline: .now() + .seconds(1), repeating: .seconds(1), leeway: .milliseconds(20))
      timer.setEventHandler { live.tick() }
      timer.activate()
      ending.wait()
      timer.cancel()
      sensors.close()
    #else
      throw UsageError("Bluetooth is there on Linux only; use --sensor replay:FILE or simulate.")
    #endif
  }

  private func finish(_ live: LiveWorkout) throws -> ExitStatus {
    if discards {
      try waiting { try await live.discard() }
      if !asJSON { Terminal.note("Nothing was kept.") }
      return .done
    }
    let summary = try waiting { try await live.end() }
    if !asJSON { Terminal.print(LiveText.summary(summary, live.setup, color: Terminal.hasColor)) }
    return .done
  }

  // MARK: After a crash

  /// Deals with a workout that was interrupted; a status where that was all that was wanted.
  private func recoverIfNeeded() throws -> ExitStatus? {
    let clock = LiveClock()
    guard let interrupted = try waiting({ [library] in try await InterruptedWorkout.find(in: library, clock: clock) })
    else {
      if recovery != nil {
        Terminal.note("There is no interrupted workout.")
        return .done
      }
      return nil
    }
    let choice = try recovery ?? ask(interrupted)
    let live = try LiveWorkout.recover(interrupted, setup, clock: clock) { [weak self] in self?.handle($0) }
    switch choice {
    case "save":
      let summary = try waiting { try await live.end(at: interrupted.last) }
      if !asJSON { Terminal.print(LiveText.summary(summary, live.setup, color: Terminal.hasColor)) }
      return recovery == nil ? nil : .done
    case "discard":
      try waiting { try await live.discard() }
      Terminal.note("The interrupted workout is deleted.")
      return recovery == nil ? nil : .done
    default:
      guard case .bluetooth = source else {
        throw UsageError("An interrupted workout goes on with Bluetooth; save or discard it with --recover first.")
      }
      self.live.withLock { $0 = live }
      return nil
    }
  }

  private func ask(_ interrupted: InterruptedWorkout) throws -> String {
    let length = LiveScreen.clock(interrupted.last - interrupted.start)
    let what = "A \(interrupted.sport.rawValue) workout of \(length) was interrupted."
    guard Terminal.canAsk else {
      throw UsageError("\(what) Say what to do with it: --recover resume, save or discard.")
    }
    Terminal.note("\(what) [r]esume, [s]ave it as it is, or [d]iscard it?")
    while let answer = readLine() {
      switch answer.lowercased().first {
      case "r": return "resume"
      case "s": return "save"
      case "d": return "discard"
      default: Terminal.note("r, s or d?")
      }
    }
    return "save"
  }

  // MARK: What happens

  private func handle(_ event: LiveEvent) {
    player.withLock { $0 }?.hear(event)
    if asJSON {
      Terminal.print(LiveLine(event, in: language).text)
      return
    }
    switch event.kind {
    case .cue(let timed) where showsCues:
      let line = CueLine(timed, in: language)
      if line.channels.contains("voice") { voice?.say(line.spoken, in: language.rawValue) }
      guard !line.text.isEmpty else { return }
      screen.withLock { $0.cue = (line.text, event.wall) }
      if !Terminal.isScreen { Terminal.print("\(LiveScreen.clock(event.active))  \(line.text)") }
    case .announce(let zone) where showsCues:
      let text = LiveWords.zone(zone + 1, in: language)
      voice?.say(text, in: language.rawValue)
      if !Terminal.isScreen { Terminal.print("\(LiveScreen.clock(event.active))  \(text)") }
    case .sensor(let name, let line, let isLive):
      screen.withLock { $0.notice = isLive ? nil : "\(name): \(line)" }
      if !Terminal.isScreen { Terminal.note("\(name): \(line)") }
    default: break
    }
  }

  private func startDrawing(_ live: LiveWorkout) -> (any DispatchSourceTimer)? {
    guard !asJSON, Terminal.isScreen else { return nil }
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "zonecoach.screen"))
    timer.schedule(deadline: .now(), repeating: .milliseconds(250), leeway: .milliseconds(20))
    timer.setEventHandler { [weak self] in
      // The workout is asked before the screen is held: its events come while it holds itself, and want the screen.
      let snapshot = live.snapshot(), now = live.clock.now
      self?.screen.withLock { $0.draw(snapshot, at: now, color: Terminal.hasColor) }
    }
    timer.activate()
    return timer
  }

  private func press(_ key: Character) {
    guard let live = live.withLock({ $0 }) else { return }
    switch key {
    case "p", " ": live.perform(live.isPaused ? .resume : .pause)
    case "l": live.perform(.lap)
    case "s": live.perform(.skip)
    case "m": live.perform(.addMinute)
    case "-": live.perform(.easier)
    case "+", "=": live.perform(.harder)
    case "q": stop()
    default: break
    }
  }

  private func stop() {
    player.withLock { $0 }?.stop()
    ending.signal()
  }

  /// Ctrl-C and a polite kill end and save.
  private func waitForSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    DispatchQueue(label: "zonecoach.signals").async { [weak self] in
      var set = waited
      var caught: Int32 = 0
      sigwait(&set, &caught)
      self?.stop()
    }
  }
}
