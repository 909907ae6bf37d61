// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// Time in zone as a table: mark, name over range, bar, time, share of known time; then no data, paused, all together.
/// Its rows add up to the elapsed time, to the second.
struct ZoneTable {
  /// The zones and their times.
  var group: ZoneGroupSummary
  /// From start to end.
  var elapsedSeconds: Double
  /// Without the pauses.
  var activeSeconds: Double
  /// What names the scrolling region around it.
  var name: String?

  /// The table.
  var html: HTML {
    let count = group.zones.count
    let paused = max(0, elapsedSeconds - activeSeconds)
    let parts = group.zones.map(\.seconds) + [group.unknownSeconds, paused]
    let whole = Format.wholeSeconds(parts)
    let longest = max(parts.max() ?? 1, 1)
    let rows = group.zones.enumerated().map { index, zone -> HTML in
      """
      <tr><th scope="row">\(ZoneMark.html(index: index, count: count, number: zone.number))</th>\
      <td><span class="name">\(ZoneMark.name(zone, group))</span><span class="range">\(ZoneMark.range(zone, group.quantity))</span></td>\
      <td class="b">\(bar(ZoneColours.fill(index) + " zf", whole[index] > 0 ? zone.seconds / longest : 0))</td>\
      <td class="n t">\(clock(whole[index]))</td><td class="n">\(Format.percent(zone.percent))</td></tr>
      """
    }
    return """
      <div class="tiz-box" tabindex="0" role="region" aria-label="\(t("\(name ?? t("Time in zone")), table"))"><table class="tiz" data-zones="\(ZoneColours.set(count))">\
      <caption>\(th("Share of the \(Format.clock(group.knownSeconds)) with known \(quantity). Rows add up to the elapsed \(clock(whole.reduce(0, +)))."))</caption>\
      <thead><tr><th scope="col"><span class="hidden">\(th("Number"))</span></th><th scope="col">\(th("Zone"))</th>\
      <th scope="col"><span class="hidden">\(th("Bar"))</span></th><th scope="col" class="n">\(th("Time"))</th><th scope="col" class="n">\(th("Share"))</th></tr></thead>\
      <tbody>\(rows)</tbody><tbody>\
      \(aside(t("No data"), "nodata", group.unknownSeconds / longest, whole[count]))\
      \(aside(t("Paused"), "paused", paused / longest, whole[count + 1]))</tbody>\
      <tfoot><tr><th scope="row" colspan="2">\(th("All together"))</th><td class="b"></td><td class="n t">\(clock(whole.reduce(0, +)))</td><td></td></tr></tfoot>\
      </table></div>
      """
  }

  private var quantity: String { Names.quantity(group.quantity).lowercased() }
  private func clock(_ seconds: Int) -> String { Format.clock(Double(seconds)) }

  private func aside(_ name: String, _ fill: String, _ share: Double, _ seconds: Int) -> HTML {
    """
    <tr class="aside"><th scope="row" colspan="2">\(name)</th><td class="b">\(bar(fill, seconds > 0 ? share : 0))</td>\
    <td class="n t">\(clock(seconds))</td><td></td></tr>
    """
  }

  private func bar(_ fill: String, _ share: Double) -> HTML {
    guard share > 0 else { return "" }
    let width = Format.svg(max(0.8, share * 100))
    return
      "<svg class=\"hbar\" aria-hidden=\"true\"><rect class=\"\(fill)\" width=\"\(width)%\" height=\"100%\"/></svg>"
  }
}

/// The mark beside a zone's number: a small column as high as the zone.
enum ZoneMark {
  /// Column and number. The colour set comes from the element around it.
  static func html(index: Int, count: Int, number: Int) -> HTML {
    let height = max(2, Int((Double(index + 1) / Double(max(count, 1)) * 18).rounded()))
    return """
      <span class="mark"><svg class="zm" viewBox="0 0 8 20" aria-hidden="true"><rect class="outline" x=".5" y=".5" width="7" height="19"/>\
      <rect class="zf \(ZoneColours.fill(index))" x="1" y="\(19 - height)" width="6" height="\(height)"/></svg>\(number)</span>
      """
  }

  /// A zone's name; "Below zone 1" for the room under the lowest.
  static func name(_ zone: ZoneSummary, _ group: ZoneGroupSummary) -> String {
    ZoneWords.zoneName(zone.name, number: zone.number, scheme: group.scheme, count: group.zones.count { $0.number > 0 })
  }

  /// Its limits with their unit.
  static func range(_ zone: ZoneSummary, _ quantity: String, sport: String? = nil) -> String {
    ZoneWords.range(from: zone.minimum, to: zone.maximum, quantity, sport: sport)
  }

  /// The unit after limits; a pace has its own in it.
  static func unit(_ quantity: String) -> String { quantity == "speed" ? "" : Names.unit(quantity, "W") }
}

/// One horizontal bar: seconds in each zone, then no data. Its numbers are said in its label.
enum ZoneBar {
  /// The bar of one group.
  static func html(_ group: ZoneGroupSummary) -> HTML {
    let total = group.knownSeconds + group.unknownSeconds
    guard total > 0 else { return "" }
    var at = 0.0
    var parts: [HTML] = []
    for (index, zone) in group.zones.enumerated() where zone.seconds > 0 {
      parts.append(rect("zf \(ZoneColours.fill(index))", at, zone.seconds, total))
      at += zone.seconds
    }
    if group.unknownSeconds > 0 { parts.append(rect("nodata", at, group.unknownSeconds, total)) }
    let words = group.zones.filter { $0.seconds >= 0.5 }.map { t("zone \($0.number) \(Format.clock($0.seconds))") }
    let unknown = group.unknownSeconds >= 0.5 ? [t("no data \(Format.clock(group.unknownSeconds))")] : []
    return """
      <svg class="zone-bar" data-zones="\(ZoneColours.set(group.zones.count))" role="img" aria-label="\(Format.list(words + unknown))">\(parts)</svg>
      """
  }

  /// The bar of seconds in zones that are named by their ranges.
  static func html(_ seconds: [Double], ranges: [String]) -> HTML {
    let total = seconds.reduce(0, +)
    guard total > 0 else { return "" }
    var at = 0.0
    var parts: [HTML] = []
    for (index, value) in seconds.enumerated() where value > 0 {
      parts.append(rect("zf \(ZoneColours.fill(index))", at, value, total))
      at += value
    }
    let words = zip(ranges, seconds).filter { $0.1 >= 0.5 }.map { "\($0) \(Format.clock($1))" }
    return """
      <svg class="zone-bar" data-zones="\(ZoneColours.set(seconds.count))" role="img" aria-label="\(Format.list(words))">\(parts)</svg>
      """
  }

  private static func rect(_ fill: String, _ at: Double, _ seconds: Double, _ total: Double) -> HTML {
    let x = Format.svg(at / total * 100), width = Format.svg(seconds / total * 100)
    return "<rect class=\"\(fill)\" x=\"\(x)%\" width=\"\(width)%\" height=\"100%\"/>"
  }
}
