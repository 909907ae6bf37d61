// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization

/// The library's folder: `originals/` with the files as they came, `trash/` with those whose deletion can be undone,
/// `library.json` with the list, `athlete.json` with what the athlete stated.
///
/// The folder is readable by its owner only. The list is replaced in one step, so that a crash leaves the old or the
/// new one.
final class LibraryStore: Sendable {
  /// A file as it was brought in.
  struct Original: Codable, Hashable, Sendable {
    /// The name in the library, made from the content.
    var id: String
    /// What the file was called.
    var name: String
    /// Whether it is one of the samples.
    var isSample: Bool
  }

  private struct List: Codable {
    var version = 1
    var originals: [Original] = []
    /// Workouts deleted from files that hold others as well.
    var hidden: [String] = []
  }

  private let folder: String
  private let list: Mutex<List>

  init(folder: String) throws {
    self.folder = folder
    list = Mutex(List())
    for sub in ["", "/originals", "/trash"] {
      do {
        try FileManager.default.createDirectory(
          atPath: folder + sub, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw LibraryError(
          "The data folder \(folder) can't be made or written; choose another with --data, or check its permissions.")
      }
    }
    let path = folder + "/library.json"
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw LibraryError("\(path) can't be read; check its permissions.")
    }
    guard let known = try? JSONDecoder().decode(List.self, from: data) else {
      throw LibraryError("\(path) is damaged. Move it away to start with an empty list; the files in originals/ stay.")
    }
    guard known.version == 1 else {
      throw LibraryError("\(path) was written by a newer ZoneCoach; use that one, or another data folder.")
    }
    list.withLock { $0 = known }
  }

  func originals() -> [Original] { list.withLock { $0.originals } }

  func hidden() -> Set<String> { list.withLock { Set($0.hidden) } }

  func bytes(of original: Original) -> [UInt8]? {
    FileManager.default.contents(atPath: path(of: original)).map { [UInt8]($0) }
  }

  /// Stores a file, unless one of the same content is there.
  func keep(_ bytes: [UInt8], named name: String, isSample: Bool) throws -> (Original, isNew: Bool) {
    try list.withLock { list in
      // 64 bits name the content; should two contents ever share them, the second gets a suffix.
      let base = fingerprint(bytes)
      var id = base
      var attempt = 1
      while let known = list.originals.first(where: { $0.id == id }) {
        if self.bytes(of: known) == bytes {
          list.hidden.removeAll { $0 == id || $0.hasPrefix(id + "-") }
          try write(list)
          return (known, false)
        }
        attempt += 1
        id = "\(base)x\(attempt)"
      }
      // What was deleted from the same file before is not deleted from this one.
      list.hidden.removeAll { $0 == id || $0.hasPrefix(id + "-") }
      let original = Original(id: id, name: name, isSample: isSample)
      let path = path(of: original)
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      list.originals.append(original)
      try write(list)
      return (original, true)
    }
  }

  /// Takes a file out of the list with its last workout, and keeps it where it can be brought back from.
  ///
  /// The workout is left out like those before it: another one of them may be brought back alone.
  func setAside(_ original: Original, with id: String) {
    list.withLock { list in
      list.originals.removeAll { $0.id == original.id }
      list.hidden.append(id)
      try? write(list)
      // The same file may have been deleted before: a move does not replace, and would leave this one where it is.
      try? FileManager.default.removeItem(atPath: trashPath(of: original))
      try? FileManager.default.moveItem(atPath: path(of: original), toPath: trashPath(of: original))
    }
  }

  /// Leaves one workout of a file out of the list.
  func hide(_ id: String) {
    list.withLock { list in
      list.hidden.append(id)
      try? write(list)
    }
  }

  /// Brings back a file set aside, or a workout left out.
  func takeBack(_ original: Original, unhiding id: String) -> Bool {
    list.withLock { list in
      list.hidden.removeAll { $0 == id }
      if !list.originals.contains(where: { $0.id == original.id }) {
        do {
          try FileManager.default.moveItem(atPath: trashPath(of: original), toPath: path(of: original))
        } catch {
          return false
        }
        list.originals.append(original)
      }
      try? write(list)
      return true
    }
  }

  /// Removes a file for good.
  func remove(_ original: Original) {
    list.withLock { list in
      list.originals.removeAll { $0.id == original.id }
      list.hidden.removeAll { $0 == original.id || $0.hasPrefix(original.id + "-") }
      try? write(list)
      try? FileManager.default.removeItem(atPath: path(of: original))
      try? FileManager.default.removeItem(atPath: trashPath(of: original))
    }
  }

  /// Removes for good what was set aside, and the names of workouts whose file is gone.
  func emptyTrash() {
    list.withLock { list in
      let kept = list.hidden.filter { id in
        list.originals.contains { id == $0.id || id.hasPrefix($0.id + "-") }
      }
      if kept.count < list.hidden.count {
        list.hidden = kept
        try? write(list)
      }
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/trash")) ?? []
    for name in names { try? FileManager.default.removeItem(atPath: folder + "/trash/" + name) }
  }

  func readAthlete() -> AthleteSettings { Self.readAthlete(in: folder) }

  static func readAthlete(in folder: String) -> AthleteSettings {
    guard let data = FileManager.default.contents(atPath: folder + "/athlete.json"),
      let settings = try? JSONDecoder().decode(AthleteSettings.self, from: data)
    else { return AthleteSettings() }
    return settings
  }

  func write(_ settings: AthleteSettings) throws {
    let path = folder + "/athlete.json"
    do {
      try JSONEncoder().encode(settings).write(to: URL(filePath: path), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    } catch {
      throw LibraryError("\(path) can't be written; check the free space and the permissions of the data folder.")
    }
  }

  private func write(_ list: List) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let path = folder + "/library.json"
    try encoder.encode(list).write(to: URL(filePath: path), options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  private func path(of original: Original) -> String { "\(folder)/originals/\(original.id).fit" }
  private func trashPath(of original: Original) -> String { "\(folder)/trash/\(original.id).fit" }
}

/// Why the library can't be opened or written, and what to do.
public struct LibraryError: Error, CustomStringConvertible, Sendable {
  /// The reason, in a sentence or two.
  public var description: String

  init(_ description: String) { self.description = description }
}

/// 64 bits that name a content, as 16 hexadecimal digits (FNV-1a, Fowler, Noll and Vo). Equality of content is always
/// settled by comparing it; this only finds the candidate.
private func fingerprint(_ bytes: [UInt8]) -> String {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
