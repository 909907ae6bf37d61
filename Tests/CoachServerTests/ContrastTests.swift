// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CoachServer

/// What the design promises of its colours, computed from the stylesheets that ship.
struct ContrastTests {
  enum Theme: String, CaseIterable { case light, dark }

  static let colours = Stylesheet(["tokens.css", "zones.css"])

  static let sets: [(Int, Theme)] = (3...9).flatMap { count in Theme.allCases.map { (count, $0) } }

  @Test(arguments: sets)
  func `zones stand out from page and card`(count: Int, theme: Theme) throws {
    for zone in 1...count {
      let fill = try Self.colours.zone("--zone-\(zone)", set: count, theme)
      for surface in ["--page", "--card"] {
        let behind = try Self.colours.role(surface, theme)
        #expect(contrast(fill, behind) >= 3, "zone \(zone) of \(count), \(theme), \(surface)")
      }
    }
  }

  @Test(arguments: sets)
  func `a zone's number can be read on it`(count: Int, theme: Theme) throws {
    for zone in 1...count {
      let fill = try Self.colours.zone("--zone-\(zone)", set: count, theme)
      let text = try Self.colours.zone("--on-zone-\(zone)", set: count, theme)
      #expect(contrast(fill, text) >= 4.5, "zone \(zone) of \(count), \(theme)")
    }
  }

  @Test(arguments: sets)
  func `more effort is more ink by day and more light by night`(count: Int, theme: Theme) throws {
    let lights = try (1...count).map { luminance(try Self.colours.zone("--zone-\($0)", set: count, theme)) }
    for (lower, higher) in zip(lights, lights.dropFirst()) {
      #expect(theme == .light ? higher < lower : higher > lower, "\(count), \(theme): \(lights)")
    }
  }

  /// What the design states of each set: contrast as a drawing and of the number on it, distance for the common eye and
  /// under three deficiencies, least step of lightness.
  static let stated: [(Int, Theme, [Double])] = [
    (3, .light, [3.10, 6.26, 25.0, 21.6, 24.1, 23.5, 21.1]), (3, .dark, [3.19, 5.41, 24.0, 22.5, 20.9, 20.4, 22.3]),
    (4, .light, [3.10, 5.35, 16.1, 14.4, 13.6, 13.3, 9.2]), (4, .dark, [3.18, 5.42, 17.7, 18.1, 17.6, 16.9, 12.5]),
    (5, .light, [3.06, 4.91, 14.4, 12.5, 12.4, 12.4, 4.9]), (5, .dark, [3.19, 5.37, 13.8, 12.5, 12.2, 14.0, 5.7]),
    (6, .light, [3.08, 5.43, 12.2, 11.4, 11.7, 11.6, 4.0]), (6, .dark, [3.18, 5.18, 12.3, 11.7, 11.5, 11.3, 4.3]),
    (7, .light, [3.13, 4.96, 10.8, 10.5, 10.7, 10.6, 3.6]), (7, .dark, [3.09, 4.86, 11.7, 11.1, 10.9, 11.0, 3.7]),
    (8, .light, [3.08, 4.78, 10.5, 10.2, 10.5, 10.2, 3.4]), (8, .dark, [3.05, 4.85, 10.7, 10.7, 10.6, 10.6, 3.0]),
    (9, .light, [3.07, 4.75, 10.3, 10.1, 10.4, 10.2, 2.9]), (9, .dark, [3.11, 5.01, 10.6, 10.3, 10.4, 10.1, 2.8]),
  ]

  @Test(arguments: stated)
  func `any two zones of a set are told apart by every eye`(count: Int, theme: Theme, figures: [Double]) throws {
    let fills = try (1...count).map { try Self.colours.zone("--zone-\($0)", set: count, theme) }
    for (place, eye) in ColourVision.Eye.allCases.enumerated() {
      let models = fills.map { ColourVision.seen(ColourVision.linear($0), by: eye).map(ColourVision.lab) }
      var least = Double.infinity
      for model in models[0].indices {
        for one in 0..<count {
          for other in 0..<one { least = min(least, ColourVision.distance(models[one][model], models[other][model])) }
        }
        // More effort is more ink by day and more light by night, for each eye.
        for (lower, higher) in zip(models, models.dropFirst()) {
          #expect(theme == .light ? higher[model].l < lower[model].l : higher[model].l > lower[model].l, "\(eye)")
        }
      }
      #expect(least >= 10, "\(eye)")
      // Models of deficiencies are published with rounded figures, so their last digit differs between programs.
      #expect(abs(least - figures[2 + place]) < (eye == .common ? 0.06 : 0.31), "\(eye): \(least)")
    }
    let steps = fills.map { ColourVision.lab(ColourVision.linear($0)).l }
    let step = zip(steps, steps.dropFirst()).map { abs($0 - $1) }.min() ?? 0
    #expect(abs(step - figures[6]) < 0.06, "\(step)")
  }

  @Test(arguments: stated)
  func `contrasts are what the design states`(count: Int, theme: Theme, figures: [Double]) throws {
    var graphic = Double.infinity, text = Double.infinity
    for zone in 1...count {
      let fill = try Self.colours.zone("--zone-\(zone)", set: count, theme)
      for surface in ["--page", "--card"] {
        graphic = min(graphic, contrast(fill, try Self.colours.role(surface, theme)))
      }
      text = min(text, contrast(fill, try Self.colours.zone("--on-zone-\(zone)", set: count, theme)))
    }
    #expect(abs(graphic - figures[0]) < 0.011, "\(graphic)")
    #expect(abs(text - figures[1]) < 0.011, "\(text)")
  }

  @Test(arguments: sets)
  func `a trace over the tints of zones is at least nine to one`(count: Int, theme: Theme) throws {
    let opacity = try Self.colours.number("--band-opacity")
    let ink = try Self.colours.role("--ink", theme), page = try Self.colours.role("--page", theme)
    for zone in 1...count {
      let fill = try Self.colours.zone("--zone-\(zone)", set: count, theme)
      let tint = zip(fill, page).map { $0 * opacity + $1 * (1 - opacity) }
      #expect(contrast(ink, tint) >= 9, "zone \(zone): \(contrast(ink, tint))")
    }
  }

  @Test func `the measure of distance is that of its paper`() {
    // Pairs 1, 7, 17 and 25 of Sharma, Wu, Dalal, 2005.
    let pairs: [((l: Double, a: Double, b: Double), (l: Double, a: Double, b: Double), Double)] = [
      ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425), ((50, 0, 0), (50, -1, 2), 2.3669),
      ((50, 2.5, 0), (73, 25, -18), 27.1492), ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ]
    for (one, other, distance) in pairs { #expect(abs(ColourVision.distance(one, other) - distance) < 0.0001) }
  }

  @Test(arguments: Theme.allCases)
  func `text and controls can be told from what is behind them`(theme: Theme) throws {
    for surface in ["--page", "--card", "--sunken"] {
      let behind = try Self.colours.role(surface, theme)
      for text in ["--ink", "--ink-2", "--ink-3", "--above", "--below"] {
        #expect(contrast(try Self.colours.role(text, theme), behind) >= 4.5, "\(text) on \(surface), \(theme)")
      }
      for line in ["--line-strong", "--unknown", "--paused", "--focus"] {
        #expect(contrast(try Self.colours.role(line, theme), behind) >= 3, "\(line) on \(surface), \(theme)")
      }
    }
    let pairs = [("--on-action", "--action"), ("--on-inverse", "--inverse"), ("--on-action", "--action-hover")]
    for (text, behind) in pairs {
      #expect(contrast(try Self.colours.role(text, theme), try Self.colours.role(behind, theme)) >= 4.5)
    }
  }

  @Test func `every set has a pattern for each zone, drawn once a page`() {
    let css = Self.colours.text
    for count in 3...9 {
      for zone in 1...count {
        #expect(css.contains("[data-zones=\"\(count)\"] .z\(zone){--zp:url(#p\(count)-\(zone))}"))
        #expect(PatternDefs.svg.text.contains("id=\"p\(count)-\(zone)\""))
      }
    }
  }

  private func luminance(_ rgb: [Double]) -> Double {
    let linear = rgb.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private func contrast(_ a: [Double], _ b: [Double]) -> Double {
    let (high, low) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
  }
}

/// Just enough of CSS to look up custom properties.
struct Stylesheet {
  let text: String

  struct Missing: Error { var name: String }

  init(_ names: [String]) {
    text = names.compactMap(Assets.asset).map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
  }

  /// A role's colour in a theme.
  func role(_ name: String, _ theme: ContrastTests.Theme) throws -> [Double] {
    let value = try declaration(name, in: text)
    return try resolve(value, theme, depth: 0)
  }

  /// A zone's colour in the set for so many zones.
  func zone(_ name: String, set: Int, _ theme: ContrastTests.Theme) throws -> [Double] {
    guard let start = text.firstRange(of: "[data-zones=\"\(set)\"]{"),
      let end = text[start.upperBound...].firstIndex(of: "}")
    else { throw Missing(name: "set \(set)") }
    return try resolve(try declaration(name, in: String(text[start.upperBound..<end])), theme, depth: 0)
  }

  /// A number such as an opacity.
  func number(_ name: String) throws -> Double {
    guard let value = Double(try declaration(name, in: text)) else { throw Missing(name: name) }
    return value
  }

  private func declaration(_ name: String, in text: String) throws -> String {
    guard let start = text.firstRange(of: "\(name):") else { throw Missing(name: name) }
    return String(text[start.upperBound...].prefix { $0 != ";" && $0 != "}" })
  }

  private func resolve(_ value: String, _ theme: ContrastTests.Theme, depth: Int) throws -> [Double] {
    let value = value.trimmingCharacters(in: .whitespaces)
    guard depth < 8 else { throw Missing(name: value) }
    if value.hasPrefix("#") {
      let digits = value.dropFirst()
      guard digits.count == 6, let number = Int(digits, radix: 16) else { throw Missing(name: value) }
      return [16, 8, 0].map { Double(number >> $0 & 255) / 255 }
    }
    if value.hasPrefix("light-dark(") {
      let parts = value.dropFirst(11).dropLast().split(separator: ",").map(String.init)
      return try resolve(parts[theme == .light ? 0 : 1], theme, depth: depth + 1)
    }
    if value.hasPrefix("var(") {
      return try resolve(try declaration(String(value.dropFirst(4).dropLast()), in: text), theme, depth: depth + 1)
    }
    throw Missing(name: value)
  }
}
