// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts
public import Zones

/// Which zones a caller wants a workout sorted into.
public struct ZoneRequest: Sendable, Equatable {
  /// Zones named by the caller, by quantity; these come before all others.
  public var named: [Quantity: ZoneSet]
  /// What the caller states of the athlete; it comes before what the history says.
  public var anchors: Anchors
  /// What the athlete has kept about zones.
  public var history: ZoneHistory
  /// The only quantity of interest, or `nil` for all.
  public var quantity: Quantity?
  /// The workout's name in the library, if it is from there: zones can be chosen for it alone.
  public var workout: String?
  /// The zones that the workout was recorded with, or corrected to.
  var kept: [KeptZones] = []

  /// Zones kept with a workout, of a leg or, where the leg is `nil`, of the whole.
  struct KeptZones: Sendable, Equatable {
    var leg: Int?
    var zones: ZoneSet
  }

  /// A request for whatever the file brings.
  public init() {
    named = [:]
    anchors = Anchors()
    history = ZoneHistory()
    quantity = nil
  }

  /// A request of an athlete with a history.
  public init(_ history: ZoneHistory) {
    self.init()
    self.history = history
  }

  /// The anchors for zones that the caller names: those stated, and for the rest the latest of the history, of all
  /// sports.
  public func anchorsOfToday() -> Anchors {
    let latest = history.anchors.map(\.from).max() ?? Day(daysSince1970: 0)
    return history.stating(anchors).anchors(on: latest, sport: nil)
  }

  /// A request of an athlete who has stated something about themselves.
  ///
  /// Values that can't be right are left out: they were refused when they were typed.
  public init(_ settings: AthleteSettings) {
    self.init()
    for (kind, value) in settings.values { try? anchors.set(kind, Anchor(value)) }
  }
}

/// Which zones a leg is sorted into, and why.
///
/// In this order: those the caller named; those chosen for this workout; those it was recorded with; those the athlete
/// chose for the day, the block, the sport; the device's; those computed from what the athlete stated; those computed
/// from what the file tells of the athlete.
struct ZoneResolution {
  var request: ZoneRequest
  var recording: Recording
  private let history: ZoneHistory
  private let day: Day

  init(request: ZoneRequest, recording: Recording) {
    self.request = request
    self.recording = recording
    day = Day(of: recording.span.start, utcOffsetSeconds: recording.utcOffsetSeconds)
    // What is stated with a command holds for every day, and is believed before what was kept once.
    history = request.history.stating(request.anchors)
  }

  /// Zones and where they come from.
  struct Resolved: Sendable, Equatable {
    var zones: ZoneSet
    var origin: Origin
  }

  /// Where zones come from.
  enum Origin: Sendable, Equatable {
    case caller
    case kept
    case chosen(ZoneHistory.Reason)
    case device
    /// Computed from what is known of the athlete; `later` if that was entered only for later days.
    case system(later: Bool)
    case file

    /// Whether a workout is kept with them: they held on its day, and nobody looked at it through others.
    var isSnapshot: Bool {
      switch self {
      case .caller, .system(later: true): false
      case .kept, .chosen, .device, .system(later: false), .file: true
      }
    }
  }

  func zones(for activity: Activity, leg: Int, _ quantity: Quantity) -> Resolved? {
    if let named = request.named[quantity] { return Resolved(zones: named, origin: .caller) }
    let chosen = history.chosen(quantity, sport: activity.sport, on: day, workout: request.workout)
    if let chosen, chosen.reason == .workout { return Resolved(zones: chosen.zones, origin: .chosen(.workout)) }
    if let kept = kept(leg: leg, quantity) { return Resolved(zones: kept, origin: .kept) }
    if let chosen { return Resolved(zones: chosen.zones, origin: .chosen(chosen.reason)) }
    // Devices state limits of speed in ways of their own; pace has its model for each sport.
    if quantity != .speed, let limits = deviceLimits(for: activity, quantity), let zones = ZoneSet(device: limits) {
      return Resolved(zones: zones, origin: .device)
    }
    if let found = history.system(quantity, sport: activity.sport, on: day) {
      return Resolved(zones: found.zones, origin: .system(later: found.usesLaterValues))
    }
    return ZoneHistory().stating(imported).system(quantity, sport: activity.sport, on: day).map {
      Resolved(zones: $0.zones, origin: .file)
    }
  }

  private func kept(leg: Int, _ quantity: Quantity) -> ZoneSet? {
    let ofQuantity = request.kept.filter { $0.zones.quantity == quantity }
    return (ofQuantity.first { $0.leg == leg } ?? ofQuantity.first { $0.leg == nil })?.zones
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

extension ZoneHistory {
  /// The history with these anchors in the place of all others of their kinds, on every day and for every sport.
  func stating(_ stated: Anchors) -> ZoneHistory {
    guard !stated.isEmpty else { return self }
    var result = self
    result.anchors.removeAll { stated[$0.kind] != nil }
    for (kind, anchor) in stated.values { result.fixed[kind] = anchor }
    return result
  }
}
