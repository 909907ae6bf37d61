// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

extension FITReader {
  /// Decodes all parts that are chained in a file.
  static func parts(of bytes: UnsafeRawBufferPointer, _ problems: inout FITProblems) -> [FITPart] {
    var chain = FITChain(bytes: bytes)
    var parts: [FITPart] = []
    var start = 0
    while let header = FITHeader(bytes, at: start) {
      chain.note(header, at: start)
      let extent = chain.extent(of: header, at: start)
      var part = FITPartDecoder.decode(bytes, extent.data)
      part.offset = start
      if let problem = extent.problem, !part.isDamaged || problem.code.rawValue == "data-size" {
        chain.problems.add(problem.code.rawValue, problem.message, at: problem.offset)
      }
      parts.append(part)
      guard extent.end < bytes.count || part.isDamaged else { break }
      if FITHeader.hasSignature(bytes, at: extent.end) {
        start = extent.end
        continue
      }
      let resume = part.isDamaged ? max(part.end, start + 1) : extent.end
      guard let next = FITHeader.search(bytes, in: resume..<bytes.count) else {
        if !part.isDamaged { chain.noteTrailing(from: extent.end) }
        break
      }
      chain.problems.add(
        "skipped-bytes", "Bytes between two chained files could not be read and were skipped.", at: resume)
      start = next
    }
    problems.add(chain.problems)
    return parts
  }
}

/// Finds where the parts of a file lie, as far as their headers and checksums tell the truth.
struct FITChain {
  let bytes: UnsafeRawBufferPointer
  var problems = FITProblems()
  /// How many more wrong checksums are looked into: a file made of headers must not be summed up once for each.
  private var patience = 16

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Where one part lies.
  struct Extent {
    /// The messages.
    var data: Range<Int>
    /// After the checksum, where the next part may start.
    var end: Int
    /// What is wrong with size or checksum.
    var problem: FileProblem?
  }

  /// Notes what is odd about a header.
  mutating func note(_ header: FITHeader, at start: Int) {
    if !header.hasUsualSize {
      problems.add(
        "header-size", "The header states an unusual size of its own; the messages after it were read.", at: start)
    }
    if !header.checksumIsRight {
      problems.add("bad-header", "The header's checksum is wrong; the messages after it were read.", at: start)
    }
  }

  /// Notes bytes that follow the last part. Some writers fill up a block with zeros, which is nothing to tell.
  mutating func noteTrailing(from start: Int) {
    guard bytes[start...].contains(where: { $0 != 0 }) else { return }
    problems.add("trailing-bytes", "Bytes after the end are no chained FIT file and were skipped.", at: start)
  }

  private func isSummedUp(_ range: Range<Int>) -> Bool {
    range.count > 2 && CRC16.checksum(UnsafeRawBufferPointer(rebasing: bytes[range])) == 0
  }

  private func problem(_ code: String, _ message: String, _ offset: Int) -> FileProblem {
    FileProblem(FileProblem.Code(rawValue: code), message, offset: offset)
  }

  /// Where the part with this header lies.
  ///
  /// A size with a right checksum after it is right. Otherwise the size may be wrong, and a checksum over all the bytes
  /// there are shows that; or the part was cut and another one follows, whose header shows that; or the bytes were
  /// changed, and every message that still can be read is kept.
  mutating func extent(of header: FITHeader, at start: Int) -> Extent {
    let count = bytes.count
    let dataStart = min(start + header.size, count)
    let stated = dataStart + header.dataSize
    let isThere = header.dataSize > 0 && stated + 2 <= count
    if isThere, patience > 0, isSummedUp(start..<stated + 2) {
      return Extent(data: dataStart..<stated, end: stated + 2)
    }
    guard dataStart < count else {
      return Extent(
        data: count..<count, end: count, problem: problem("truncated", "The file ends after its header.", count))
    }
    patience -= 1
    let sizeProblem = problem(
      "data-size",
      header.dataSize == 0
        ? "The header states that there are no messages; those that follow were read."
        : "The header states another size than there is; every whole message was kept.", start + 4)
    // Nothing but a whole file at the start may reach to the end in spite of its header.
    if start == 0, count - dataStart > 2, isSummedUp(0..<count) {
      return Extent(data: dataStart..<count - 2, end: count, problem: sizeProblem)
    }
    let limit = isThere ? stated : count
    if let next = FITHeader.search(bytes, in: dataStart..<limit) {
      // Before the next part there may be a checksum, which is no message.
      let end = next - dataStart >= 2 && isSummedUp(start..<next) ? next - 2 : next
      return Extent(data: dataStart..<end, end: next, problem: sizeProblem)
    }
    if isThere {
      return Extent(
        data: dataStart..<stated, end: stated + 2,
        problem: problem(
          "bad-checksum", "The checksum is wrong, so something in the file was changed; all messages were kept.", stated
        ))
    }
    if header.dataSize > 0, stated <= count {
      return Extent(
        data: dataStart..<stated, end: count,
        problem: problem("truncated", "The checksum at the end is missing; all messages were kept.", stated))
    }
    guard header.dataSize > 0 else { return Extent(data: dataStart..<count, end: count, problem: sizeProblem) }
    return Extent(
      data: dataStart..<count, end: count,
      problem: problem("truncated", "The file ends before its header says; every whole message was kept.", count))
  }
}
