// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import TestSupport
import Testing
import WorkoutFiles

@testable import zonecoach

@Suite(.enabled(if: Corpus.folder != nil, "\(Corpus.absence)"))
struct `The text of a real file's summary` {
  @Test(arguments: Corpus.readableFITFiles()) func `fits 80 columns and holds no control characters`(name: String)
    throws
  {
    let file = try WorkoutFile.decode(Corpus.bytes(name))
    for summary in Summarizer.summaries(of: file, name: name, zones: ZoneRequest()) {
      let text = SummaryText.text(summary, color: false)
      for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    }
  }
}
