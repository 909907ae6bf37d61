// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Texts in Swift sources, read just well enough to find the keys of words: what is put in becomes `%1`, `%2`, ….
struct SourceLiterals {
  /// The keys given to `t`, `th` and `counted`.
  private(set) var keys: Set<String> = []
  /// All texts, as keys would be written.
  private(set) var all: Set<String> = []

  private var source: [Character] = []

  /// The folder of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// All sources below a folder of `Sources`.
  init(of folders: String...) throws {
    for folder in folders {
      let base = Self.root.appending(path: "Sources/\(folder)")
      let files = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        read(try String(contentsOf: file, encoding: .utf8))
      }
    }
  }

  /// One source, for tests of the reader.
  init(reading text: String) { read(text) }

  private mutating func read(_ text: String) {
    source = Array(text)
    walk(0, source.count)
    // `counted(n, "one", "many")` has the key of many.
    for match in text.matches(of: /counted\((?:[^"\n]|\[[^\]]*\])*"[^"]*",\s*"([^"]*)"\)/) {
      keys.insert("%1 \(match.1)")
    }
  }

  private func isAt(_ place: Int, _ text: String) -> Bool {
    place + text.count <= source.count && String(source[place..<place + text.count]) == text
  }

  private mutating func walk(_ start: Int, _ end: Int) {
    var at = start
    while at < end {
      if isAt(at, "//") {
        while at < end, source[at] != "\n" { at += 1 }
      } else if source[at] == "\"" {
        let before = String(source[max(start, at - 40)..<at]).trimmingCharacters(in: .whitespacesAndNewlines)
        at = literal(at, isKey: before.wholeMatch(of: /.*\b(t|th)\(/.dotMatchesNewlines()) != nil)
      } else {
        at += 1
      }
    }
  }

  /// Takes a literal; gives the place after it.
  private mutating func literal(_ start: Int, isKey: Bool) -> Int {
    let isLong = isAt(start, "\"\"\"")
    let quote = isLong ? "\"\"\"" : "\""
    var at = start + quote.count, key = "", places = 0
    while at < source.count, !isAt(at, quote) {
      if isAt(at, "\\(") {
        var depth = 1, inner = at + 2
        while inner < source.count, depth > 0 {
          if source[inner] == "\"" {
            inner = literal(inner, isKey: false)
            continue
          }
          depth += source[inner] == "(" ? 1 : source[inner] == ")" ? -1 : 0
          inner += 1
        }
        walk(at + 2, inner - 1)
        places += 1
        key += "%\(places)"
        at = inner
      } else if source[at] == "\\" {
        if isAt(at, "\\u{"), let close = source[at...].firstIndex(of: "}"),
          let scalar = UInt32(String(source[at + 3..<close]), radix: 16).flatMap(Unicode.Scalar.init)
        {
          key.unicodeScalars.append(scalar)
          at = close + 1
        } else {
          if !isAt(at, "\\\n") { key.append(source[at + 1]) }
          at += 2
        }
      } else {
        key.append(source[at])
        at += 1
      }
    }
    all.insert(key)
    if isKey { keys.insert(key) }
    return at + quote.count
  }
}
