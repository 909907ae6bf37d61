// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Whole numbers in blocks of 128, each block with as many bits a number as its numbers need.
///
/// A block writes the numbers themselves, their differences, or the differences of those, whichever takes fewest bits,
/// less the smallest of them ("frame of reference"). All arithmetic wraps around, so every number of 64 bits comes back.
///
/// A block is one byte for the order (0, 1, 2), one for the bits a number (0 to 64), the smallest as a zigzag varint,
/// and the packed bits, the lowest first, filled up to a whole byte.
enum PackedIntegers {
  static let blockLength = 128

  static func encode(_ numbers: UnsafeBufferPointer<Int64>, to writer: inout ByteWriter) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: blockLength) { words in
      withUnsafeTemporaryAllocation(of: Int64.self, capacity: 2 * blockLength) { scratch in
        var last: Int64 = 0, lastStep: Int64 = 0
        var start = 0
        while start < numbers.count {
          let count = min(blockLength, numbers.count - start)
          let block = UnsafeBufferPointer(rebasing: numbers[start..<start + count])
          let steps = UnsafeMutableBufferPointer(rebasing: scratch[0..<count])
          let bends = UnsafeMutableBufferPointer(rebasing: scratch[blockLength..<blockLength + count])
          var before = last, stepBefore = lastStep
          for index in 0..<count {
            let step = block[index] &- before
            steps[index] = step
            bends[index] = step &- stepBefore
            before = block[index]
            stepBefore = step
          }
          last = before
          lastStep = stepBefore

          var (order, chosen, frame) = (UInt8(1), UnsafeBufferPointer(steps), Frame(UnsafeBufferPointer(steps)))
          for (other, candidate) in [(UInt8(2), UnsafeBufferPointer(bends)), (0, block)] {
            let its = Frame(candidate)
            if its.width < frame.width { (order, chosen, frame) = (other, candidate, its) }
          }
          writer.append(byte: order)
          writer.append(byte: UInt8(frame.width))
          writer.append(zigzag: frame.least)
          pack(chosen, frame, words, to: &writer)
          start += count
        }
      }
    }
  }

  /// The smallest number of a block and how many bits the others need above it.
  private struct Frame {
    var least: Int64
    var width: Int

    @inline(__always) init(_ numbers: UnsafeBufferPointer<Int64>) {
      var least = Int64.max, greatest = Int64.min
      for index in 0..<numbers.count {
        least = min(least, numbers[index])
        greatest = max(greatest, numbers[index])
      }
      self.least = least
      width = 64 - UInt64(bitPattern: greatest &- least).leadingZeroBitCount
    }
  }

  @inline(__always)
  private static func pack(
    _ numbers: UnsafeBufferPointer<Int64>, _ frame: Frame, _ words: UnsafeMutableBufferPointer<UInt64>,
    to writer: inout ByteWriter
  ) {
    guard frame.width > 0 else { return }
    var word: UInt64 = 0
    var filled = 0, place = 0
    for index in 0..<numbers.count {
      let bits = UInt64(bitPattern: numbers[index] &- frame.least)
      word |= bits &<< UInt64(filled)
      filled += frame.width
      if filled >= 64 {
        words[place] = word
        place += 1
        filled -= 64
        word = filled == 0 ? 0 : bits &>> UInt64(frame.width - filled)
      }
    }
    if filled > 0 { words[place] = word }
    writer.append(words: UnsafeBufferPointer(words), byteCount: (numbers.count * frame.width + 7) / 8)
  }

  /// Fills `numbers`.
  static func decode(
    into numbers: UnsafeMutableBufferPointer<Int64>, from reader: inout ByteReader
  ) throws(CodecError) {
    var last: Int64 = 0, lastStep: Int64 = 0
    var start = 0
    // One word more than a full block, so that a number across two words always finds the second.
    var words = [UInt64](repeating: 0, count: blockLength + 1)
    while start < numbers.count {
      let count = min(blockLength, numbers.count - start)
      let order = try reader.byte()
      guard order <= 2 else { throw CodecError(reason: "names an unknown order") }
      let width = Int(try reader.byte())
      guard width <= 64 else { throw CodecError(reason: "has numbers of more than 64 bits") }
      let least = try reader.zigzag()
      let bytes = (count * width + 7) / 8
      let failure: CodecError? = words.withUnsafeMutableBufferPointer { words in
        do throws(CodecError) { try reader.copy(bytes, to: words) } catch { return error }
        let mask = width == 0 ? 0 : UInt64.max &>> UInt64(64 - width)
        var bit = 0
        for index in start..<start + count {
          let place = bit >> 6, shift = bit & 63
          var raw = words[place] &>> UInt64(shift)
          if shift + width > 64 { raw |= words[place + 1] &<< UInt64(64 - shift) }
          bit += width
          let number = Int64(bitPattern: raw & mask) &+ least
          switch order {
          case 0:
            lastStep = number &- last
            last = number
          case 1:
            lastStep = number
            last = last &+ number
          default:
            lastStep = lastStep &+ number
            last = last &+ lastStep
          }
          numbers[index] = last
        }
        return nil
      }
      if let failure { throw failure }
      start += count
    }
  }
}
