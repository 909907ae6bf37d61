// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What a `Range` header asks for (RFC 9110, 14.2).
enum ByteRange: Equatable {
  /// These bytes.
  case part(Range<Int>)
  /// Bytes that are not there.
  case outside

  /// Reads a header about so many bytes. `nil` for what is to be ignored: other units, several ranges, what makes no sense.
  init?(_ header: String, of count: Int) {
    let fields = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard fields.count == 2, fields[0].lowercased() == "bytes" else { return nil }
    let ends = fields[1].filter { $0 != " " }.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else { return nil }
    // Numbers beyond all sizes are as good as the largest.
    func number(_ text: some StringProtocol) -> Int { Int(text) ?? .max }
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, true): return nil
    case (true, false):
      let last = number(ends[1])
      self = last == 0 || count == 0 ? .outside : .part(max(0, count - last)..<count)
    case (false, let isOpen):
      let first = number(ends[0]), last = isOpen ? Int.max : number(ends[1])
      guard first <= last else { return nil }
      self = first >= count ? .outside : .part(first..<(last >= count ? count : last + 1))
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
