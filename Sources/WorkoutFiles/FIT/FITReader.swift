// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Reads FIT files, the format that most watches and bike computers write.
///
/// A file that isn't an activity (settings, courses, planned workouts) decodes to no recordings, with its kind in
/// `contents`. A damaged file gives every whole message before the damage, and whatever is chained after it.
public enum FITReader {
  /// Decodes a file; the bytes need to stay only for the time of the call.
  ///
  /// - Throws: `empty` for no bytes, `not-fit` where the file doesn't begin with a FIT header.
  public static func decode(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> DecodedFile {
    guard !bytes.isEmpty else { throw FileError(FileProblem.Code(rawValue: "empty"), "the file is empty") }
    guard FITHeader.hasSignature(bytes, at: 0) else {
      throw FileError(
        FileProblem.Code(rawValue: "not-fit"), "this is no FIT file: the mark “.FIT” is missing in its header",
        offset: 0)
    }
    var problems = FITProblems()
    let parts = parts(of: bytes, &problems)
    for part in parts { problems.add(part.problems) }
    let recordings = FITAssembly.recordings(from: parts, &problems)
    return DecodedFile(
      recordings: recordings, contents: contents(of: parts, byteCount: bytes.count), problems: problems.all)
  }

  // MARK: Contents

  private static func contents(of parts: [FITPart], byteCount: Int) -> FileContents {
    var contents = FileContents(format: .fit, byteCount: byteCount)
    contents.partCount = parts.count
    contents.kind = parts.lazy.compactMap(\.fileType).first.map { FITProfile.fileKind($0) ?? "type_\($0)" }
    var counts: [Int: Int] = [:]
    var fields: [FITDeveloperFields.Use: Int] = [:]
    var order: [FITDeveloperFields.Use] = []
    for part in parts {
      counts.merge(part.messageCounts, uniquingKeysWith: +)
      for (use, count) in zip(part.developerFields.uses, part.developerFields.counts) where count > 0 {
        if fields[use] == nil { order.append(use) }
        fields[use, default: 0] += count
      }
      add(part.records, to: &contents)
    }
    contents.messages = counts.sorted { $0.key < $1.key }
      .map { FileContents.MessageCount(number: $0.key, name: FITProfile.messageName($0.key), count: $0.value) }
    contents.developerFields = order.map { use in
      FileContents.DeveloperFieldCount(
        name: use.name, units: use.units, message: FITProfile.messageName(use.message) ?? String(use.message),
        count: fields[use] ?? 0)
    }
    contents.sessionCount = counts[18] ?? 0
    contents.lapCount = counts[19] ?? 0
    contents.eventCount = counts[21] ?? 0
    contents.recordCount = counts[20] ?? 0
    return contents
  }

  private static func add(_ records: FITRecordColumns, to contents: inout FileContents) {
    func summary(_ column: FITColumn) -> (count: Int, maximum: Double?) {
      var count = 0, maximum = -Double.infinity
      for value in records[column].values where !value.isNaN {
        count += 1
        if value > maximum { maximum = value }
      }
      return (count, count > 0 ? maximum : nil)
    }
    let heartRate = summary(.heartRate), power = summary(.power)
    contents.recordsWithHeartRate += heartRate.count
    contents.recordsWithPower += power.count
    if let maximum = heartRate.maximum { contents.maximumHeartRate = max(contents.maximumHeartRate ?? 0, maximum) }
    if let maximum = power.maximum { contents.maximumPower = max(contents.maximumPower ?? 0, maximum) }
    let isTime = { (time: Int64) in time != FITRecordColumns.noTime }
    if contents.firstRecord == nil, let first = records.times.first(where: isTime) {
      contents.firstRecord = Instant(millisecondsSince1970: first)
    }
    if let last = records.times.last(where: isTime) { contents.lastRecord = Instant(millisecondsSince1970: last) }
  }
}
