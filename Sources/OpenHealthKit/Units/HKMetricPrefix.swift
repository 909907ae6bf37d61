// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Powers of ten before a unit of the SI.
public enum HKMetricPrefix: Int, Sendable {
  /// The unit itself.
  case none = 0
  /// p, 10⁻¹².
  case pico
  /// n, 10⁻⁹.
  case nano
  /// 10⁻⁶. Its symbol is "mc", not "µ".
  case micro
  /// m, 10⁻³.
  case milli
  /// c, 10⁻².
  case centi
  /// d, 10⁻¹.
  case deci
  /// da, 10.
  case deca
  /// h, 10².
  case hecto
  /// k, 10³.
  case kilo
  /// M, 10⁶.
  case mega
  /// G, 10⁹.
  case giga
  /// T, 10¹².
  case tera
  /// f, 10⁻¹⁵. It came last, hence its number.
  case femto
}

extension HKMetricPrefix {
  static let all: [HKMetricPrefix] = [
    .none, .femto, .pico, .nano, .micro, .milli, .centi, .deci, .deca, .hecto, .kilo, .mega, .giga, .tera,
  ]

  var symbol: String {
    switch self {
    case .none: ""
    case .femto: "f"
    case .pico: "p"
    case .nano: "n"
    case .micro: "mc"
    case .milli: "m"
    case .centi: "c"
    case .deci: "d"
    case .deca: "da"
    case .hecto: "h"
    case .kilo: "k"
    case .mega: "M"
    case .giga: "G"
    case .tera: "T"
    }
  }

  /// The power of ten.
  var exponent: Int {
    switch self {
    case .none: 0
    case .femto: -15
    case .pico: -12
    case .nano: -9
    case .micro: -6
    case .milli: -3
    case .centi: -2
    case .deci: -1
    case .deca: 1
    case .hecto: 2
    case .kilo: 3
    case .mega: 6
    case .giga: 9
    case .tera: 12
    }
  }
}
