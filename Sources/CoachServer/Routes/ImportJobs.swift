// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Dispatch
import Synchronization

/// Imports of files that are too large for one answer: each runs by itself, is looked at, and can be stopped.
final class ImportJobs: Sendable {
  private let library: WorkoutLibrary
  private let state = Mutex(State())
  private let running = DispatchGroup()

  private struct State {
    var next = 1
    var jobs: [Int: Job] = [:]
  }

  private struct Job {
    var stop = ImportStop()
    var report = ImportReport()
    var verdicts: [ImportVerdict]?
  }

  /// So many files with something to say are told of; of the rest the number.
  static let listed = 300

  init(library: WorkoutLibrary) { self.library = library }

  /// Begins to bring in a file that arrived, and returns the import's number. The file goes when the import ends.
  func start(_ upload: Upload, named name: String, again: Bool) -> Int {
    let stop = ImportStop()
    let number = state.withLock { state in
      let number = state.next
      state.next += 1
      state.jobs[number] = Job(stop: stop)
      // Finished ones are kept for a while, for those who have not looked yet.
      for old in state.jobs.keys.sorted().dropLast(16) where state.jobs[old]?.verdicts != nil { state.jobs[old] = nil }
      return number
    }
    DispatchQueue.global().async(group: running) { self.run(number, upload, named: name, again: again, stop) }
    return number
  }

  private func run(_ number: Int, _ upload: Upload, named name: String, again: Bool, _ stop: ImportStop) {
    let (report, verdicts) = library.importFile(upload.path, named: name, again: again, stop: stop) { report in
      self.state.withLock { $0.jobs[number]?.report = report }
    }
    state.withLock { state in
      state.jobs[number]?.report = report
      state.jobs[number]?.verdicts = verdicts
    }
  }

  /// How an import goes; `nil` if there is none of this number.
  func status(_ number: Int) -> ImportStatus? {
    state.withLock { state in
      state.jobs[number].map { job in
        var status = ImportStatus(job: number, read: job.report.read, imported: job.report.imported)
        guard let verdicts = job.verdicts else { return status }
        status.isDone = true
        status.isStopped = job.report.stopped
        for verdict in verdicts { status.counts[verdict.outcome.rawValue, default: 0] += 1 }
        let telling = verdicts.filter { $0.message != nil }
        status.verdicts = Array(telling.prefix(Self.listed))
        status.deleted = verdicts.count { $0.code == "deleted" }
        status.unlisted = max(0, telling.count - Self.listed)
        return status
      }
    }
  }

  /// Asks an import to stop at the next safe place. What was done is kept.
  func stop(_ number: Int) { state.withLock { $0.jobs[number]?.stop }?.stop() }

  /// Asks all to stop and waits until they have.
  func stopAll() {
    for stop in state.withLock({ $0.jobs.values.map(\.stop) }) { stop.stop() }
    running.wait()
  }
}

/// How an import goes: the document of `/api/imports/N`.
struct ImportStatus: Codable, Sendable, Equatable {
  /// Its number.
  var job: Int
  /// Files looked at so far.
  var read: Int
  /// Files that brought new workouts so far.
  var imported: Int
  /// Whether it has ended.
  var isDone = false
  /// Whether it was stopped before the end.
  var isStopped = false
  /// How many files had each outcome, when it has ended.
  var counts: [String: Int] = [:]
  /// The files with something to say, the first of them.
  var verdicts: [ImportVerdict] = []
  /// How many of the files were deleted before.
  var deleted = 0
  /// How many more there are with something to say.
  var unlisted = 0

  /// The same in the language of the answer.
  var told: ImportStatus {
    var status = self
    status.verdicts = verdicts.map(FileWords.told)
    return status
  }

  init(job: Int, read: Int, imported: Int) {
    self.job = job
    self.read = read
    self.imported = imported
  }
}
