// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Samples that belong together, as the two numbers of a blood pressure.
open class HKCorrelation: HKSample, @unchecked Sendable {
  /// What they are together.
  public let correlationType: HKCorrelationType
  /// The samples.
  public let objects: Set<HKSample>

  /// Samples that belong together. Traps where there are none, one is a correlation or a workout, or it ends before it
  /// starts.
  public convenience init(
    type correlationType: HKCorrelationType, start startDate: Date, end endDate: Date, objects: Set<HKSample>
  ) {
    self.init(type: correlationType, start: startDate, end: endDate, objects: objects, device: nil, metadata: nil)
  }

  /// Samples that belong together, with what else is said of them. Traps as the one without metadata.
  public convenience init(
    type correlationType: HKCorrelationType, start startDate: Date, end endDate: Date, objects: Set<HKSample>,
    metadata: [String: Any]?
  ) {
    self.init(type: correlationType, start: startDate, end: endDate, objects: objects, device: nil, metadata: metadata)
  }

  /// Samples that belong together, with the device that measured. Traps as the one without metadata.
  public convenience init(
    type correlationType: HKCorrelationType, start startDate: Date, end endDate: Date, objects: Set<HKSample>,
    device: HKDevice?, metadata: [String: Any]?
  ) {
    if let fault = Self.fault(in: objects) { preconditionFailure(fault) }
    self.init(
      type: correlationType, start: startDate, end: endDate, objects: objects,
      identity: ObjectIdentity(metadata: metadata, device: device))
  }

  package init(type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>, identity: ObjectIdentity) {
    correlationType = type
    self.objects = objects
    super.init(type: type, start: start, end: end, identity)
  }

  private static func fault(in objects: Set<HKSample>) -> String? {
    if objects.isEmpty { return "A correlation holds at least one sample." }
    return objects.contains { !($0 is HKQuantitySample || $0 is HKCategorySample) }
      ? "A correlation holds quantity samples and category samples." : nil
  }

  /// Those of a type.
  open func objects(for objectType: HKObjectType) -> Set<HKSample> { objects.filter { $0.sampleType == objectType } }

  /// Codes the samples after what all samples have.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(
      NSArray(array: objects.sorted { $0.uuid.uuidString < $1.uuid.uuidString }), forKey: "HKObjects")
  }

  /// Decodes a correlation; nil where something is missing or such a correlation can't be.
  public required init?(coder: NSCoder) {
    guard let type = coder.decodeObject(of: HKCorrelationType.self, forKey: "HKSampleType"),
      coder.containsValue(forKey: "HKObjects")
    else { return nil }
    let classes = [
      NSArray.self, HKDiscreteQuantitySample.self, HKCumulativeQuantitySample.self, HKCategorySample.self,
    ]
    let decoded = coder.decodeObject(of: classes as [AnyClass], forKey: "HKObjects")
    let list = (decoded as? [Any]) ?? (decoded as? NSArray)?.map { $0 } ?? []
    let samples = Set(list.compactMap { $0 as? HKSample })
    guard Self.fault(in: samples) == nil else { return nil }
    correlationType = type
    objects = samples
    super.init(coder: coder)
  }
}
