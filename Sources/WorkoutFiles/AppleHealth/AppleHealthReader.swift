// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Reads the document of an Apple Health export piece by piece.
///
/// Memory grows with workouts and with the records that workouts need (heart rate, power, speed, cadence, distance), 16
/// bytes each; not with the document. Document type declarations are skipped, bytes that no document may have are
/// replaced, and behind a damage reading begins anew at the next record or workout.
///
/// ```swift
/// let reader = AppleHealthReader()
/// while try stream.nextBlock({ reader.feed($0) }) {}
/// let export = reader.finish()
/// ```
public final class AppleHealthReader {
  private let handler = HealthHandler()
  private var xml: XMLReader
  /// Where in the document the first byte of `xml`'s is.
  private var xmlStart = 0
  /// Bytes fed.
  private var count = 0
  private var problems: [FileProblem] = []
  private var replaced = 0
  /// Whether the next start of a record or workout is looked for, and the bytes before that may belong to its name.
  private var isSearching = false
  private var tail: [UInt8] = []
  private var isGivenUp = false
  /// Small pieces are put together first: expat puts off looking at a tag that grows by little, and would tell of a
  /// damage only when what follows it is gone.
  private var gathered: [UInt8] = []
  private static let pieceSize = 1 << 15
  private let utcOffset: UTCOffset?

  /// A document with more damages than this is something else.
  private static let damageLimit = 20_000

  /// Tells how many seconds east of UTC a named time zone is at a moment, `nil` for an unknown zone.
  public typealias UTCOffset = @Sendable (String, Instant) -> Int?

  /// A reader of one document.
  ///
  /// - Parameter utcOffset: the offsets of time zones. Without it, and for a workout without a zone that it knows, the
  ///   offset is the one with which the export is written.
  public init(utcOffset: UTCOffset? = nil) {
    self.utcOffset = utcOffset
    xml = XMLReader(vocabulary: HealthName.vocabulary, handler: handler)
  }

  /// Reads on; the bytes need to stay only for the time of the call.
  public func feed(_ bytes: UnsafeRawBufferPointer) {
    if gathered.isEmpty, bytes.count >= Self.pieceSize {
      read(bytes)
    } else {
      gathered.append(contentsOf: bytes)
      if gathered.count >= Self.pieceSize { readGathered() }
    }
  }

  private func readGathered() {
    gathered.withUnsafeBytes { read($0) }
    gathered.removeAll(keepingCapacity: true)
  }

  private func read(_ bytes: UnsafeRawBufferPointer) {
    handler.contents.byteCount += bytes.count
    let start = count
    count += bytes.count
    var rest = bytes
    while !rest.isEmpty, !isGivenUp {
      if isSearching {
        guard let place = findStart(rest) else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[place...])
        restart(at: start + bytes.count - rest.count)
        let begun = tail
        tail = []
        if !begun.isEmpty, !begun.withUnsafeBytes({ xml.feed($0) }) { note() }
        continue
      }
      if xml.feed(rest) { return }
      note()
      // Behind the place, so that the same element isn't found again.
      let failed = (xml.failure?.offset ?? xml.trailingOffset ?? 0) + xmlStart
      let next = max(0, failed + 1 - (start + bytes.count - rest.count))
      rest = UnsafeRawBufferPointer(rebasing: rest[min(next, rest.count)...])
      tail = []
    }
  }

  /// Ends the reading and puts together what was read.
  public func finish() -> AppleHealthExport {
    readGathered()
    if !isSearching, !isGivenUp {
      xml.finish()
      if let failure = xml.failure {
        let code = failure.kind == .truncated ? "truncated" : "damaged-element"
        problems.append(
          FileProblem(FileProblem.Code(rawValue: code), failure.message, offset: max(0, failure.offset + xmlStart)))
      }
    }
    // A workout whose end is missing may lack anything; the complete ones count.
    handler.breakOff(keepingWorkout: false)
    handler.contents.replacedByteCount = replaced + xml.replacedCount
    if handler.contents.replacedByteCount > 0 {
      problems.append(
        FileProblem(
          FileProblem.Code(rawValue: "bad-bytes"),
          "\(handler.contents.replacedByteCount) bytes that no document may have were replaced"))
    }
    return HealthAssembly(handler, utcOffset: utcOffset).export(problems: problems)
  }

  /// Notes what ended the reading, and that the next element is looked for.
  private func note() {
    isSearching = true
    handler.contents.damageCount += 1
    if let failure = xml.failure {
      let offset = max(0, failure.offset + xmlStart)
      // The first few tell enough.
      if handler.contents.damageCount <= 20 {
        problems.append(FileProblem(FileProblem.Code(rawValue: "damaged-element"), failure.message, offset: offset))
      }
    } else {
      problems.append(
        FileProblem(
          FileProblem.Code(rawValue: "several-roots"), "something follows the end of the document",
          offset: max(0, (xml.trailingOffset ?? 0) + xmlStart)))
    }
    handler.breakOff(keepingWorkout: true)
    if handler.contents.damageCount >= Self.damageLimit {
      isGivenUp = true
      problems.append(
        FileProblem(FileProblem.Code(rawValue: "given-up"), "the document has too many damages; the rest is not read"))
    }
  }

  private static let root = Array("<HealthData>".utf8)
  private static let starts = ["Record ", "Workout ", "Correlation ", "ActivitySummary "].map { Array("<\($0)".utf8) }

  /// Begins a new document at a place of the old.
  private func restart(at place: Int) {
    replaced += xml.replacedCount
    xml = XMLReader(vocabulary: HealthName.vocabulary, handler: handler)
    isSearching = false
    xmlStart = place - tail.count - Self.root.count
    _ = Self.root.withUnsafeBytes { xml.feed($0) }
  }

  /// Where the bytes after the next start of an element begin, the bytes of `tail` in front of them being its beginning;
  /// `nil` if there is none yet.
  private func findStart(_ bytes: UnsafeRawBufferPointer) -> Int? {
    for i in bytes.indices {
      let byte = bytes[i]
      if tail.isEmpty {
        if byte == UInt8(ascii: "<") { tail = [byte] }
        continue
      }
      if byte == UInt8(ascii: "<") {
        tail = [byte]
        continue
      }
      // Any white space ends a name as well as another.
      tail.append(byte <= 0x20 ? 0x20 : byte)
      if Self.starts.contains(tail) { return i + 1 }
      if !Self.starts.contains(where: { $0.starts(with: tail) }) { tail = [] }
    }
    return nil
  }
}
