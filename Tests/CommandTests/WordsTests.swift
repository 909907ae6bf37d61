// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Names of the commands, as the program lists them.
private let commands = [
  "summary", "inspect", "serve", "samples", "zones", "import", "watch", "sources", "delete", "split", "join",
  "plan", "coach",
]

private func longest(_ text: String) -> Int { text.split(separator: "\n").map(\.count).max() ?? 0 }

struct `Help` {
  @Test func `lists every command, with and without being asked`() throws {
    for arguments in [[], ["help"], ["--help"], ["-h"]] {
      let outcome = try Command.run(arguments)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      for command in commands {
        #expect(outcome.text.split(separator: "\n").contains { $0.hasPrefix("  \(command) ") }, "\(command)")
      }
      #expect(longest(outcome.text) <= 80, "\(outcome.text)")
    }
  }

  @Test(arguments: commands) func `of each command has an example and fits 80 columns`(command: String) throws {
    let outcome = try Command.run(command, "--help")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.hasPrefix("zonecoach \(command)") == true)
    #expect(lines.contains { $0.hasPrefix("  zonecoach \(command)") }, "an example")
    #expect(lines.contains { $0.hasPrefix("  --data DIR") })
    #expect(longest(outcome.text) <= 80, "\(lines.filter { $0.count > 80 })")
    #expect(!outcome.text.contains("\u{1B}"))
    #expect(try Command.run("help", command).text == outcome.text)
    #expect(try Command.run(command, "-h").text == outcome.text)
  }

  @Test(arguments: commands) func `names every option that the synopsis names`(command: String) throws {
    let text = try Command.run(command, "--help").text
    let synopsis = text.split(separator: "\n").first ?? ""
    for word in synopsis.split(whereSeparator: { " []".contains($0) }) where word.hasPrefix("--") {
      #expect(text.contains("\n  \(word)"), "\(word)")
    }
  }

  @Test func `the version is told`() throws {
    let outcome = try Command.run("--version")
    #expect(outcome.status == 0)
    #expect(outcome.text.wholeMatch(of: /zonecoach \d+\.\d+\.\d+\n/) != nil)
  }
}

struct `Wrong words` {
  static let cases: [[String]] = [
    ["frobnicate"], ["--frobnicate"], ["summarize", "a.fit"], ["summary"], ["summary", "a.fit", "--frobnicate"],
    ["summary", "-x", "a.fit"], ["summary", "a.fit", "--json", "--json"], ["summary", "a.fit", "--json=yes"],
    ["help", "frobnicate"], ["summary", "a.fit", "--data", ""], ["summary", "a.fit", "--data="],
    ["summary", "a.fit", "--data", "--json"], ["serve", "--data", ""], [""],
    ["summary", "a.fit", "--boundaries"], ["summary", "a.fit", "--data"],
    // Percent typed as beats per minute, units mixed, wrong order, wrong number, no numbers.
    ["summary", "a.fit", "--boundaries", "60,70,80,90"], ["summary", "a.fit", "--boundaries", "80,88,92,152,156,163"],
    ["summary", "a.fit", "--boundaries", "140,120,160"], ["summary", "a.fit", "--boundaries", "120,120,140"],
    ["summary", "a.fit", "--boundaries", "120"],
    ["summary", "a.fit", "--boundaries", "100,110,120,130,140,150,160,170,180"],
    ["summary", "a.fit", "--boundaries", "120,abc"], ["summary", "a.fit", "--boundaries", "120,,140"],
    ["summary", "a.fit", "--boundaries", ""], ["summary", "a.fit", "--boundaries", "nan,120,inf"],
    ["summary", "a.fit", "--boundaries", "-5,120,140"],
    ["summary", "a.fit", "--boundaries", "100,200,9000", "--quantity", "power"],
    ["summary", "a.fit", "--scheme", "nonsense"], ["summary", "a.fit", "--scheme", "coggan7"],
    ["summary", "a.fit", "--scheme", "karvonen5"], ["summary", "a.fit", "--scheme", "run-speed6"],
    ["summary", "a.fit", "--scheme", "coggan7", "--ftp", "250", "--quantity", "heart-rate"],
    ["summary", "a.fit", "--scheme", "coggan7", "--ftp", "250", "--boundaries", "120,140,160"],
    ["summary", "a.fit", "--ftp", "lots"], ["summary", "a.fit", "--ftp", "5"], ["summary", "a.fit", "--age", "300"],
    ["summary", "a.fit", "--max-hr", "nan"], ["summary", "a.fit", "--max-hr", "110", "--resting-hr", "100"],
    ["summary", "a.fit", "--quantity", "speed"], ["inspect"], ["inspect", "a.fit", "b.fit"],
    ["inspect", "a.fit", "--strict"], ["samples"], ["samples", "a", "b"], ["zones", "nonsense"],
    ["zones", "schemes", "--max-hr", "900"], ["serve", "a.fit"], ["serve", "--port", "99999"],
    ["serve", "--port", "1.5"], ["serve", "--port", "x"],
  ]

  @Test(arguments: cases) func `end with status 2 and one line that says what is wrong`(arguments: [String]) throws {
    let outcome = try Command.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    let line = try #require(outcome.errorLines.first)
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(line.hasPrefix("zonecoach: ") && line.count > 20, "\(line)")
    // It says what to do: how to find out, at least.
    #expect(line.contains("--help") || line.contains("zonecoach help"), "\(line)")
    #expect(!line.contains("Error(") && !line.contains("Optional") && !line.contains("nil"), "\(line)")
  }

  @Test func `name what is missing, and the nearest command`() throws {
    #expect(try Command.run("summary", "a.fit", "--scheme", "coggan7").errors.contains("--ftp"))
    #expect(try Command.run("summarise", "a.fit").errors.contains("“summary”"))
    #expect(try Command.run("summary", "a.fit", "--boundaries", "60,70,80,90").errors.contains("percent"))
    #expect(try Command.run("summary", "a.fit", "--max-hr", "900").errors.contains("900"))
  }

  @Test func `with control characters or lines in them stay one harmless line`() throws {
    for word in ["a\nb", "a\u{1B}[31mb", "a\rb", "a\u{7}b", "\u{9B}31m"] {
      for arguments in [[word], ["summary", word], ["inspect", word], ["summary", "--\(word)", "a.fit"]] {
        let outcome = try Command.run(arguments)
        #expect(outcome.status == 1 || outcome.status == 2)
        #expect(outcome.errorLines.count == 1, "\(arguments)")
        #expect(
          outcome.errors.unicodeScalars.allSatisfy {
            $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
          },
          "\(arguments)")
      }
    }
  }
}
