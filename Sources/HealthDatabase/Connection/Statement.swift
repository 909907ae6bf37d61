// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// Owns one prepared statement. Must not outlive its connection.
final class Statement {
  private let handle: OpaquePointer

  /// Takes over a statement that SQLite prepared.
  init(owning handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// Sets all parameters, in order. Returns SQLite's result code.
  func bind(_ values: [Value]) -> Int32 {
    // A parameter left unset is null, and a forgotten value is a bug that no test may miss.
    precondition(Int(sqlite3_bind_parameter_count(handle)) == values.count, "a statement needs all its parameters")
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, place)
        case .integer(let number): sqlite3_bind_int64(handle, place, number)
        case .real(let number): sqlite3_bind_double(handle, place, number)
        case .text(var text):
          text.withUTF8 { bytes in
            // An empty string has no address, for which SQLite would read null.
            bytes.withMemoryRebound(to: CChar.self) { characters in
              let empty: [CChar] = [0]
              return empty.withUnsafeBufferPointer {
                sqlite3_bind_text(
                  handle, place, characters.baseAddress ?? $0.baseAddress, Int32(characters.count), csqlite_transient())
              }
            }
          }
        case .blob(let bytes):
          bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, place, 0)
            : bytes.withUnsafeBytes {
              sqlite3_bind_blob64(handle, place, $0.baseAddress, UInt64($0.count), csqlite_transient())
            }
        }
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  /// The next row: `SQLITE_ROW`, `SQLITE_DONE` or an error.
  func step() -> Int32 { sqlite3_step(handle) }

  /// Makes ready for the next use and lets go of what was bound.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// The current row.
  var row: Row { Row(statement: handle) }
}

/// The row a statement stands at; valid until its next step.
struct Row {
  fileprivate let statement: OpaquePointer

  func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL }
  func int64(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }
  func int(_ column: Int) -> Int { Int(int64(column)) }
  func bool(_ column: Int) -> Bool { int64(column) != 0 }
  func double(_ column: Int) -> Double { sqlite3_column_double(statement, Int32(column)) }

  func text(_ column: Int) -> String {
    guard let start = sqlite3_column_text(statement, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Runs `body` with the column's bytes, without copying them.
  func withBlob<T, Failure: Error>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> T
  ) throws(Failure) -> T {
    let start = sqlite3_column_blob(statement, Int32(column))
    return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column)))))
  }

  func blob(_ column: Int) -> [UInt8] { withBlob(column) { Array($0) } }

  func optionalInt64(_ column: Int) -> Int64? { isNull(column) ? nil : int64(column) }
  func optionalInt(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }
  func optionalDouble(_ column: Int) -> Double? { isNull(column) ? nil : double(column) }
  func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
  func optionalBlob(_ column: Int) -> [UInt8]? { isNull(column) ? nil : blob(column) }
}
