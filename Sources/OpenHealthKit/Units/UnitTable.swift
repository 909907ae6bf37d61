// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import HealthDatabase

/// Units that were made already, by their factors and by the texts that stood for them.
///
/// Kept up to a number: text from outside can name any number of units, and those beyond are made anew.
enum UnitTable {
  private struct Kept {
    var byFactors: [PowerProduct<UnitFactor>: HKUnit] = [:]
    var byText: [String: HKUnit] = [:]
  }

  private static let limit = 2000
  private static let kept = Lock(Kept())

  static func unit(of factors: PowerProduct<UnitFactor>) -> HKUnit {
    kept.withLock { kept in unit(of: factors, in: &kept) }
  }

  static func unit(reading text: String) throws(UnitTextError) -> HKUnit {
    if let unit = kept.withLock({ $0.byText[text] }) { return unit }
    let factors = try UnitParser.factors(of: text)
    return kept.withLock { kept in
      let unit = unit(of: factors, in: &kept)
      if kept.byText.count < limit { kept.byText[text] = unit }
      return unit
    }
  }

  private static func unit(of factors: PowerProduct<UnitFactor>, in kept: inout Kept) -> HKUnit {
    if let unit = kept.byFactors[factors] { return unit }
    let unit = HKUnit(factors: factors)
    if kept.byFactors.count < limit { kept.byFactors[factors] = unit }
    return unit
  }
}
