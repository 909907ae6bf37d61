// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import FoundationEssentials

/// The two ways out: documents and charts on standard output, everything else on standard error.
enum Terminal {
  /// Whether standard output is a terminal that wants colour (https://no-color.org).
  static let hasColor: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return isatty(1) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }()

  /// Whether standard output is a terminal on which something can be drawn over.
  static let isScreen = isatty(1) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"

  /// Whether someone watches standard error.
  static let showsProgress = isatty(2) == 1

  /// Writes a line to standard output.
  static func print(_ text: String) { write(Data((text + "\n").utf8), to: 1) }

  /// Writes bytes to standard output.
  static func print(_ data: Data) { write(data + Data("\n".utf8), to: 1) }

  /// Writes what went wrong to standard error, as one line.
  static func error(_ text: String) { write(Data(("zonecoach: " + oneLine(text) + "\n").utf8), to: 2) }

  /// Writes a remark to standard error, as one line.
  static func note(_ text: String) { write(Data((oneLine(text) + "\n").utf8), to: 2) }

  /// Writes bytes to standard output as they are.
  static func write(_ data: Data) { write(data, to: 1) }

  /// Whether someone is there to answer a question.
  static let canAsk = isatty(0) == 1 && isatty(2) == 1

  /// Asks a question, on standard error, and waits for yes.
  static func asks(_ question: String) -> Bool {
    write(Data((safe(question) + " [y/N] ").utf8), to: 2)
    guard let answer = readLine() else { return false }
    return ["y", "yes"].contains(answer.lowercased())
  }

  /// Replaces the line under way on standard error, if someone watches.
  static func progress(_ text: String?) {
    guard showsProgress else { return }
    write(Data(("\r\u{1B}[K" + (text ?? "")).utf8), to: 2)
  }

  /// Text from a file could hold control characters; none reaches the terminal.
  static func safe(_ text: String) -> String {
    String(text.unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "\u{FFFD}" : Character($0) })
  }

  /// Breaks a text into lines of 80 columns at most, at spaces where it can; those after the first begin at `column`,
  /// where the first one is taken to begin too.
  static func wrap(_ text: String, at column: Int = 0) -> String {
    let room = 80 - column
    var lines = [""]
    for word in text.split(separator: " ") {
      var rest = word
      while !rest.isEmpty {
        let used = lines[lines.count - 1].count
        if used > 0, used + 1 + rest.count > room {
          lines.append("")
          continue
        }
        if used > 0 { lines[lines.count - 1] += " " }
        lines[lines.count - 1] += rest.prefix(room)
        rest = rest.dropFirst(room)
      }
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: column))
  }

  private static func oneLine(_ text: String) -> String { safe(text.split(separator: "\n").joined(separator: " ")) }

  private static func write(_ data: Data, to descriptor: Int32) {
    data.withUnsafeBytes { bytes in
      var position = 0
      while position < bytes.count, let start = bytes.baseAddress {
        #if canImport(Glibc)
          let written = Glibc.write(descriptor, start + position, bytes.count - position)
        #else
          let written = Darwin.write(descriptor, start + position, bytes.count - position)
        #endif
        if written < 0 && errno == EINTR { continue }
        if written <= 0 { return }
        position += written
      }
    }
  }
}
