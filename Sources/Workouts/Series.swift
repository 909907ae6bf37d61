// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The values of one quantity from one sensor, as two columns of equal length.
///
/// Times never decrease. Two values may share a time: the later one in the columns is right. A value that is not a
/// number says that the sensor was asked and had nothing to tell; it ends the hold of the value before it. A moment
/// that is simply not listed says nothing at all.
///
/// Series of one recording often share one column of times; copying a series copies neither column.
public struct Series: Sendable {
  /// What is measured, and so the unit of `values`.
  public var quantity: Quantity
  /// Milliseconds since 1970-01-01T00:00:00Z, never decreasing.
  public var times: [Int64]
  /// A value for each time, in the unit of `quantity`; not a number where the sensor told nothing.
  public var values: [Double]
  /// For values that last by themselves, as when a recorder puts many into one: until when each holds at least, never
  /// before its time. `nil` where no value does, which is the rule.
  public var ends: [Int64]?
  /// Where the values come from.
  public var source: SeriesSource

  /// Joins columns.
  ///
  /// - Precondition: all columns are equally long.
  public init(
    quantity: Quantity, times: [Int64], values: [Double], ends: [Int64]? = nil, source: SeriesSource = SeriesSource()
  ) {
    precondition(times.count == values.count, "a series needs as many times as values")
    precondition(ends.map { $0.count == times.count } ?? true, "a series needs as many ends as times")
    self.ends = ends
    self.quantity = quantity
    self.times = times
    self.values = values
    self.source = source
  }

  /// How many entries the columns have, those without a value included.
  @inlinable public var count: Int { times.count }

  /// Whether the columns are empty.
  @inlinable public var isEmpty: Bool { times.isEmpty }

  /// The series with implausible values turned into "the sensor told nothing", and of several entries at one time
  /// only the last.
  ///
  /// Returns columns shared with this series where there was nothing to change.
  public func normalized() -> Series {
    var clean = true
    for i in values.indices {
      if !quantity.isPlausible(values[i]) && !values[i].isNaN || i > 0 && times[i] == times[i - 1] {
        clean = false
        break
      }
    }
    if clean { return self }
    var result = Series(quantity: quantity, times: [], values: [], ends: ends.map { _ in [] }, source: source)
    result.times.reserveCapacity(count)
    result.values.reserveCapacity(count)
    for i in values.indices {
      let value = quantity.isPlausible(values[i]) ? values[i] : .nan
      if let last = result.times.last, last == times[i] {
        result.values[result.values.count - 1] = value
        if let ends { result.ends?[result.values.count - 1] = ends[i] }
      } else {
        result.times.append(times[i])
        result.values.append(value)
        if let ends { result.ends?.append(ends[i]) }
      }
    }
    return result
  }
}

/// Where the values of a series come from.
public struct SeriesSource: Hashable, Sendable, Codable {
  /// The kind of sensor, where the file tells.
  public var sensor: Sensor
  /// What the sensor or the app that computed the values calls itself, if known.
  public var name: String?
  /// How the values reached the recording.
  public var path: Path

  /// Kinds of sensors, in the order in which they are believed when several tell at once.
  public enum Sensor: String, Hashable, Sendable, Codable {
    /// Electrodes on the chest.
    case chestStrap
    /// A power meter or trainer.
    case powerMeter
    /// Light through the skin of wrist or arm.
    case optical
    /// A foot pod, or a watch's computation from motion.
    case motion
    /// Not told by the file.
    case unknown
  }

  /// How values reached the recording.
  public enum Path: String, Hashable, Sendable, Codable {
    /// The recorder wrote them, second by second.
    case recorded
    /// An app on the recorder added them beside the recorder's own fields.
    case developerField
    /// The sensor kept them and handed them over after the workout, as straps do after a swim.
    case downloaded
  }

  /// A source; by default nothing is known of it.
  public init(sensor: Sensor = .unknown, name: String? = nil, path: Path = .recorded) {
    self.sensor = sensor
    self.name = name
    self.path = path
  }
}
