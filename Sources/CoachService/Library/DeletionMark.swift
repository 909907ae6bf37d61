// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CNettle
import HealthDatabase

/// What is kept of a deleted file: the HMAC-SHA256 (RFC 2104) of its content's hash.
///
/// The key is random and lies in the same database. With the file at hand the program knows it again; a list of hashes
/// of known files is of no use to anybody who has but the marks.
struct DeletionMark {
  private var state = hmac_sha256_ctx()

  init(key: [UInt8]) { nettle_hmac_sha256_set_key(&state, key.count, key) }

  /// The mark of a file, 32 bytes.
  mutating func of(contentHash: [UInt8]) -> [UInt8] {
    nettle_hmac_sha256_update(&state, contentHash.count, contentHash)
    return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { buffer, count in
      // Makes the state ready for the next, too.
      nettle_hmac_sha256_digest(&state, buffer.count, buffer.baseAddress)
      count = Int(SHA256_DIGEST_SIZE)
    }
  }

  /// A new key: 32 bytes of the system's random numbers.
  static func newKey() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }
}

extension ReadAccess {
  /// The mark of a file that was deleted, and when that was; `nil` for any other file.
  func deletionMark(ofContent hash: [UInt8], of athlete: AthleteID) throws -> (mark: [UInt8], at: ZonedTime)? {
    guard let key = try markKey(of: athlete) else { return nil }
    var maker = DeletionMark(key: key)
    let mark = maker.of(contentHash: hash)
    return try deletionMark(mark, of: athlete).map { (mark, ZonedTime($0, offsetSeconds: nil)) }
  }
}

extension WriteAccess {
  /// Marks files as deleted, making the key if there is none yet.
  func markDeleted(contents: [[UInt8]], of athlete: AthleteID) throws {
    guard !contents.isEmpty else { return }
    let key = try markKey(of: athlete) ?? DeletionMark.newKey()
    try setMarkKey(key, of: athlete)
    var maker = DeletionMark(key: key)
    try setDeletionMarks(contents.map { maker.of(contentHash: $0) }, of: athlete)
  }
}
