// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import Workouts

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension AthleteID {
  var value: Value { .integer(rawValue) }
}

extension WorkoutID {
  var value: Value { .integer(rawValue) }
}

extension RecordingID {
  var value: Value { .integer(rawValue) }
}

extension Value {
  init(_ instant: Instant) { self = .integer(instant.millisecondsSince1970) }
  init(_ instant: Instant?) { self = instant.map { .integer($0.millisecondsSince1970) } ?? .null }

  init(_ uuid: UUID) {
    self = .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
  }
}

extension Row {
  func instant(_ column: Int) -> Instant { Instant(millisecondsSince1970: int64(column)) }

  func span(_ start: Int, _ end: Int) -> TimeSpan { TimeSpan(start: instant(start), end: instant(end)) }

  func uuid(_ column: Int) throws(DatabaseError) -> UUID {
    let bytes = blob(column)
    guard bytes.count == 16 else { throw Self.damaged("a UUID") }
    var uuid = noUUID
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    return UUID(uuid: uuid)
  }

  /// One of the words of an enumeration.
  func word<Word: RawRepresentable<String>>(_ column: Int, _: Word.Type) throws(DatabaseError) -> Word {
    guard let word = Word(rawValue: text(column)) else { throw Self.damaged("a word") }
    return word
  }

  func optionalWord<Word: RawRepresentable<String>>(_ column: Int, _: Word.Type) throws(DatabaseError) -> Word? {
    isNull(column) ? nil : try word(column, Word.self)
  }

  /// A column that one of the codecs reads.
  func decoded<T>(
    _ column: Int, _ decode: (UnsafeRawBufferPointer) throws(CodecError) -> T
  ) throws(DatabaseError) -> T {
    do { return try withBlob(column, decode) } catch { throw Self.damaged("a column (it \(error.reason))") }
  }

  func numbers(_ column: Int) throws(DatabaseError) -> [Int64] { try decoded(column, SmallLists.decodeNumbers) }
  func doubles(_ column: Int) throws(DatabaseError) -> [Double] { try decoded(column, SmallLists.decodeDoubles) }

  func names(_ column: Int) throws(DatabaseError) -> [String] {
    do { return try SmallLists.decodeNames(text(column)) } catch {
      throw Self.damaged("a column (it \(error.reason))")
    }
  }

  static func damaged(_ what: String) -> DatabaseError {
    DatabaseError(.damaged, "the database holds \(what) that can't be read; restore a backup")
  }
}

private let noUUID: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
