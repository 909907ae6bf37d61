// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Coaching
import FoundationEssentials
import Workouts

/// A live workout in a terminal: the number, the zone, the time in it, target and step, a ribbon, the newest cue.
struct LiveScreen {
  private var lines = 0
  /// The newest cue, and since when it stands there.
  var cue: (text: String, time: Instant)?
  /// What the sensors say, while something is amiss.
  var notice: String?

  /// How long a cue stays.
  private static let cueStays: Milliseconds = 12_000
  private static let width = 78

  /// Draws over what was drawn before.
  mutating func draw(_ snapshot: LiveSnapshot, at now: Instant, color: Bool) {
    let text = Self.lines(snapshot, cue: freshCue(at: now), notice: notice, color: color)
    var out = lines > 0 ? "\u{1B}[\(lines)A" : ""
    for line in text { out += "\r\u{1B}[K" + line + "\n" }
    lines = text.count
    Terminal.write(Data(out.utf8))
  }

  private func freshCue(at now: Instant) -> String? {
    cue.flatMap { now - $0.time <= Self.cueStays ? $0.text : nil }
  }

  /// The lines of a screen.
  static func lines(_ shot: LiveSnapshot, cue: String?, notice: String?, color: Bool) -> [String] {
    var lines: [String] = []
    let clock = Self.clock(shot.active)
    let state = shot.isOver ? "ended" : shot.isPaused ? "paused" : ""
    let distance = shot.distance > 0 ? String(Int(shot.distance / 10)).paddedDistance : ""
    lines.append(["  \(clock)", distance, state].filter { !$0.isEmpty }.joined(separator: "   "))
    let unit = shot.quantity == .power ? "W" : "bpm"
    let number = shot.value.map { String(Int($0.rounded())) } ?? "–"
    var big = "  \(number) \(unit)"
    if let zone = shot.zone {
      let name = shot.zoneNames.indices.contains(zone) ? " · \(shot.zoneNames[zone])" : ""
      big += "   zone \(zone + 1) of \(shot.zoneCount)\(name)"
      if shot.zoneSeconds.indices.contains(zone) {
        big += "   \(Self.clock(Milliseconds(shot.zoneSeconds[zone] * 1000))) in it"
        if zone > 0 && zone < shot.zoneCount - 1 {
          big += ", \(Self.clock(Milliseconds(shot.seconds(atOrAbove: zone) * 1000))) at or above"
        }
      }
    } else if shot.value == nil, !shot.isPaused, !shot.isOver {
      big += "   waiting for the sensor"
    }
    lines.append(color ? "\u{1B}[1m\(big)\u{1B}[0m" : big)
    let others = shot.others.map { Self.text($0.quantity, $0.value) }
    if !others.isEmpty { lines.append("  " + others.joined(separator: "   ")) }
    if let step = shot.step {
      var line = "  \(step.kind) \(step.index + 1) of \(step.count)"
      if let target = Self.target(step) { line += "   \(target)" }
      if let left = shot.stepLeft { line += "   \(Self.clock(max(0, left))) left" }
      switch shot.side {
      case .high: line += "   above"
      case .low: line += "   below"
      case .on: break
      }
      lines.append(line)
    }
    lines.append("  " + ribbon(shot, color: color))
    lines.append("  " + (cue.map { "› \($0)" } ?? ""))
    lines.append(notice.map { "  \(Terminal.safe($0))" } ?? "")
    lines.append("  p pause  l lap  s skip  m +1 min  - easier  + harder  q end and save")
    return lines.map { Self.cut($0) }
  }

  private static func target(_ step: LiveEvent.Step) -> String? {
    if let zones = step.zones {
      return zones.lowerBound == zones.upperBound
        ? "zone \(zones.lowerBound)" : "zones \(zones.lowerBound) to \(zones.upperBound)"
    }
    let unit = step.quantity == .power ? "W" : "bpm"
    func plain(_ value: Double) -> String { String(Int(value.rounded())) }
    switch (step.lower, step.upper) {
    case (let lower?, let upper?): return "\(plain(lower)) to \(plain(upper)) \(unit)"
    case (let lower?, nil): return "from \(plain(lower)) \(unit)"
    case (nil, let upper?): return "below \(plain(upper)) \(unit)"
    case (nil, nil): return nil
    }
  }

  /// The course so far, a column for each stretch of equal length: the zone's number.
  static func ribbon(_ shot: LiveSnapshot, color: Bool) -> String {
    guard let first = shot.course.first, let last = shot.course.last else { return "" }
    let columns = width - 2
    let length = max(1, last.time - first.time)
    let stretch = max(5_000, (length + Int64(columns) - 1) / Int64(columns))
    var sums = [Int: (sum: Int, count: Int)]()
    for moment in shot.course {
      guard let zone = moment.zone else { continue }
      let column = min(columns - 1, Int((moment.time - first.time) / stretch))
      sums[column, default: (0, 0)].sum += zone
      sums[column, default: (0, 0)].count += 1
    }
    let count = min(columns - 1, Int(length / stretch)) + 1
    return (0..<count).map { column -> String in
      guard let found = sums[column] else { return "·" }
      let zone = (2 * found.sum + found.count) / (2 * found.count)
      guard color else { return String(zone + 1) }
      let shades = [250, 117, 114, 221, 209, 203, 170, 135, 99]
      return "\u{1B}[38;5;\(shades[min(zone, 8)])m\(zone + 1)\u{1B}[0m"
    }.joined()
  }

  private static func text(_ quantity: Quantity, _ value: Double) -> String {
    switch quantity {
    case .heartRate: "\(Int(value.rounded())) bpm"
    case .power: "\(Int(value.rounded())) W"
    case .cadence: "\(Int(value.rounded())) rpm"
    default: "\((value * 36).rounded() / 10) km/h"
    }
  }

  /// h:mm:ss, or m:ss below an hour.
  static func clock(_ time: Milliseconds) -> String {
    let seconds = time / 1000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return seconds >= 3600
      ? "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" : "\(seconds / 60):\(two(seconds % 60))"
  }

  /// No line wraps, or drawing over it would go wrong.
  private static func cut(_ line: String) -> String {
    line.contains("\u{1B}") || line.count <= width ? line : String(line.prefix(width - 1)) + "…"
  }
}

extension String {
  /// Tens of metres as kilometres.
  fileprivate var paddedDistance: String {
    let digits = count < 3 ? String(repeating: "0", count: 3 - count) + self : self
    return "\(digits.dropLast(2)).\(digits.suffix(2)) km"
  }
}
