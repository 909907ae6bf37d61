// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The root element of a document, to tell formats apart.
enum XMLRoot {
  /// The root's name without its prefix, or `nil` if this is no XML document or starts with more than 1 MiB of other
  /// things.
  static func name(_ bytes: UnsafeRawBufferPointer) -> String? {
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(XMLLimits().prologBytes))
    guard case .root(let start, let encoding) = XMLProlog.search(head) else { return nil }
    guard encoding == .utf16 else { return name(head[start...].prefix(256)) }
    // Only names of ASCII letters are looked for, so one byte of the two is enough, whichever is first; and what
    // comes before the root has no "<" followed by a letter.
    let narrow = head.prefix(4096).filter { $0 != 0 && $0 < 0x80 }
    return narrow.withUnsafeBytes { bytes in
      guard case .root(let start, _) = XMLProlog.search(bytes) else { return nil }
      return name(bytes[start...].prefix(256))
    }
  }

  private static func name(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    let name = bytes.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    return String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
  }
}
