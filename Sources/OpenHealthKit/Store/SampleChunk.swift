// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase

/// Samples that have all in common but time, number and name, ready to be made into objects one by one.
struct SampleChunk {
  let type: HKSampleType
  let unit: HKUnit?
  let revision: HKSourceRevision
  let device: HKDevice?
  let metadata: [String: Any]?
  let collection: UUID?
  let starts: [Double]
  let ends: [Double]?
  let values: [Double]?
  /// Empty where they weren't asked for.
  let names: [UUID]
  /// The place of the first sample in the change feed.
  let firstAnchor: Int64
  /// Empty where they weren't asked for.
  let anchors: [Int64]
  /// The samples of correlations.
  var contents: Set<HKSample> = []

  var count: Int { starts.count }

  /// The samples of a block; nil where there is no type or unit of its name, as in a database of a newer version.
  init?(_ block: SampleBlock, _ origins: OriginTable) {
    guard let type = HKSampleType.stored(block.traits.type) else { return nil }
    if let text = block.traits.unit {
      guard let unit = try? HKUnit.unit(reading: text) else { return nil }
      self.unit = unit
    } else {
      unit = nil
    }
    let origin = origins.objects(of: block.traits.origin)
    self.type = type
    revision = origin.revision
    device = origin.device
    metadata = StoredMetadata.metadata(block.traits.metadata)
    collection = block.traits.collection
    starts = block.columns.starts
    ends = block.columns.ends
    values = block.columns.values
    names = block.columns.names
    firstAnchor = block.firstAnchor
    anchors = block.anchors
  }

  init(
    type: HKSampleType, unit: HKUnit, revision: HKSourceRevision, device: HKDevice?, collection: UUID,
    starts: [Double], ends: [Double]?, values: [Double], names: [UUID],
    firstAnchor: Int64, anchors: [Int64]
  ) {
    self.type = type
    self.unit = unit
    self.revision = revision
    self.device = device
    metadata = nil
    self.collection = collection
    self.starts = starts
    self.ends = ends
    self.values = values
    self.names = names
    self.firstAnchor = firstAnchor
    self.anchors = anchors
  }

  func end(_ index: Int) -> Double { ends?[index] ?? starts[index] }

  /// A sample as an object; nil where there can't be such a one, as in a database that was damaged.
  func sample(_ index: Int) -> HKSample? {
    let identity = ObjectIdentity(uuid: names[index], metadata: metadata, device: device, sourceRevision: revision)
    let start = Date(timeIntervalSinceReferenceDate: starts[index])
    let end = Date(timeIntervalSinceReferenceDate: end(index))
    switch type {
    case let type as HKQuantityType:
      guard let unit, let values else { return nil }
      return try? HKQuantitySample.sample(
        type: type, quantity: HKQuantity(unit: unit, doubleValue: values[index]), start: start, end: end,
        identity: identity)
    case let type as HKCategoryType:
      guard HKSample.fault(type: type, start: start, end: end) == nil, let value = values?[index],
        let whole = Int(exactly: value)
      else { return nil }
      return HKCategorySample(type: type, value: whole, start: start, end: end, identity: identity)
    case let type as HKCorrelationType:
      guard HKSample.fault(type: type, start: start, end: end) == nil else { return nil }
      return HKCorrelation(type: type, start: start, end: end, objects: contents, identity: identity)
    default: return nil
    }
  }
}

extension HKSampleType {
  /// The type of an identifier; nil where there is none.
  static func stored(_ identifier: String) -> HKSampleType? {
    if let type = TypeTable.quantities[identifier] { return type }
    if let type = TypeTable.categories[identifier] { return type }
    if let type = TypeTable.correlations[identifier] { return type }
    return [TypeTable.workout, TypeTable.route, TypeTable.heartbeat].first { $0.identifier == identifier }
  }
}

extension HKObjectType {
  /// The type of an identifier, characteristics included; nil where there is none.
  package static func named(_ identifier: String) -> HKObjectType? {
    HKSampleType.stored(identifier) ?? TypeTable.characteristics[identifier]
  }
}
