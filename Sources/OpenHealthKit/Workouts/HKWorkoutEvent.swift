// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What can happen in a workout.
public enum HKWorkoutEventType: Int, Sendable {
  /// The person paused.
  case pause = 1
  /// The person went on.
  case resume
  /// A lap.
  case lap
  /// A moment that the person marked.
  case marker
  /// The device paused because nothing moved.
  case motionPaused
  /// The device went on because something moved.
  case motionResumed
  /// A part of the workout.
  case segment
  /// A press of the buttons that ask to pause or go on.
  case pauseOrResumeRequest
}

/// Something that happened in a workout.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKWorkoutEvent: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// What happened.
  public let type: HKWorkoutEventType
  /// When it happened: a moment, of length 0, but for laps and segments.
  public let dateInterval: DateInterval
  /// What else is said of it: texts, numbers, dates and quantities.
  public let metadata: [String: Any]?

  /// An event. Traps, as Apple's raises an exception, where anything but a lap or segment has a length above 0, or metadata
  /// holds anything but texts, numbers, dates and quantities.
  public init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
    precondition(
      Self.canLast(type) || dateInterval.duration == 0, "Only laps and segments of a workout have a length above 0.")
    self.type = type
    self.dateInterval = dateInterval
    self.metadata = Metadata.valid(metadata)
    super.init()
  }

  /// Whether events of a type can have a length above 0.
  static func canLast(_ type: HKWorkoutEventType) -> Bool { type == .lap || type == .segment }

  /// Whether the other object is the same kind of event at the same time with the same metadata.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKWorkoutEvent else { return false }
    return type == other.type && dateInterval == other.dateInterval
      && NSDictionary(dictionary: metadata ?? [:]).isEqual(NSDictionary(dictionary: other.metadata ?? [:]))
  }

  /// Equal for equal events.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(type)
    hasher.combine(dateInterval)
    return hasher.finalize()
  }

  /// The event itself, which can't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Events are coded with all that they are made of.
  public static var supportsSecureCoding: Bool { true }

  /// Codes all that the event is made of.
  open func encode(with coder: NSCoder) {
    coder.encode(type.rawValue, forKey: "HKType")
    coder.encode(date: dateInterval.start, forKey: "HKStartDate")
    coder.encode(dateInterval.duration, forKey: "HKDuration")
    coder.encode(metadata: metadata, forKey: "HKMetadata")
  }

  /// Decodes an event; nil where something is missing or such an event can't be.
  public required convenience init?(coder: NSCoder) {
    guard let type = HKWorkoutEventType(rawValue: coder.decodeInteger(forKey: "HKType")),
      let start = coder.decodeDate(forKey: "HKStartDate"), coder.containsValue(forKey: "HKDuration")
    else { return nil }
    let duration = coder.decodeDouble(forKey: "HKDuration")
    guard duration.isFinite, duration == 0 || (duration > 0 && Self.canLast(type)) else { return nil }
    self.init(
      type: type, dateInterval: DateInterval(start: start, duration: duration),
      metadata: coder.decodeMetadata(forKey: "HKMetadata"))
  }
}
