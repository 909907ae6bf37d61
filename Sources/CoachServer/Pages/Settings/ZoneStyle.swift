// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// The athlete's own colours of zones as a stylesheet after the others.
struct ZoneStyle {
  var preferences: PagePreferences

  /// The rules; empty where all colours are the usual ones.
  var css: String {
    (3...9).map { count -> String in
      let rules = (1...count).compactMap { rule($0, of: count) }
      guard !rules.isEmpty else { return "" }
      return "\(count == 5 ? ":root," : "")[data-zones=\"\(count)\"]{\(rules.joined())}\n"
    }.joined()
  }

  /// Where it lies, with a name that changes with it; `nil` where there is nothing in it.
  var path: String? {
    let css = css
    guard !css.isEmpty else { return nil }
    let sum = css.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return "/zones.css?\(String(sum, radix: 36))"
  }

  private func rule(_ number: Int, of count: Int) -> String? {
    let light = preferences.zoneColour(number, of: count, .light),
      dark = preferences.zoneColour(number, of: count, .dark)
    guard light != nil || dark != nil, let fills = both(number, count, light, dark) else { return nil }
    let texts = [fills.0, fills.1].map { fill -> String in
      let black = Colour("#000000").map(fill.contrast) ?? 0, white = Colour("#ffffff").map(fill.contrast) ?? 0
      return black >= white ? "var(--black)" : "var(--white)"
    }
    return
      "--zone-\(number):light-dark(\(fills.0.text),\(fills.1.text));--on-zone-\(number):light-dark(\(texts[0]),\(texts[1]));"
  }

  private func both(_ number: Int, _ count: Int, _ light: String?, _ dark: String?) -> (Colour, Colour)? {
    guard let day = light.flatMap({ Colour($0) }) ?? Palette.zone(number, of: count, isDark: false),
      let night = dark.flatMap({ Colour($0) }) ?? Palette.zone(number, of: count, isDark: true)
    else { return nil }
    return (day, night)
  }
}
