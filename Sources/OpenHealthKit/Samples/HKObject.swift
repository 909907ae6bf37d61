// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Something that can be stored. Objects are equal when their UUIDs are. Only samples can be made.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKObject: NSObject, NSSecureCoding, @unchecked Sendable {
  /// What the object is known by in the store.
  public let uuid: UUID
  /// What else is said of it, by `HKMetadataKey…` or names of the app's own: texts, numbers, dates and quantities.
  public let metadata: [String: Any]?
  /// What measured.
  public let device: HKDevice?
  /// Who saved it. For an object that wasn't saved yet, this program without a version.
  public let sourceRevision: HKSourceRevision

  /// Who saved it.
  @available(*, deprecated, message: "Use sourceRevision.")
  open var source: HKSource { sourceRevision.source }

  init(_ identity: ObjectIdentity) {
    uuid = identity.uuid
    metadata = Metadata.valid(identity.metadata)
    device = identity.device
    sourceRevision = identity.sourceRevision
    super.init()
  }

  /// Whether the other object has the same UUID.
  open override func isEqual(_ object: Any?) -> Bool { uuid == (object as? HKObject)?.uuid }

  /// Equal for equal objects.
  open override var hash: Int { uuid.hashValue }

  /// Objects are coded with all that they are made of.
  public static var supportsSecureCoding: Bool { true }

  /// Codes what all objects have.
  open func encode(with coder: NSCoder) {
    coder.encode(uuid: uuid, forKey: "HKUUID")
    coder.encode(metadata: metadata, forKey: "HKMetadata")
    if let device { coder.encode(device, forKey: "HKDevice") }
    coder.encode(sourceRevision, forKey: "HKSourceRevision")
  }

  /// Decodes what all objects have; nil where UUID or source is missing.
  public required init?(coder: NSCoder) {
    guard let uuid = coder.decodeUUID(forKey: "HKUUID"),
      let sourceRevision = coder.decodeObject(of: HKSourceRevision.self, forKey: "HKSourceRevision")
    else { return nil }
    self.uuid = uuid
    self.sourceRevision = sourceRevision
    metadata = coder.decodeMetadata(forKey: "HKMetadata")
    device =
      coder.containsValue(forKey: "HKDevice") ? coder.decodeObject(of: HKDevice.self, forKey: "HKDevice") : nil
    super.init()
  }
}

/// What all objects have, as a new one gets it or as the store gives it back.
package struct ObjectIdentity {
  package var uuid: UUID
  package var metadata: [String: Any]?
  package var device: HKDevice?
  package var sourceRevision: HKSourceRevision

  /// By default that of an object which this program makes now.
  package init(
    uuid: UUID = .random(), metadata: [String: Any]? = nil, device: HKDevice? = nil,
    sourceRevision: HKSourceRevision = Self.unsaved
  ) {
    self.uuid = uuid
    self.metadata = metadata
    self.device = device
    self.sourceRevision = sourceRevision
  }

  package static let unsaved = HKSourceRevision(source: .default(), version: nil)
}
