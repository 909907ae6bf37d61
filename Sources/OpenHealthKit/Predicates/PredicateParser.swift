// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSPredicate {
  /// A predicate from a text with HealthKit's key paths, `HKPredicateKeyPath…`, which Foundation on Linux can't read.
  ///
  /// `%K` stands for a key path, `%@` for a date, quantity, text, UUID, workout, source, device, number or a list of them,
  /// `%d`, `%i`, `%u`, `%ld`, `%lu`, `%lld`, `%llu`, `%f`, `%lf` and `%g` for numbers. Comparisons are `==`, `=`, `!=`, `<>`,
  /// `<`, `<=`, `=<`, `>`, `>=`, `=>`, `IN`, `BETWEEN`, and for texts `BEGINSWITH`, `ENDSWITH`, `CONTAINS`, `LIKE`,
  /// `MATCHES`; `AND`, `&&`, `OR`, `||`, `NOT`, `!` and parentheses put them together. Traps where the text can't be read, as
  /// Apple's raises an exception.
  public convenience init(format: String, _ arguments: Any...) {
    self.init(reading: format, arguments)
  }

  /// The same with the arguments in a list.
  public convenience init(format: String, argumentArray: [Any]?) {
    self.init(reading: format, argumentArray ?? [])
  }

  private convenience init(reading format: String, _ arguments: [Any]) {
    var parser = PredicateParser(format, arguments)
    do {
      let condition = try parser.condition()
      self.init { object, _ in object.map { condition.holds($0) } ?? false }
      PredicateTexts.keep(condition, for: self)
    } catch {
      preconditionFailure("“\(format)” can't be read as a predicate of health data: \(error.reason)")
    }
  }
}

/// What predicates say that were made from texts: a convenience initialiser can't make an instance of a subclass.
enum PredicateTexts {
  private final class Entry {
    let condition: SampleCondition
    weak var predicate: NSPredicate?

    init(_ condition: SampleCondition, _ predicate: NSPredicate) {
      self.condition = condition
      self.predicate = predicate
    }
  }

  private static let entries = Table()

  private final class Table: @unchecked Sendable {
    // SAFETY: touched under the lock only.
    var known: [ObjectIdentifier: Entry] = [:]
    let lock = NSLock()
  }

  static func keep(_ condition: SampleCondition, for predicate: NSPredicate) {
    entries.lock.withLock {
      if entries.known.count > 1000 { entries.known = entries.known.filter { $0.value.predicate != nil } }
      entries.known[ObjectIdentifier(predicate)] = Entry(condition, predicate)
    }
  }

  static func condition(of predicate: NSPredicate) -> SampleCondition? {
    entries.lock.withLock {
      let entry = entries.known[ObjectIdentifier(predicate)]
      return entry?.predicate === predicate ? entry?.condition : nil
    }
  }
}

/// Why a text is no predicate.
struct PredicateTextError: Error {
  var reason: String
}

/// Reads the text of a predicate.
struct PredicateParser {
  private enum Token: Equatable {
    case word(String)
    case symbol(String)
    case text(String)
    case number(Double)
    case key
    case value
    case end
  }

  private let characters: [Character]
  private var place = 0
  private var arguments: ArraySlice<Any>
  private var token = Token.end

  init(_ text: String, _ arguments: [Any]) {
    characters = Array(text)
    self.arguments = arguments[...]
  }

  mutating func condition() throws(PredicateTextError) -> SampleCondition {
    try advance()
    let condition = try alternatives()
    guard token == .end else { throw fault("it goes on after its end") }
    guard arguments.isEmpty else { throw fault("there are more arguments than places for them") }
    return condition
  }

  private func fault(_ reason: String) -> PredicateTextError { PredicateTextError(reason: reason) }

  // MARK: tokens

  private mutating func advance() throws(PredicateTextError) {
    while place < characters.count, characters[place].isWhitespace { place += 1 }
    guard place < characters.count else {
      token = .end
      return
    }
    let character = characters[place]
    if character == "%" {
      token = try argument()
    } else if character == "\"" || character == "'" {
      token = try quoted(character)
    } else if character.isNumber || character == "-" || character == "." {
      let start = place
      place += 1
      while place < characters.count, characters[place].isNumber || ".eE+-".contains(characters[place]) { place += 1 }
      guard let number = Double(String(characters[start..<place])) else { throw fault("a number can't be read") }
      token = .number(number)
    } else if character.isLetter || character == "_" || character == "#" {
      let start = place
      while place < characters.count,
        characters[place].isLetter || characters[place].isNumber || "_.#".contains(characters[place])
      {
        place += 1
      }
      token = .word(String(characters[start..<place]))
    } else {
      let two = String(characters[place..<min(place + 2, characters.count)])
      if ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||"].contains(two) {
        place += 2
        token = .symbol(two)
      } else {
        place += 1
        token = .symbol(String(character))
      }
    }
  }

  private mutating func argument() throws(PredicateTextError) -> Token {
    place += 1
    let start = place
    while place < characters.count, characters[place] == "l" { place += 1 }
    guard place < characters.count else { throw fault("it ends after a percent sign") }
    place += 1
    switch String(characters[start..<place]) {
    case "K": return .key
    case "@", "d", "i", "u", "ld", "lu", "li", "lld", "llu", "f", "lf", "g": return .value
    default: throw fault("there is a sign after % that stands for nothing")
    }
  }

  private mutating func quoted(_ mark: Character) throws(PredicateTextError) -> Token {
    place += 1
    var text = ""
    while place < characters.count, characters[place] != mark {
      if characters[place] == "\\", place + 1 < characters.count { place += 1 }
      text.append(characters[place])
      place += 1
    }
    guard place < characters.count else { throw fault("a text has no end") }
    place += 1
    return .text(text)
  }

  private var keyword: String? {
    if case .word(let word) = token { word.uppercased() } else { nil }
  }

  private mutating func takes(_ symbols: String...) throws(PredicateTextError) -> Bool {
    guard case .symbol(let symbol) = token, symbols.contains(symbol) else { return false }
    try advance()
    return true
  }

  private mutating func takes(keyword wanted: String) throws(PredicateTextError) -> Bool {
    guard keyword == wanted else { return false }
    try advance()
    return true
  }

  // MARK: grammar

  private mutating func alternatives() throws(PredicateTextError) -> SampleCondition {
    var parts = [try conjunction()]
    while true {
      if try takes("||") {} else if try !takes(keyword: "OR") { break }
      parts.append(try conjunction())
    }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(PredicateTextError) -> SampleCondition {
    var parts = [try negation()]
    while true {
      if try takes("&&") {} else if try !takes(keyword: "AND") { break }
      parts.append(try negation())
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation() throws(PredicateTextError) -> SampleCondition {
    if try takes("!") { return .not(try negation()) }
    if try takes(keyword: "NOT") { return .not(try negation()) }
    if try takes("(") {
      let inner = try alternatives()
      guard try takes(")") else { throw fault("a parenthesis has no end") }
      return inner
    }
    if try takes(keyword: "TRUEPREDICATE") { return .all([]) }
    if try takes(keyword: "FALSEPREDICATE") { return .any([]) }
    return try comparison()
  }

  private mutating func comparison() throws(PredicateTextError) -> SampleCondition {
    // Either side can be the key path.
    let left = try operand()
    let sign = try sign()
    let right = try operand()
    switch (left, right) {
    case (.key(let key), .value(let value)): return try Self.condition(key, sign, value)
    case (.value(let value), .key(let key)): return try Self.condition(key, Self.mirrored(sign), value)
    default: throw fault("a comparison has a key path on one side and a value on the other")
    }
  }

  private enum Operand {
    case key(String)
    case value(Any?)
  }

  private mutating func operand() throws(PredicateTextError) -> Operand {
    switch token {
    case .key:
      guard let key = arguments.popFirst() as? String else { throw fault("%K stands for a text") }
      try advance()
      return .key(key)
    case .value:
      guard let value = arguments.popFirst() else { throw fault("there are fewer arguments than places for them") }
      try advance()
      return .value(value)
    case .text(let text):
      try advance()
      return .value(text)
    case .number(let number):
      try advance()
      return .value(number)
    case .symbol("{"):
      try advance()
      var list: [Any] = []
      while try !takes("}") {
        guard case .value(let value?) = try operand() else { throw fault("a list holds values") }
        list.append(value)
        _ = try takes(",")
      }
      return .value(list)
    case .word(let word):
      try advance()
      switch word.uppercased() {
      case "NIL", "NULL": return .value(nil)
      case "YES", "TRUE": return .value(true)
      case "NO", "FALSE": return .value(false)
      default: return .key(word)
      }
    default: throw fault("a key path or a value is missing")
    }
  }

  private enum Sign {
    case plain(SampleCondition.Comparison)
    case among
    case between
  }

  private static func mirrored(_ sign: Sign) -> Sign {
    guard case .plain(let comparison) = sign else { return sign }
    switch comparison {
    case .less: return .plain(.greater)
    case .lessOrEqual: return .plain(.greaterOrEqual)
    case .greater: return .plain(.less)
    case .greaterOrEqual: return .plain(.lessOrEqual)
    default: return sign
    }
  }

  private mutating func sign() throws(PredicateTextError) -> Sign {
    let signs: [String: SampleCondition.Comparison] = [
      "==": .equal, "=": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual, "=<": .lessOrEqual,
      ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith,
      "CONTAINS": .contains, "LIKE": .like, "MATCHES": .matches,
    ]
    let text: String
    switch token {
    case .symbol(let symbol): text = symbol
    case .word(let word): text = word.uppercased()
    default: throw fault("a comparison is missing")
    }
    try advance()
    if text == "IN" { return .among }
    if text == "BETWEEN" { return .between }
    guard let comparison = signs[text] else { throw fault("“\(text)” is no comparison") }
    return .plain(comparison)
  }

  // MARK: meaning

  private static func condition(_ key: String, _ sign: Sign, _ value: Any?) throws(PredicateTextError)
    -> SampleCondition
  {
    switch sign {
    case .plain(let comparison): return try condition(key, comparison, value)
    case .among:
      guard let list = list(value) else { throw PredicateTextError(reason: "IN takes a list") }
      var parts: [SampleCondition] = []
      for element in list { parts.append(try condition(key, .equal, element)) }
      return .any(parts)
    case .between:
      guard let list = list(value), list.count == 2 else {
        throw PredicateTextError(reason: "BETWEEN takes a list of two")
      }
      return .all([
        try condition(key, .greaterOrEqual, list[0]), try condition(key, .lessOrEqual, list[1]),
      ])
    }
  }

  private static func list(_ value: Any?) -> [Any]? {
    switch value {
    case let list as [Any]: list
    case let list as NSArray: list.map { $0 }
    case let set as any Collection: set.map { $0 as Any }
    default: nil
    }
  }

  private static func condition(
    _ key: String, _ comparison: SampleCondition.Comparison, _ value: Any?
  ) throws(PredicateTextError) -> SampleCondition {
    func wanted<T>(_ type: T.Type, _ name: String) throws(PredicateTextError) -> T {
      guard let value = value as? T else { throw PredicateTextError(reason: "\(key) is compared with \(name)") }
      return value
    }
    func number() throws(PredicateTextError) -> Double {
      guard let value, case .number(let number)? = MetadataValue(value) else {
        throw PredicateTextError(reason: "\(key) is compared with a number")
      }
      return number
    }
    func equality(_ condition: SampleCondition) throws(PredicateTextError) -> SampleCondition {
      switch comparison {
      case .equal: return condition
      case .notEqual: return .not(condition)
      default: throw PredicateTextError(reason: "\(key) is equal or not")
      }
    }
    switch key {
    case HKPredicateKeyPathStartDate: return .start(comparison, try wanted(Date.self, "a date"))
    case HKPredicateKeyPathEndDate: return .end(comparison, try wanted(Date.self, "a date"))
    case HKPredicateKeyPathQuantity: return .quantity(comparison, try wanted(HKQuantity.self, "a quantity"))
    case HKPredicateKeyPathCategoryValue: return .category(comparison, try number())
    case HKPredicateKeyPathUUID, "uuid": return try equality(.names([try wanted(UUID.self, "a UUID")]))
    case HKPredicateKeyPathWorkout: return try equality(.workout(try wanted(HKWorkout.self, "a workout").uuid))
    case HKPredicateKeyPathSource:
      return try equality(.sources([try wanted(HKSource.self, "a source").bundleIdentifier]))
    case HKPredicateKeyPathSourceRevision:
      return try equality(.revisions([try wanted(HKSourceRevision.self, "a source's revision")]))
    case HKPredicateKeyPathDevice: return try equality(.devices([try wanted(HKDevice.self, "a device")]))
    case HKPredicateKeyPathWorkoutDuration: return .duration(comparison, try number())
    case HKPredicateKeyPathWorkoutTotalDistance:
      return .total(.distance, comparison, try wanted(HKQuantity.self, "a quantity"))
    case HKPredicateKeyPathWorkoutTotalEnergyBurned:
      return .total(.energy, comparison, try wanted(HKQuantity.self, "a quantity"))
    case HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount:
      return .total(.strokes, comparison, try wanted(HKQuantity.self, "a quantity"))
    case HKPredicateKeyPathWorkoutTotalFlightsClimbed:
      return .total(.flights, comparison, try wanted(HKQuantity.self, "a quantity"))
    case HKPredicateKeyPathWorkoutType:
      if let type = value as? HKWorkoutActivityType { return .activityType(comparison, type.rawValue) }
      guard let type = UInt(exactly: try number()) else {
        throw PredicateTextError(reason: "there is no such activity")
      }
      return .activityType(comparison, type)
    default: break
    }
    let prefix = HKPredicateKeyPathMetadata + "."
    guard key.hasPrefix(prefix) else { throw PredicateTextError(reason: "“\(key)” is no key path of health data") }
    let name = String(key.dropFirst(prefix.count))
    guard let value else {
      switch comparison {
      case .equal: return .not(.hasMetadata(name))
      case .notEqual: return .hasMetadata(name)
      default: throw PredicateTextError(reason: "nothing is neither less nor greater")
      }
    }
    guard let known = MetadataValue(value) else {
      throw PredicateTextError(reason: "metadata holds texts, numbers, dates and quantities")
    }
    return .metadata(name, comparison, known)
  }
}
