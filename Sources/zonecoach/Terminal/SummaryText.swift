// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// A workout's summary for a person at a terminal of 80 columns.
struct SummaryText {
  private var lines: [String] = []
  private let color: Bool

  /// The text of a summary.
  static func text(_ summary: WorkoutSummary, color: Bool) -> String {
    var text = SummaryText(color: color)
    text.add(summary)
    return text.lines.joined(separator: "\n")
  }

  private init(color: Bool) { self.color = color }

  private mutating func add(_ summary: WorkoutSummary) {
    let title = Terminal.safe(summary.name ?? sentence(summary.sport))
    lines.append(bold(Terminal.wrap(title)))
    let civil = summary.start.civil
    var head = [sentence(summary.sport), "\(civil.dayText) \(civil.timeText)", clock(summary.elapsedSeconds)]
    if summary.activeSeconds != summary.elapsedSeconds { head.append("\(clock(summary.activeSeconds)) active") }
    if let meters = summary.distanceMeters, meters > 0 { head.append(kilometers(meters)) }
    lines.append(wrap(head.joined(separator: " · ")))
    let measured = summary.series.filter { $0.quantity == "heartRate" || $0.quantity == "power" }.map { series in
      let name = series.quantity == "power" ? "Power" : "Heart rate"
      let unit = series.quantity == "power" ? "W" : "bpm"
      let mean = series.mean.map { "\(Int($0.rounded()))" } ?? "–"
      return "\(name) \(mean) \(unit) on average, \(series.maximum.map { "\(Int($0))" } ?? "–") at most"
    }
    if !measured.isEmpty { lines.append(wrap(measured.joined(separator: " · "))) }
    if let line = summary.line { lines += ["", wrap(line.text)] }
    if let missing = summary.zonesMissing { lines += ["", wrap(missing.description)] }
    for group in summary.zoneGroups {
      add(group, elapsed: summary.elapsedSeconds, paused: summary.elapsedSeconds - summary.activeSeconds)
    }
    if summary.activities.count > 1 {
      for activity in summary.activities { add(activity) }
    }
    for quality in summary.quality.prefix(5) {
      lines += ["", wrap("At \(clock(quality.startSeconds)): \(quality.text)")]
    }
    if summary.quality.count > 5 { lines.append("… and \(summary.quality.count - 5) more doubtful stretches.") }
  }

  private mutating func add(_ activity: ActivitySummary) {
    lines.append("")
    var head = ["Leg \(activity.index + 1): \(sentence(activity.sport))", clock(activity.elapsedSeconds)]
    if let meters = activity.distanceMeters, meters > 0 { head.append(kilometers(meters)) }
    lines.append(bold(wrap(head.joined(separator: " · "))))
    if activity.zoneGroups.isEmpty { lines.append("  No zones for this leg.") }
    for group in activity.zoneGroups {
      add(
        group, elapsed: activity.elapsedSeconds, paused: activity.elapsedSeconds - activity.activeSeconds,
        isLeg: true)
    }
  }

  private mutating func add(_ group: ZoneGroupSummary, elapsed: Double, paused: Double, isLeg: Bool = false) {
    if !isLeg { lines.append("") }
    let quantity = ["power": "Power in W", "speed": "Pace"][group.quantity] ?? "Heart rate in bpm"
    lines.append(wrap("\(quantity). \(group.provenance)."))
    let nameWidth = max(14, min(18, group.zones.map(\.name.count).max() ?? 0))
    let rangeWidth = max(9, group.zones.map(\.range.count).max() ?? 0)
    let longest = max(group.zones.map(\.seconds).max() ?? 0, group.unknownSeconds, paused, 1)
    let barWidth = 80 - 2 - 2 - nameWidth - 1 - rangeWidth - 1 - 9 - 6
    func row(_ number: String, _ name: String, _ range: String, _ seconds: Double, _ share: String, _ bar: String) {
      lines.append(
        "  " + pad(number, 2) + pad(String(Terminal.safe(name).prefix(nameWidth)), nameWidth + 1)
          + pad(range, rangeWidth + 1) + pad(bar, barWidth) + padLeft(clock(seconds), 9) + padLeft(share, 6))
    }
    for zone in group.zones {
      row(
        zone.number == 0 ? "" : "\(zone.number)", zone.name, zone.range, zone.seconds, "\(zone.percent) %",
        bar(zone.seconds / longest, barWidth - 1, "█", zone: zone.number, of: group.zones.last?.number ?? 5))
    }
    row("", "No data", "", group.unknownSeconds, "", bar(group.unknownSeconds / longest, barWidth - 1, "░"))
    row("", "Paused", "", paused, "", bar(paused / longest, barWidth - 1, "·"))
    row("", "All together", "", elapsed, "", "")
    if let coverage = group.coverage, coverage < 0.95 {
      lines.append("  Known for \(Int((coverage * 100).rounded(.down))) % of active time; shares are of that.")
    }
    if let reported = group.deviceReported { add(reported) }
  }

  private mutating func add(_ reported: DeviceReportedSummary) {
    guard let comparison = reported.comparison else {
      lines.append(
        wrap(
          "The device counted \(reported.seconds.map(clock).joined(separator: ", ")) in its zones, without saying "
            + "where they lie."))
      return
    }
    let rows = comparison.zones.map {
      "\($0.number == 0 ? "below" : "\($0.number)"): \(clock($0.deviceSeconds)) (\(signed($0.differenceSeconds)))"
    }
    lines.append(wrap("The device counted, under its own limits: " + rows.joined(separator: ", ") + "."))
    for cause in comparison.causes { lines.append(wrap("About \(clock(cause.seconds)): \(cause.text)")) }
  }

  // MARK: Pieces

  private func bar(_ share: Double, _ width: Int, _ mark: Character, zone: Int? = nil, of count: Int = 5) -> String {
    let cells = share > 0 ? max(1, Int((share * Double(width)).rounded())) : 0
    let text = String(repeating: mark, count: cells)
    guard color, let zone, cells > 0 else { return text }
    // From slate through blue and violet to pale gold, as on the page in the dark.
    let ramp = [60, 68, 105, 141, 175, 216, 229]
    let place = count <= 1 ? 0 : (zone - 1) * (ramp.count - 1) / max(1, count - 1)
    return "\u{1B}[38;5;\(ramp[max(0, min(ramp.count - 1, place))])m\(text)\u{1B}[0m"
  }

  private func bold(_ text: String) -> String { color ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// Pads to a width, escape sequences not counted.
  private func pad(_ text: String, _ width: Int) -> String {
    var visible = 0
    var escaped = false
    for character in text {
      if character == "\u{1B}" { escaped = true }
      if !escaped { visible += 1 }
      if escaped && character == "m" { escaped = false }
    }
    return text + String(repeating: " ", count: max(0, width - visible))
  }

  private func padLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func wrap(_ text: String) -> String { Terminal.wrap(Terminal.safe(text)) }

  private func sentence(_ name: String) -> String {
    let words = name.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private func signed(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    return whole == 0 ? "same" : whole > 0 ? "+\(whole) s" : "−\(-whole) s"
  }

  private func kilometers(_ meters: Double) -> String {
    let hundredths = Int((meters / 10).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) km"
  }
}

/// Seconds as a person reads them: 0:48, 12:05, 1:02:09.
func clock(_ seconds: Double) -> String {
  let whole = Int(seconds.rounded())
  func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
  return whole >= 3600
    ? "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))" : "\(whole / 60):\(two(whole % 60))"
}
