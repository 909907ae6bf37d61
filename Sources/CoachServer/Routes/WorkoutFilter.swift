// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Workouts

/// Which workouts of a list are wanted.
struct WorkoutFilter: Equatable {
  /// All words of it stand in the name or the sport.
  var text = ""
  /// A sport's code.
  var sport: String?
  /// A source's name, as `SourceName` reads it.
  var source: String?
  /// How much is known.
  var quality: Quality?
  /// The first day, and the last.
  var from: Day?
  var through: Day?

  /// How much is known of a workout.
  enum Quality: String, CaseIterable {
    /// Nothing to remark on.
    case complete
    /// Something is missing or doubtful.
    case remarked
    /// Without zones.
    case zoneless
    /// One of the samples.
    case sample
  }

  /// Nothing is left out.
  init() {}

  /// What an address asks for: `q`, `sport`, `source`, `quality`, `from`, `to`. What can't be read is not asked for.
  init(_ request: Request) {
    func value(_ name: String) -> String? { request.query[name].flatMap { $0.isEmpty ? nil : $0 } }
    text = String((value("q") ?? "").prefix(100))
    sport = value("sport")
    source = value("source")
    quality = value("quality").flatMap(Quality.init)
    from = value("from").flatMap { Day(iso8601: $0) }
    through = value("to").flatMap { Day(iso8601: $0) }
  }

  /// Whether everything is wanted.
  var isEmpty: Bool { self == WorkoutFilter() }

  /// The address that asks for it, with or without a part of the list.
  func path(part: Int? = nil) -> String {
    let fields: [(String, String?)] = [
      ("q", text.isEmpty ? nil : text), ("sport", sport), ("source", source), ("quality", quality?.rawValue),
      ("from", from.map { "\($0)" }), ("to", through.map { "\($0)" }),
      ("part", part.flatMap { $0 > 1 ? "\($0)" : nil }),
    ]
    let query = fields.compactMap { name, value in value.map { "\(name)=\(URLCoding.encode($0))" } }
    return query.isEmpty ? "/workouts" : "/workouts?" + query.joined(separator: "&")
  }

  /// Those that are wanted, in the same order.
  ///
  /// - Parameter ids: the workouts of a source, asked for only where a source is named.
  func apply(to entries: [WorkoutEntry], workoutsFrom ids: (String) -> Set<String>?) -> [WorkoutEntry] {
    guard !isEmpty else { return entries }
    let words = text.split(separator: " ").map { Self.folded(String($0)) }
    var sports: [String: [UInt8]] = [:]
    let ofSource = source.map { ids($0) ?? [] }
    return entries.filter { entry in
      if let sport, entry.sport != sport { return false }
      if let ofSource, !ofSource.contains(entry.id) { return false }
      if let from, entry.start.day < from { return false }
      if let through, entry.start.day > through { return false }
      switch quality {
      case .complete: if entry.flag != nil || entry.ribbon == nil { return false }
      case .remarked: if entry.flag == nil { return false }
      case .zoneless: if entry.ribbon != nil { return false }
      case .sample: if !entry.isSample { return false }
      case nil: break
      }
      guard !words.isEmpty else { return true }
      let sport: [UInt8]
      if let known = sports[entry.sport] {
        sport = known
      } else {
        sport = Self.folded("\(Names.sport(entry.sport)) \(entry.sport)")
        sports[entry.sport] = sport
      }
      let title = Self.folded(entry.title)
      return words.allSatisfy { Self.holds(title, $0) || Self.holds(sport, $0) }
    }
  }

  /// A text in small letters. Thousands of names are compared at each look, nearly all of them plain ASCII.
  private static func folded(_ text: String) -> [UInt8] {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return Array(text.lowercased().utf8) }
    return text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
  }

  private static func holds(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return word.isEmpty }
    for start in 0...(text.count - word.count) where text[start] == first {
      if text[start..<start + word.count].elementsEqual(word) { return true }
    }
    return false
  }
}
