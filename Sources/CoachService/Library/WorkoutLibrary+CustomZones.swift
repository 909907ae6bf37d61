// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import HealthDatabase
public import Workouts
import ZoneStorage
public import Zones

extension WorkoutLibrary {
  /// Keeps zones under a name. Under a name that is there already it is a new version, which holds from its day on.
  ///
  /// - Returns: the number of the version.
  /// - Throws: `LibraryError` for a name that is empty or too long, or for zones that sort something else than before.
  @discardableResult
  public func save(_ model: ZoneModel, named name: String, from day: Day) throws -> Int {
    let name = try Self.checked(name)
    let json = String(decoding: try JSONDocument.encode(model), as: UTF8.self)
    var version = 1
    try changeZones { access in
      guard let known = try access.customZones(of: athleteID).first(where: { $0.name == name }) else {
        try access.addCustomZones(named: name, modelJSON: json, from: day, of: athleteID)
        return
      }
      let history = try access.zoneHistory(of: athleteID)
      if let first = history.customs.first(where: { $0.name == name })?.versions.first,
        first.model.quantity != model.quantity
      {
        throw LibraryError(
          "“\(name)” sorts \(Wording(key: Self.word(first.model.quantity))), not \(Wording(key: Self.word(model.quantity))); choose another name."
        )
      }
      version = try access.addVersion(of: known.id, modelJSON: json, from: day, of: athleteID)
    }
    return version
  }

  /// Gives custom zones another name.
  ///
  /// - Throws: `LibraryError` if there are none of that name, or the new one is taken.
  public func renameZones(_ name: String, to new: String) throws {
    let new = try Self.checked(new)
    try changeZones { access in
      let all = try access.customZones(of: athleteID)
      guard let known = all.first(where: { $0.name == name }) else { throw Self.noZones(name) }
      guard new == name || !all.contains(where: { $0.name == new }) else {
        throw LibraryError("There are zones named “\(new)” already; choose another name.")
      }
      try access.renameCustomZones(known.id, to: new, of: athleteID)
    }
  }

  /// Deletes custom zones with all versions, and the choices of them. Workouts keep what they were recorded with.
  ///
  /// - Returns: the zones as they were, by which `importZones(_:)` brings them back.
  @discardableResult
  public func deleteZones(_ name: String) throws -> ZoneCollection {
    let kept = try zoneCollection(named: name)
    try changeZones { access in
      guard let known = try access.customZones(of: athleteID).first(where: { $0.name == name }) else {
        throw Self.noZones(name)
      }
      try access.removeCustomZones(known.id, of: athleteID)
    }
    _ = try database.finishErasure()
    return kept
  }

  /// Custom zones as a document, all of them or those of a name.
  public func zoneCollection(named name: String? = nil) throws -> ZoneCollection {
    let customs = zoneHistory.customs.filter { name == nil || $0.name == name }
    if let name, customs.isEmpty { throw Self.noZones(name) }
    return ZoneCollection(
      sets: customs.map { zones in
        .init(
          id: zones.id, name: zones.name,
          versions: zones.versions.map { .init(number: $0.number, from: $0.from, zones: $0.model) })
      })
  }

  /// Takes custom zones from a document. Sets that are here already get the versions that are missing; a name that is
  /// taken by another set gets a number behind it.
  ///
  /// - Returns: the names of sets that are new or got versions.
  @discardableResult
  public func importZones(_ collection: ZoneCollection) throws -> [String] {
    var taken: [String] = []
    try changeZones { access in
      for set in collection.sets where !set.versions.isEmpty {
        guard let uuid = UUID(uuidString: set.id) else { throw LibraryError("“\(set.name)” has no proper id.") }
        let all = try access.customZones(of: athleteID)
        let versions = set.versions.sorted { $0.number < $1.number }
        if let known = all.first(where: { $0.uuid == uuid }) {
          let missing = versions.filter { version in !known.versions.contains { $0.number >= version.number } }
          for version in missing { try add(version, to: known.id, access) }
          if !missing.isEmpty { taken.append(known.name) }
          continue
        }
        var name = try Self.checked(set.name)
        var suffix = 2
        while all.contains(where: { $0.name == name }) {
          name = "\(set.name) \(suffix)"
          suffix += 1
        }
        let first = versions[0]
        let id = try access.addCustomZones(
          named: name, uuid: uuid, modelJSON: String(decoding: try JSONDocument.encode(first.zones), as: UTF8.self),
          from: first.from, of: athleteID)
        for version in versions.dropFirst() { try add(version, to: id, access) }
        taken.append(name)
      }
    }
    return taken
  }

  private func add(_ version: ZoneCollection.Version, to id: Int64, _ access: WriteAccess) throws {
    try access.addVersion(
      of: id, modelJSON: String(decoding: try JSONDocument.encode(version.zones), as: UTF8.self), from: version.from,
      of: athleteID)
  }

  private static func noZones(_ name: String) -> LibraryError {
    LibraryError("There are no zones named “\(name)”; `zonecoach zones custom` lists them.")
  }

  private static func checked(_ name: String) throws -> String {
    let trimmed = name.trimmed
    guard !trimmed.isEmpty, trimmed.count <= 60, trimmed.unicodeScalars.allSatisfy({ $0.value >= 32 }) else {
      throw LibraryError("A name for zones has 1 to 60 characters.")
    }
    return trimmed
  }
}

/// Custom zones as a document that can be kept elsewhere and read again.
public struct ZoneCollection: Codable, Sendable, Equatable {
  /// The version of the form.
  public var format = 1
  /// The sets.
  public var sets: [Set]

  /// Zones under a name.
  public struct Set: Codable, Sendable, Equatable {
    /// Its name for all time, a UUID.
    public var id: String
    /// What the athlete calls it.
    public var name: String
    /// The versions.
    public var versions: [Version]
  }

  /// One version.
  public struct Version: Codable, Sendable, Equatable {
    /// 1 for the first.
    public var number: Int
    /// The first day it holds.
    public var from: Day
    /// The zones.
    public var zones: ZoneModel
  }

  /// Reads a document.
  ///
  /// - Throws: `LibraryError` for one of a newer form, or that is none.
  public init(json: Data) throws {
    struct Form: Decodable { var format: Int? }
    guard let form = try? JSONDecoder().decode(Form.self, from: json) else {
      throw LibraryError("This is no document of zones; `zonecoach zones export` writes such.")
    }
    guard form.format ?? 1 <= 1 else {
      throw LibraryError("The zones were written by a newer ZoneCoach; update the program.")
    }
    do {
      self = try JSONDecoder().decode(Self.self, from: json)
    } catch DecodingError.dataCorrupted(let context) {
      throw LibraryError("The zones can't be read: \(context.debugDescription).")
    } catch {
      throw LibraryError("The zones can't be read: something is missing in them.")
    }
  }

  init(sets: [Set]) { self.sets = sets }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
