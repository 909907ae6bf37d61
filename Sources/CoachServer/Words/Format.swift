// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Numbers as the page writes them. Absent is a dash, never 0.
enum Format {
  /// What stands for a number that is not known.
  static let absent = "–"

  /// Seconds as a clock: `0:48`, `12:05`, `1:02:09`.
  static func clock(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite, abs(seconds) < 1e9 else { return absent }
    let whole = Int(seconds.rounded())
    let s = abs(whole)
    let sign = whole < 0 ? "−" : ""
    return s >= 3600
      ? "\(sign)\(s / 3600):\(twoDigits(s / 60 % 60)):\(twoDigits(s % 60))" : "\(sign)\(s / 60):\(twoDigits(s % 60))"
  }

  /// Sums and plans in words: `45 min`, `3 h 11 min`, `40 s`.
  static func span(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return absent }
    if seconds < 59.5 { return t("\(Int(seconds.rounded())) s") }
    let minutes = Int((seconds / 60).rounded())
    return minutes < 60
      ? t("\(minutes) min")
      : minutes % 60 == 0 ? t("\(minutes / 60) h") : t("\(minutes / 60) h \(minutes % 60) min")
  }

  /// A span for a screen reader: `1 hour 2 minutes 9 seconds`.
  static func spoken(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return t("an unknown time") }
    let s = Int(seconds.rounded())
    var parts: [String] = []
    if s >= 3600 { parts.append(counted(s / 3600, "hour", "hours")) }
    if s / 60 % 60 > 0 { parts.append(counted(s / 60 % 60, "minute", "minutes")) }
    if s % 60 > 0 || parts.isEmpty { parts.append(counted(s % 60, "second", "seconds")) }
    return parts.joined(separator: " ")
  }

  /// A signed difference of whole seconds: `+37 s`, `−2 s`, `same`.
  static func difference(_ seconds: Int) -> String {
    seconds == 0
      ? t("same")
      : abs(seconds) < 600
        ? t("\(seconds > 0 ? "+" : "−")\(abs(seconds)) s") : (seconds > 0 ? "+" : "") + clock(Double(seconds))
  }

  /// A share, 0 to 1, in whole percent with a no-break space: `81 %`. Nearly all is not all: 99.6 % stays 99 %.
  static func share(_ share: Double?) -> String {
    guard let share, share.isFinite else { return absent }
    var percent = (share * 100).rounded()
    if percent == 100 && share < 1 { percent = 99 }
    if percent == 0 && share > 0 { percent = 1 }
    return self.percent(Int(percent))
  }

  /// Whole percent: `81 %` with a no-break space, in Chinese and Japanese `81%`.
  static func percent(_ percent: Int) -> String {
    Language.current == .english ? "\(percent)\u{A0}%" : "\(percent)%"
  }

  /// `, ` in a sentence.
  static var comma: String { Language.current == .english ? ", " : Language.current == .chinese ? "，" : "、" }
  /// `; ` in a sentence.
  static var semicolon: String { Language.current == .english ? "; " : Language.current == .chinese ? "；" : "、" }
  /// `: ` in a sentence.
  static var colon: String { Language.current == .english ? ": " : "：" }
  /// What parts two sentences.
  static var space: String { Language.current == .english ? " " : "" }
  /// What ends a sentence.
  static var fullStop: String { Language.current == .english ? "." : "。" }

  /// Things in a row: `a, b`, `a、b`.
  static func list(_ parts: [String]) -> String { parts.joined(separator: Language.current == .english ? ", " : "、") }

  /// The same with a word before the last: `a, b and c`.
  static func and(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return t("\(list(parts.dropLast())) and \(last)")
  }

  /// A large count: `1.2 million`, `123万`.
  static func large(_ count: Int) -> String {
    Language.current == .english
      ? t("\(decimals(Double(count) / 1_000_000, count < 100_000_000 ? 1 : 0)) million")
      : t("\(whole(Double(count) / 10_000)) ten thousand")
  }

  /// Kilometres or miles with two decimals; the unit stands apart.
  static func distance(_ meters: Double?) -> String {
    guard let meters, meters.isFinite, meters >= 0, meters < 1e9 else { return absent }
    return decimals(meters / Units.current.metres, 2)
  }

  /// A whole number, with commas from ten thousand: `2961`, `12,961`.
  static func whole(_ number: Double?) -> String {
    guard let number, number.isFinite, abs(number) < 1e15 else { return absent }
    let value = Int(number.rounded())
    let digits = String(abs(value))
    guard digits.count > 4 else { return (value < 0 ? "−" : "") + digits }
    var out = ""
    for (i, digit) in digits.enumerated() {
      if i > 0 && (digits.count - i) % 3 == 0 { out += "," }
      out.append(digit)
    }
    return (value < 0 ? "−" : "") + out
  }

  /// A number with so many decimals.
  static func decimals(_ number: Double, _ places: Int) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return absent }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((abs(number) * scale).rounded())
    let sign = number < 0 && scaled > 0 ? "−" : ""
    guard places > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % Int(scale))
    return sign + "\(scaled / Int(scale))." + String(repeating: "0", count: places - fraction.count) + fraction
  }

  /// How fast, in the way athletes of a sport read it: pace a kilometre, 100 m or 500 m, or kilometres an hour.
  static func effort(meters: Double?, seconds: Double, sport: String) -> (name: String, value: String, unit: String)? {
    guard let meters, meters > 0, meters.isFinite, seconds > 0 else { return nil }
    let pace = seconds / meters, units = Units.current
    switch sport {
    case "running", "walking", "hiking":
      let each = pace * units.metres
      return (t("pace"), each < 3600 * units.metres / 1000 ? clock(each) : absent, units.pace)
    case "swimming": return (t("pace"), clock(pace * 100), "/100 m")
    case "rowing": return (t("pace"), clock(pace * 500), "/500 m")
    default: return (t("speed"), speed(meters / seconds), units.speed)
    }
  }

  /// Kilometres or miles an hour with one decimal, from metres a second.
  static func speed(_ metresPerSecond: Double) -> String { decimals(metresPerSecond * 3600 / Units.current.metres, 1) }

  /// Whole seconds for parts of a whole, so that the rounded parts add up to the rounded whole (largest remainder).
  static func wholeSeconds(_ parts: [Double]) -> [Int] {
    let clean = parts.map { $0.isFinite && $0 > 0 ? $0 : 0 }
    let total = Int(clean.reduce(0, +).rounded())
    var whole = clean.map { Int($0.rounded(.down)) }
    let order = clean.indices.sorted { a, b in
      let left = clean[a] - Double(whole[a]), right = clean[b] - Double(whole[b])
      return left == right ? a < b : left > right
    }
    for index in order.prefix(max(0, total - whole.reduce(0, +))) { whole[index] += 1 }
    return whole
  }

  /// A sentence whose numbers stay with their words at the end of a line.
  static func kept(_ sentence: String) -> String {
    Language.current == .english
      ? sentence.replacing(" %", with: "\u{A0}%").replacing("zone ", with: "zone\u{A0}") : sentence
  }

  /// A number for an attribute of a picture: at most three decimals, a point, no exponent.
  static func svg(_ number: Double) -> String {
    guard number.isFinite else { return "0" }
    let thousandths = Int((number * 1000).rounded())
    let fraction = abs(thousandths) % 1000
    let sign = thousandths < 0 ? "-" : ""
    if fraction == 0 { return sign + String(abs(thousandths) / 1000) }
    var digits = String(fraction)
    digits = String(repeating: "0", count: 3 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(abs(thousandths) / 1000).\(digits)"
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

/// A number with its word: `1 workout`, `2 workouts`. In languages whose nouns don't change with the number the key is
/// `%1 workouts`.
func counted(_ number: Int, _ one: String, _ many: String) -> String {
  let count = Format.whole(Double(number))
  return Language.current == .english
    ? "\(count) \(number == 1 ? one : many)" : t(Phrase(key: "%1 \(many)", [.text(count)]))
}
