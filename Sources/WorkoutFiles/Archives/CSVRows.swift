// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The rows of a table in comma-separated values: fields may be quoted, and then hold commas, line breaks and doubled
/// quotes.
struct CSVRows: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0
  private let separator: UInt8

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    // Some spreadsheets write semicolons in their place; the first line tells.
    var commas = 0, semicolons = 0
    for byte in bytes.prefix(while: { $0 != 0x0A }) {
      if byte == 0x2C { commas += 1 } else if byte == 0x3B { semicolons += 1 }
    }
    separator = semicolons > commas ? 0x3B : 0x2C
  }

  /// The next row that isn't empty.
  mutating func next() -> [String]? {
    while position < bytes.count {
      let row = readRow()
      if row.count > 1 || !row[0].isEmpty { return row }
    }
    return nil
  }

  private mutating func readRow() -> [String] {
    var row: [String] = [], field: [UInt8] = [], isQuoted = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if isQuoted {
        if byte != 0x22 {
          field.append(byte)
        } else if position < bytes.count, bytes[position] == 0x22 {
          field.append(0x22)
          position += 1
        } else {
          isQuoted = false
        }
      } else if byte == 0x22, field.isEmpty {
        isQuoted = true
      } else if byte == separator {
        row.append(String(decoding: field, as: UTF8.self))
        field = []
      } else if byte == 0x0A || byte == 0x0D {
        if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
        break
      } else {
        field.append(byte)
      }
    }
    row.append(String(decoding: field, as: UTF8.self))
    return row
  }
}
