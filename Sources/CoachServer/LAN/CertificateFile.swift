// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file of key and certificate, which its owner alone reads.
struct CertificateFile {
  let path: String

  /// The certificate in the file where it still fits, otherwise a new one, which takes its place. `nil` where none can be made or
  /// written.
  func certificate(for names: LANNames, now: Instant) -> Certificate? {
    if let known = read().flatMap({ Certificate(pem: $0) }), known.fits(names, now: now) {
      chmod(path, 0o600)
      return known
    }
    guard let made = Certificate(for: names, now: now), write(made.pem) else { return nil }
    return made
  }

  private func read() -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let limit = 65_536
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, limit, 0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes beside it and moves it there, so that nobody reads a half.
  private func write(_ text: String) -> Bool {
    let part = path + ".part"
    unlink(part)
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let bytes = Array(text.utf8)
    let isWritten = pwrite(descriptor, bytes, bytes.count, 0) == bytes.count && fsync(descriptor) == 0
    close(descriptor)
    if isWritten && rename(part, path) == 0 { return true }
    unlink(part)
    return false
  }
}
