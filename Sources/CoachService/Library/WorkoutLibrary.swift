// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import Sensors
import Synchronization
public import WorkoutFiles
import Workouts
import Zones

/// The workouts on this computer: original files in a folder, and everything computed from them on demand.
///
/// Nothing but the originals, a list of them, and what the athlete stated is stored, so there is nothing derived that a
/// deletion could leave behind. All methods may be called from any thread.
public final class WorkoutLibrary: Sendable {
  private let store: LibraryStore
  private let state: Mutex<State>

  private struct State {
    var athlete: AthleteSettings
    /// Decoded workouts by name in the library.
    var workouts: [String: Item] = [:]
    /// Names whose deletion can still be undone, and when it is final.
    var removed: [String: Item] = [:]
    /// Analyses of workouts looked at lately, the latest last.
    var recent: [(id: String, read: Read)] = []
  }

  /// A workout read from its file.
  private struct Read {
    var analysis: WorkoutAnalysis
    var format: FileFormat
    var problems: [FileProblem]
  }

  private struct Item {
    var original: LibraryStore.Original
    /// Which recording of the original's, from 0.
    var place: Int
    var entry: WorkoutEntry
  }

  /// Opens the library in a folder, making the folder where there is none.
  ///
  /// - Throws: `LibraryError` if the folder can't be made, read or written.
  public init(folder: String) throws {
    store = try LibraryStore(folder: folder)
    state = Mutex(State(athlete: store.readAthlete()))
    // What was deleted in an earlier run can't be undone any more.
    store.emptyTrash()
    let originals = store.originals()
    let request = ZoneRequest(state.withLock { $0.athlete })
    let read = Mutex([(Int, [Item])]())
    DispatchQueue.concurrentPerform(iterations: originals.count) { index in
      let items = Self.items(of: originals[index], in: store, request)
      read.withLock { $0.append((index, items)) }
    }
    let items = read.withLock { $0 }.flatMap(\.1)
    state.withLock { state in for item in items { state.workouts[item.entry.id] = item } }
  }

  // MARK: Reading

  /// All workouts, the newest first.
  public func workouts() -> [WorkoutEntry] {
    state.withLock { state in
      state.workouts.values.map(\.entry).sorted {
        ($0.start.instant, $0.id) > ($1.start.instant, $1.id)
      }
    }
  }

  /// A workout with all that its page shows, or `nil` if there is none of this name.
  public func workout(_ id: String) -> WorkoutDetail? {
    guard let (item, read) = read(id) else { return nil }
    let analysis = read.analysis
    let summary = Summarizer.summary(
      of: analysis, format: read.format.rawValue, file: item.original.name, problems: read.problems, id: id)
    return WorkoutDetail(
      entry: item.entry, summary: summary,
      ribbons: WorkoutAnalysis.graded.compactMap { quantity in
        analysis.ribbon(quantity).map { .init(quantity: quantity.rawValue, ribbon: $0) }
      }, legRibbons: analysis.recording.activities.indices.map { analysis.legRibbon($0) })
  }

  /// The curves of a workout between two moments, for a chart so many pixels wide; `nil` if there is no such workout.
  public func trace(_ id: String, quantity: String, width: Int, from: Double?, to: Double?) -> TraceChart? {
    guard let (_, read) = read(id) else { return nil }
    return read.analysis.trace(Quantity(rawValue: quantity) ?? .heartRate, width: width, from: from, to: to)
  }

  // MARK: Bringing in

  /// Brings in a file.
  public func add(_ bytes: [UInt8], named name: String) -> ImportVerdict {
    add(bytes, named: name, isSample: false)
  }

  private func add(_ bytes: [UInt8], named name: String, isSample: Bool) -> ImportVerdict {
    let file: DecodedFile
    do throws(FileError) {
      file = try WorkoutFile.decode(bytes)
    } catch {
      return ImportVerdict(
        file: name, outcome: .failed, workouts: [], message: error.message, code: error.code.rawValue)
    }
    guard !file.recordings.isEmpty else {
      return ImportVerdict(
        file: name, outcome: .skipped, workouts: [], message: Self.whyNoWorkout(file), code: "no-workout")
    }
    do {
      let (original, isNew) = try store.keep(bytes, named: name, isSample: isSample)
      let request = ZoneRequest(athlete)
      let items = Self.items(of: original, file, request)
      return state.withLock { state in
        let known = !isNew && items.allSatisfy { state.workouts[$0.entry.id] != nil }
        for item in items {
          state.workouts[item.entry.id] = item
          state.removed[item.entry.id] = nil
        }
        return ImportVerdict(
          file: name, outcome: known ? .alreadyThere : .imported, workouts: items.map(\.entry),
          message: file.problems.first?.message, code: file.problems.first?.code.rawValue)
      }
    } catch {
      return ImportVerdict(
        file: name, outcome: .failed, workouts: [], message: "The file could not be stored: \(error)", code: "storage")
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
    let today = Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970) * 1000)
    // Samples lie in this century and are small, which is all that writing them asks.
    let files = (try? SampleFiles.all(before: today)) ?? []
    return files.reduce(0) { $0 + add($1.bytes, named: $1.name, isSample: true).workouts.count }
  }

  /// Removes the sample workouts for good and returns how many there were.
  @discardableResult public func removeSamples() -> Int {
    let samples = state.withLock { state in
      let samples = state.workouts.values.filter(\.original.isSample)
      for item in samples { state.workouts[item.entry.id] = nil }
      state.recent.removeAll { recent in samples.contains { $0.entry.id == recent.id } }
      return samples
    }
    for original in Set(samples.map(\.original)) { store.remove(original) }
    return samples.count
  }

  // MARK: Deleting

  /// Removes a workout. Its file is set aside until the next start of the program, or until `forget(_:)`, so that
  /// `restore(_:)` can bring it back.
  ///
  /// - Returns: the workout as it was listed, or `nil` if there is none of this name.
  public func delete(_ id: String) -> WorkoutEntry? {
    let removed = state.withLock { state -> (Item, Bool)? in
      guard let item = state.workouts.removeValue(forKey: id) else { return nil }
      state.removed[id] = item
      state.recent.removeAll { $0.id == id }
      // A file may hold several workouts; it goes when the last of them does.
      return (item, !state.workouts.values.contains { $0.original == item.original })
    }
    guard let (item, isLast) = removed else { return nil }
    if isLast { store.setAside(item.original, with: id) } else { store.hide(id) }
    return item.entry
  }

  /// Brings back a deleted workout.
  public func restore(_ id: String) -> Bool {
    guard let item = state.withLock({ $0.removed[id] }) else { return false }
    guard store.takeBack(item.original, unhiding: id) else { return false }
    state.withLock { state in
      state.removed[id] = nil
      state.workouts[id] = item
    }
    return true
  }

  /// Makes a deletion final: the file is gone from the disk.
  public func forget(_ id: String) {
    guard let item = state.withLock({ $0.removed.removeValue(forKey: id) }) else { return }
    let isNeeded = state.withLock { state in
      state.workouts.values.contains { $0.original == item.original }
        || state.removed.values.contains { $0.original == item.original }
    }
    if !isNeeded { store.remove(item.original) }
  }

  // MARK: The athlete

  /// What the athlete has stated in a data folder, without opening the library; nothing where there is no such folder.
  public static func athlete(in folder: String) -> AthleteSettings { LibraryStore.readAthlete(in: folder) }

  /// What the athlete has stated.
  public var athlete: AthleteSettings { state.withLock { $0.athlete } }

  /// Keeps what the athlete states, and shows every workout that brings no zones of its own under the new ones.
  ///
  /// - Throws: `ZoneError` for values that can't be right, `LibraryError` if they can't be stored.
  public func setAthlete(_ settings: AthleteSettings) throws {
    try settings.check()
    try store.write(settings)
    let originals = state.withLock { state in
      state.athlete = settings
      state.recent = []
      return Array(Set(state.workouts.values.map(\.original)))
    }
    let request = ZoneRequest(settings)
    let read = Mutex([Item]())
    DispatchQueue.concurrentPerform(iterations: originals.count) { index in
      let items = Self.items(of: originals[index], in: store, request)
      read.withLock { $0 += items }
    }
    let items = read.withLock { $0 }
    state.withLock { state in
      for item in items where state.workouts[item.entry.id] != nil { state.workouts[item.entry.id] = item }
    }
  }

  // MARK: Inside

  private func read(_ id: String) -> (Item, Read)? {
    let known = state.withLock { state in
      state.workouts[id].map { ($0, state.athlete, state.recent.last { $0.id == id }?.read) }
    }
    guard let (item, athlete, kept) = known else { return nil }
    if let kept { return (item, kept) }
    guard let bytes = store.bytes(of: item.original), let file = try? WorkoutFile.decode(bytes),
      item.place < file.recordings.count
    else { return nil }
    let read = Read(
      analysis: WorkoutAnalysis(file.recordings[item.place], zones: ZoneRequest(athlete)),
      format: file.contents.format, problems: file.problems)
    state.withLock { state in
      // Read under what the athlete stated a moment ago; not kept if that has changed meanwhile.
      guard state.athlete == athlete else { return }
      state.recent.append((id, read))
      if state.recent.count > 8 { state.recent.removeFirst() }
    }
    return (item, read)
  }

  private static func items(
    of original: LibraryStore.Original, in store: LibraryStore, _ request: ZoneRequest
  ) -> [Item] {
    guard let bytes = store.bytes(of: original), let file = try? WorkoutFile.decode(bytes) else { return [] }
    let hidden = store.hidden()
    return items(of: original, file, request).filter { !hidden.contains($0.entry.id) }
  }

  private static func items(
    of original: LibraryStore.Original, _ file: DecodedFile, _ request: ZoneRequest
  ) -> [Item] {
    file.recordings.enumerated().map { place, recording in
      let analysis = WorkoutAnalysis(recording, zones: request)
      let id = place == 0 ? original.id : "\(original.id)-\(place + 1)"
      return Item(
        original: original, place: place,
        entry: analysis.entry(id: id, isSample: original.isSample, problems: file.problems))
    }
  }
}

extension AthleteSettings {
  /// Checks that the values can be right.
  ///
  /// - Throws: `ZoneError.implausibleAnchor`.
  public func check() throws {
    var stated: [AnchorKind: Double] = [:]
    stated[.age] = age
    stated[.maximumHeartRate] = maximumHeartRate
    stated[.restingHeartRate] = restingHeartRate
    stated[.thresholdHeartRate] = thresholdHeartRate
    stated[.functionalThresholdPower] = functionalThresholdPower
    _ = try Anchors(stated: stated)
  }
}
