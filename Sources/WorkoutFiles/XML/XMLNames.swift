// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The names of elements and attributes that a reader of a format knows, each with its place in the list.
///
/// Names are compared without their prefix: programs choose prefixes as they like (`ns3:hr`, `gpxtpx:hr`), and some
/// declare none. Looking up costs no allocation.
final class XMLVocabulary: Sendable {
  /// A slot of the hash table: where the name's bytes are, and its place in the list.
  private struct Slot {
    var hash: UInt32 = 0
    var start: Int32 = 0
    var count: Int32 = 0
    var place: Int32 = -1
  }

  private let slots: [Slot]
  private let bytes: [UInt8]

  /// A vocabulary of different names.
  init(_ names: [String]) {
    var size = 8
    while size < names.count * 4 { size *= 2 }
    var slots = Array(repeating: Slot(), count: size), bytes: [UInt8] = []
    for (place, name) in names.enumerated() {
      let utf8 = Array(name.utf8)
      let hash = utf8.reduce(Self.seed, Self.mix)
      var index = Int(hash) & (size - 1)
      while slots[index].place >= 0 { index = (index + 1) & (size - 1) }
      slots[index] = Slot(
        hash: hash, start: Int32(bytes.count), count: Int32(utf8.count), place: Int32(place))
      bytes += utf8
    }
    self.slots = slots
    self.bytes = bytes
  }

  /// The place of a name that ends with a zero byte, its prefix left out, or `nil` if it is not in the list.
  func place(of name: UnsafePointer<CChar>) -> Int? {
    var start = 0, end = 0
    var hash = Self.seed
    while name[end] != 0 {
      let byte = UInt8(bitPattern: name[end])
      end += 1
      if byte == UInt8(ascii: ":") {
        start = end
        hash = Self.seed
      } else {
        hash = Self.mix(hash, byte)
      }
    }
    let count = end - start
    return slots.withUnsafeBufferPointer { slots in
      var index = Int(hash) & (slots.count - 1)
      while slots[index].place >= 0 {
        let slot = slots[index]
        if slot.hash == hash, Int(slot.count) == count, matches(slot, name + start) { return Int(slot.place) }
        index = (index + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  private func matches(_ slot: Slot, _ name: UnsafePointer<CChar>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for i in 0..<Int(slot.count) where bytes[Int(slot.start) + i] != UInt8(bitPattern: name[i]) { return false }
      return true
    }
  }

  private static let seed: UInt32 = 2_166_136_261
  private static func mix(_ hash: UInt32, _ byte: UInt8) -> UInt32 { (hash ^ UInt32(byte)) &* 16_777_619 }
}

/// Attributes of an element, to be looked at only while its start is handled.
struct XMLAttributes {
  let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  /// The reader keeps it for as long as attributes are looked at.
  private unowned(unsafe) let vocabulary: XMLVocabulary

  /// What the parser hands over: names and values in turn, then a null pointer.
  init(_ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ vocabulary: XMLVocabulary) {
    self.pairs = pairs
    self.vocabulary = vocabulary
  }

  /// Calls `body` with the place in the vocabulary and the value of each attribute that the vocabulary lists.
  @inline(__always) func forEach(_ body: (_ place: Int, _ value: XMLText) -> Void) {
    guard var pair = pairs else { return }
    while let name = pair[0], let value = pair[1] {
      if let place = vocabulary.place(of: name) { body(place, XMLText(value)) }
      pair += 2
    }
  }

  /// The value of the attribute at this place in the vocabulary.
  func value(_ wanted: Int) -> XMLText? {
    var result: XMLText?
    forEach { place, value in if place == wanted { result = value } }
    return result
  }
}
