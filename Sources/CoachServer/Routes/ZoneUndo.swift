// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Zones

/// What takes a change of zones back.
struct ZoneUndo: Sendable {
  /// Entries that came.
  var added: [ZoneEntry.Kind] = []
  /// Numbers that went.
  var anchors: [DatedAnchor] = []
  /// Choices that went.
  var choices: [ZoneChoice] = []
  /// Zones under names that went.
  var collection: ZoneCollection?
  /// Zones that got another name, with the one before.
  var renamed: (from: String, to: String)?

  /// Whether there is nothing to take back.
  var isEmpty: Bool { added.isEmpty && anchors.isEmpty && choices.isEmpty && collection == nil && renamed == nil }

  /// Makes a change and says how it is taken back.
  static func of(_ library: WorkoutLibrary, _ change: () throws -> Void) throws -> ZoneUndo {
    let entries = try library.zoneEntries(), before = library.zoneHistory
    try change()
    let after = library.zoneHistory
    return ZoneUndo(
      added: try library.zoneEntries().filter { !entries.contains($0) }.compactMap { ZoneEntry.Kind($0.name) },
      anchors: before.anchors.filter { !after.anchors.contains($0) },
      choices: before.choices.filter { !after.choices.contains($0) })
  }

  /// Takes the change back.
  func perform(_ library: WorkoutLibrary) throws {
    for entry in added { _ = try library.takeBack(entry) }
    if let collection { try library.importZones(collection) }
    if let renamed { try library.renameZones(renamed.to, to: renamed.from) }
    for anchor in anchors { try library.enter([anchor]) }
    for choice in choices { try library.choose(choice) }
  }
}
