// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import PageFiles
import Testing

@testable import CoachServer

/// What is sent of scripts and styles.
struct SlimTests {
  private func slim(_ name: String, _ text: String) -> String {
    String(decoding: Slim.file(name, Array(text.utf8)), as: UTF8.self)
  }

  @Test func `comments and indentation stay at home, code does not`() {
    let script = """
      // A line.
      /** One line. */
      /* Several
         lines. */
      const a = '// no comment';

        if (a) b('/* none */'); // stays

      """
    #expect(slim("a.js", script) == "const a = '// no comment';\nif (a) b('/* none */'); // stays\n")
    #expect(slim("a.css", "/* x */\na{b:c}\n/* y */ d{e:f}\n") == "a{b:c}\n/* y */ d{e:f}\n")
    #expect(slim("a.svg", "  <svg/>\n") == "  <svg/>\n")
  }

  @Test func `no script writes a text over several lines`() {
    for (name, bytes) in PageFiles.all where name.hasSuffix(".js") {
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        #expect(line.filter { $0 == "`" }.count % 2 == 0, "\(name): \(line)")
      }
    }
  }

  @Test func `scripts and styles together are under 150 kB`() {
    let sent = Assets.files.filter { $0.key.hasSuffix(".js") || $0.key.hasSuffix(".css") }
    // One language's words come with its pages.
    let words = Language.allCases.map { Assets.asset("words.\($0.rawValue).js")?.bytes.count ?? 0 }
    let total = sent.filter { !$0.key.hasPrefix("words.") || $0.key == "words.js" }.reduce(0) {
      $0 + $1.value.bytes.count
    }
    #expect(total + (words.max() ?? 0) < 150_000, "\(total) bytes, and \(words)")
  }
}
