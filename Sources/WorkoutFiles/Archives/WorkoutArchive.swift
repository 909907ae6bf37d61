// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// An archive of workouts: what a service hands out to its athlete, or a packed folder.
///
/// ```swift
/// let archive = try WorkoutArchive.open(path: path)
/// let problems = try archive.forEachItem { item in
///   switch item.content { … }
/// }
/// ```
///
/// Members are unpacked one at a time and nothing is written. The archive is opened anew for each look at it, so the
/// file has to stay where it is.
public struct WorkoutArchive {
  /// Kinds of archives.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// What Apple's Health app exports.
    case appleHealth = "apple-health"
    /// What Strava hands out.
    case strava
    /// What Garmin hands out.
    case garmin
    /// Any other collection of files.
    case plain
    /// One compressed file.
    case single
  }

  /// What the archive is.
  public let kind: Kind
  /// How many members it lists, those of inner archives not counted.
  public let memberCount: Int
  /// The size of the document of an Apple Health export, if there is one and its size is known.
  public let healthDocumentSize: Int?

  enum Origin {
    case path(String)
    case bytes([UInt8])
  }

  let origin: Origin
  let name: String
  let limits: ArchiveLimits
  /// Which member is the Apple Health export.
  let healthMember: Int?
  let strava: StravaActivities?
  /// The folder in which the list of Strava's activities lies, with a slash, or empty.
  let stravaFolder: String

  /// Whether a file that begins like this is an archive: zip, gzip or tar. 262 bytes are enough to tell.
  public static func isArchive(_ head: UnsafeRawBufferPointer) -> Bool {
    head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x1F, 0x8B])
      || head.count >= 262 && UnsafeRawBufferPointer(rebasing: head[257..<262]).elementsEqual("ustar".utf8)
  }

  /// Opens the archive at a path and finds out what it is.
  ///
  /// - Throws: `unreadable-file`, `not-an-archive`, `damaged-archive` if not even a first member can be read,
  ///   `archive-bomb`.
  public static func open(path: String, limits: ArchiveLimits = ArchiveLimits()) throws(FileError) -> WorkoutArchive {
    try WorkoutArchive(.path(path), name: String(ArchiveNames.file(path)), limits: limits)
  }

  /// Opens an archive in memory and finds out what it is.
  ///
  /// - Parameter name: its name, for a person.
  /// - Throws: as `open(path:limits:)`.
  public static func open(
    bytes: [UInt8], name: String = "archive", limits: ArchiveLimits = ArchiveLimits()
  ) throws(FileError) -> WorkoutArchive {
    try WorkoutArchive(.bytes(bytes), name: name, limits: limits)
  }

  private init(_ origin: Origin, name: String, limits: ArchiveLimits) throws(FileError) {
    self.origin = origin
    self.name = name
    self.limits = limits
    let survey = try ArchiveSurvey(Self.reader(origin, ArchiveLedger(limits)))
    kind = survey.kind
    memberCount = survey.memberCount
    healthDocumentSize = survey.health?.size
    healthMember = survey.health?.place
    strava = survey.strava
    stravaFolder = survey.stravaFolder
  }

  static func reader(_ origin: Origin, _ ledger: ArchiveLedger) throws(FileError) -> ArchiveReader {
    switch origin {
    case .path(let path): try ArchiveReader(FileSource(path: path), ledger: ledger)
    case .bytes(let bytes): try ArchiveReader(MemorySource(bytes), ledger: ledger)
    }
  }
}

/// A first look at the members of an archive, which tells what it is.
struct ArchiveSurvey {
  private(set) var kind = WorkoutArchive.Kind.plain
  private(set) var memberCount = 0
  /// The member that is the Apple Health export.
  private(set) var health: (place: Int, size: Int)?
  private(set) var strava: StravaActivities?
  private(set) var stravaFolder = ""

  /// The largest list of activities that is read.
  private static let listBytes = 64 << 20

  init(_ reader: ArchiveReader) throws(FileError) {
    var isGarmin = false, hasActivities = false
    do throws(FileError) {
      while let member = try reader.next() {
        let place = memberCount
        memberCount += 1
        guard member.isFile, !member.isEncrypted, !ArchiveNames.isSystemTrace(member.name) else { continue }
        let name = member.name, file = ArchiveNames.file(name).lowercased()
        if name.hasPrefix("DI_CONNECT/") || name.contains("/DI_CONNECT/") { isGarmin = true }
        if name.hasPrefix("activities/") || name.contains("/activities/") { hasActivities = true }
        // One damaged member doesn't change what the archive is; a bomb ends it here.
        do throws(FileError) {
          if file.hasSuffix(".xml") || reader.container == .gzip { try look(reader, member, place) }
          if file == "activities.csv", strava == nil, let bytes = try reader.all(upTo: Self.listBytes).bytes {
            strava = StravaActivities(csv: bytes)
            stravaFolder = String(name.dropLast("activities.csv".count))
          }
        } catch {
          if error.isBomb { throw error }
        }
      }
    } catch {
      // What can be read of a damaged archive is read.
      if error.isBomb || memberCount == 0 { throw error }
    }
    if health != nil {
      kind = .appleHealth
    } else if strava != nil && hasActivities {
      kind = .strava
    } else if isGarmin {
      kind = .garmin
    } else if reader.container == .gzip {
      kind = .single
    }
    if kind != .strava { strava = nil }
  }

  /// Whether a document is an Apple Health export, and the largest so far.
  private mutating func look(_ reader: ArchiveReader, _ member: ArchiveReader.Member, _ place: Int) throws(FileError) {
    guard case .appleHealth = MemberKind(name: member.name, head: try reader.peek(MemberKind.headSize)) else { return }
    var size = member.size ?? 0
    if member.size == nil {
      do throws(FileError) {
        while let block = try reader.block() { size += block.count }
      } catch {
        if error.isBomb { throw error }
      }
    }
    if size > (health?.size ?? -1) { health = (place, size) }
  }
}

extension ArchiveReader {
  /// All bytes of the member, and what went wrong if that is not all of it.
  ///
  /// - Returns: no bytes if there are more than `limit`.
  /// - Throws: `archive-bomb`.
  func all(upTo limit: Int) throws(FileError) -> (bytes: [UInt8]?, damage: FileError?) {
    var bytes: [UInt8] = []
    do throws(FileError) {
      while let block = try block() {
        if bytes.count + block.count > limit { return (nil, nil) }
        bytes.append(contentsOf: block)
      }
    } catch {
      if error.isBomb { throw error }
      return (bytes, error)
    }
    return (bytes, nil)
  }
}
