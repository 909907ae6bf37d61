// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CExpat

/// What is told of a document while it is read.
protocol XMLHandler: AnyObject {
  /// An element starts; `place` is its name's place in the vocabulary, `nil` for a name that isn't listed.
  ///
  /// Returns whether the text up to the next element's start or its own end is wanted.
  func start(_ place: Int?, _ attributes: XMLAttributes) -> Bool
  /// An element ends; `text` is what stood last in it, if it was wanted, else empty.
  func end(_ place: Int?, _ text: XMLText)
}

/// What a document may ask of the reader.
struct XMLLimits {
  /// Elements inside one another.
  var depth = 64
  /// Bytes of text in one element.
  var textBytes = 1 << 16
  /// Attributes of one element.
  var attributeCount = 256
  /// Bytes of one tag or comment, attributes included.
  var tagBytes = 1 << 18
  /// Bytes before the root element.
  var prologBytes = 1 << 20
}

/// Why the reading of a document ended early.
struct XMLFailure: Equatable {
  /// Kinds of reasons.
  enum Kind: Equatable {
    /// The document ends in the middle.
    case truncated
    /// It isn't well-formed.
    case malformed
    /// It asks for more than `XMLLimits` allows.
    case tooLarge
    /// The handler had enough.
    case stopped
  }

  /// The kind.
  var kind: Kind
  /// What is wrong, for a person.
  var message: String
  /// Where, in bytes from the start of the document.
  var offset: Int
}

/// Reads an XML document piece by piece, in constant memory, and hands its elements to a handler.
///
/// Nothing that a document declares is believed: its type declaration is skipped, no entity but the five of XML is
/// known, nothing is ever loaded. Depth and sizes are bounded. Bytes that no document may have are replaced and
/// counted. Whatever is complete before a damage has been handed over when `failure` tells of it.
///
/// ```swift
/// let reader = XMLReader(vocabulary: vocabulary, handler: handler)
/// while let piece = next() { guard reader.feed(piece) else { break } }
/// reader.finish()
/// ```
///
/// The handler has to live as long as the reader is fed.
final class XMLReader {
  /// Why reading ended early, if it did.
  private(set) var failure: XMLFailure?
  /// Whether the root element has ended.
  private(set) var isComplete = false
  /// Where something other than white space and comments follows the root element, if anything does.
  private(set) var trailingOffset: Int?
  /// How many bytes were replaced because no document may have them.
  var replacedCount: Int { cleaner.replacedCount }

  private var parser: XML_Parser?
  private let vocabulary: XMLVocabulary
  private let limits: XMLLimits
  private unowned let handler: any XMLHandler

  /// What came before the root element; empty once that was found.
  private var prolog: [UInt8] = []
  /// Where in the document the first byte is that the parser saw.
  private var parserStart = 0
  /// How many bytes the parser got.
  private var fedCount = 0
  private var cleaner = XMLCleaner()
  private var encoding = XMLEncoding.utf8
  /// Bytes that wait for those after them.
  private var held: [UInt8] = []

  /// What changes with every element, in memory of its own: the parser's calls come by the million, and properties of a
  /// class are checked for overlapping access each time.
  private struct State {
    /// Elements that are open.
    var depth = 0
    /// Whether text is being collected.
    var wantsText = false
    /// How many bytes of text were collected.
    var textCount = 0
    /// Whether nothing more is to be handed over.
    var hasEnded = false
  }
  private let state: UnsafeMutablePointer<State>
  /// Room for the text of one element.
  private let text: UnsafeMutablePointer<UInt8>
  /// The places of the names of the open elements, -1 for those that aren't listed.
  private let places: UnsafeMutablePointer<Int>

  /// A reader of one document.
  init(vocabulary: XMLVocabulary, limits: XMLLimits = XMLLimits(), handler: any XMLHandler) {
    self.vocabulary = vocabulary
    self.limits = limits
    self.handler = handler
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    text = .allocate(capacity: limits.textBytes)
    places = .allocate(capacity: limits.depth + 1)
    places.initialize(repeating: -1, count: limits.depth + 1)
  }

  deinit {
    if let parser { XML_ParserFree(parser) }
    state.deallocate()
    text.deallocate()
    places.deallocate()
  }

  /// Where in the document what is being handled stands, in bytes.
  var offset: Int {
    guard let parser else { return 0 }
    return parserStart + max(0, Int(XML_GetCurrentByteIndex(parser)))
  }

  /// Reads on; `false` if more isn't wanted because the document has ended or failed.
  func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard failure == nil, trailingOffset == nil else { return false }
    guard parser == nil else { return feedPieces(bytes) }
    prolog.append(contentsOf: bytes)
    let result = prolog.withUnsafeBytes { XMLProlog.search($0) }
    switch result {
    case .needsMore:
      if prolog.count > limits.prologBytes {
        fail(.tooLarge, "There is no element in the first \(limits.prologBytes / 1024) KiB.", at: 0)
      }
    case .malformed(let offset): fail(.malformed, "This is no XML document.", at: offset)
    case .root(let offset, let encoding):
      guard start(encoding) else { return false }
      parserStart = offset
      let rest = prolog
      prolog = []
      return rest.withUnsafeBytes { feedPieces(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
    }
    return failure == nil
  }

  /// Tells that nothing more follows.
  func finish() {
    guard failure == nil, trailingOffset == nil else { return }
    guard parser != nil else {
      fail(.truncated, "The file ends before its first element.", at: prolog.count)
      return
    }
    let rest = held
    held = []
    rest.withUnsafeBytes { parse($0, isLast: true) }
    if failure == nil, !isComplete { fail(.truncated, "The file ends in the middle.", at: parserStart + fedCount) }
  }

  // MARK: Feeding

  /// The parser keeps what it can't yet make sense of, so it gets little at once.
  private static let pieceSize = 1 << 16

  private func feedPieces(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position < bytes.count, failure == nil, trailingOffset == nil {
      let end = min(position + Self.pieceSize, bytes.count)
      let piece = UnsafeRawBufferPointer(rebasing: bytes[position..<end])
      if held.isEmpty {
        parse(piece, isLast: false)
      } else {
        let joined = held + piece
        held = []
        joined.withUnsafeBytes { parse($0, isLast: false) }
      }
      position = end
    }
    return failure == nil && trailingOffset == nil
  }

  private func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool) {
    if encoding == .utf16 {
      parseClean(bytes, isLast: isLast)
      return
    }
    var cleaner = self.cleaner
    let heldCount = cleaner.clean(bytes, isLast: isLast) { parseClean($0, isLast: isLast) }
    self.cleaner = cleaner
    if heldCount > 0 { held = Array(bytes.suffix(heldCount)) }
  }

  private func parseClean(_ bytes: UnsafeRawBufferPointer, isLast: Bool) {
    guard let parser else { return }
    fedCount += bytes.count
    let status = XML_Parse(
      parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isLast ? 1 : 0)
    guard status == XML_STATUS_OK else {
      parserFailed(XML_GetErrorCode(parser))
      return
    }
    // A tag without an end would be collected in memory for ever.
    if parserStart + fedCount - offset > limits.tagBytes + Self.pieceSize {
      fail(.tooLarge, "A tag is longer than \(limits.tagBytes / 1024) KiB.", at: offset)
    }
  }

  private func parserFailed(_ code: XML_Error) {
    // The handlers told already.
    if failure != nil { return }
    if isComplete {
      trailingOffset = offset
      return
    }
    switch code {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION, XML_ERROR_PARTIAL_CHAR:
      fail(.truncated, "The file ends in the middle.", at: offset)
    case XML_ERROR_UNDEFINED_ENTITY:
      fail(.malformed, "It refers to an entity; none but the five of XML are read.", at: offset)
    default:
      let words = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown"
      fail(.malformed, "It is not well-formed XML: \(words).", at: offset)
    }
  }

  private func fail(_ kind: XMLFailure.Kind, _ message: String, at offset: Int) {
    guard failure == nil else { return }
    failure = XMLFailure(kind: kind, message: message, offset: offset)
    state.pointee.hasEnded = true
    if let parser { XML_StopParser(parser, 0) }
  }

  /// Ends the reading from inside the handler.
  func stop(_ message: String) { fail(.stopped, message, at: offset) }

  // MARK: The parser

  /// Makes the parser; `false` if there is no memory for it.
  private func start(_ encoding: XMLEncoding) -> Bool {
    self.encoding = encoding
    cleaner.checksUTF8 = encoding == .utf8
    let name: String? =
      switch encoding {
      case .utf8: "UTF-8"
      case .latin1: "ISO-8859-1"
      case .utf16: nil
      }
    guard let parser = XML_ParserCreate(name) else {
      fail(.tooLarge, "There is no memory for reading.", at: 0)
      return false
    }
    self.parser = parser
    // The reader frees the parser before it goes itself, and is not retained by it.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { owner, name, attributes in
        guard let owner, let name else { return }
        Unmanaged<XMLReader>.fromOpaque(owner)._withUnsafeGuaranteedRef { $0.started(name, attributes) }
      },
      { owner, _ in
        guard let owner else { return }
        Unmanaged<XMLReader>.fromOpaque(owner)._withUnsafeGuaranteedRef { $0.ended() }
      })
    XML_SetCharacterDataHandler(parser) { owner, start, count in
      guard let owner, let start else { return }
      Unmanaged<XMLReader>.fromOpaque(owner)._withUnsafeGuaranteedRef { $0.told(start, Int(count)) }
    }
    XML_SetStartDoctypeDeclHandler(parser) { owner, _, _, _, _ in
      guard let owner else { return }
      let reader = Unmanaged<XMLReader>.fromOpaque(owner).takeUnretainedValue()
      reader.fail(.malformed, "A document type declaration is not read here.", at: reader.offset)
    }
    return true
  }

  private func started(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    // The parser may hand over what it has in hand after it was stopped.
    guard !state.pointee.hasEnded else { return }
    let depth = state.pointee.depth + 1
    state.pointee.depth = depth
    guard depth <= limits.depth else {
      fail(.tooLarge, "Elements are nested deeper than \(limits.depth).", at: offset)
      return
    }
    if attributes?[0] != nil, let parser, Int(XML_GetSpecifiedAttributeCount(parser)) > 2 * limits.attributeCount {
      fail(.tooLarge, "An element has more than \(limits.attributeCount) attributes.", at: offset)
      return
    }
    let place = vocabulary.place(of: name)
    places[depth] = place ?? -1
    state.pointee.textCount = 0
    state.pointee.wantsText = handler.start(place, XMLAttributes(attributes, vocabulary))
  }

  private func ended() {
    guard !state.pointee.hasEnded else { return }
    let depth = state.pointee.depth
    state.pointee.depth = depth - 1
    if depth == 1 { isComplete = true }
    let place = places[depth]
    let bytes = UnsafeBufferPointer(start: text, count: state.pointee.textCount)
    handler.end(place < 0 ? nil : place, XMLText(bytes))
    state.pointee.wantsText = false
    state.pointee.textCount = 0
  }

  private func told(_ start: UnsafePointer<CChar>, _ count: Int) {
    guard state.pointee.wantsText else { return }
    let before = state.pointee.textCount
    guard before + count <= limits.textBytes else {
      fail(.tooLarge, "An element has more than \(limits.textBytes / 1024) KiB of text.", at: offset)
      return
    }
    UnsafeMutableRawPointer(text + before).copyMemory(from: start, byteCount: count)
    state.pointee.textCount = before + count
  }
}
