// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Bytes in less room (RFC 1952).
enum Gzip {
  /// How hard it tries.
  enum Effort: Int32 {
    /// For what is made for one answer.
    case quick = 1
    /// For what is made once and sent often.
    case thorough = 9
  }

  /// The bytes compressed; `nil` where that saves nothing.
  static func compress(_ bytes: [UInt8], _ effort: Effort) -> [UInt8]? {
    var stream = z_stream()
    // 15 bits of window, and 16 for gzip's head and foot.
    let begun = deflateInit2_(
      &stream, effort.rawValue, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard begun == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    guard bytes.count < Int(UInt32.max) else { return nil }
    var isDone = false
    let result = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, count in
      bytes.withUnsafeBufferPointer { input in
        // The library only reads what is to be compressed.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(input.count)
        stream.next_out = room.baseAddress
        stream.avail_out = UInt32(room.count)
        isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      count = isDone ? Int(stream.total_out) : 0
    }
    return isDone ? result : nil
  }
}

/// What `Accept-Encoding` asks for (RFC 9110, 12.5.3).
enum AcceptEncoding {
  /// Whether gzip may be sent and is not wanted less than what is not compressed.
  static func wantsGzip(_ header: String?) -> Bool {
    var weights: [String: Double] = [:]
    for part in (header ?? "").lowercased().split(separator: ",") {
      let fields = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let name = fields.first else { continue }
      let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      weights[name == "x-gzip" ? "gzip" : name] = weight
    }
    let gzip = weights["gzip"] ?? weights["*"] ?? 0
    return gzip > 0 && gzip >= weights["identity"] ?? 0
  }
}
