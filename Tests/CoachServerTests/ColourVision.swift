// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How colours look to an eye, in linear sRGB: the common eye and three that lack a kind of cone, each by two models.
struct ColourVision {
  /// A kind of eye.
  enum Eye: String, CaseIterable { case common, deutan, protan, tritan }

  /// A colour as an eye sees it, once for each model of that eye.
  static func seen(_ rgb: [Double], by eye: Eye) -> [[Double]] {
    guard let machado = machado[eye], let brettel = brettel[eye] else { return [rgb] }
    let isOnFirst = zip(rgb, brettel.normal).reduce(0) { $0 + $1.0 * $1.1 } >= 0
    return [times(machado, rgb), times(isOnFirst ? brettel.first : brettel.second, rgb)]
  }

  private static func times(_ matrix: [Double], _ rgb: [Double]) -> [Double] {
    (0..<3).map { row in max(0, min(1, (0..<3).reduce(0) { $0 + matrix[row * 3 + $1] * rgb[$1] })) }
  }

  /// Machado, Oliveira, Fernandes, 2009, full severity.
  private static let machado: [Eye: [Double]] = [
    .protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
    .deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881],
    .tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900],
  ]

  /// Brettel, Viénot, Mollon, 1997: two half planes, as matrices of linear sRGB.
  private static let brettel: [Eye: (first: [Double], second: [Double], normal: [Double])] = [
    .protan: (
      [0.14980, 1.19548, -0.34528, 0.10764, 0.84864, 0.04372, 0.00384, -0.00540, 1.00156],
      [0.14570, 1.16172, -0.30742, 0.10816, 0.85291, 0.03892, 0.00386, -0.00524, 1.00139],
      [0.00048, 0.00393, -0.00441]
    ),
    .deutan: (
      [0.36477, 0.86381, -0.22858, 0.26294, 0.64245, 0.09462, -0.02006, 0.02728, 0.99278],
      [0.37298, 0.88166, -0.25464, 0.25954, 0.63506, 0.10540, -0.01980, 0.02784, 0.99196],
      [-0.00281, -0.00611, 0.00892]
    ),
    .tritan: (
      [1.01277, 0.13548, -0.14826, -0.01243, 0.86812, 0.14431, 0.07589, 0.80500, 0.11911],
      [0.93678, 0.18979, -0.12657, 0.06154, 0.81526, 0.12320, -0.37562, 1.12767, 0.24796],
      [0.03901, -0.02788, -0.01113]
    ),
  ]

  /// sRGB without its curve.
  static func linear(_ rgb: [Double]) -> [Double] {
    rgb.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
  }

  /// Lightness and the two axes of CIE L*a*b*, white D65.
  static func lab(_ rgb: [Double]) -> (l: Double, a: Double, b: Double) {
    func curve(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
    let x = curve((0.4124564 * rgb[0] + 0.3575761 * rgb[1] + 0.1804375 * rgb[2]) / 0.95047)
    let y = curve(0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2])
    let z = curve((0.0193339 * rgb[0] + 0.1191920 * rgb[1] + 0.9503041 * rgb[2]) / 1.08883)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  /// The distance of two colours by CIEDE2000 (Sharma, Wu, Dalal, 2005).
  static func distance(_ p: (l: Double, a: Double, b: Double), _ q: (l: Double, a: Double, b: Double)) -> Double {
    func rad(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let mean = (hypot(p.a, p.b) + hypot(q.a, q.b)) / 2
    let g = 0.5 * (1 - sqrt(pow(mean, 7) / (pow(mean, 7) + pow(25, 7))))
    let a1 = (1 + g) * p.a, a2 = (1 + g) * q.a
    let c1 = hypot(a1, p.b), c2 = hypot(a2, q.b)
    func hue(_ a: Double, _ b: Double) -> Double {
      a == 0 && b == 0 ? 0 : (atan2(b, a) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
    }
    let h1 = hue(a1, p.b), h2 = hue(a2, q.b), isGrey = c1 * c2 == 0
    var turn = isGrey ? 0 : h2 - h1
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let dl = q.l - p.l, dc = c2 - c1, dh = 2 * sqrt(c1 * c2) * sin(rad(turn / 2))
    let l = (p.l + q.l) / 2, c = (c1 + c2) / 2
    let h =
      isGrey
      ? h1 + h2 : abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2
    let waves = 0.24 * cos(rad(2 * h)) + 0.32 * cos(rad(3 * h + 6)) - 0.2 * cos(rad(4 * h - 63))
    let t = 1 - 0.17 * cos(rad(h - 30)) + waves
    let sl = 1 + 0.015 * pow(l - 50, 2) / sqrt(20 + pow(l - 50, 2)), sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t
    let rc = 2 * sqrt(pow(c, 7) / (pow(c, 7) + pow(25, 7)))
    let rt = -sin(rad(60 * exp(-pow((h - 275) / 25, 2)))) * rc
    return sqrt(pow(dl / sl, 2) + pow(dc / sc, 2) + pow(dh / sh, 2) + rt * (dc / sc) * (dh / sh))
  }
}
