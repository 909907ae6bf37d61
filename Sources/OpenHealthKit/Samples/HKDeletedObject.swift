// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What stays for a time of an object that was deleted.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKDeletedObject: NSObject, NSSecureCoding, @unchecked Sendable {
  /// What the object was known by.
  public let uuid: UUID
  /// Its sync identifier and version, where it had them.
  public let metadata: [String: Any]?

  package init(uuid: UUID, metadata: [String: Any]?) {
    self.uuid = uuid
    self.metadata = metadata
    super.init()
  }

  /// Whether the other object stands for the same deleted one.
  open override func isEqual(_ object: Any?) -> Bool { uuid == (object as? HKDeletedObject)?.uuid }

  /// Equal for equal objects.
  open override var hash: Int { uuid.hashValue }

  /// Deleted objects are coded as UUID and metadata.
  public static var supportsSecureCoding: Bool { true }

  /// Codes UUID and metadata.
  open func encode(with coder: NSCoder) {
    coder.encode(uuid: uuid, forKey: "HKUUID")
    coder.encode(metadata: metadata, forKey: "HKMetadata")
  }

  /// Decodes a deleted object; nil where there is no UUID.
  public required convenience init?(coder: NSCoder) {
    guard let uuid = coder.decodeUUID(forKey: "HKUUID") else { return nil }
    self.init(uuid: uuid, metadata: coder.decodeMetadata(forKey: "HKMetadata"))
  }
}
