// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import HealthDatabase
import Synchronization

extension WorkoutLibrary {
  /// What the workouts come from: formats, kinds of devices and archives, those with the most workouts first.
  public func sources() throws -> [SourceSummary] {
    let anchor = try database.read { try $0.lastAnchor() }
    if let known = state.withLock({ $0.sources }), known.anchor == anchor { return known.sources }
    let (upTo, groups) = try database.read { (try $0.lastAnchor(), try $0.sourceGroups(of: athleteID)) }
    let sources = groups.map { group in
      let name = SourceName(group)
      let (kind, title, product): (String, String?, String?) =
        switch group.scope {
        case .format(let format): ("format", format, nil)
        case .device(let maker, let product, _): ("device", maker, product)
        case .file: ("file", group.name, nil)
        case .archive: ("archive", group.name, nil)
        }
      return SourceSummary(
        source: name.text, kind: kind, name: title, product: product, workouts: group.workouts)
    }
    state.withLock { $0.sources = (upTo, sources) }
    return sources
  }

  /// What the database calls a source.
  ///
  /// - Throws: `LibraryError` where there is none of this name, or more than one.
  func sourceScope(_ name: SourceName) throws -> DeletionScope.SourceScope {
    switch name {
    case .format(let format): return .format(format)
    case .device(let maker, let product, let serial):
      return .device(manufacturer: maker, product: product, serial: serial)
    case .file(let text):
      let all = try database.read { access in
        let named = try access.sourceFiles(named: text, of: athleteID)
        return named.isEmpty ? try access.sourceFiles(of: athleteID) : named
      }
      return try Self.one(of: all, called: text, what: "file")
    case .archive(let text):
      let all = try database.read { try $0.sourceGroups(of: athleteID) }.filter {
        if case .archive = $0.scope { true } else { false }
      }
      return try Self.one(of: all, called: text, what: "archive")
    }
  }

  private static func one(
    of groups: [SourceGroup], called text: String, what: String
  ) throws -> DeletionScope.SourceScope {
    let wanted = text.lowercased()
    let found = groups.filter {
      $0.name == text || (wanted.count >= 8 && (SourceName.hash(of: $0.scope) ?? "").hasPrefix(wanted))
    }
    guard let first = found.first else {
      throw LibraryError(
        "no workout comes from \(what == "archive" ? "an" : "a") \(what) of this name; `zonecoach sources` lists where they come from"
      )
    }
    guard found.count == 1 else {
      let hashes = found.prefix(4).compactMap { SourceName.hash(of: $0.scope)?.prefix(12) }
      throw LibraryError(
        "\(found.count) \(what)s have this name; name one by its hash: \(hashes.joined(separator: ", "))")
    }
    return first.scope
  }
}

extension SourceName {
  /// The name of a group: by the hash, where it is a file or an archive.
  init(_ group: SourceGroup) {
    switch group.scope {
    case .format(let format): self = .format(format)
    case .device(let maker, let product, let serial): self = .device(maker: maker, product: product, serial: serial)
    case .file(let hash): self = .file(hexadecimal(hash))
    case .archive(let hash): self = .archive(hexadecimal(hash))
    }
  }

  /// The hash of a file or an archive in hexadecimal digits.
  static func hash(of scope: DeletionScope.SourceScope) -> String? {
    switch scope {
    case .file(let hash), .archive(let hash): hexadecimal(hash)
    case .format, .device: nil
    }
  }
}
