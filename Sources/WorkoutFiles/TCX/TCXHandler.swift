// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// The elements and attributes of TCX that mean something here.
enum TCXName: String, CaseIterable {
  // Groups.
  case database = "TrainingCenterDatabase"
  case activity = "Activity", lap = "Lap", track = "Track", point = "Trackpoint"
  case session = "MultiSportSession", transition = "Transition"
  case course = "Course", coursePoint = "CoursePoint", workout = "Workout"
  case creator = "Creator", author = "Author", version = "Version", plan = "Plan"
  case heartRate = "HeartRateBpm", averageHeartRate = "AverageHeartRateBpm", maximumHeartRate = "MaximumHeartRateBpm"
  // Values.
  case time = "Time", latitude = "LatitudeDegrees", longitude = "LongitudeDegrees", altitude = "AltitudeMeters"
  case distance = "DistanceMeters", value = "Value", cadence = "Cadence", runCadence = "RunCadence"
  case watts = "Watts", speed = "Speed"
  case totalTime = "TotalTimeSeconds", calories = "Calories", intensity = "Intensity", trigger = "TriggerMethod"
  case averageWatts = "AvgWatts", maximumWatts = "MaxWatts"
  case id = "Id", name = "Name", notes = "Notes", unitID = "UnitId"
  case versionMajor = "VersionMajor", versionMinor = "VersionMinor"
  // Attributes.
  case sport = "Sport", startTime = "StartTime"

  /// In the order of `allCases`.
  static let vocabulary = XMLVocabulary(allCases.map(\.rawValue))
  /// All, as an array.
  static let all = Array(allCases)
  /// How many.
  static let count = all.count
  /// Whether elements of this name hold text.
  var isValue: Bool {
    switch self {
    case .database, .activity, .lap, .track, .point, .session, .transition, .course, .coursePoint, .workout, .creator,
      .author, .version, .plan, .averageHeartRate, .maximumHeartRate:
      false
    default: true
    }
  }
  /// The elements that are counted.
  static let counted: [TCXName] = [.session, .activity, .lap, .track, .point, .course, .coursePoint, .workout]
}

/// Hands the elements of a TCX file on.
final class TCXHandler: XMLHandler {
  /// What was collected.
  private(set) var elements = TCXElements()

  // All of a call works on one access to the elements.
  func start(_ place: Int?, _ attributes: XMLAttributes) -> Bool { elements.start(place, attributes) }
  func end(_ place: Int?, _ text: XMLText) { elements.end(place, text) }
  /// Keeps what the file's end cut off.
  func finish() { elements.finish() }
}

/// Collects the activities of a TCX file.
///
/// What an element means follows from the one around it, so a stack is kept of those: `Time` is a point's only
/// inside a point, `Value` belongs to whichever heart rate it stands in. Elements without a meaning of their own, such
/// as extensions, pass on the meaning around them, whatever their depth.
struct TCXElements {
  /// What the elements inside an element mean.
  private enum Context {
    case outside, activity, lap, point, pointHeartRate, lapAverage, lapMaximum, creator, version, plan, ignored
  }

  /// The activities in file order.
  private(set) var legs: [TrackLeg] = []
  /// What was counted.
  private(set) var counts = TrackCounts()
  /// How many elements of each name there were.
  private(set) var elementCounts = [Int](repeating: 0, count: TCXName.count)
  /// Whether the root element is that of a TCX file.
  private(set) var isTCX: Bool?

  private var stack: [Context] = []
  private var point = TrackPoint()
  private var leg: TrackLeg?
  private var lap: TrackLap?
  private var sessionCount = 0
  private var isInSession = false

  mutating func start(_ place: Int?, _ attributes: XMLAttributes) -> Bool {
    let around = stack.last ?? .outside
    guard let place else {
      if isTCX == nil { isTCX = false }
      stack.append(around)
      return false
    }
    let name = TCXName.all[place]
    if isTCX == nil { isTCX = name == .database }
    elementCounts[place] += 1
    var context = around
    switch name {
    case .session:
      sessionCount += 1
      isInSession = true
    case .course, .workout:
      context = .ignored
    case .activity where around == .outside:
      beginLeg(Self.sport(attributes.value(Self.sportPlace)))
      context = .activity
    case .transition where around == .outside:
      // A transition is a lap of its own, without an activity around it.
      beginLeg((.transition, nil))
      beginLap(attributes)
      context = .lap
    case .lap where around == .activity:
      beginLap(attributes)
      context = .lap
    case .track: leg?.points.beginTrack()
    case .point:
      point.clear()
      context = .point
    case .heartRate where around == .point: context = .pointHeartRate
    case .averageHeartRate where around == .lap: context = .lapAverage
    case .maximumHeartRate where around == .lap: context = .lapMaximum
    case .creator where around == .activity:
      leg?.device = Device()
      context = .creator
    case .version where around == .creator: context = .version
    case .author: context = .ignored
    case .plan where around == .activity: context = .plan
    default: break
    }
    stack.append(context)
    // White space in groups is nobody's text.
    return name.isValue && context != .outside && context != .ignored
  }

  mutating func end(_ place: Int?, _ text: XMLText) {
    _ = stack.popLast()
    guard let place else { return }
    let name = TCXName.all[place]
    switch stack.last ?? .outside {
    case .point: endInPoint(name, text)
    case .pointHeartRate: if name == .value, let value = text.number { setHeartRate(value) }
    case .lap: endInLap(name, text)
    case .lapAverage: if name == .value { lap?.totals.averageHeartRate = Self.heartRate(text) }
    case .lapMaximum: if name == .value { lap?.totals.maximumHeartRate = Self.heartRate(text) }
    case .activity: endInActivity(name, text)
    case .creator: endInCreator(name, text)
    case .version:
      if name == .versionMajor, !text.isEmpty { leg?.device?.software = text.string }
      if name == .versionMinor, !text.isEmpty, let major = leg?.device?.software {
        leg?.device?.software = major + "." + text.string
      }
    case .plan: if name == .name, !text.isEmpty { leg?.name = text.string }
    case .outside:
      switch name {
      case .activity: endLeg()
      case .transition:
        endLap()
        endLeg()
      case .session: isInSession = false
      default: break
      }
    case .ignored: if name == .point { endPoint() }
    }
  }

  /// Keeps what there is of an activity that the file's end cut off.
  mutating func finish() {
    endLap()
    endLeg()
  }

  // MARK: Activities

  private static let sportPlace = TCXName.all.firstIndex(of: .sport) ?? 0
  private static let startPlace = TCXName.all.firstIndex(of: .startTime) ?? 0

  private mutating func beginLeg(_ sport: (Sport, String?)) {
    var leg = TrackLeg()
    (leg.sport, leg.subSport) = sport
    leg.session = isInSession ? sessionCount : nil
    self.leg = leg
  }

  private mutating func endLeg() {
    if let leg { legs.append(leg) }
    leg = nil
  }

  private mutating func endInActivity(_ name: TCXName, _ text: XMLText) {
    switch name {
    case .lap: endLap()
    case .point: endPoint()
    case .notes:
      // One short line is a name, anything longer is notes.
      if leg?.name == nil, !text.isEmpty, text.bytes.count <= 80, !text.bytes.contains(0x0A) { leg?.name = text.string }
    default: break
    }
  }

  /// `Sport` has three values by the schema; some programs write what they like.
  private static func sport(_ text: XMLText?) -> (Sport, String?) {
    guard let text, !text.isEmpty else { return (.generic, nil) }
    if text.isSame(as: "Running") { return (.running, nil) }
    if text.isSame(as: "Biking") { return (.cycling, nil) }
    if text.isSame(as: "Other") { return (.generic, nil) }
    return TrackSports.sport(text.string)
  }

  private mutating func endInCreator(_ name: TCXName, _ text: XMLText) {
    switch name {
    case .name where !text.isEmpty:
      let parts = TrackDevice.parts(text.string)
      leg?.device?.manufacturer = parts.manufacturer
      leg?.device?.product = parts.product
      if let software = parts.software { leg?.device?.software = software }
    case .unitID:
      if let value = text.number, value > 0, value <= Double(UInt32.max) { leg?.device?.serial = UInt32(value) }
    case .version:
      if leg?.device?.software == "0.0" { leg?.device?.software = nil }
    default: break
    }
  }

  // MARK: Laps

  private mutating func beginLap(_ attributes: XMLAttributes) {
    var lap = TrackLap()
    if let text = attributes.value(Self.startPlace), let time = TrackTime(text) { lap.start = time.milliseconds }
    let count = leg?.points.count ?? 0
    lap.points = count..<count
    self.lap = lap
    leg?.points.beginTrack()
  }

  private mutating func endLap() {
    guard var lap else { return }
    if let count = leg?.points.count { lap.points = lap.points.lowerBound..<count }
    leg?.laps.append(lap)
    self.lap = nil
  }

  private mutating func endInLap(_ name: TCXName, _ text: XMLText) {
    switch name {
    case .point: endPoint()
    case .totalTime: lap?.totals.timer = text.number.flatMap { $0 >= 0 ? milliseconds(seconds: $0) : nil }
    case .distance: lap?.totals.distance = text.number.flatMap { $0 >= 0 ? $0 : nil }
    case .calories: lap?.totals.energy = text.number.flatMap { $0 > 0 ? $0 : nil }
    case .intensity:
      if text.isSame(as: "Active") { lap?.intensity = "active" }
      if text.isSame(as: "Resting") { lap?.intensity = "rest" }
    case .trigger:
      lap?.trigger =
        text.isSame(as: "Manual")
        ? .manual
        : text.isSame(as: "Distance")
          ? .distance : text.isSame(as: "Location") ? .position : text.isSame(as: "Time") ? .time : .unknown
    case .averageWatts: lap?.totals.averagePower = text.number.flatMap { $0 > 0 && $0 < 65_535 ? $0 : nil }
    case .maximumWatts: lap?.totals.maximumPower = text.number.flatMap { $0 > 0 && $0 < 65_535 ? $0 : nil }
    default: break
    }
  }

  /// 0 and 255 stand for "none".
  private static func heartRate(_ text: XMLText) -> Double? { text.number.flatMap { $0 > 0 && $0 < 255 ? $0 : nil } }

  // MARK: Points

  private mutating func setHeartRate(_ value: Double) { point[.heartRate] = TrackValues.heartRate(value) }

  private mutating func endInPoint(_ name: TCXName, _ text: XMLText) {
    if name == .time {
      guard let time = TrackTime(text) else { return }
      point.time = time.milliseconds
      if time.lacksZone { counts.addTimeWithoutZone() }
      leg?.offsets.add(time)
      return
    }
    guard let value = text.number else { return }
    switch name {
    case .latitude: point[.latitude] = TrackValues.latitude(value)
    case .longitude: point[.longitude] = TrackValues.longitude(value)
    case .altitude: point[.altitude] = TrackValues.altitude(value)
    case .distance: point[.distance] = value >= 0 ? value : .nan
    case .heartRate: setHeartRate(value)
    case .cadence: point[.cadence] = TrackValues.cadence(value)
    case .runCadence: point[.runCadence] = TrackValues.cadence(value)
    case .watts: point.setFirst(.power, TrackValues.power(value))
    case .speed: point.setFirst(.speed, TrackValues.speed(value))
    default: break
    }
  }

  private mutating func endPoint() {
    counts.add(point)
    if let time = point.time, !point.isEmpty { leg?.points.append(point, at: time) }
  }
}
