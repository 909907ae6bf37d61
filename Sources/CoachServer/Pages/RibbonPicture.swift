// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// The ribbon of zones through time. Height and colour are the zone; a hatch is no data; a gap with two bars is a pause.
///
/// Columns are placed in percent of the width, so that one picture fits every screen without a script and no pattern is
/// stretched.
struct RibbonPicture {
  /// What is drawn.
  var ribbon: Ribbon
  /// Height in pixels, without labels.
  var height = 34
  /// Width in percent of the room there is.
  var width = "100"
  /// How finely time is divided; about the width in pixels.
  var columns = 240
  /// Names of the legs and where they begin, in seconds.
  var legs: [(label: String, start: Double, end: Double)] = []
  /// Whether there is a time axis.
  var hasAxis = false
  /// About how wide it is on a large screen, in pixels, for the labels of the axis.
  var axisWidth = 840.0
  /// Whether zones have lines and numbers.
  var hasLanes = false
  /// What it shows, in one sentence; `nil` where words beside it say the same.
  var label: String?

  private var top: Int { legs.isEmpty ? 1 : 21 }
  private var bottom: Int { top + height }
  private var zoneCount: Int { max(1, ribbon.zoneCount) }

  /// The picture.
  var html: HTML {
    let total = bottom + (hasAxis ? 23 : 1)
    let name: HTML = label.map { "role=\"img\" aria-label=\"\($0)\"" } ?? "aria-hidden=\"true\""
    let picture: HTML = """
      <svg class="ribbon-picture" width="\(width)%" height="\(total)" \(name)>\(lanes)\(marks)\(legMarks)\
      <line class="base" x2="100%" y1="\(bottom).5" y2="\(bottom).5"/>\(axis)\
      <g class="cursor" visibility="hidden"><line class="halo" y1="\(top - 1)" y2="\(bottom)"/><line y1="\(top - 1)" y2="\(bottom)"/></g></svg>
      """
    guard hasLanes else { return "<div class=\"ribbon\" data-zones=\"\(ZoneColours.set(zoneCount))\">\(picture)</div>" }
    return """
      <div class="ribbon with-lanes" data-zones="\(ZoneColours.set(zoneCount))">\
      <svg class="lane-numbers" width="16" height="\(total)" aria-hidden="true">\(laneNumbers)</svg>\(picture)</div>
      """
  }

  private func y(_ zonesHigh: Int) -> Int { bottom - (zonesHigh * height + zoneCount / 2) / zoneCount }

  private var marks: [HTML] {
    let count = max(1, columns)
    func percent(_ column: Int) -> String { Format.svg(Double(column) / Double(count) * 100) }
    return stretches().map { stretch in
      let x = percent(stretch.from), width = percent(stretch.to - stretch.from)
      switch stretch.state {
      case .zone(let index):
        let high = y(min(index + 1, zoneCount))
        return """
          <rect class="zf \(ZoneColours.fill(index))" x="\(x)%" y="\(high)" width="\(width)%" height="\(bottom - high)"/>
          """
      case .unknown:
        return "<rect class=\"nodata\" x=\"\(x)%\" y=\"\(top)\" width=\"\(width)%\" height=\"\(height)\"/>"
      case .paused:
        let middle = Format.svg(Double(stretch.from + stretch.to) / 2 / Double(count) * 100)
        return """
          <svg x="\(middle)%"><path class="pause" d="M-2,\(y(1) + 1)V\(bottom - 2)M2,\(y(1) + 1)V\(bottom - 2)"/></svg>
          """
      }
    }
  }

  private var lanes: [HTML] {
    guard hasLanes else { return [] }
    return (1...zoneCount).map { "<line class=\"lane\" x2=\"100%\" y1=\"\(y($0)).5\" y2=\"\(y($0)).5\"/>" }
  }

  private var laneNumbers: [HTML] {
    (0..<zoneCount).map {
      "<text x=\"10\" y=\"\((y($0) + y($0 + 1)) / 2 + 4)\">\(ribbon.firstNumber + $0)</text>"
    }
  }

  private var legMarks: [HTML] {
    legs.enumerated().map { index, leg in
      guard ribbon.totalSeconds > 0 else { return "" }
      let x = leg.start / ribbon.totalSeconds * 100, share = (leg.end - leg.start) / ribbon.totalSeconds
      let room = 8.0 * Double(leg.label.count) + 8
      let line: HTML =
        index == 0
        ? "" : "<line class=\"tick\" x1=\"\(Format.svg(x))%\" x2=\"\(Format.svg(x))%\" y1=\"4\" y2=\"\(bottom)\"/>"
      if share * 760 < room { return line }
      let wide: HTML = share * 320 < room ? " wide" : ""
      return """
        \(line)<svg x="\(Format.svg(x))%"><text class="leg-name\(wide)" x="\(index == 0 ? 0 : 6)" y="14">\(leg.label)</text></svg>
        """
    }
  }

  private var axis: [HTML] {
    guard hasAxis, ribbon.totalSeconds > 0 else { return [] }
    let step = TimeAxis.step(total: ribbon.totalSeconds, width: axisWidth)
    let coarse = TimeAxis.step(total: ribbon.totalSeconds, width: min(330, axisWidth), multipleOf: step)
    var marks: [HTML] = []
    var second = 0.0
    while second <= ribbon.totalSeconds {
      let share = second / ribbon.totalSeconds
      let anchor: HTML = second == 0 ? "start" : share > 0.96 ? "end" : "middle"
      let wide: HTML = second.truncatingRemainder(dividingBy: coarse) == 0 ? "" : " wide"
      let x = Format.svg(share * 100)
      marks.append(
        """
        <line class="tick\(wide)" x1="\(x)%" x2="\(x)%" y1="\(bottom)" y2="\(bottom + 4)"/>\
        <text class="axis\(wide)" x="\(x)%" y="\(bottom + 18)" text-anchor="\(anchor)">\(Format.clock(second))</text>
        """)
      second += step
    }
    return marks
  }

  /// Stretches of columns; each column shows what fills most of it. In drawing only, a sliver narrower than three columns
  /// between two stretches of one zone is absorbed; totals never are.
  func stretches() -> [(from: Int, to: Int, state: Ribbon.State)] {
    let count = max(1, columns)
    guard ribbon.totalSeconds > 0 else { return [] }
    var filled = [[Ribbon.State: Double]](repeating: [:], count: count)
    for run in ribbon.runs where run.end > run.start {
      let a = max(0, run.start / ribbon.totalSeconds * Double(count))
      let b = min(Double(count), run.end / ribbon.totalSeconds * Double(count))
      var column = Int(a)
      while column < count && Double(column) < b {
        filled[column][run.state, default: 0] += min(b, Double(column + 1)) - max(a, Double(column))
        column += 1
      }
    }
    var out: [(from: Int, to: Int, state: Ribbon.State)] = []
    for (column, states) in filled.enumerated() {
      let best = states.max { a, b in a.value == b.value ? rank(a.key) < rank(b.key) : a.value < b.value }
      guard let state = best?.key else { continue }
      if let last = out.last, last.state == state, last.to == column {
        out[out.count - 1].to = column + 1
      } else {
        out.append((column, column + 1, state))
      }
    }
    return absorbed(out)
  }

  private func absorbed(_ list: [(from: Int, to: Int, state: Ribbon.State)]) -> [(
    from: Int, to: Int, state: Ribbon.State
  )] {
    var out: [(from: Int, to: Int, state: Ribbon.State)] = []
    for stretch in list {
      if out.count >= 2, case .zone = out[out.count - 1].state, out[out.count - 2].state == stretch.state,
        out[out.count - 1].to - out[out.count - 1].from < 3, case .zone = stretch.state,
        out[out.count - 2].to == out[out.count - 1].from, out[out.count - 1].to == stretch.from
      {
        out.removeLast()
        out[out.count - 1].to = stretch.to
      } else {
        out.append(stretch)
      }
    }
    return out
  }

  private func rank(_ state: Ribbon.State) -> Int {
    switch state {
    case .zone(let index): index + 2
    case .unknown: 1
    case .paused: 0
    }
  }
}

/// What a ribbon shows, in a sentence for those who don't see it.
enum RibbonWords {
  static func sentence(_ ribbon: Ribbon) -> String {
    var seconds: [Ribbon.State: Double] = [:]
    for run in ribbon.runs { seconds[run.state, default: 0] += run.end - run.start }
    let known = (0..<max(1, ribbon.zoneCount)).reduce(0) { $0 + (seconds[.zone($1)] ?? 0) }
    let zones = (0..<max(1, ribbon.zoneCount)).compactMap { index -> String? in
      guard let time = seconds[.zone(index)], time > 0, known > 0 else { return nil }
      let number = ribbon.firstNumber + index
      return number == 0
        ? t("below zone 1 \(Format.share(time / known))") : t("zone \(number) \(Format.share(time / known))")
    }
    let unknown = (seconds[.unknown] ?? 0) >= 0.5 ? [t("no data for \(Format.spoken(seconds[.unknown] ?? 0))")] : []
    let parts = zones + unknown
    return t("Ribbon of zones: ") + (parts.isEmpty ? t("nothing known") : Format.list(parts))
  }
}

/// Distances between the marks of a time axis.
enum TimeAxis {
  private static let steps: [Double] = [30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 14_400, 28_800]

  /// The least distance in seconds that leaves 76 pixels a label.
  static func step(total: Double, width: Double, multipleOf base: Double = 1) -> Double {
    let fits = steps.first { $0.truncatingRemainder(dividingBy: base) == 0 && $0 / max(total, 1) * width >= 76 }
    // A damaged file may span years; its axis still has a few marks only.
    return fits ?? max(base, (total / 10 / max(base, 86_400)).rounded(.up) * max(base, 86_400))
  }
}

/// Which colours a set of zones takes.
enum ZoneColours {
  /// The set for so many zones; there are sets for 3 to 9.
  static func set(_ count: Int) -> Int { min(9, max(3, count)) }
  /// The class of the zone with this index.
  static func fill(_ index: Int) -> String { "z\(min(9, max(1, index + 1)))" }
}
