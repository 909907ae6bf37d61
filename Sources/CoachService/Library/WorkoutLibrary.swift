// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
public import HealthDatabase
import OpenHealthKit
import Synchronization
public import WorkoutFiles
public import Workouts
public import Zones

/// The workouts of one athlete on this computer, in the database of a data folder.
///
/// All methods may be called from any thread. Other programs may write the same database meanwhile; what they change is
/// seen at the next look.
public final class WorkoutLibrary: Sendable {
  /// The database, for backup and upkeep.
  public let database: HealthDatabase
  let athleteID: AthleteID
  /// Whose library it is.
  public let athleteName: String
  let clock: @Sendable () -> Instant
  let state: Mutex<State>
  /// What live workouts are recorded into, once there was one.
  let liveStore = Mutex<HKHealthStore?>(nil)
  /// Held while settings are read, changed and stored, so that no change is lost to another.
  private let settingsTurn = Mutex(())

  struct State {
    var settings = StoredSettings()
    /// Up to which change the settings are true.
    var settingsAnchor: Int64 = 0
    /// The list, by name in the library; empty until it was looked at.
    var entries: [String: (id: WorkoutID, entry: WorkoutEntry)] = [:] {
      didSet { sorted = nil }
    }
    /// The same in the order of the list, the newest first, once it was looked at.
    var sorted: [WorkoutEntry]?
    /// Where workouts come from, and up to which change that is true.
    var sources: (anchor: Int64, sources: [SourceSummary])?
    /// Up to which change the list is true; `nil` before it was looked at.
    var anchor: Int64?
    /// Workouts looked at lately, the latest last.
    var recent: [(id: String, read: Read)] = []
    /// What is kept of all workouts for quantities that many were compared by, and up to which change it is true.
    var tables: [Quantity: (anchor: Int64, tables: KeptTables)] = [:]
    /// What the athlete has kept about zones, and up to which change that is true.
    var zones: (anchor: Int64, history: ZoneHistory)?
  }

  /// What workouts are compared from.
  struct KeptTables: Sendable {
    var histograms: [HistogramRow]
    /// Zone groups as recorded.
    var groups: [WorkoutID: StoredZoneGroup]
  }

  /// What is stored with the athlete.
  struct StoredSettings: Codable, Sendable, Equatable {
    /// Workouts deleted on the page whose deletion can still be undone.
    var pendingDeletions: [PendingDeletion] = []
    /// How the athlete wants to be coached, where that is not the usual way.
    var coach: CoachPreferences?
    /// What is planned on which day.
    var calendar: [PlannedSession]?
    /// How the athlete wants pages, where that is not the usual way.
    var page: PagePreferences?

    init() {}

    /// What the database holds; nothing stated where it holds nothing, `nil` for what can't be read.
    init?(json: String?) {
      guard let json else { return }
      guard let read = try? JSONDecoder().decode(StoredSettings.self, from: Data(json.utf8)) else { return nil }
      self = read
    }

    func isPending(_ id: String) -> Bool { pendingDeletions.contains { $0.id == id } }
  }

  /// A deletion that can be undone for a minute.
  struct PendingDeletion: Codable, Sendable, Equatable {
    var id: String
    var since: Instant

    static let patience: Milliseconds = 60_000
  }

  /// A workout read from the database.
  struct Read: Sendable {
    var recording: RecordingID
    var analysis: WorkoutAnalysis
    var format: String
    var file: String?
    var problems: [FileProblem]
    var sources: [WorkoutSource]
    var title: String?
  }

  /// Opens the library in a folder, making the folder where there is none.
  ///
  /// - Parameters:
  ///   - name: whose library; one folder can hold a family's.
  ///   - clock: tells the time of imports and deletions.
  /// - Throws: `LibraryError` or `DatabaseError` if the folder can't be made, read or written.
  public init(
    folder: String, athlete name: String = "me",
    clock: @escaping @Sendable () -> Instant = HealthDatabase.systemClock
  ) throws {
    self.clock = clock
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw LibraryError(
        "The data folder \(folder) can't be made or written; choose another with --data, or check its permissions.")
    }
    database = try HealthDatabase(path: Self.databasePath(in: folder), clock: clock)
    let (athlete, json, anchor) = try database.write { access in
      let athlete = try access.athlete(named: name)
      return (athlete, try access.settings(of: athlete), try access.lastAnchor())
    }
    athleteID = athlete
    athleteName = name
    guard let settings = StoredSettings(json: json) else {
      throw LibraryError(
        "The settings in \(folder) can't be read; they were written by a newer ZoneCoach, or damaged.")
    }
    state = Mutex(State(settings: settings, settingsAnchor: anchor))
    try finishDeletions()
  }

  /// The data folder where none is named, the one that `HKHealthStore()` opens too: `ZONECOACH_DATA` of the environment, else
  /// `zonecoach` in its `XDG_DATA_HOME`, else in `~/.local/share`.
  public static func dataFolder(_ environment: [String: String]) -> String { DataFolder.path(environment) }

  /// Where the database of a data folder lies.
  public static func databasePath(in folder: String) -> String { folder + "/health.sqlite" }

  // MARK: Reading

  /// All workouts, the newest first.
  public func workouts() -> [WorkoutEntry] {
    refresh()
    return state.withLock { state in
      let sorted =
        state.sorted
        ?? state.entries.values.map(\.entry).sorted { ($0.start.instant, $0.id) > ($1.start.instant, $1.id) }
      state.sorted = sorted
      let hidden = Set(state.settings.pendingDeletions.map(\.id))
      return hidden.isEmpty ? sorted : sorted.filter { !hidden.contains($0.id) }
    }
  }

  /// A workout with all that its page shows, or `nil` if there is none of this name.
  public func workout(_ id: String) -> WorkoutDetail? { workout(id, under: [:]) }

  /// A workout as it looks under other zones than it is kept with; it stays as it is.
  public func workout(_ id: String, under zones: [Quantity: ZoneSet]) -> WorkoutDetail? {
    guard var (entry, read) = read(id) else { return nil }
    if !zones.isEmpty {
      read.analysis = read.analysis.under(zones)
      entry = read.analysis.entry(id: id, isSample: entry.isSample, problems: read.problems)
      if let title = read.title { entry.title = title }
    }
    let analysis = read.analysis
    var summary = Summarizer.summary(
      of: analysis, format: read.format, file: read.file, problems: read.problems, id: id)
    if let title = read.title { summary.name = title }
    return WorkoutDetail(
      entry: entry, summary: summary,
      ribbons: WorkoutAnalysis.graded.compactMap { quantity in
        analysis.ribbon(quantity).map { .init(quantity: quantity.rawValue, ribbon: $0) }
      }, legRibbons: analysis.recording.activities.indices.map { analysis.legRibbon($0) }, sources: read.sources,
      repeats: analysis.foundRepeats, compliance: compliance(of: read.recording))
  }

  /// The curves of a workout between two moments, for a chart so many pixels wide; `nil` if there is no such workout.
  public func trace(_ id: String, quantity: String, width: Int, from: Double?, to: Double?) -> TraceChart? {
    guard let (_, read) = read(id) else { return nil }
    return read.analysis.trace(Quantity(rawValue: quantity) ?? .heartRate, width: width, from: from, to: to)
  }

  /// The recording that a workout is shown by, or `nil` if there is none of this name.
  public func recording(_ id: String) -> Recording? { read(id)?.1.analysis.recording }

  // MARK: Bringing in

  /// Brings in a file.
  ///
  /// - Parameter again: whether what was deleted comes back; otherwise it is skipped.
  public func add(_ bytes: [UInt8], named name: String, again: Bool = false) -> ImportVerdict {
    addAll(bytes, named: name, again: again).first
      ?? ImportVerdict(
        file: name, outcome: .skipped, workouts: [], message: "There is nothing in it.", code: "no-workout")
  }

  /// Brings in a file, an archive with all that is in it: a verdict for each.
  ///
  /// - Parameter again: whether what was deleted comes back; otherwise it is skipped.
  public func addAll(_ bytes: [UInt8], named name: String, again: Bool = false) -> [ImportVerdict] {
    do {
      let importer = Importer(into: self, now: now, again: again)
      try importer.take(name, bytes)
      return try importer.finish().verdicts
    } catch {
      return [
        ImportVerdict(
          file: name, outcome: .failed, workouts: [], message: "The file could not be stored: \(error)",
          code: "storage")
      ]
    }
  }

  private func add(_ items: [ImportItem]) -> [ImportVerdict] {
    do {
      let importer = Importer(into: self, now: now)
      for item in items { try importer.add(item) }
      return try importer.finish().verdicts
    } catch {
      return items.map {
        ImportVerdict(
          file: $0.label, outcome: .failed, workouts: [], message: "The file could not be stored: \(error)",
          code: "storage")
      }
    }
  }

  /// Says what a readable file without a workout is.
  public static func whyNoWorkout(_ file: DecodedFile) -> String {
    switch file.contents.kind {
    case "activity", nil: "The file holds no workout: there is no session and no record in it."
    case let kind?:
      "This is a \(kind.split(separator: "_").joined(separator: " ")) file, not a recorded workout, so there is nothing "
        + "to bring in."
    }
  }

  /// Brings in the sample workouts and returns how many workouts they are. Dates lie in the two weeks before today.
  @discardableResult public func addSamples() -> Int {
    // Samples lie in this century and are small, which is all that writing them asks.
    let files = (try? SampleFiles.all(before: now)) ?? []
    let verdicts = add(
      files.map { ImportItem(label: $0.name, bytes: $0.bytes, hints: .init(isSample: true)) })
    return verdicts.reduce(0) { $0 + $1.workouts.count }
  }

  /// Removes the sample workouts for good and returns how many there were.
  @discardableResult public func removeSamples() -> Int {
    refresh()
    let samples = state.withLock { $0.entries.values.filter(\.entry.isSample).map(\.id) }
    // They are made anew whenever they are wanted, so none is marked as deleted.
    guard !samples.isEmpty, (try? erase(DeletionScope.workouts(samples), isMarking: false)) != nil else { return 0 }
    return samples.count
  }

  /// The time by the library's clock.
  public var now: Instant { clock() }

  /// Changes what is stored with the athlete, as it is now: another program may have changed it meanwhile.
  func changeSettings(_ change: (inout StoredSettings) -> Void) throws {
    try settingsTurn.withLock { _ in
      let (settings, anchor) = try database.write { access in
        let before = try storedSettings(access)
        var settings = before
        change(&settings)
        if settings != before {
          try access.setSettings(String(decoding: JSONDocument.encode(settings), as: UTF8.self), of: athleteID)
        }
        return (settings, try access.lastAnchor())
      }
      take(settings, upTo: anchor)
    }
  }

  /// Reads the settings anew if another program has changed something since they were read.
  func refreshSettings() {
    let known = state.withLock { $0.settingsAnchor }
    let news = try? database.read { access -> (StoredSettings, Int64)? in
      let anchor = try access.lastAnchor()
      return anchor == known ? nil : (try storedSettings(access), anchor)
    }
    if let (settings, anchor) = news ?? nil { take(settings, upTo: anchor) }
  }

  /// Takes settings that were read or written, unless later ones are known.
  func take(_ settings: StoredSettings, upTo anchor: Int64) {
    state.withLock { state in
      guard anchor >= state.settingsAnchor else { return }
      state.settingsAnchor = anchor
      state.settings = settings
    }
  }

  /// What the database holds.
  func storedSettings(_ access: ReadAccess) throws -> StoredSettings {
    guard let settings = StoredSettings(json: try access.settings(of: athleteID)) else {
      throw LibraryError("The settings can't be read; they were written by a newer ZoneCoach, or damaged.")
    }
    return settings
  }
}
