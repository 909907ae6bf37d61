// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `docs/pitfalls.md` names a test for each mistake.
struct PitfallTableTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `every test that the table of pitfalls names exists in its file`() throws {
    let page = try String(contentsOf: root.appending(path: "docs/pitfalls.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| mistake") }
    #expect(rows.count > 60)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 3, "\(row)")
      let path = cells[2].trimmingCharacters(in: ["`"])
      let source = try String(contentsOf: root.appending(path: "Tests/" + path), encoding: .utf8)
      #expect(source.contains("`\(cells[1])`") || source.contains("\"\(cells[1])\""), "\(path): \(cells[1])")
    }
  }
}
