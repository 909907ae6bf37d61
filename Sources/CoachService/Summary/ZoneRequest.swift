// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts
public import Zones

/// Which zones a caller wants a workout sorted into.
public struct ZoneRequest: Sendable {
  /// Zones named by the caller, by quantity; these come before all others.
  public var named: [Quantity: ZoneSet]
  /// What is known of the athlete, for zones where neither the caller nor the file names any.
  public var anchors: Anchors
  /// The only quantity of interest, or `nil` for all.
  public var quantity: Quantity?

  /// A request for whatever the file brings.
  public init() {
    named = [:]
    anchors = Anchors()
    quantity = nil
  }

  /// A request of an athlete who has stated something about themselves.
  ///
  /// Values that can't be right are left out: they were refused when they were typed.
  public init(_ settings: AthleteSettings) {
    self.init()
    for (kind, value) in [
      (AnchorKind.age, settings.age), (.maximumHeartRate, settings.maximumHeartRate),
      (.restingHeartRate, settings.restingHeartRate), (.thresholdHeartRate, settings.thresholdHeartRate),
      (.functionalThresholdPower, settings.functionalThresholdPower),
    ] {
      if let value { try? anchors.set(kind, Anchor(value)) }
    }
  }
}

/// Which zones a leg is sorted into: those the caller named, else the device's, else those computed from what the
/// athlete stated, else from what the file tells of the athlete.
struct ZoneResolution {
  var request: ZoneRequest
  var recording: Recording

  func zones(for activity: Activity, _ quantity: Quantity) -> ZoneSet? {
    if let named = request.named[quantity] { return named }
    if let limits = deviceLimits(for: activity, quantity), let zones = ZoneSet(device: limits) { return zones }
    if let zones = computed(quantity, from: request.anchors) { return zones }
    return computed(quantity, from: imported)
  }

  /// The limits that the device used for a leg, or states for the whole recording.
  func deviceLimits(for activity: Activity, _ quantity: Quantity) -> DeviceZoneLimits? {
    activity.deviceZones.first { $0.quantity == quantity && $0.limits != nil }?.limits
      ?? recording.deviceZoneLimits.first { $0.quantity == quantity }
  }

  private func computed(_ quantity: Quantity, from anchors: Anchors) -> ZoneSet? {
    let ids: [String] =
      switch quantity {
      case .heartRate: ["apple-hr5", recording.sport == .cycling ? "friel-bike7" : "friel-run7"]
      case .power: ["coggan7", "cp7"]
      default: []
      }
    for id in ids {
      if let zones = try? ZoneScheme.named(id).zones(for: anchors, source: .system) { return zones }
    }
    return nil
  }

  /// What the file tells of the athlete. A maximum that a device derived from age is not told apart from a measured
  /// one, so it counts as imported.
  private var imported: Anchors {
    var anchors = Anchors()
    let profile = recording.athlete
    for (kind, value) in [
      (AnchorKind.maximumHeartRate, profile.maximumHeartRate), (.restingHeartRate, profile.restingHeartRate),
      (.thresholdHeartRate, profile.thresholdHeartRate), (.age, profile.age),
      (.functionalThresholdPower, profile.functionalThresholdPower),
    ] {
      if let value { try? anchors.set(kind, Anchor(value, .imported, note: "from the file")) }
    }
    return anchors
  }
}
