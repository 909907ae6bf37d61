// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CArchive

/// Reads the members of a zip, a tar or a gzip file one after the other, in constant memory, and writes nothing.
///
/// ```swift
/// let reader = try ArchiveReader(path: path)
/// while let member = try reader.next() {
///   while let block = try reader.block() { … }
/// }
/// ```
///
/// A gzip file has one member. A zip that breaks off has the members before the break; then `next()` throws
/// `damaged-archive`. An archive made to exhaust its reader is refused with `archive-bomb`.
public final class ArchiveReader {
  /// A member as the archive lists it.
  public struct Member: Hashable, Sendable {
    /// The name, a label and nothing else: it may be anything, also `../../etc/passwd`.
    public var name: String
    /// The size in bytes after unpacking as the archive tells it, if it does.
    public var size: Int?
    /// Whether this is a file, not a folder or a link.
    public var isFile: Bool
    /// Whether it can't be read without a password.
    public var isEncrypted: Bool
  }

  /// What the archive is.
  public enum Container: Hashable, Sendable {
    /// A zip file.
    case zip
    /// A tape archive, compressed or not.
    case tar
    /// One compressed file.
    case gzip
  }

  /// Where the reader stands among archives inside one another, 0 for the outermost.
  let depth: Int
  let ledger: ArchiveLedger
  private let handle: OpaquePointer
  private let source: ArchiveSource
  /// Whether the members' list was found, so that leaving out a member costs nothing.
  let hasDirectory: Bool
  /// The first bytes of the current member, where they were looked at ahead.
  private var head = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 1)
  private var headIsPending = false
  private var isInMember = false
  /// The first member, read ahead to know the container.
  private var first: OpaquePointer?
  /// What was left of the last block when less was asked for.
  private var rest = UnsafeRawBufferPointer(start: nil, count: 0)
  private var lastPosition = 0

  /// What the archive is.
  public private(set) var container: Container = .zip

  /// Opens a file.
  ///
  /// - Throws: `unreadable-file`, `not-an-archive`, `damaged-archive`, `archive-bomb`.
  public convenience init(path: String, limits: ArchiveLimits = ArchiveLimits()) throws(FileError) {
    try self.init(FileSource(path: path), ledger: ArchiveLedger(limits))
  }

  /// Opens an archive in memory.
  ///
  /// - Throws: `not-an-archive`, `damaged-archive`, `archive-bomb`.
  public convenience init(bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws(FileError) {
    try self.init(MemorySource(bytes), ledger: ArchiveLedger(limits))
  }

  /// Opens an archive that is handed over piece by piece.
  ///
  /// - Parameter read: puts the next bytes into the buffer and returns how many; 0 at the end.
  /// - Throws: what `read` throws, `not-an-archive`, `damaged-archive`, `archive-bomb`.
  public convenience init(
    limits: ArchiveLimits = ArchiveLimits(),
    read: @escaping (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  ) throws(FileError) {
    try self.init(CallbackSource(read), ledger: ArchiveLedger(limits))
  }

  /// Opens the current member as an archive. This reader must not move on before the inner one is done.
  convenience init(memberOf outer: ArchiveReader) throws(FileError) {
    try self.init(MemberSource(outer), ledger: outer.ledger, depth: outer.depth + 1)
  }

  /// Opens a source; what is unpacked adds to `ledger`.
  init(_ source: ArchiveSource, ledger: ArchiveLedger, depth: Int = 0) throws(FileError) {
    self.source = source
    self.ledger = ledger
    self.depth = depth
    let directory = ZipDirectory(source, ledger.limits)
    hasDirectory = directory != nil
    if depth == 0 { ledger.sourceBytes = source.size }
    if let directory, directory.byteCount > ledger.limits.directoryBytes {
      throw ArchiveLedger.bomb("its list of members has more than \(ledger.limits.directoryBytes >> 20) MiB")
    }
    if let directory, directory.memberCount > ledger.limits.memberCount {
      throw ArchiveLedger.bomb("it has more than \(ledger.limits.memberCount) members")
    }
    guard let handle = archive_read_new() else { throw Self.damaged("there is no memory for reading it") }
    self.handle = handle
    archive_read_support_filter_gzip(handle)
    archive_read_support_format_zip(handle)
    archive_read_support_format_tar(handle)
    // Any bytes are "raw"; whether they were compressed is looked at below.
    archive_read_support_format_raw(handle)
    archive_read_set_callback_data(handle, Unmanaged.passUnretained(source).toOpaque())
    archive_read_set_read_callback(handle, readCallback)
    if source.size != nil {
      archive_read_set_seek_callback(handle, seekCallback)
    }
    guard archive_read_open1(handle) == ARCHIVE_OK else {
      throw failure("it can't be opened", isStart: true)
    }
    var entry: OpaquePointer?
    switch header(&entry) {
    case ARCHIVE_OK, ARCHIVE_WARN: first = entry
    case ARCHIVE_EOF: break
    default: throw failure("its first member can't be read", isStart: true)
    }
    switch archive_format(handle) & ARCHIVE_FORMAT_BASE_MASK {
    case ARCHIVE_FORMAT_TAR: container = .tar
    case ARCHIVE_FORMAT_RAW:
      // The filter count includes the one that does nothing.
      guard archive_filter_count(handle) > 1 else {
        throw FileError(FileProblem.Code(rawValue: "not-an-archive"), "this is no zip, gzip or tar file")
      }
      container = .gzip
    default: container = .zip
    }
  }

  deinit {
    archive_read_free(handle)
    head.deallocate()
  }

  /// Moves on to the next member, or returns `nil` after the last.
  ///
  /// - Throws: `damaged-archive`, `archive-bomb`.
  public func next() throws(FileError) -> Member? {
    if isInMember, !hasDirectory {
      // Left to itself, the library unpacks what is left out, and counts nothing.
      while try block() != nil {}
    }
    isInMember = false
    headIsPending = false
    rest = UnsafeRawBufferPointer(start: nil, count: 0)
    var entry = first
    first = nil
    if entry == nil {
      switch header(&entry) {
      case ARCHIVE_OK, ARCHIVE_WARN: break
      case ARCHIVE_EOF: return nil
      default: throw failure("it breaks off after the members before")
      }
    }
    guard let entry else { return nil }
    try ledger.addMember()
    isInMember = true
    lastPosition = Int(clamping: archive_filter_bytes(handle, -1))
    return ArchiveNames.inUTF8 { member(entry) }
  }

  private func member(_ entry: OpaquePointer) -> Member {
    var name = ""
    if let start = archive_entry_pathname(entry) {
      var count = 0
      // Longer names than any file system has are cut.
      while count < 4096, start[count] != 0 { count += 1 }
      name = start.withMemoryRebound(to: UInt8.self, capacity: count) {
        ArchiveNames.decode(UnsafeBufferPointer(start: $0, count: count))
      }
    }
    let size = archive_entry_size_is_set(entry) != 0 ? archive_entry_size(entry) : -1
    // The type of a regular file, of the few bits that hold types.
    let type = archive_entry_filetype(entry) & 0o170000
    return Member(
      name: name, size: size >= 0 ? Int(size) : nil, isFile: type == 0o100000 || type == 0,
      isEncrypted: archive_entry_is_encrypted(entry) != 0)
  }

  /// The next bytes of the member, `nil` at its end; they are there until the next call.
  func block() throws(FileError) -> UnsafeRawBufferPointer? {
    guard isInMember else { return nil }
    if !rest.isEmpty {
      defer { rest = UnsafeRawBufferPointer(start: nil, count: 0) }
      return rest
    }
    if headIsPending {
      headIsPending = false
      if !head.isEmpty { return UnsafeRawBufferPointer(head) }
    }
    return try unpack()
  }

  private func unpack() throws(FileError) -> UnsafeRawBufferPointer? {
    while true {
      var start: UnsafeRawPointer?
      var count = 0
      var place: Int64 = 0
      let status = archive_read_data_block(handle, &start, &count, &place)
      if depth == 0 {
        let position = Int(clamping: archive_filter_bytes(handle, -1))
        ledger.consume(position - lastPosition)
        lastPosition = position
      }
      switch status {
      case ARCHIVE_OK, ARCHIVE_WARN:
        if count == 0 || start == nil { continue }
        try ledger.unpack(count)
        return UnsafeRawBufferPointer(start: start, count: count)
      case ARCHIVE_EOF:
        isInMember = false
        return nil
      case ARCHIVE_RETRY: continue
      default:
        isInMember = false
        throw failure("a member is damaged")
      }
    }
  }

  /// Hands over the next bytes of the member; they are there only during the call.
  ///
  /// - Returns: whether there were any.
  /// - Throws: `damaged-archive`, `archive-bomb`.
  public func nextBlock(_ body: (UnsafeRawBufferPointer) -> Void) throws(FileError) -> Bool {
    guard let block = try block() else { return false }
    body(block)
    return true
  }

  /// Puts the next bytes of the member into a buffer and returns how many; 0 at the end.
  ///
  /// - Throws: `damaged-archive`, `archive-bomb`.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard !buffer.isEmpty, let block = try block() else { return 0 }
    let count = min(block.count, buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<count]))
    rest = UnsafeRawBufferPointer(rebasing: block[count...])
    return count
  }

  /// The first bytes of the member, at least `count` if it has as many; reading begins with them all the same.
  func peek(_ count: Int) throws(FileError) -> UnsafeRawBufferPointer {
    if headIsPending { return UnsafeRawBufferPointer(head) }
    var bytes: [UInt8] = []
    while bytes.count < count, let block = try unpack() { bytes.append(contentsOf: block) }
    head.deallocate()
    head = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    head.copyBytes(from: bytes)
    isInMember = true
    headIsPending = true
    return UnsafeRawBufferPointer(head)
  }

  private func header(_ entry: inout OpaquePointer?) -> Int32 {
    ArchiveNames.inUTF8 { archive_read_next_header(handle, &entry) }
  }

  /// What the library has to say, or what went wrong below it.
  private func failure(_ what: String, isStart: Bool = false) -> FileError {
    if let failure = source.failure { return failure }
    if isStart, archive_format(handle) == 0 {
      return FileError(FileProblem.Code(rawValue: "not-an-archive"), "this is no zip, gzip or tar file")
    }
    return Self.damaged(what)
  }

  private static func damaged(_ what: String) -> FileError {
    FileError(FileProblem.Code(rawValue: "damaged-archive"), "the archive is damaged: \(what)")
  }
}

/// Hands over the next bytes of the source that `owner` is.
private func readCallback(
  _: OpaquePointer?, _ owner: UnsafeMutableRawPointer?, _ start: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int {
  guard let owner, let start else { return Int(ARCHIVE_FATAL) }
  let source = Unmanaged<ArchiveSource>.fromOpaque(owner).takeUnretainedValue()
  let block = source.read()
  guard source.failure == nil else { return Int(ARCHIVE_FATAL) }
  start.pointee = block.baseAddress
  return block.count
}

/// Moves the source that `owner` is.
private func seekCallback(_: OpaquePointer?, _ owner: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32)
  -> Int64
{
  guard let owner else { return Int64(ARCHIVE_FATAL) }
  let source = Unmanaged<ArchiveSource>.fromOpaque(owner).takeUnretainedValue()
  guard let size = source.size else { return Int64(ARCHIVE_FATAL) }
  // From the start, from the current place, or from the end.
  let origin: Int
  switch whence {
  case 0: origin = 0
  case 1: origin = source.position
  case 2: origin = size
  default: return Int64(ARCHIVE_FATAL)
  }
  let (place, overflow) = offset.addingReportingOverflow(Int64(origin))
  guard !overflow else { return Int64(ARCHIVE_FATAL) }
  let clamped = min(max(0, place), Int64(size))
  return source.seek(to: Int(clamped)) ? clamped : Int64(ARCHIVE_FATAL)
}
