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
    var recordings = FITAssembly.recordings(from: parts, &problems)
    recordings.removeAll { $0.span.duration == 0 && $0.series.isEmpty && $0.activities.isEmpty }
    return DecodedFile(
      recordings: recordings, contents: contents(of: parts, byteCount: bytes.count), problems: problems.all)
  }

  // MARK: The chain

  /// Decodes all parts that are chained in a file.
  static func parts(of bytes: UnsafeRawBufferPointer, _ problems: inout FITProblems) -> [FITPart] {
    var parts: [FITPart] = []
    var start = 0
    while let header = FITHeader(bytes, at: start) {
      note(header, at: start, &problems)
      let extent = extent(of: header, at: start, in: bytes, isFirst: parts.isEmpty, &problems)
      var part = FITPartDecoder.decode(bytes, extent.data)
      part.offset = start
      if !part.isDamaged { checkSum(bytes, start, extent, &problems) }
      let isDamaged = part.isDamaged
      let resume = isDamaged ? max(part.end, start + 1) : extent.end
      parts.append(part)
      guard extent.end < bytes.count || isDamaged else { break }
      if FITHeader.hasSignature(bytes, at: extent.end) {
        start = extent.end
        continue
      }
      guard let next = FITHeader.search(bytes, from: resume) else {
        if !isDamaged { noteTrailing(bytes, from: extent.end, &problems) }
        break
      }
      problems.add(
        "skipped-bytes", "Bytes between two chained files could not be read and were skipped.", at: resume)
      start = next
    }
    return parts
  }

  private struct Extent {
    /// The messages.
    var data: Range<Int>
    /// After the checksum, where the next part may start.
    var end: Int
    /// Whether the checksum is there.
    var hasChecksum: Bool
    /// Whether the checksum was found right already.
    var isChecked = false
  }

  private static func note(_ header: FITHeader, at start: Int, _ problems: inout FITProblems) {
    if !header.hasUsualSize {
      problems.add(
        "header-size", "The header states an unusual size of its own; the messages after it were read.", at: start)
    }
    if !header.checksumIsRight {
      problems.add("bad-header", "The header's checksum is wrong; the messages after it were read.", at: start)
    }
  }

  /// Where the data of a part lie. The stated size is believed if the file is long enough for it. If not, or if it is
  /// 0, the data reach to the end of the file, less a checksum if one stands there.
  private static func extent(
    of header: FITHeader, at start: Int, in bytes: UnsafeRawBufferPointer, isFirst: Bool,
    _ problems: inout FITProblems
  ) -> Extent {
    let count = bytes.count
    let dataStart = min(start + header.size, count)
    let stated = dataStart + header.dataSize
    func wholeFile() -> Extent? {
      // Only for the first part: a file made of headers alone must not be summed up once for each.
      guard isFirst, count - dataStart > 2,
        CRC16.checksum(UnsafeRawBufferPointer(rebasing: bytes[start..<count])) == 0
      else { return nil }
      return Extent(data: dataStart..<count - 2, end: count, hasChecksum: true, isChecked: true)
    }
    if header.dataSize > 0, stated + 2 <= count {
      // A size that ends in the middle shows as a wrong checksum with no part behind it.
      if isFirst, stated + 2 < count, !FITHeader.hasSignature(bytes, at: stated + 2), let whole = wholeFile() {
        problems.add(
          "data-size",
          "The header states fewer bytes than there are; the checksum covers all of them, so all were read.",
          at: start + 4)
        return whole
      }
      return Extent(data: dataStart..<stated, end: stated + 2, hasChecksum: true)
    }
    if header.dataSize > 0, stated <= count {
      problems.add("truncated", "The checksum at the end is missing; all messages were kept.", at: stated)
      return Extent(data: dataStart..<stated, end: count, hasChecksum: false)
    }
    if dataStart < count {
      problems.add(
        "data-size",
        header.dataSize == 0
          ? "The header states that there are no messages; those that follow were read."
          : "The file is shorter than its header states; every whole message was kept.", at: start + 4)
    } else if header.dataSize > 0 {
      problems.add("truncated", "The file ends after its header.", at: count)
    }
    return wholeFile() ?? Extent(data: dataStart..<count, end: count, hasChecksum: false)
  }

  private static func checkSum(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ extent: Extent, _ problems: inout FITProblems
  ) {
    guard extent.hasChecksum, !extent.isChecked else { return }
    if CRC16.checksum(UnsafeRawBufferPointer(rebasing: bytes[start..<extent.end])) != 0 {
      problems.add(
        "bad-checksum", "The checksum is wrong, so something in the file was changed; all messages were kept.",
        at: extent.end - 2)
    }
  }

  private static func noteTrailing(_ bytes: UnsafeRawBufferPointer, from start: Int, _ problems: inout FITProblems) {
    // Some writers fill up a block with zeros.
    guard bytes[start...].contains(where: { $0 != 0 }) else { return }
    problems.add("trailing-bytes", "Bytes after the end are no chained FIT file and were skipped.", at: start)
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
