// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// What a point of a track can tell.
enum TrackColumn: Int, CaseIterable {
  case heartRate, power, cadence, runCadence, speed, distance, altitude, temperature, latitude, longitude

  /// All, as an array made once.
  static let all = Array(allCases)

  /// What the column measures.
  var quantity: Quantity {
    switch self {
    case .heartRate: .heartRate
    case .power: .power
    case .cadence, .runCadence: .cadence
    case .speed: .speed
    case .distance: .distance
    case .altitude: .altitude
    case .temperature: .temperature
    case .latitude: .latitude
    case .longitude: .longitude
    }
  }
}

/// The values of one point while it is read.
struct TrackPoint {
  /// Stands in a column for a quantity that the point doesn't mention; not a number stands for one without a value.
  static let unmentioned = -Double.infinity

  /// When, if it has a time.
  var time: Int64?
  private var values = InlineArray<10, Double>(repeating: unmentioned)

  /// The value of a column.
  subscript(column: TrackColumn) -> Double {
    get { values[column.rawValue] }
    set { values[column.rawValue] = newValue }
  }

  /// Sets a value unless the point has one already: programs write the same value in several spellings.
  mutating func setFirst(_ column: TrackColumn, _ value: Double) {
    if !(values[column.rawValue] > -.infinity) { values[column.rawValue] = value }
  }

  /// Whether the point mentions nothing but its time.
  var isEmpty: Bool { values.indices.allSatisfy { values[$0] == Self.unmentioned } }

  /// Makes it new.
  mutating func clear() { self = TrackPoint() }
}

/// Points as columns of equal length, in file order, and where the tracks or segments begin that they are in.
struct TrackColumns {
  /// When each point was.
  private(set) var times: [Int64] = []
  /// A column for each `TrackColumn`.
  private(set) var columns = [[Double]](repeating: [], count: TrackColumn.allCases.count)
  /// The place of the first point of each track that has points.
  private(set) var trackStarts: [Int] = []
  private var beginsTrack = true

  /// How many points.
  var count: Int { times.count }

  /// The points that follow belong to another track or segment.
  mutating func beginTrack() { beginsTrack = true }

  /// Adds a point that has a time and at least one value.
  mutating func append(_ point: TrackPoint, at time: Int64) {
    if beginsTrack {
      trackStarts.append(times.count)
      beginsTrack = false
    }
    times.append(time)
    for column in TrackColumn.all { columns[column.rawValue].append(point[column]) }
  }

  /// The values of a column.
  subscript(column: TrackColumn) -> [Double] {
    get { columns[column.rawValue] }
    set { columns[column.rawValue] = newValue }
  }

  /// Adds all points of others as tracks of their own.
  mutating func append(_ other: TrackColumns) {
    let before = count
    times += other.times
    for i in columns.indices { columns[i] += other.columns[i] }
    trackStarts += other.trackStarts.map { $0 + before }
  }
}
