// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// Zeroes what no row uses any more inside of the pages of a database file.
///
/// `secure_delete` zeroes a row where it is deleted. But when pages are split or evened out, SQLite moves rows and leaves
/// their bytes behind in the unused middle of the page they came from, and a later deletion does not know of those
/// copies. Rewriting the file (`VACUUM`) would get rid of them at many times the cost.
///
/// The layout of pages is that of sqlite.org/fileformat2.html §1.6. Only bytes that the format calls unallocated are
/// written, so neither a reader at work nor a power failure in the middle finds anything changed.
///
/// - Precondition: the log is empty and the caller holds the lock for writing, so that the file is what the database is
///   and nobody else writes to it.
struct PageScrubber {
  /// SQLite's own handle: a descriptor of ours would, when closed, end all locks of this process on the file.
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods
  private var pageSize = 0
  private var usableSize = 0
  private var pageCount: Int64 = 0

  /// `nil` for a database that is not a file of whole pages.
  init?(_ handle: OpaquePointer) {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &pointer) == SQLITE_OK,
      let pointer, let methods = pointer.pointee.pMethods
    else { return nil }
    file = pointer
    self.methods = methods.pointee
    var header = [UInt8](repeating: 0, count: 100)
    var size: sqlite3_int64 = 0
    guard read(&header, at: 0), self.methods.xFileSize(file, &size) == SQLITE_OK else { return nil }
    let stated = Int(header[16]) << 8 | Int(header[17])
    pageSize = stated == 1 ? 65_536 : stated
    usableSize = pageSize - Int(header[20])
    // Bytes 52 to 55 are 0 unless pages can move by themselves; such files have further kinds of pages.
    guard pageSize >= 512, usableSize >= 480, header[52..<56].allSatisfy({ $0 == 0 }) else { return nil }
    pageCount = size / Int64(pageSize)
  }

  /// Visits the trees that begin at `roots`. Returns whether every page was as it should be, and is now clean.
  func scrub(roots: [Int64]) -> Bool {
    var seen = Set<Int64>()
    var open = roots
    var page = [UInt8](repeating: 0, count: pageSize)
    while let number = open.popLast() {
      guard number >= 1, number <= pageCount, seen.insert(number).inserted else { return false }
      guard read(&page, at: (number - 1) * Int64(pageSize)) else { return false }
      guard let children = clean(&page, number) else { return false }
      open += children
    }
    return methods.xSync(file, SQLITE_SYNC_NORMAL) == SQLITE_OK
  }

  /// Cleans one page of a tree. Returns the pages below it, or `nil` if it is none.
  private func clean(_ page: inout [UInt8], _ number: Int64) -> [Int64]? {
    func short(_ place: Int) -> Int { Int(page[place]) << 8 | Int(page[place + 1]) }
    func long(_ place: Int) -> Int64 { Int64(short(place)) << 16 | Int64(short(place + 2)) }
    let start = number == 1 ? 100 : 0
    let isInterior: Bool
    switch page[start] {
    case 2, 5: isInterior = true
    case 10, 13: isInterior = false
    default: return nil
    }
    let cellCount = short(start + 3)
    let pointers = start + (isInterior ? 12 : 8)
    let pointersEnd = pointers + 2 * cellCount
    let contentStart = short(start + 5) == 0 ? 65_536 : short(start + 5)
    guard pointersEnd <= contentStart, contentStart <= usableSize else { return nil }

    var unused = [pointersEnd..<contentStart]
    var block = short(start + 1)
    while block != 0 {
      guard block >= contentStart, block + 4 <= usableSize else { return nil }
      let next = short(block), size = short(block + 2)
      guard size >= 4, block + size <= usableSize, next == 0 || next > block else { return nil }
      unused.append(block + 4..<block + size)
      block = next
    }
    var children: [Int64] = []
    if isInterior {
      children.append(long(start + 8))
      for cell in 0..<cellCount {
        let place = short(pointers + 2 * cell)
        guard place >= contentStart, place + 4 <= usableSize else { return nil }
        children.append(long(place))
      }
    }
    for range in unused where page[range].contains(where: { $0 != 0 }) {
      let zeros = [UInt8](repeating: 0, count: range.count)
      let place = (number - 1) * Int64(pageSize) + Int64(range.lowerBound)
      guard methods.xWrite(file, zeros, Int32(zeros.count), place) == SQLITE_OK else { return nil }
    }
    return children
  }

  private func read(_ bytes: inout [UInt8], at place: Int64) -> Bool {
    methods.xRead(file, &bytes, Int32(bytes.count), place) == SQLITE_OK
  }
}
