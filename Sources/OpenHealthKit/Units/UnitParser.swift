// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Why a text is no unit. Its description quotes the text's part, which is a unit's name and no measurement.
package enum UnitTextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A symbol that isn't known, or none where one is needed.
  case unknownSymbol(String)
  /// A second division; `a/b/c` is read in two ways by people.
  case secondDivision
  /// A power that is no whole number from -999 to 999.
  case badPower(String)
  /// A molar mass that is no number above 0.
  case badMolarMass(String)
  /// A parenthesis without its partner, or inside 99 others.
  case unbalanced

  /// What is wrong and what to write.
  package var description: String {
    switch self {
    case .unknownSymbol(""): "a symbol is missing; write for example count/min"
    case .unknownSymbol(let text): "“\(text)” is no symbol of a unit"
    case .secondDivision: "a unit has at most one /; what follows it is all divided by, as in ml/kg·min"
    case .badPower(let text): "“\(text)” is no power; powers are whole numbers from -999 to 999"
    case .badMolarMass(let text): "“\(text)” is no molar mass; write for example mmol<180.15588000005408>"
    case .unbalanced: "a parenthesis is missing, stands alone, or stands inside too many others"
    }
  }
}

/// Reads a unit's text. The grammar, where multiplication binds before division:
///
///     unit    = product [ "/" product ]        one "/" in the whole text
///     product = power { ("." | "*" | "·") power }
///     power   = atom [ "^" whole number ]
///     atom    = symbol | "(" unit ")" | "()"
struct UnitParser {
  private var rest: Substring
  private var divided = false

  /// The powers that a symbol may have.
  static let powers = -999...999

  static func factors(of text: String) throws(UnitTextError) -> PowerProduct<UnitFactor> {
    var parser = UnitParser(rest: text[...])
    let factors = try parser.unit(depth: 0)
    guard parser.rest.isEmpty else { throw .unbalanced }
    return factors
  }

  private init(rest: Substring) { self.rest = rest }

  private mutating func unit(depth: Int) throws(UnitTextError) -> PowerProduct<UnitFactor> {
    guard depth < 100 else { throw .unbalanced }
    var product = try self.product(depth: depth)
    if take("/") {
      guard !divided else { throw .secondDivision }
      divided = true
      product = try within(product * self.product(depth: depth).raised(to: -1))
      guard rest.first != "/" else { throw .secondDivision }
    }
    return product
  }

  private mutating func product(depth: Int) throws(UnitTextError) -> PowerProduct<UnitFactor> {
    var product = try power(depth: depth)
    while take(".") || take("*") || take("·") {
      product = try within(product * power(depth: depth))
    }
    return product
  }

  private mutating func power(depth: Int) throws(UnitTextError) -> PowerProduct<UnitFactor> {
    let atom = try self.atom(depth: depth)
    guard take("^") else { return atom }
    let digits = word()
    guard let power = Int(digits), Self.powers.contains(power), digits.first != "+" else {
      throw .badPower(String(digits))
    }
    return try within(atom.raised(to: power))
  }

  private mutating func atom(depth: Int) throws(UnitTextError) -> PowerProduct<UnitFactor> {
    guard take("(") else { return PowerProduct(try factor()) }
    if take(")") { return PowerProduct() }
    let inner = try unit(depth: depth + 1)
    guard take(")") else { throw .unbalanced }
    return inner
  }

  private mutating func factor() throws(UnitTextError) -> UnitFactor {
    let word = String(word())
    guard let (symbol, prefix) = Self.known[word] else { throw .unknownSymbol(word) }
    guard symbol == .mole else { return UnitFactor(symbol, prefix: prefix) }
    guard take("<"), let end = rest.firstIndex(of: ">") else { throw .badMolarMass("") }
    let digits = rest[..<end]
    rest = rest[rest.index(after: end)...]
    guard digits.allSatisfy({ "0123456789.e+-".contains($0) }), let mass = Double(digits), mass.isFinite, mass > 0
    else {
      throw .badMolarMass(String(digits))
    }
    return UnitFactor(.mole, prefix: prefix, molarMass: mass)
  }

  /// Up to the next character that has a meaning between symbols.
  private mutating func word() -> Substring {
    let word = rest.prefix { !".*·/^()<>".contains($0) }
    rest = rest[word.endIndex...]
    return word
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private func within(_ product: PowerProduct<UnitFactor>) throws(UnitTextError) -> PowerProduct<UnitFactor> {
    if let beyond = product.powers.values.first(where: { !Self.powers.contains($0) }) { throw .badPower("\(beyond)") }
    return product
  }

  /// Every symbol, alone and with the prefixes that it takes. Where a symbol is spelled like another one with a prefix,
  /// the one without is meant: `min` is the minute.
  private static let known: [String: (UnitSymbol, HKMetricPrefix)] = {
    var known: [String: (UnitSymbol, HKMetricPrefix)] = ["l": (.liter, .none)]
    for prefix in HKMetricPrefix.all {
      for symbol in UnitSymbol.allCases where symbol.takesPrefix {
        known[prefix.symbol + symbol.rawValue] = (symbol, prefix)
      }
      known[prefix.symbol + "l"] = (.liter, prefix)
    }
    for symbol in UnitSymbol.allCases { known[symbol.rawValue] = (symbol, .none) }
    return known
  }()
}
