// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where a workout takes place.
public enum HKWorkoutSessionLocationType: Int, Sendable {
  /// It isn't said.
  case unknown = 1
  /// Under a roof.
  case indoor
  /// In the open.
  case outdoor
}

/// Where somebody swims.
public enum HKWorkoutSwimmingLocationType: Int, Sendable {
  /// It isn't said.
  case unknown = 0
  /// In a pool, whose length `lapLength` tells.
  case pool
  /// In a lake, a river or the sea.
  case openWater
}

/// What a workout is going to be. It can be changed; whoever keeps one keeps a copy.
open class HKWorkoutConfiguration: NSObject, NSSecureCoding, NSCopying {
  /// What is done; `other` unless it is set.
  open var activityType: HKWorkoutActivityType = .other
  /// Where it is done.
  open var locationType: HKWorkoutSessionLocationType = .unknown
  /// Where somebody swims.
  open var swimmingLocationType: HKWorkoutSwimmingLocationType = .unknown
  /// The length of the pool, a length above 0.
  open var lapLength: HKQuantity?

  /// `other`, in a place that isn't said.
  public override init() { super.init() }

  /// Whether the other object says the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKWorkoutConfiguration else { return false }
    return activityType == other.activityType && locationType == other.locationType
      && swimmingLocationType == other.swimmingLocationType && lapLength == other.lapLength
  }

  /// Equal for equal configurations.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(activityType)
    hasher.combine(locationType)
    hasher.combine(swimmingLocationType)
    hasher.combine(lapLength)
    return hasher.finalize()
  }

  /// Another configuration that says the same.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = HKWorkoutConfiguration()
    copy.activityType = activityType
    copy.locationType = locationType
    copy.swimmingLocationType = swimmingLocationType
    copy.lapLength = lapLength
    return copy
  }

  /// Configurations are coded as all that they say.
  public static var supportsSecureCoding: Bool { true }

  /// Codes all that the configuration says.
  open func encode(with coder: NSCoder) {
    coder.encode(Int(activityType.rawValue), forKey: "HKActivityType")
    coder.encode(locationType.rawValue, forKey: "HKLocationType")
    coder.encode(swimmingLocationType.rawValue, forKey: "HKSwimmingLocationType")
    if let lapLength { coder.encode(lapLength, forKey: "HKLapLength") }
  }

  /// Decodes a configuration; nil where it says what this version doesn't know.
  public required init?(coder: NSCoder) {
    guard let number = UInt(exactly: coder.decodeInteger(forKey: "HKActivityType")),
      let activityType = HKWorkoutActivityType(rawValue: number),
      let locationType = HKWorkoutSessionLocationType(rawValue: coder.decodeInteger(forKey: "HKLocationType")),
      let swimmingLocationType = HKWorkoutSwimmingLocationType(
        rawValue: coder.decodeInteger(forKey: "HKSwimmingLocationType"))
    else { return nil }
    self.activityType = activityType
    self.locationType = locationType
    self.swimmingLocationType = swimmingLocationType
    if coder.containsValue(forKey: "HKLapLength") {
      lapLength = coder.decodeObject(of: HKQuantity.self, forKey: "HKLapLength")
    }
    super.init()
  }
}
