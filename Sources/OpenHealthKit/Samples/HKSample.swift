// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Something that was so from a start to an end.
open class HKSample: HKObject, @unchecked Sendable {
  /// What it is a sample of.
  public let sampleType: HKSampleType
  /// When it began.
  public let startDate: Date
  /// When it ended; `startDate` for a moment.
  public let endDate: Date

  /// Whether the end isn't known yet, which `endDate` tells by `Date.distantFuture`.
  open var hasUndeterminedDuration: Bool { endDate == .distantFuture }

  /// Traps where there is a fault that `fault(type:start:end:)` names.
  init(type: HKSampleType, start: Date, end: Date, _ identity: ObjectIdentity) {
    if let fault = Self.fault(type: type, start: start, end: end) { preconditionFailure(fault) }
    sampleType = type
    startDate = start
    endDate = end
    super.init(identity)
  }

  /// Why there can't be such a sample; nil where there can.
  static func fault(type: HKSampleType, start: Date, end: Date) -> String? {
    // NB: a date that is no number is neither before nor after another, and Foundation calls it the same.
    let seconds = (start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate)
    guard seconds.0.isFinite && seconds.1.isFinite && seconds.0 <= seconds.1 else {
      return "A sample of \(type.identifier) starts before it ends or at that moment."
    }
    guard type.isMaximumDurationRestricted, end.timeIntervalSince(start) > type.maximumAllowedDuration else {
      return nil
    }
    return "A sample of \(type.identifier) lasts at most \(shortest(type.maximumAllowedDuration)) seconds."
  }

  /// Codes type, start and end after what all objects have.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(sampleType, forKey: "HKSampleType")
    coder.encode(date: startDate, forKey: "HKStartDate")
    coder.encode(date: endDate, forKey: "HKEndDate")
  }

  /// Decodes a sample; nil where something is missing or such a sample can't be.
  public required init?(coder: NSCoder) {
    guard let type = coder.decodeObject(of: HKSampleType.self, forKey: "HKSampleType"),
      let start = coder.decodeDate(forKey: "HKStartDate"), let end = coder.decodeDate(forKey: "HKEndDate"),
      Self.fault(type: type, start: start, end: end) == nil
    else { return nil }
    sampleType = type
    startDate = start
    endDate = end
    super.init(coder: coder)
  }
}
