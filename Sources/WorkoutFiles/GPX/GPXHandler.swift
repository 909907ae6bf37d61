// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// The elements and attributes of GPX and its extensions that mean something here.
enum GPXName: String, CaseIterable {
  case gpx, metadata, trk, trkseg, trkpt, wpt, rte, rtept, link, extensions
  case ele, time, name, type, speed, distance, power, temp, cadence, altitude
  // Heart rate.
  case hr, heartrate, heartRate, bpm, HeartRate, HeartRateBpm, heartRateBpm = "heart_rate"
  // Cadence, power, temperature.
  case cad, rpm, RunCadence, Cadence, PowerInWatts, watts, Watts, atemp
  // Attributes.
  case lat, lon, creator, version

  /// In the order of `allCases`.
  static let vocabulary = XMLVocabulary(allCases.map(\.rawValue))
  /// All, as an array.
  static let all = Array(allCases)
  /// How many.
  static let count = all.count
  /// The elements that are counted.
  static let counted: [GPXName] = [.trk, .trkseg, .trkpt, .wpt, .rte, .rtept]
  /// The place of a name in the vocabulary.
  var place: Int { Self.all.firstIndex(of: self) ?? 0 }
}

/// Hands the elements of a GPX file on.
final class GPXHandler: XMLHandler {
  /// What was collected.
  private(set) var elements = GPXElements()

  // All of a call works on one access to the elements.
  func start(_ place: Int?, _ attributes: XMLAttributes) -> Bool { elements.start(place, attributes) }
  func end(_ place: Int?, _ text: XMLText) { elements.end(place, text) }
  /// Keeps what the file's end cut off.
  func finish() { elements.finish() }
}

/// Collects the tracks of a GPX file.
///
/// Extensions hold values in many spellings, at any depth, some of them twice: inside a point an element means what its
/// local name says, wherever it stands, and of several spellings of one quantity the first with a value counts.
struct GPXElements {
  /// What the elements inside an element mean.
  private enum Context { case outside, track, point, ignored }

  /// The tracks in file order.
  private(set) var legs: [TrackLeg] = []
  /// What was counted.
  private(set) var counts = TrackCounts()
  /// How many elements of each name there were.
  private(set) var elementCounts = [Int](repeating: 0, count: GPXName.count)
  /// Whether the root element is that of a GPX file.
  private(set) var isGPX: Bool?

  private var stack: [Context] = []
  private var point = TrackPoint()
  private var leg: TrackLeg?
  private var device: Device?

  mutating func start(_ place: Int?, _ attributes: XMLAttributes) -> Bool {
    let around = stack.last ?? .outside
    guard let place else {
      if isGPX == nil { isGPX = false }
      stack.append(around)
      return false
    }
    let name = GPXName.all[place]
    if isGPX == nil {
      isGPX = name == .gpx
      if let creator = attributes.value(Self.creatorPlace), !creator.isEmpty {
        let parts = TrackDevice.parts(creator.string)
        device = Device(manufacturer: parts.manufacturer, product: parts.product, software: parts.software)
      }
    }
    elementCounts[place] += 1
    var context = around
    switch name {
    case .trk where around == .outside:
      leg = TrackLeg()
      leg?.device = device
      context = .track
    case .trkseg where around == .track: leg?.points.beginTrack()
    case .trkpt where around == .track:
      beginPoint(attributes)
      context = .point
    case .metadata, .wpt, .rte: context = .ignored
    // What a track links to has a type of its own, and a track's extensions hold totals.
    case .link, .extensions: if around == .track { context = .ignored }
    default: break
    }
    stack.append(context)
    // White space in groups is nobody's text.
    switch name {
    case .trk, .trkseg, .trkpt, .extensions: return false
    default: return context == .point || context == .track
    }
  }

  mutating func end(_ place: Int?, _ text: XMLText) {
    _ = stack.popLast()
    guard let place else { return }
    let name = GPXName.all[place]
    switch stack.last ?? .outside {
    case .point: endInPoint(name, text)
    case .track: endInTrack(name, text)
    case .outside: if name == .trk { endTrack() }
    case .ignored: break
    }
  }

  /// Keeps what there is of a track that the file's end cut off.
  mutating func finish() { endTrack() }

  // MARK: Tracks

  private static let creatorPlace = GPXName.creator.place
  private static let latitudePlace = GPXName.lat.place
  private static let longitudePlace = GPXName.lon.place

  private mutating func endInTrack(_ name: GPXName, _ text: XMLText) {
    switch name {
    case .trkpt:
      counts.add(point)
      if let time = point.time, !point.isEmpty { leg?.points.append(point, at: time) }
    case .name: if leg?.name == nil, !text.isEmpty, text.bytes.count <= 1000 { leg?.name = text.string }
    case .type:
      if leg?.sport == .generic, !text.isEmpty {
        let (sport, subSport) = TrackSports.sport(text.string)
        leg?.sport = sport
        leg?.subSport = subSport
      }
    default: break
    }
  }

  private mutating func endTrack() {
    guard var leg else { return }
    self.leg = nil
    leg.dropStepwiseDistance()
    legs.append(leg)
  }

  // MARK: Points

  private mutating func beginPoint(_ attributes: XMLAttributes) {
    point.clear()
    attributes.forEach { place, text in
      guard let value = text.number else { return }
      if place == Self.latitudePlace { point[.latitude] = TrackValues.latitude(value) }
      if place == Self.longitudePlace { point[.longitude] = TrackValues.longitude(value) }
    }
  }

  private mutating func endInPoint(_ name: GPXName, _ text: XMLText) {
    if name == .time {
      guard point.time == nil, let time = TrackTime(text) else { return }
      point.time = time.milliseconds
      if time.lacksZone { counts.addTimeWithoutZone() }
      leg?.offsets.add(time)
      return
    }
    guard let value = text.number else { return }
    switch name {
    case .hr, .heartrate, .heartRate, .bpm, .HeartRate, .HeartRateBpm, .heartRateBpm:
      point.setFirst(.heartRate, TrackValues.heartRate(value))
    case .power, .PowerInWatts, .watts, .Watts: point.setFirst(.power, TrackValues.power(value))
    case .cad, .cadence, .rpm, .Cadence: point.setFirst(.cadence, TrackValues.cadence(value))
    case .RunCadence: point.setFirst(.runCadence, TrackValues.cadence(value))
    case .speed: point.setFirst(.speed, TrackValues.speed(value))
    case .distance: point.setFirst(.distance, value >= 0 ? value : .nan)
    case .atemp, .temp: point.setFirst(.temperature, TrackValues.temperature(value))
    case .ele, .altitude: point.setFirst(.altitude, TrackValues.altitude(value))
    default: break
    }
  }
}

extension TrackLeg {
  /// Leaves out distances that can't be those from the start: some programs write the metres since the last point.
  fileprivate mutating func dropStepwiseDistance() {
    let distances = points[.distance]
    let told = distances.filter(\.isFinite)
    guard !told.isEmpty else { return }
    let grows = zip(told, told.dropFirst()).allSatisfy { $0 <= $1 }
    if !grows || told.count * 2 < distances.count {
      points[.distance] = Array(repeating: TrackPoint.unmentioned, count: distances.count)
    }
  }
}
