// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
import FoundationEssentials
import Workouts

/// An event as one line of JSON: `live --json-lines`, and the page's stream.
public struct LiveLine: Encodable {
  private let event: LiveEvent
  private let language: CoachLanguage

  /// An event with its words in a language.
  public init(_ event: LiveEvent, in language: CoachLanguage = .english) {
    self.event = event
    self.language = language
  }

  /// The line, without the line break.
  public var text: String {
    guard let data = try? JSONDocument.encode(self) else { preconditionFailure("events are numbers and texts") }
    return String(decoding: data, as: UTF8.self)
  }

  private enum Key: String, CodingKey {
    case t, wall, type, quantity, value, zone, source, from, to, durations, lastSample, state, index, count, kind,
      seconds
    case lower, upper, zones, sensor, text, live, id, elapsedSeconds, reason, activeSeconds, zoneSeconds, compliance
  }

  /// Writes the fields of `docs/live.md`.
  public func encode(to encoder: any Encoder) throws {
    if case .cue(let timed) = event.kind {
      var line = CueLine(timed, in: language)
      line.wall = event.wall.millisecondsSince1970
      return try line.encode(to: encoder)
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(event.active, forKey: .t)
    try container.encode(event.wall.millisecondsSince1970, forKey: .wall)
    switch event.kind {
    case .cue: break
    case .sample(let quantity, let value, let zone, let source):
      try container.encode("sample", forKey: .type)
      try container.encode(quantity.rawValue, forKey: .quantity)
      try container.encode(value, forKey: .value)
      try container.encode(zone, forKey: .zone)
      try container.encode(source, forKey: .source)
    case .zone(let quantity, let from, let to, let seconds, let lastSample):
      try container.encode("zone", forKey: .type)
      try container.encode(quantity.rawValue, forKey: .quantity)
      try container.encode(from, forKey: .from)
      try container.encode(to, forKey: .to)
      try container.encode(seconds, forKey: .durations)
      try container.encode(lastSample?.millisecondsSince1970, forKey: .lastSample)
    case .state(let state):
      try container.encode("state", forKey: .type)
      try container.encode(state, forKey: .state)
    case .step(let step):
      try container.encode("step", forKey: .type)
      try container.encode(step.index, forKey: .index)
      try container.encode(step.count, forKey: .count)
      try container.encode(step.kind, forKey: .kind)
      try container.encode(step.seconds, forKey: .seconds)
      try container.encode(step.quantity?.rawValue, forKey: .quantity)
      try container.encode(step.lower, forKey: .lower)
      try container.encode(step.upper, forKey: .upper)
      try container.encode(step.zones.map { [$0.lowerBound, $0.upperBound] }, forKey: .zones)
    case .announce(let zone):
      try container.encode("announce", forKey: .type)
      try container.encode(zone, forKey: .zone)
      try container.encode(LiveWords.zone(zone + 1, in: language), forKey: .text)
    case .source(let quantity, let from, let to, let reason):
      try container.encode("source", forKey: .type)
      try container.encode(quantity.rawValue, forKey: .quantity)
      try container.encode(from, forKey: .from)
      try container.encode(to, forKey: .to)
      try container.encode(reason, forKey: .reason)
    case .sensor(let name, let line, let isLive):
      try container.encode("sensor", forKey: .type)
      try container.encode(name, forKey: .sensor)
      try container.encode(line, forKey: .text)
      try container.encode(isLive, forKey: .live)
    case .summary(let summary):
      try container.encode("summary", forKey: .type)
      try container.encode(summary.id, forKey: .id)
      try container.encode(summary.elapsed, forKey: .elapsedSeconds)
      try container.encode(summary.active, forKey: .activeSeconds)
      let zones = Dictionary(uniqueKeysWithValues: summary.seconds.map { ($0.key.rawValue, $0.value) })
      try container.encode(zones, forKey: .zoneSeconds)
      try container.encode(summary.card, forKey: .compliance)
    }
  }
}

/// What live workouts say beside cues.
public enum LiveWords {
  /// A zone's number, from 1, as it is called out.
  public static func zone(_ number: Int, in language: CoachLanguage) -> String {
    switch language {
    case .english: "Zone \(number)."
    case .chinese: "\(number) 区。"
    case .japanese: "ゾーン \(number)。"
    }
  }
}
