// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Something that a sensor, or the one who wears it, does at a moment.
public struct FeedEvent: Hashable, Sendable {
  /// Milliseconds since the feed began.
  public var time: Milliseconds
  /// What happens.
  public var kind: Kind

  /// What happens.
  public enum Kind: Hashable, Sendable {
    /// Sensors tell something, all at this moment.
    case readings([SensorReading])
    /// Metres since the start.
    case distance(Double)
    /// The timer is stopped.
    case pause
    /// The timer is started again.
    case resume
  }

  /// Something at a moment.
  public init(at time: Milliseconds, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }
}

/// A recording that is played again, as if its sensors were here.
///
/// Heart rate, power, cadence and speed come as they were recorded, what the sensor did not tell included, and distance
/// and pauses beside them. Nothing comes from after the recording's end.
public struct ReplayFeed: Sendable, Sequence, IteratorProtocol {
  private let events: [FeedEvent]
  private var place = 0

  /// How long the recording is.
  public let length: Milliseconds
  /// Whether moments are left out of it where little changed.
  public let isSmartRecording: Bool

  /// The feed of a recording.
  public init(_ recording: Recording) {
    let start = recording.span.start.millisecondsSince1970
    length = recording.span.duration
    isSmartRecording = recording.isSmartRecording
    var readings: [Milliseconds: [SensorReading]] = [:]
    for quantity in [Quantity.heartRate, .power, .cadence, .speed] {
      guard let series = recording.series(quantity)?.normalized() else { continue }
      for (time, value) in zip(series.times, series.values) where time >= start && time - start < length {
        readings[time - start, default: []].append(
          SensorReading(quantity, value.isNaN ? nil : value, at: time - start, kind: .replay))
      }
    }
    var events = readings.map { FeedEvent(at: $0.key, .readings($0.value)) }
    if let series = recording.series(.distance) {
      for (time, value) in zip(series.times, series.values) where time >= start && time - start < length {
        if value.isFinite { events.append(FeedEvent(at: time - start, .distance(value))) }
      }
    }
    for pause in recording.pauses where pause.span.duration > 0 {
      let begin = Swift.max(0, pause.span.start - recording.span.start)
      let end = Swift.min(length, pause.span.end - recording.span.start)
      guard begin < end else { continue }
      events.append(FeedEvent(at: begin, .pause))
      events.append(FeedEvent(at: end, .resume))
    }
    self.events = events.sorted { ($0.time, $0.kind.order) < ($1.time, $1.kind.order) }
  }

  /// What happens next; `nil` at the end.
  public mutating func next() -> FeedEvent? {
    guard place < events.count else { return nil }
    defer { place += 1 }
    return events[place]
  }
}

extension FeedEvent.Kind {
  /// The order of what happens at one moment: a pause begins or ends before what is measured then.
  fileprivate var order: Int {
    switch self {
    case .resume: 0
    case .pause: 1
    case .distance: 2
    case .readings: 3
    }
  }
}
