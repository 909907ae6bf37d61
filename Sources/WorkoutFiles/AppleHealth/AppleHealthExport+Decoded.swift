// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension AppleHealthReader {
  /// Decodes a document that is in memory as a whole.
  public static func decode(_ bytes: UnsafeRawBufferPointer, utcOffset: UTCOffset? = nil) -> DecodedFile {
    let reader = AppleHealthReader(utcOffset: utcOffset)
    reader.feed(bytes)
    return reader.finish().decodedFile
  }
}

extension AppleHealthExport {
  /// The export as any workout file: records are told by type, in order of their names.
  public var decodedFile: DecodedFile {
    var file = FileContents(format: .appleHealth, byteCount: contents.byteCount)
    file.kind = "export"
    file.partCount = 1
    file.sessionCount = workouts.count
    file.lapCount = workouts.reduce(0) { $0 + $1.recording.laps.count }
    file.eventCount = contents.eventCount
    file.recordCount = contents.recordCount
    file.recordsWithHeartRate = contents.recordsByType["HKQuantityTypeIdentifierHeartRate"] ?? 0
    file.recordsWithPower =
      (contents.recordsByType["HKQuantityTypeIdentifierCyclingPower"] ?? 0)
      + (contents.recordsByType["HKQuantityTypeIdentifierRunningPower"] ?? 0)
    // Types have no numbers of their own here; the place in the list stands for it.
    file.messages = contents.recordsByType.sorted { $0.key < $1.key }.enumerated().map { place, entry in
      FileContents.MessageCount(number: place, name: entry.key, count: entry.value)
    }
    return DecodedFile(recordings: recordings, contents: file, problems: problems)
  }
}
