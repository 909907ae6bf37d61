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
