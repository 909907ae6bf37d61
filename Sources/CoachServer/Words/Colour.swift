// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A colour of the page, in sRGB.
struct Colour: Equatable, Sendable {
  /// Red, green and blue from 0 to 255.
  var red, green, blue: Int

  /// A colour from `#rrggbb`; `nil` for any other text.
  init?(_ text: some StringProtocol) {
    let digits = text.dropFirst()
    guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let number = Int(digits, radix: 16)
    else { return nil }
    red = number >> 16
    green = number >> 8 & 255
    blue = number & 255
  }

  /// `#rrggbb`.
  var text: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private var linear: [Double] {
    [red, green, blue].map { value in
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
  }

  /// Relative luminance, 0 to 1 (WCAG 2.2).
  var luminance: Double {
    let linear = linear
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// The contrast of two colours, 1 to 21 (WCAG 2.2).
  func contrast(_ other: Colour) -> Double {
    (max(luminance, other.luminance) + 0.05) / (min(luminance, other.luminance) + 0.05)
  }

  /// The least contrast that a drawing needs against what is behind it.
  static let least = 3.0

  /// Whether a zone of this colour stands out from all of these.
  func standsOut(from surfaces: [Colour]) -> Bool { surfaces.allSatisfy { contrast($0) >= Self.least } }

  /// The nearest colour of the same hue that stands out: lightness moves as little as it can, up or down, and where a screen
  /// can't show the colour, it gets paler.
  func nearest(standingOutFrom surfaces: [Colour]) -> Colour {
    let (lightness, a, b) = oklab
    for step in 0...500 {
      for sign in [-1.0, 1.0] {
        let moved = lightness + sign * Double(step) / 500
        guard (0...1).contains(moved) else { continue }
        let colour = Colour(lightness: moved, a: a, b: b)
        if colour.standsOut(from: surfaces) { return colour }
      }
    }
    return surfaces.contains { $0.luminance > 0.2 } ? Colour("#000000") ?? self : Colour("#ffffff") ?? self
  }

  /// Lightness from 0 to 1 and the two axes of colour (Ottosson, OKLab, 2020).
  private var oklab: (lightness: Double, a: Double, b: Double) {
    let rgb = linear
    let l = cbrt(0.4122214708 * rgb[0] + 0.5363325363 * rgb[1] + 0.0514459929 * rgb[2])
    let m = cbrt(0.2119034982 * rgb[0] + 0.6806995451 * rgb[1] + 0.1073969566 * rgb[2])
    let s = cbrt(0.0883024619 * rgb[0] + 0.2817188376 * rgb[1] + 0.6299787005 * rgb[2])
    return (
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    )
  }

  /// The colour of a lightness and the two axes, paler where a screen can't show it.
  private init(lightness: Double, a: Double, b: Double) {
    var share = 1.0, rgb: [Double] = []
    repeat {
      let l = pow(lightness + 0.3963377774 * a * share + 0.2158037573 * b * share, 3)
      let m = pow(lightness - 0.1055613458 * a * share - 0.0638541728 * b * share, 3)
      let s = pow(lightness - 0.0894841775 * a * share - 1.2914855480 * b * share, 3)
      rgb = [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
      ]
      share -= 0.02
    } while share > 0 && !rgb.allSatisfy { (-0.0005...1.0005).contains($0) }
    let bytes = rgb.map { value -> Int in
      let clean = max(0, min(1, value))
      let curved = clean <= 0.0031308 ? clean * 12.92 : 1.055 * pow(clean, 1 / 2.4) - 0.055
      return Int((curved * 255).rounded())
    }
    (red, green, blue) = (bytes[0], bytes[1], bytes[2])
  }
}

/// The colours of the stylesheets that ship.
enum Palette {
  /// What zones are drawn on in a theme: page and card.
  static func surfaces(_ isDark: Bool) -> [Colour] {
    (isDark ? ["--night-900", "--night-800"] : ["--paper-50", "--paper-0"]).compactMap(colour)
  }

  /// The usual colour of a zone from 1 among so many.
  static func zone(_ number: Int, of count: Int, isDark: Bool) -> Colour? {
    colour("--\(isDark ? "d" : "l")\(count)-\(number)")
  }

  private static let text = ["tokens.css", "zones.css"].compactMap { Assets.asset($0)?.bytes }
    .map { String(decoding: $0, as: UTF8.self) }.joined()

  private static func colour(_ name: String) -> Colour? {
    text.firstRange(of: "\(name):").flatMap { Colour(text[$0.upperBound...].prefix(7)) }
  }
}
