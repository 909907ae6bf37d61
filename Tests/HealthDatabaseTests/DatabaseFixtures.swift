// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Sensors
import TestSupport
import Workouts

/// A folder that is gone with its owner.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/zonecoach-database-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var database: String { path + "/zonecoach.db" }
}

/// Where a test's database lives: one body serves both.
enum Backend: String, CaseIterable, Sendable {
  case memory
  case file

  func open(_ folder: TemporaryFolder) throws -> HealthDatabase {
    switch self {
    case .memory: try .inMemory()
    case .file: try HealthDatabase(path: folder.database)
    }
  }
}

enum Fixtures {
  static let start = Instant(secondsSince1970: 1_780_000_000)

  /// A source whose content hash is made of a number.
  static func source(_ number: UInt8 = 1, format: String = "fit") -> SourceRecord {
    var source = SourceRecord(format: format, importedAt: start)
    source.fileName = "ride-\(number).fit"
    source.byteCount = 12_345
    source.contentHash = [UInt8](repeating: number, count: 32)
    return source
  }

  static func recording(_ seed: UInt64) -> Recording {
    var recording = Recording.simulated(seed: seed, startingAt: start + Int64(seed) * 86_400_000, longestStep: 120)
    recording.name = "Workout \(seed)"
    return recording
  }

  static func new(_ seed: UInt64, of athlete: AthleteID) -> NewRecording {
    NewRecording(
      recording(seed), of: athlete, from: source(UInt8(truncatingIfNeeded: seed)),
      problems: [StoredProblem(code: "truncated", message: "the file ends early", offset: 77)],
      zoneGroups: [zoneGroup], histograms: [histogram, legHistogram])
  }

  static let zoneGroup = StoredZoneGroup(
    leg: 0, quantity: .heartRate, source: "user", scheme: "friel-bike", provenance: "From your threshold",
    boundaries: [129.6, 144, 150.4], names: ["Easy", "Zone “2”", "三", "4"], anchorsJSON: #"{"lthr":160}"#,
    algorithmVersion: 3, durations: [1000, 0, 5_000_000_000, 7], unknown: 12)

  static let histogram = StoredHistogram(
    quantity: .heartRate, firstBin: 118, bins: [8000] + Array(repeating: 0, count: 11) + [11_000, 27], unknown: 5,
    isExact: true)

  static let legHistogram = StoredHistogram(
    leg: 0, quantity: .speed, binWidth: 0.1, firstBin: -3, bins: [1, 0, 0, 2], unknown: 0, isExact: false)

  /// The bytes of a database and everything beside it, as they are on the disk.
  static func allBytes(_ folder: TemporaryFolder) throws -> [UInt8] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap {
      [UInt8](try Data(contentsOf: URL(filePath: folder.path + "/" + $0)))
    }
  }
}

extension [UInt8] {
  /// Whether the bytes occur anywhere.
  func holds(_ needle: some Collection<UInt8>) -> Bool {
    Data(self).range(of: Data(needle)) != nil
  }
}

/// Everything of a recording, bit for bit, as text that can be compared; of series a hash.
func exactText(_ recording: Recording) -> [String] {
  var lines = [
    "\(recording.sport) \(recording.subSport ?? "-") \(recording.name ?? "-") \(recording.span)",
    "\(String(describing: recording.utcOffsetSeconds)) \(recording.isSmartRecording) \(recording.athlete)",
    "\(String(describing: recording.device))",
  ]
  lines += recording.pauses.map { "\($0)" }
  lines += recording.sensors.map { "\($0)" }
  lines += recording.activities.map { "\($0)" }
  lines += recording.laps.map { "\($0)" }
  lines += recording.deviceZoneLimits.map { "\($0)" }
  lines += recording.series.map { series in
    var hasher = Hasher()
    for time in series.times { hasher.combine(time) }
    for value in series.values { hasher.combine(value.bitPattern) }
    return "\(series.quantity) \(series.source) \(series.count) \(hasher.finalize())"
  }
  return lines
}
