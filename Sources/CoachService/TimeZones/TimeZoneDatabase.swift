// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import Workouts

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The time zones that the system knows by name (`Europe/Paris`), from the files of its time zone database.
///
/// Why not Foundation's: `docs/decisions/0006-time-zones-from-the-system.md`.
public final class TimeZoneDatabase: Sendable {
  /// The database of this system; empty where none is installed.
  public static let system = TimeZoneDatabase(
    folders: ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/var/db/timezone/zoneinfo"])

  private let folders: [String]
  /// Zones that were asked for; `nil` for one that isn't there.
  private let known = Mutex<[String: ZoneRules?]>([:])

  /// The largest file that is read; real ones have a few kilobytes.
  private static let largest = 1 << 18
  /// More names than anybody travels through are looked up each time.
  private static let keptNames = 1000

  /// A database in the first of the folders that has a zone.
  public init(folders: [String]) { self.folders = folders }

  /// Seconds east of UTC that clocks showed in a zone at a moment; `nil` for a zone that is not known.
  public func offset(of zone: String, at moment: Instant) -> Int? {
    // A moment before 1970 belongs to the second that began before it.
    let milliseconds = moment.millisecondsSince1970
    let seconds = milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
    return rules(of: zone)?.offset(at: seconds)
  }

  private func rules(of zone: String) -> ZoneRules? {
    guard Self.isName(zone) else { return nil }
    if let rules = known.withLock({ $0[zone] }) { return rules }
    var rules: ZoneRules?
    for folder in folders where rules == nil { rules = Self.read(folder + "/" + zone).flatMap { ZoneRules($0) } }
    known.withLock { if $0.count < Self.keptNames { $0[zone] = .some(rules) } }
    return rules
  }

  /// Whether a text is the name of a zone, which names a file inside the folder and none elsewhere.
  static func isName(_ zone: String) -> Bool {
    guard (1...64).contains(zone.utf8.count) else { return false }
    // No point is among the characters, so there is no way up.
    return zone.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { byte in
          (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- 0x30 < 10
            || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+")].contains(byte)
        }
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: largest)
    let count = fread(&bytes, 1, bytes.count, file)
    // A folder, such as `Europe`, opens and has no bytes.
    return count > 0 && count < largest ? Array(bytes.prefix(count)) : nil
  }
}
