// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// One workout as a device recorded it: when it was, what the sensors told, how it is divided, and what the device
/// itself made of it.
///
/// A recording holds evidence, not conclusions: no zone of ours, no load. All spans lie on one time line; `pauses`
/// are disjoint and in order; `activities` are in order and do not overlap.
public struct Recording: Sendable {
  /// The sport of the whole: that of its only activity, or `multisport`.
  public var sport: Sport
  /// A finer word for the sport, as FIT's sub-sports (`trail`, `indoor_cycling`), if the file has one.
  public var subSport: String?
  /// What the athlete or the device called the workout, if anything.
  public var name: String?
  /// From the start to the end of the first and last activity, pauses included.
  public var span: TimeSpan
  /// Seconds east of UTC where the workout was recorded, if the file tells; the local day follows from it.
  public var utcOffsetSeconds: Int?
  /// Stretches in which the timer stood still, disjoint and in order, inside `span`.
  public var pauses: [Pause]
  /// What the sensors told, at most one series for each quantity and source, the preferred source first.
  public var series: [Series]
  /// The legs, in order: one for a workout of one sport.
  public var activities: [Activity]
  /// The laps, in order.
  public var laps: [Lap]
  /// Who recorded it, if known.
  public var device: Device?
  /// The sensors that took part, as far as the file lists them.
  public var sensors: [Device]
  /// What the recorder knew of the athlete, if the file tells.
  public var athlete: AthleteProfile
  /// Whether the recorder skips moments in which little changed ("smart recording"), so that a value stands for longer.
  public var isSmartRecording: Bool
  /// Zone limits that the file states for the whole recording, apart from any totals.
  public var deviceZoneLimits: [DeviceZoneLimits]

  /// A recording with nothing in it yet.
  public init(sport: Sport, span: TimeSpan) {
    self.sport = sport
    self.span = span
    pauses = []
    series = []
    activities = []
    laps = []
    sensors = []
    athlete = AthleteProfile()
    isSmartRecording = false
    deviceZoneLimits = []
  }

  /// The preferred series of a quantity, if there is one.
  public func series(_ quantity: Quantity) -> Series? {
    series.first { $0.quantity == quantity }
  }

  /// The time in `window` during which the timer ran.
  public func activeTime(in window: TimeSpan) -> Milliseconds {
    pauses.reduce(window.duration) { $0 - (window.intersection($1.span)?.duration ?? 0) }
  }
}

/// A stretch in which the timer stood still.
public struct Pause: Hashable, Sendable, Codable {
  /// From the stop to the next start, or to the end of the workout.
  public var span: TimeSpan
  /// Whether a person or the device stopped the timer.
  public var kind: Kind

  /// Who stopped the timer.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// A person, or not told.
    case manual
    /// The device, because the athlete stood still.
    case auto
  }

  /// A pause.
  public init(span: TimeSpan, kind: Kind) {
    self.span = span
    self.kind = kind
  }
}

/// One leg of a workout: a stretch in one sport.
public struct Activity: Sendable {
  /// The sport of the leg.
  public var sport: Sport
  /// A finer word for the sport, if the file has one.
  public var subSport: String?
  /// From its start, for its elapsed time.
  public var span: TimeSpan
  /// What the device says of the leg.
  public var totals: DeviceTotals
  /// Time in zone as the device counted it, at most one for each quantity.
  public var deviceZones: [DeviceZoneTotals]

  /// A leg without totals.
  public init(sport: Sport, subSport: String? = nil, span: TimeSpan) {
    self.sport = sport
    self.subSport = subSport
    self.span = span
    totals = DeviceTotals()
    deviceZones = []
  }
}

/// A part of a workout marked by the athlete, by distance, or by a workout's steps.
public struct Lap: Sendable {
  /// From its start, for its elapsed time.
  public var span: TimeSpan
  /// What started or ended the lap.
  public var trigger: Trigger
  /// What the lap was for in a planned workout, if the file tells: `active`, `rest`, `warmup`, `cooldown`,
  /// `recovery`, `interval`, `other`.
  public var intensity: String?
  /// What the device says of the lap.
  public var totals: DeviceTotals
  /// Time in zone as the device counted it.
  public var deviceZones: [DeviceZoneTotals]

  /// What ends a lap.
  public enum Trigger: String, Hashable, Sendable, Codable {
    /// The athlete pressed the button.
    case manual
    /// So much time had passed.
    case time
    /// So far was gone.
    case distance
    /// A place was reached.
    case position
    /// The session ended.
    case sessionEnd
    /// Gym equipment said so.
    case equipment
    /// Not told.
    case unknown
  }

  /// A lap without totals.
  public init(span: TimeSpan, trigger: Trigger = .unknown) {
    self.span = span
    self.trigger = trigger
    totals = DeviceTotals()
    deviceZones = []
  }
}

/// Totals as the device wrote them; absent where it wrote none.
public struct DeviceTotals: Hashable, Sendable, Codable {
  /// Time with the timer running.
  public var timer: Milliseconds?
  /// Metres.
  public var distance: Double?
  /// Kilocalories.
  public var energy: Double?
  /// Beats per minute.
  public var averageHeartRate: Double?
  /// Beats per minute.
  public var maximumHeartRate: Double?
  /// Watts.
  public var averagePower: Double?
  /// Watts.
  public var maximumPower: Double?
  /// Metres climbed.
  public var ascent: Double?

  /// Totals with nothing known.
  public init() {}
}

/// A recorder or sensor as it names itself.
public struct Device: Hashable, Sendable, Codable {
  /// The maker, in lower case as the FIT profile names it, or its number.
  public var manufacturer: String?
  /// The product's name, or its number.
  public var product: String?
  /// The serial number, where it is written: it tells two recorders apart, and is never shown.
  public var serial: UInt32?
  /// The version of its software.
  public var software: String?
  /// What a sensor measures, where the file tells.
  public var sensor: SeriesSource.Sensor?

  /// A device.
  public init(
    manufacturer: String? = nil, product: String? = nil, serial: UInt32? = nil, software: String? = nil,
    sensor: SeriesSource.Sensor? = nil
  ) {
    self.manufacturer = manufacturer
    self.product = product
    self.serial = serial
    self.software = software
    self.sensor = sensor
  }
}

/// What a recorder knew of the athlete when it wrote the file; absent where it wrote nothing.
public struct AthleteProfile: Hashable, Sendable, Codable {
  /// Years.
  public var age: Double?
  /// Beats per minute at rest.
  public var restingHeartRate: Double?
  /// Highest heart rate in beats per minute, as set on the device.
  public var maximumHeartRate: Double?
  /// Heart rate at the lactate threshold in beats per minute.
  public var thresholdHeartRate: Double?
  /// Functional threshold power in watts.
  public var functionalThresholdPower: Double?

  /// A profile with nothing known.
  public init() {}
}
