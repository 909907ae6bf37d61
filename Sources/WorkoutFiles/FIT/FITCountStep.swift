// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Counts in how many messages of one definition a developer field has a value, without making values of it.
struct FITCountStep {
  /// The place of the field's counter.
  let counter: Int
  private let offset: Int
  private let elementSize: Int
  private let elementCount: Int
  /// "No value" as it is loaded on this machine from the file's bytes.
  private let invalid: UInt64

  init(_ field: FITDeveloperField, isBigEndian: Bool) {
    counter = field.counter
    offset = field.field.offset
    let size = field.field.elementSize
    elementSize = size
    if field.field.type == .string {
      // A text is there if its first byte is.
      elementCount = 1
      invalid = 0
    } else {
      elementCount = field.field.size / size
      let bits = field.field.type.invalidBits(width: size)
      invalid = isBigEndian ? bits.byteSwapped >> UInt64(64 - 8 * size) : bits
    }
  }

  /// The number of messages with a value among `count` that lie `stride` bytes apart from `content` on.
  func count(_ content: UnsafeRawPointer, stride: Int, count: Int) -> Int {
    switch elementSize {
    case 1: self.count(UInt8.self, content, stride, count)
    case 2: self.count(UInt16.self, content, stride, count)
    case 4: self.count(UInt32.self, content, stride, count)
    default: self.count(UInt64.self, content, stride, count)
    }
  }

  @inline(__always) private func count<T: FixedWidthInteger>(
    _: T.Type, _ content: UnsafeRawPointer, _ stride: Int, _ count: Int
  ) -> Int {
    let invalid = T(truncatingIfNeeded: invalid)
    var result = 0
    var start = content + offset
    for _ in 0..<count {
      var element = 0
      while element < elementCount {
        let bits = T(littleEndian: start.loadUnaligned(fromByteOffset: element * MemoryLayout<T>.size, as: T.self))
        if bits != invalid { break }
        element += 1
      }
      if element < elementCount { result += 1 }
      start += stride
    }
    return result
  }
}
