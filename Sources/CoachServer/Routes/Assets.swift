// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
internal import PageFiles

/// The page's own files, held in the program and served under an address that changes with their content.
enum Assets {
  /// One file.
  struct Asset: Sendable {
    var type: String
    var bytes: [UInt8]
    /// The same compressed, where that is less.
    var gzip: [UInt8]?
    var tag: String
  }

  /// The address of a file. All share one checksum, so that a module finds its neighbours beside it.
  static func path(_ name: String) -> String { "/assets/\(checksum)/\(name)" }

  /// The file of this name.
  static func asset(_ name: String) -> Asset? { files[name] }

  /// Links to the stylesheets, in order.
  static let stylesheets: HTML = ["tokens.css", "zones.css", "base.css", "parts.css", "charts.css", "print.css"]
    .map { name -> HTML in "<link rel=\"stylesheet\" href=\"\(path(name))\">\n" }.reduce(HTML(), +)

  /// A checksum over all files.
  static let checksum: String = {
    var sum = FNV()
    for (name, asset) in files.sorted(by: { $0.key < $1.key }) {
      sum.add(Array(name.utf8))
      sum.add(asset.bytes)
    }
    return sum.text
  }()

  /// All files by name.
  static let files: [String: Asset] = Dictionary(
    uniqueKeysWithValues: sources.map { name, bytes in
      var sum = FNV()
      sum.add(bytes)
      return (
        name, Asset(type: type(of: name), bytes: bytes, gzip: Gzip.compress(bytes, .thorough), tag: "\"\(sum.text)\"")
      )
    })

  private static let sources: [(String, [UInt8])] =
    PageFiles.all.filter { !$0.name.hasSuffix(".json") }.map { ($0.name, Slim.file($0.name, $0.bytes)) }
    + Catalog.words.map { language, words in ("words.\(language.rawValue).js", script(words.script)) }

  /// A script that hands the words of a language to the modules.
  private static func script(_ words: [String: String]) -> [UInt8] {
    guard let text = try? JSONDocument.encode(words) else { preconditionFailure("words are texts") }
    return Array("globalThis.zonecoachWords = ".utf8) + text + Array(";\n".utf8)
  }

  private static func type(of name: String) -> String {
    if name.hasSuffix(".css") { return "text/css; charset=utf-8" }
    if name.hasSuffix(".svg") { return "image/svg+xml" }
    return "text/javascript; charset=utf-8"
  }

  /// The 64-bit hash of Fowler, Noll and Vo: enough to tell versions of our own files apart.
  private struct FNV {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    mutating func add(_ bytes: [UInt8]) {
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    var text: String { String(value, radix: 36) }
  }
}
