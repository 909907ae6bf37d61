// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Coaching
import Workouts
import Zones

/// A live workout at one moment in the words of a viewer, as page and stream show it.
struct LiveView: Encodable {
  /// `moment`.
  var type = "moment"
  /// `running`, `paused`, `ended`.
  var state: String
  /// What goes on: `Rest 3 of 5`.
  var heading: String
  /// The time without pauses, as a clock and in seconds.
  var elapsed: String
  var seconds: Double
  /// The number, `–` where it is not known, its unit, and the bare value.
  var number: String
  var unit: String
  var value: Double?
  /// The zone's number for a person, its place from 0, its name, and `of 5`.
  var zone: String?
  var zoneIndex: Int?
  var zoneName: String
  var of: String
  /// How long in the zone that is on.
  var inZone: String
  /// What else is measured.
  var others: [String]
  /// All of it in a sentence.
  var say: String
  /// The step's card; `nil` without a plan.
  var card: LiveCard?
  /// The place of the step that is on, from 0, and the seconds that are left of it, as far as that can be told.
  var step: Int?
  var left: Double?
  /// The target's limits.
  var lower: Double?
  var upper: Double?
  /// Whether the sensor that was there tells nothing now.
  var isLost: Bool
  /// How many look on.
  var viewers = 1

  init(_ shot: LiveSnapshot, sport: Sport, viewers: Int = 1) {
    let words = LiveStepWords(shot)
    self.viewers = viewers
    state = shot.isOver ? "ended" : shot.isPaused ? "paused" : "running"
    seconds = Double(shot.active) / 1000
    elapsed = Format.clock(seconds.rounded(.down))
    unit = LiveStepWords.unit(shot.quantity)
    value = shot.value
    number = shot.value.map { LiveStepWords.whole($0) } ?? Format.absent
    let first = shot.zones?.firstNumber ?? 1
    zoneIndex = shot.zone
    zone = shot.zone.map { String(first + $0) }
    of = shot.zoneCount > 0 ? t("of \(first + shot.zoneCount - 1)") : ""
    isLost = shot.value == nil && !shot.course.isEmpty && !shot.isPaused && !shot.isOver
    zoneName =
      shot.zone.flatMap { shot.zoneNames.indices.contains($0) ? t(Phrase(key: shot.zoneNames[$0])) : nil }
      ?? (shot.value == nil ? t("no signal") : "")
    inZone =
      shot.zone.flatMap {
        shot.zoneSeconds.indices.contains($0) ? t("\(Format.clock(shot.zoneSeconds[$0])) in it") : nil
      }
      ?? ""
    others = shot.others.map { LiveStepWords.text($0.quantity, $0.value, sport) }
    if shot.distance >= 1 { others.append("\(Format.distance(shot.distance)) \(Units.current.distance)") }
    heading = words.heading ?? (shot.place == nil ? t(Phrase(key: Names.sport(sport.rawValue))) : t("Plan done"))
    card = words.card
    let isOn = shot.place.map { !$0.isFinished } ?? false
    step = isOn ? shot.place?.index : nil
    left = words.left
    lower = words.limits?.lower
    upper = words.limits?.upper
    say = Self.sentence(shot, heading: heading, zone: zone, of: of, card: card)
  }

  private static func sentence(
    _ shot: LiveSnapshot, heading: String, zone: String?, of: String, card: LiveCard?
  ) -> String {
    var parts: [String] = []
    if let value = shot.value {
      let number = LiveStepWords.whole(value)
      let spoken = shot.quantity == .power ? t("\(number) watts") : t("\(number) beats per minute")
      parts.append(zone.map { t("Zone \($0) \(of), \(spoken).") } ?? t("\(spoken)."))
    } else {
      parts.append(t("No heart rate right now."))
    }
    if let card {
      parts.append(t("\(heading): \(card.todo), \(card.count) \(card.countName)."))
      if !card.hint.isEmpty { parts.append(card.hint) }
    }
    return parts.joined(separator: " ")
  }
}

/// The card of the step that is on.
struct LiveCard: Encodable {
  /// What to do.
  var todo: String
  /// The time, and what it is of.
  var count: String
  var countName: String
  /// How much of the bar is filled, from 0 to 1; `nil` for no bar.
  var fill: Double?
  /// Marks on the bar with their texts.
  var marks: [Mark]
  /// How it goes.
  var hint: String
  /// What comes next.
  var then: String

  /// A mark, placed from 0 to 1.
  struct Mark: Encodable {
    var at: Double
    var text: String
  }
}

extension JSONDocument {
  /// What we write ourselves: finite numbers and texts, which always can be written.
  static func text(_ value: some Encodable) -> String {
    (try? encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}
