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

extension ZoneRequest {
  /// The zones that follow from what is known of an athlete, where neither caller nor file names any: for heart rate
  /// five of heart-rate reserve, or Friel's if only the threshold is known; for power Coggan's seven, of FTP or else of
  /// critical power. `nil` if too little is known.
  public static func zones(_ quantity: Quantity, from anchors: Anchors, sport: Sport) -> ZoneSet? {
    let ids: [String] =
      switch quantity {
      case .heartRate: ["apple-hr5", sport == .cycling ? "friel-bike7" : "friel-run7"]
      case .power: ["coggan7", "cp7"]
      default: []
      }
    return ids.lazy.compactMap { try? ZoneScheme.named($0).zones(for: anchors, source: .system) }.first
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
    if let zones = ZoneRequest.zones(quantity, from: request.anchors, sport: recording.sport) { return zones }
    return ZoneRequest.zones(quantity, from: imported, sport: recording.sport)
  }

  /// The limits that the device used for a leg, or states for the whole recording.
  func deviceLimits(for activity: Activity, _ quantity: Quantity) -> DeviceZoneLimits? {
    activity.deviceZones.first { $0.quantity == quantity && $0.limits != nil }?.limits
      ?? recording.deviceZoneLimits.first { $0.quantity == quantity }
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
