// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What a member is by its first bytes, and by its name where these don't tell.
enum MemberKind {
  case workout, archive, appleHealth, clinicalCopy, other

  /// How many first bytes it takes to tell.
  static let headSize = 4096

  init(name: String, head: UnsafeRawBufferPointer) {
    let file = ArchiveNames.file(name).lowercased()
    if WorkoutArchive.isArchive(head) {
      self = .archive
      return
    }
    if FITHeader.hasSignature(head, at: 0) {
      self = .workout
      return
    }
    let text = UnsafeRawBufferPointer(rebasing: head.prefix(Self.headSize))
    if Self.contains(text, "<HealthData") || Self.contains(text, "<!DOCTYPE HealthData") {
      self = file.hasSuffix("_cda.xml") ? .clinicalCopy : .appleHealth
    } else if Self.contains(text, "<ClinicalDocument") {
      self = .clinicalCopy
    } else if Self.contains(text, "TrainingCenterDatabase") || Self.contains(text, "<gpx")
      || Self.contains(text, ":gpx")
      || [".fit", ".tcx", ".gpx"].contains(where: file.hasSuffix)
    {
      self = .workout
    } else {
      self = .other
    }
  }

  /// Whether a name is one of an archive. What it is shows when it is read.
  static func isArchive(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".zip", ".gz", ".tgz", ".tar"].contains(where: name.hasSuffix)
  }

  private static func contains(_ bytes: UnsafeRawBufferPointer, _ mark: StaticString) -> Bool {
    let count = mark.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    for i in 0...bytes.count - count where bytes[i] == mark.utf8Start[0] {
      var j = 1
      while j < count, bytes[i + j] == mark.utf8Start[j] { j += 1 }
      if j == count { return true }
    }
    return false
  }
}
