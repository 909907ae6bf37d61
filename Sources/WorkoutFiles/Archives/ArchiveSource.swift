// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where an archive's bytes come from. What `read` returns is there until the next call.
class ArchiveSource {
  /// Why reading failed, if it did.
  var failure: FileError?
  /// The size in bytes, for a source that can go back.
  var size: Int? { nil }
  /// Where the next bytes are, for a source that can go back.
  final var position = 0
  /// How many bytes the next block has. The head of a member is asked for by itself, one after the other; whoever reads on
  /// gets more and more.
  final var nextBlock = blockSize
  /// The next bytes, none at the end.
  func read() -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
  /// Moves to a place, for a source that can.
  func seek(to place: Int) -> Bool { false }

  /// The bytes from `place` on, at most `count`, for a source that can go back. Leaves the source at its start.
  final func bytes(at place: Int, count: Int) -> [UInt8] {
    guard seek(to: place) else { return [] }
    var result: [UInt8] = []
    while result.count < count {
      let block = read()
      if block.isEmpty { break }
      result.append(contentsOf: block.prefix(count - result.count))
    }
    return seek(to: 0) ? result : []
  }

  static let blockSize = 1 << 16
  private static let firstBlock = 1 << 9

  /// How many bytes to read now.
  final func takeBlock() -> Int {
    defer { nextBlock = min(Self.blockSize, nextBlock * 4) }
    return nextBlock
  }

  /// Begins with a small block again.
  final func moved(to place: Int) {
    position = place
    nextBlock = Self.firstBlock
  }
}

/// Bytes in memory.
final class MemorySource: ArchiveSource {
  private let bytes: [UInt8]
  private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 16)

  init(_ bytes: [UInt8]) { self.bytes = bytes }
  deinit { block.deallocate() }

  override var size: Int? { bytes.count }

  override func read() -> UnsafeRawBufferPointer {
    let count = min(takeBlock(), bytes.count - position)
    bytes.withUnsafeBytes { block.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
    position += count
    return UnsafeRawBufferPointer(rebasing: block[..<count])
  }

  override func seek(to place: Int) -> Bool {
    guard (0...bytes.count).contains(place) else { return false }
    moved(to: place)
    return true
  }
}

/// A file, open for reading from its first byte to the source's end.
final class FileSource: ArchiveSource {
  private let file: UnsafeMutablePointer<FILE>
  private let count: Int
  private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 16)

  init(path: String) throws(FileError) {
    guard let file = fopen(path, "rb") else { throw Self.unreadable }
    // A folder opens but has no bytes; a pipe has no size.
    guard fseeko(file, 0, SEEK_END) == 0, case let count = Int(ftello(file)), count >= 0, count < Int.max,
      fseeko(file, 0, SEEK_SET) == 0
    else {
      fclose(file)
      throw Self.unreadable
    }
    self.file = file
    self.count = count
  }

  deinit {
    fclose(file)
    block.deallocate()
  }

  override var size: Int? { count }

  override func read() -> UnsafeRawBufferPointer {
    let count = fread(block.baseAddress, 1, takeBlock(), file)
    if count == 0, ferror(file) != 0 { failure = Self.unreadable }
    position += count
    return UnsafeRawBufferPointer(rebasing: block[..<count])
  }

  override func seek(to place: Int) -> Bool {
    guard place >= 0, place <= count, fseeko(file, off_t(place), SEEK_SET) == 0 else { return false }
    moved(to: place)
    return true
  }

  private static var unreadable: FileError {
    FileError(FileProblem.Code(rawValue: "unreadable-file"), "the file can't be read")
  }
}

/// Bytes that somebody hands over piece by piece.
final class CallbackSource: ArchiveSource {
  private let fill: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 16)

  init(_ fill: @escaping (UnsafeMutableRawBufferPointer) throws(FileError) -> Int) { self.fill = fill }
  deinit { block.deallocate() }

  override func read() -> UnsafeRawBufferPointer {
    do throws(FileError) {
      let count = try fill(block)
      return UnsafeRawBufferPointer(rebasing: block[..<max(0, min(count, block.count))])
    } catch {
      failure = error
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
  }
}

/// The bytes of the member at which another archive stands.
final class MemberSource: ArchiveSource {
  private let outer: ArchiveReader

  init(_ outer: ArchiveReader) { self.outer = outer }

  override func read() -> UnsafeRawBufferPointer {
    do throws(FileError) {
      return try outer.block() ?? UnsafeRawBufferPointer(start: nil, count: 0)
    } catch {
      failure = error
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
  }
}
