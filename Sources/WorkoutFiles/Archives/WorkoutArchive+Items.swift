// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension WorkoutArchive {
  /// Hands over every file in the archive and in archives inside it, one after the other: the document of an Apple
  /// Health export first, the rest in the order of the archive.
  ///
  /// Each file is handed over once, also those left out, with the reason; folders are not. A damaged member does not
  /// keep those after it from being read.
  ///
  /// - Returns: what was wrong with the archive as a whole.
  /// - Throws: `archive-bomb`, `unreadable-file`, and what `body` throws.
  @discardableResult
  public func forEachItem(_ body: (ArchiveItem) throws -> Void) throws -> [FileProblem] {
    let ledger = ArchiveLedger(limits)
    if let healthMember {
      // What is wrong with the archive shows again on the way over the rest.
      _ = try walk(ledger, through: healthMember, { place, _ in place == healthMember }, body)
    }
    return try walk(ledger, { place, _ in place != healthMember }, body)
  }

  /// Hands over the routes of Apple Health exports in the archive once more, each with its name and bytes.
  ///
  /// For routes whose turn came before that of the document which tells whose they are.
  ///
  /// - Throws: as `forEachItem`.
  public func forEachRoute(_ body: (String, [UInt8]) throws -> Void) throws {
    func isOpened(_ place: Int, _ name: String) -> Bool { ArchiveNames.isRoute(name) || MemberKind.isArchive(name) }
    _ = try walk(ArchiveLedger(limits), isOpened) { item in
      if case .route(let bytes) = item.content { try body(item.path, bytes) }
    }
  }

  /// How often an archive is opened again to get past a damaged member.
  private static let attempts = 100

  /// Goes over the members of the archive itself whose places are wanted, and no further than `last`.
  private func walk(
    _ ledger: ArchiveLedger, through last: Int = .max, _ isWanted: (Int, String) -> Bool,
    _ body: (ArchiveItem) throws -> Void
  ) throws -> [FileProblem] {
    var done = 0
    for _ in 0..<Self.attempts {
      let reader = try Self.reader(origin, ledger)
      let before = done
      var place = 0, damage: FileError?
      while let member = try reader.nextIntact(&damage) {
        if place >= done {
          done = place + 1
          if isWanted(place, member.name) {
            // The one member of a compressed file has no name worth showing.
            try handle(
              member, of: reader, path: reader.container == .gzip ? name : member.name,
              isSecond: healthMember.map { $0 != place } ?? false, body)
          }
        }
        place += 1
        if place > last { return [] }
      }
      guard let damage else { return [] }
      // After some damage the library reads no further, though the list of members is sound.
      guard reader.hasDirectory, done > before else {
        return [FileProblem(damage.code, damage.message)]
      }
    }
    return [FileProblem(FileProblem.Code(rawValue: "damaged-archive"), "the archive has too many damaged members")]
  }

  /// Hands over a member, or all that is in it.
  ///
  /// - Parameter isSecond: whether an Apple Health export found here is beside the largest of the archive.
  private func handle(
    _ member: ArchiveReader.Member, of reader: ArchiveReader, path: String, isSecond: Bool = false,
    _ body: (ArchiveItem) throws -> Void
  ) throws {
    guard member.isFile else { return }
    var item = ArchiveItem(path: path, content: .skipped(.notWorkout), hints: hints(for: path))
    func skip(_ reason: ArchiveItem.SkipReason) throws {
      item.content = .skipped(reason)
      try body(item)
    }
    if ArchiveNames.isSystemTrace(member.name) { return try skip(.systemTrace) }
    if member.isEncrypted { return try skip(.encrypted) }
    let head: UnsafeRawBufferPointer
    do {
      head = try reader.peek(MemberKind.headSize)
    } catch {
      if error.isBomb { throw error }
      return try skip(.damaged)
    }
    if head.isEmpty { return try skip(.empty) }
    switch MemberKind(name: member.name, head: head) {
    case .archive: try open(path, of: reader, body)
    case .appleHealth where isSecond: try skip(.copy)
    case .appleHealth:
      item.content = .appleHealth(MemberStream(reader))
      try body(item)
    case .clinicalCopy: try skip(.copy)
    case .other: try skip(.notWorkout)
    case .workout:
      let (bytes, damage) = try reader.all(upTo: limits.workoutBytes)
      guard let bytes else { return try skip(.tooLarge) }
      item.damage = damage.map { FileProblem($0.code, $0.message) }
      item.content = ArchiveNames.isRoute(member.name) ? .route(bytes) : .workout(bytes)
      try body(item)
    }
  }

  /// Hands over what is in an archive inside another.
  private func open(_ path: String, of reader: ArchiveReader, _ body: (ArchiveItem) throws -> Void) throws {
    func skip(_ reason: ArchiveItem.SkipReason) throws {
      try body(ArchiveItem(path: path, content: .skipped(reason), hints: hints(for: path)))
    }
    guard reader.depth < limits.nesting else { return try skip(.nestedTooDeep) }
    let inner: ArchiveReader
    do {
      inner = try ArchiveReader(memberOf: reader)
    } catch {
      if error.isBomb { throw error }
      return try skip(.damaged)
    }
    var damage: FileError?, isEmpty = true
    while let member = try inner.nextIntact(&damage) {
      isEmpty = false
      try handle(member, of: inner, path: inner.container == .gzip ? path : "\(path)/\(member.name)", body)
    }
    if damage != nil { return try skip(.damaged) }
    if isEmpty { try skip(.empty) }
  }

  private func hints(for path: String) -> ArchiveHints {
    var hints = ArchiveHints(origin: kind)
    switch kind {
    case .strava:
      guard path.hasPrefix(stravaFolder), let row = strava?.row(forFile: String(path.dropFirst(stravaFolder.count)))
      else { break }
      hints.name = row.name
      hints.description = row.description
      hints.sportName = row.type
      hints.sport = row.sport
      hints.isCommute = row.isCommute
      hints.externalID = row.id
    case .garmin:
      // <address>_<number>.fit
      let stem = ArchiveNames.file(path).split(separator: ".").dropLast().joined(separator: ".")
      if let number = stem.split(separator: "_").last, number.count >= 6, number.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
        hints.externalID = String(number)
      }
    case .appleHealth, .plain, .single: break
    }
    return hints
  }
}

extension ArchiveReader {
  /// Moves on to the next member; where that isn't possible, tells why in `damage`.
  ///
  /// - Throws: `archive-bomb`.
  func nextIntact(_ damage: inout FileError?) throws(FileError) -> Member? {
    do throws(FileError) {
      return try next()
    } catch {
      if error.isBomb { throw error }
      damage = error
      return nil
    }
  }
}
