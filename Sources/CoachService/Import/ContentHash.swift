// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CNettle

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The SHA-256 of a content (FIPS 180-4), which tells it from every other.
public struct ContentHash {
  private var state = sha256_ctx()

  init() { nettle_sha256_init(&state) }

  /// Takes the next bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    nettle_sha256_update(&state, bytes.count, start)
  }

  /// The 32 bytes.
  mutating func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { buffer, count in
      nettle_sha256_digest(&state, buffer.count, buffer.baseAddress)
      count = Int(SHA256_DIGEST_SIZE)
    }
  }

  /// The hash of a file, read in pieces; `nil` if it can't be read.
  public static func of(file path: String) -> [UInt8]? {
    guard let handle = fopen(path, "rb") else { return nil }
    defer { fclose(handle) }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { piece.deallocate() }
    var hash = ContentHash()
    while true {
      let count = fread(piece.baseAddress, 1, piece.count, handle)
      if count == 0 { return ferror(handle) == 0 ? hash.finish() : nil }
      hash.update(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }

  /// The hash of bytes at hand.
  public static func of(_ bytes: [UInt8]) -> [UInt8] {
    var hash = ContentHash()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }
}
