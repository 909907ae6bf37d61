// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import HealthDatabase
import Synchronization
import Workouts
import Zones

/// Brings files into a library: decoded on all cores, written by one writer in the order in which they came.
///
/// Files are taken in batches. While one batch is written, in one transaction, the next is decoded; so memory holds two
/// batches at most. A batch is kept whole or not at all, and a file is known again by its content: an import that was
/// stopped at any moment goes on when it is run again, and ends as if it had never been stopped.
final class Importer {
  /// How many files, and how many bytes, a batch holds at most.
  static let batchFiles = 48
  static let batchBytes = 48 << 20

  private let library: WorkoutLibrary
  private let now: Instant
  /// Where the offsets of named time zones are looked up.
  let zones: TimeZoneDatabase
  private let request: ZoneRequest
  private let again: Bool
  private var items: [ImportItem] = []
  private var itemBytes = 0
  /// Routes of unpacked Apple Health exports that were read with their workouts, as paths without links.
  var joinedRoutes: Set<String> = []
  /// The archive that is being read, by hash and name.
  var origin: (hash: [UInt8]?, name: String?)
  private let writer = DispatchQueue(label: "zonecoach.import.writer")
  private let written = DispatchGroup()
  private let result = Result()
  private let onProgress: (@Sendable (ImportReport) -> Void)?

  /// What the writer tells: shared by the thread that reads and the one that writes.
  private final class Result: Sendable {
    let state = Mutex(State())

    struct State: Sendable {
      var report = ImportReport()
      var verdicts: [ImportVerdict] = []
      var failure: (any Error)?
    }
  }

  /// An import into a library. `onProgress` is called after each batch, on a thread of the import.
  ///
  /// - Parameters:
  ///   - again: whether what was deleted comes back; otherwise it is skipped.
  ///   - zones: where the offsets of named time zones are looked up.
  init(
    into library: WorkoutLibrary, now: Instant, again: Bool = false, zones: TimeZoneDatabase = .system,
    onProgress: (@Sendable (ImportReport) -> Void)? = nil
  ) {
    self.library = library
    self.now = now
    self.zones = zones
    self.again = again
    self.onProgress = onProgress
    request = ZoneRequest(library.zoneHistory)
  }

  /// Takes a file. Returns when there is room for the next.
  func add(_ item: ImportItem) throws {
    var item = item
    item.hints.archiveHash = origin.hash
    item.hints.archiveName = origin.name
    items.append(item)
    itemBytes += item.size
    if items.count >= Self.batchFiles || itemBytes >= Self.batchBytes { try flush() }
  }

  /// Takes note of a file that is not read at all.
  func skip(_ path: String, _ reason: String) {
    result.state.withLock {
      $0.report.read += 1
      $0.report.skipped.append(.init(path: path, reason: reason))
      $0.verdicts.append(
        ImportVerdict(file: path, outcome: .skipped, workouts: [], message: reason, code: "no-workout"))
    }
  }

  /// Takes note of a file that can't be read.
  func fail(_ path: String, code: String, _ message: String) {
    result.state.withLock {
      $0.report.read += 1
      $0.report.failed.append(.init(path: path, code: code, message: message))
      $0.verdicts.append(ImportVerdict(file: path, outcome: .failed, workouts: [], message: message, code: code))
    }
  }

  /// Takes recordings that are decoded already, such as those of a health export, as one file.
  func add(_ prepared: PreparedFile) throws {
    try flush()
    try write([prepared])
  }

  /// Writes what is left, and tells what was done.
  func finish() throws -> (report: ImportReport, verdicts: [ImportVerdict]) {
    try flush()
    written.wait()
    return try result.state.withLock {
      if let failure = $0.failure { throw failure }
      return ($0.report, $0.verdicts)
    }
  }

  /// What has been done so far.
  var report: ImportReport { result.state.withLock { $0.report } }

  private func flush() throws {
    guard !items.isEmpty else { return }
    let batch = items
    items = []
    itemBytes = 0
    let athlete = library.athleteID, request = request, now = now
    let prepared = Mutex([PreparedFile?](repeating: nil, count: batch.count))
    DispatchQueue.concurrentPerform(iterations: batch.count) { index in
      let file = PreparedFile(batch[index], of: athlete, zones: request, now: now)
      prepared.withLock { $0[index] = file }
    }
    try write(prepared.withLock { $0 }.compactMap(\.self))
  }

  /// Hands a batch to the writer, waiting for the one before.
  private func write(_ files: [PreparedFile]) throws {
    written.wait()
    if let failure = result.state.withLock({ $0.failure }) { throw failure }
    let library = library, result = result, again = again, onProgress = onProgress
    writer.async(group: written) {
      do {
        let outcomes = try library.store(files, again: again)
        let report = result.state.withLock { state in
          for outcome in outcomes { outcome.count(in: &state.report, &state.verdicts) }
          return state.report
        }
        onProgress?(report)
      } catch {
        result.state.withLock { $0.failure = error }
      }
    }
  }
}

/// What became of a file.
struct StoredFile: Sendable {
  var label: String
  var byteCount: Int
  var samples: Int
  var entries: [WorkoutEntry]
  var outcome: Outcome
  /// What was wrong with it, if it was taken all the same.
  var problem: (code: String, message: String)?
  /// Whether it is one of the samples.
  var isSample = false

  enum Outcome: Sendable {
    case imported
    case alreadyThere
    case merged(reason: String)
    case skipped(reason: String)
    /// It was deleted then, and does not come back unasked.
    case deleted(ZonedTime)
    case failed(code: String, message: String)
  }

  func count(in report: inout ImportReport, _ verdicts: inout [ImportVerdict]) {
    report.read += 1
    report.bytes += byteCount
    report.samples += samples
    var verdict = ImportVerdict(
      file: label, outcome: .imported, workouts: entries, message: problem?.message, code: problem?.code)
    switch outcome {
    case .imported: report.imported += 1
    case .alreadyThere:
      report.alreadyThere += 1
      verdict.outcome = .alreadyThere
    case .merged(let reason):
      report.mergedSources += 1
      verdict.outcome = .merged
      verdict.code = reason
      verdict.message = Self.sentence(ofMatch: reason)
    case .skipped(let reason):
      report.skipped.append(.init(path: label, reason: reason))
      verdict.outcome = .skipped
      verdict.message = reason
      verdict.code = "no-workout"
    case .deleted(let moment):
      let day = moment.civil.dayText
      report.skipped.append(.init(path: label, reason: "You deleted it on \(day); add --again to bring it back."))
      verdict.outcome = .skipped
      verdict.message = "You deleted it on \(day)."
      verdict.code = "deleted"
    case .failed(let code, let message):
      report.failed.append(.init(path: label, code: code, message: message))
      verdict.outcome = .failed
      verdict.message = message
      verdict.code = code
    }
    verdicts.append(verdict)
  }

  /// Why a file was taken for another source, for a person.
  static func sentence(ofMatch code: String) -> String {
    switch code {
    case "identity": "The same recorder began it at the same second, so it is another source of a workout that is here."
    case "trace": "It holds the same values at the same moments, so it is another source of a workout that is here."
    case "summary":
      "It begins and lasts like a workout that is here, and nothing contradicts; so it is another source of it."
    case "route":
      "It is a workout of an Apple Health export that is here already, now with the route that was not there before."
    case "clock":
      "It holds the same values with the clock shifted, so it is another source of a workout that is here; one of the two clocks was in another time zone."
    default: "It is another source of a workout that is here."
    }
  }
}
