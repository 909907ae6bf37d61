// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Reads numbers back from a page.
enum PageReader {
  /// Expects that the times in each zone table add up to its last row.
  static func expectRowsToAddUp(_ page: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let time = /<td class="n t">(?:(\d+):)?(\d+):(\d\d)<\/td>/
    for table in page.split(separator: "<table class=\"tiz\"").dropFirst() {
      let end = try #require(table.firstRange(of: "</table>"))
      let seconds = table[..<end.lowerBound].matches(of: time).map { match in
        (match.1.flatMap { Int($0) } ?? 0) * 3600 + (Int(match.2) ?? 0) * 60 + (Int(match.3) ?? 0)
      }
      #expect(seconds.count > 4, sourceLocation: sourceLocation)
      #expect(seconds.dropLast().reduce(0, +) == seconds.last, sourceLocation: sourceLocation)
    }
  }
}
