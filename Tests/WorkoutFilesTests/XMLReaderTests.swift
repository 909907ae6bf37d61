// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WorkoutFiles

/// Writes down what it is told, one word for each event.
private final class Transcript: XMLHandler {
  static let names = ["root", "item", "value", "key"]
  var lines: [String] = []

  func start(_ place: Int?, _ attributes: XMLAttributes) -> Bool {
    var line = "<" + (place.map { Self.names[$0] } ?? "?")
    attributes.forEach { place, value in line += " \(Self.names[place])=\(value.string)" }
    lines.append(line)
    return true
  }

  func end(_ place: Int?, _ text: XMLText) {
    lines.append(">" + (place.map { Self.names[$0] } ?? "?") + (text.isEmpty ? "" : " " + text.string))
  }
}

private func read(
  _ bytes: [UInt8], pieces: Int = .max, limits: XMLLimits = XMLLimits()
) -> (reader: XMLReader, lines: [String]) {
  let transcript = Transcript()
  let reader = XMLReader(vocabulary: XMLVocabulary(Transcript.names), limits: limits, handler: transcript)
  bytes.withUnsafeBytes { buffer in
    var position = 0
    while position < buffer.count {
      let end = position + min(pieces, buffer.count - position)
      guard reader.feed(UnsafeRawBufferPointer(rebasing: buffer[position..<end])) else { break }
      position = end
    }
  }
  reader.finish()
  return (reader, transcript.lines)
}

private func read(_ text: String, pieces: Int = .max, limits: XMLLimits = XMLLimits()) -> (
  reader: XMLReader, lines: [String]
) { read(Array(text.utf8), pieces: pieces, limits: limits) }

@Suite("XML reader")
struct XMLReaderTests {
  static let document = """
    <?xml version="1.0" encoding="UTF-8"?><!-- a --><root xmlns:n="u"><n:item key="ä &amp; €" n:value='2'> x&#65;𝄞 </n:item>\
    <other/><value><![CDATA[<&>]]></value></root>
    """
  static let lines = [
    "<root", "<item key=ä & € value=2", ">item xA𝄞", "<?", ">?", "<value", ">value <&>", ">root",
  ]

  @Test("the same is told in pieces of any size", arguments: [1, 2, 3, 7, 16, 1000])
  func pieces(size: Int) {
    let (reader, lines) = read(Self.document, pieces: size)
    #expect(lines == Self.lines)
    #expect(reader.failure == nil && reader.isComplete && reader.replacedCount == 0)
  }

  @Test("white space, byte-order mark and zero bytes before the declaration are skipped")
  func leading() {
    for prefix in ["   \n", "\u{FEFF}", "\u{FEFF} \u{0}"] { #expect(read(prefix + Self.document).lines == Self.lines) }
  }

  @Test("a document type declaration is skipped whole, even a broken one")
  func documentType() {
    let declarations = [
      "<!DOCTYPE root>", "<!DOCTYPE root SYSTEM \"http://example.com/x>y\">",
      "<!DOCTYPE root [\n<!ELEMENT root (a|b>\n<!-- ]> -->\n<!ATTLIST a\n<!ATTLIST b>\n] >",
    ]
    for declaration in declarations {
      for size in [1, 1000] {
        #expect(read(declaration + "<root>x</root>", pieces: size).lines == ["<root", ">root x"])
      }
    }
  }

  @Test("an entity of the document's own is not expanded")
  func entities() {
    let (reader, lines) = read("<!DOCTYPE root [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><root><item/>&a;</root>")
    #expect(lines == ["<root", "<item", ">item"])
    #expect(reader.failure?.kind == .malformed)
  }

  @Test("bytes that no document may have are replaced and counted")
  func badBytes() {
    let bytes: [UInt8] = Array("<root>a".utf8) + [0x00, 0x0B, 0xFF, 0xC3] + Array("b&#0;&#x1F;c</root>".utf8)
    for size in [1, 5, 1000] {
      let (reader, lines) = read(bytes, pieces: size)
      #expect(lines == ["<root", ">root a  ??b          c"])
      #expect(reader.replacedCount == 6 && reader.failure == nil)
    }
  }

  @Test("text in Latin 1 and in UTF-16 is read")
  func encodings() {
    let latin = Array("<?xml version='1.0' encoding='windows-1252'?><root>".utf8) + [0xE9] + Array("</root>".utf8)
    #expect(read(latin).lines == ["<root", ">root é"])
    #expect(read(Self.wide("<root>é</root>")).lines == ["<root", ">root é"])
  }

  private static func wide(_ text: String) -> [UInt8] {
    text.utf16.reduce(into: [0xFF, 0xFE]) { $0 += [UInt8($1 & 0xFF), UInt8($1 >> 8)] }
  }

  @Test("UTF-16 doesn't bring a document type declaration in")
  func wideDocumentType() {
    let text = "<!DOCTYPE root [<!ENTITY a \"b\">]><root>&a;</root>"
    let (reader, lines) = read(Self.wide(text))
    #expect(lines.isEmpty && reader.failure?.kind == .malformed)
  }

  @Test("what is complete before the end of a partial document is told, with the place of the end")
  func truncated() {
    let text = "<root><item>1</item><item>2</it"
    let (reader, lines) = read(text)
    #expect(lines == ["<root", "<item", ">item 1", "<item"])
    #expect(reader.failure?.kind == .truncated)
    #expect(read("").reader.failure?.kind == .truncated)
    #expect(read("<root>").reader.failure?.offset == 6)
  }

  @Test("what follows the root element does no harm")
  func trailing() {
    let (reader, lines) = read("<root/>\u{0}\u{0} <root/>")
    #expect(lines == ["<root", ">root"] && reader.failure == nil && reader.trailingOffset == 10)
  }

  @Test("depth, text, attributes and tags are bounded")
  func limits() {
    let deep = String(repeating: "<item>", count: 100_000)
    #expect(read(deep).reader.failure?.kind == .tooLarge)
    let long = String(repeating: "x", count: 3_000_000)
    #expect(read("<root>\(long)</root>").reader.failure?.kind == .tooLarge)
    #expect(read("<root key='\(long)'/>").reader.failure?.kind == .tooLarge)
    #expect(read("<root><!-- \(long) --></root>").reader.failure?.kind == .tooLarge)
    #expect(read("<!-- \(long)").reader.failure?.kind == .tooLarge)
    let many = (0..<2000).map { "a\($0)='1'" }.joined(separator: " ")
    #expect(read("<root \(many)/>").reader.failure?.kind == .tooLarge)
  }
}

@Suite("XML text")
struct XMLTextTests {
  private func number(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { XMLText($0).number }
  }

  @Test("numbers are what the standard library makes of them")
  func numbers() {
    for text in [
      "0", "-0.5", "142", "3.0638888888888887", "23.649999618530273", "53.144652", "1e3", "-1.5E-2", ".5", "5.", "+7",
      "0.0000000001", "123456789012345678", "3.9999999999999999e2",
    ] {
      let expected = Double(text.hasSuffix(".") ? text + "0" : text.hasPrefix(".") ? "0" + text : text)
      #expect(number(text) == expected, "\(text)")
    }
    #expect(number(" 12,5\n") == 12.5)
    for text in ["", "-", ".", "x", "1x", "1.2.3", "e5", "1e", "nan", "inf", "0x10", "1e999", "1 2"] {
      #expect(number(text) == nil, "\(text)")
    }
  }

  @Test("words are compared without regard to case")
  func words() {
    Array("rUNNing".utf8).withUnsafeBufferPointer {
      #expect(XMLText($0).isSame(as: "Running"))
      #expect(!XMLText($0).isSame(as: "Runnin"))
    }
  }
}
