// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Words of plans as text.
enum TextPlanToken {
  /// What a number in a target is in.
  enum Unit { case percent, watts, beats, zone, pace }

  /// One or two numbers with their unit; `nil` for an open side.
  struct Range {
    var low: Double?
    var high: Double?
    var unit: Unit
    /// Whether the higher end stands first.
    var isFalling = false
  }

  /// Bounds of a gate.
  enum GateBound {
    case minimum(Milliseconds)
    case maximum(Milliseconds)
    case lost(Milliseconds)
  }

  /// "1h", "10m", "30s", "1m30", "1h15m", "5'", "30\"", "5'30\"", "45min"; `m` is minutes.
  static func duration(_ word: some StringProtocol) -> Milliseconds? {
    var total = 0.0, digits = "", last: Double?
    var letters = Substring(word.lowercased())[...]
    while let letter = letters.first {
      if letter.isASCII, letter.isNumber || letter == "." {
        digits.append(letter)
        letters.removeFirst()
        continue
      }
      guard let number = Double(digits) else { return nil }
      digits = ""
      let unit: Double
      if letters.hasPrefix("min") {
        unit = 60
        letters.removeFirst(letters.hasPrefix("mins") ? 4 : 3)
      } else {
        switch letter {
        case "h": unit = 3600
        case "m", "'", "’", "′": unit = 60
        case "s", "\"", "”", "″": unit = 1
        default: return nil
        }
        letters.removeFirst()
      }
      // Units go down, each at most once.
      if let last, unit >= last { return nil }
      last = unit
      total += number * unit
    }
    if !digits.isEmpty {
      // "1m30" is a minute and a half; a bare number is no time.
      guard let last, last > 1, let number = Double(digits) else { return nil }
      total += number * (last == 3600 ? 60 : 1)
    }
    guard last != nil, total > 0, total <= 1e6 else { return nil }
    return milliseconds(seconds: total)
  }

  /// "2km", "1.5mi", "400mtr", "400meters", "100yds" in metres.
  static func distance(_ word: some StringProtocol) -> Double? {
    let lower = word.lowercased()
    for (unit, meters) in [
      ("km", 1000.0), ("miles", 1609.344), ("mile", 1609.344), ("mi", 1609.344), ("mtr", 1), ("meters", 1),
      ("yards", 0.9144), ("yds", 0.9144), ("yd", 0.9144),
    ] where lower.hasSuffix(unit) {
      guard let number = Double(lower.dropLast(unit.count)), number > 0, number <= 1e6 else { return nil }
      return number * meters
    }
    return nil
  }

  /// "90rpm", "85-95rpm", "170spm".
  static func cadence(_ word: String) -> ClosedRange<Double>? {
    guard word.hasSuffix("rpm") || word.hasSuffix("spm") else { return nil }
    let ends = word.dropLast(3).split(separator: "-").map { Double($0) }
    guard let low = ends.first ?? nil, let high = ends.last ?? nil, ends.count <= 2, low > 0, low <= high, high <= 300
    else { return nil }
    return low...high
  }

  /// "75%", "50-75%", "200w", "200-220w", "z2", "z2-z3", "140-150bpm", "<75%", ">140bpm", "5:00/km", "5:00-4:30/km".
  static func range(_ word: String) -> Range? {
    var text = Substring(word)
    let sign = text.first
    if sign == "<" || sign == ">" { text.removeFirst() }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let lastPart = parts.last else { return nil }
    guard let (unit, last) = number(lastPart) else { return nil }
    var first = last
    if parts.count == 2 {
      // The unit stands at least behind the second.
      guard let value = number(parts[0], unit: unit) else { return nil }
      first = value
    }
    switch sign {
    case "<": return parts.count == 1 ? Range(low: nil, high: last, unit: unit) : nil
    case ">": return parts.count == 1 ? Range(low: last, high: nil, unit: unit) : nil
    default: return Range(low: min(first, last), high: max(first, last), unit: unit, isFalling: first > last)
    }
  }

  /// A limit of a goal: "130", "130bpm", "250w", "80%", "z2".
  static func limit(_ word: some StringProtocol, _ quantity: Quantity) -> PlanLimit? {
    if let bare = Double(word), bare.isFinite { return .value(bare) }
    guard let (unit, value) = number(Substring(word)) else { return nil }
    switch unit {
    case .zone: return value == value.rounded() && (1...9).contains(value) ? .zone(Int(value)) : nil
    case .percent: return .percent(value, of: quantity == .power ? .functionalThresholdPower : .maximumHeartRate)
    case .watts: return quantity == .power ? .value(value) : nil
    case .beats: return quantity == .heartRate ? .value(value) : nil
    case .pace: return nil
    }
  }

  /// "min=30s", "max=3m", "lost=90s".
  static func gateBound(_ word: String) -> GateBound? {
    guard let sign = word.firstIndex(of: "=") else { return nil }
    let text = word[word.index(after: sign)...]
    guard let time = duration(text) ?? (text == "0s" ? 0 : nil) else { return nil }
    switch word[..<sign] {
    case "min": return .minimum(time)
    case "max": return .maximum(time)
    case "lost": return .lost(time)
    default: return nil
    }
  }

  /// The word of an intensity.
  static func kind(_ word: Substring) -> PlanStep.Kind? {
    switch word {
    case "warmup": .warmup
    case "cooldown": .cooldown
    case "recovery", "rest": .recovery
    case "interval", "active", "work": .work
    case "steady", "other": .steady
    default: nil
    }
  }

  /// Whole seconds before a `^`.
  static func seconds(_ text: Substring) -> Milliseconds? {
    guard let number = Int64(text), (0...86_400).contains(number) else { return nil }
    return number * 1000
  }

  private static func number(_ part: Substring) -> (Unit, Double)? {
    let unit: Unit
    if part.hasSuffix("%") {
      unit = .percent
    } else if part.hasSuffix("bpm") {
      unit = .beats
    } else if part.hasSuffix("w") {
      unit = .watts
    } else if part.hasPrefix("z") {
      unit = .zone
    } else if part.contains(":") {
      unit = .pace
    } else {
      return nil
    }
    return number(part, unit: unit).map { (unit, $0) }
  }

  private static func number(_ part: Substring, unit: Unit) -> Double? {
    var text = part
    switch unit {
    case .percent: if text.hasSuffix("%") { text.removeLast() }
    case .watts: if text.hasSuffix("w") { text.removeLast() }
    case .beats: if text.hasSuffix("bpm") { text.removeLast(3) }
    case .zone: if text.hasPrefix("z") { text.removeFirst() }
    case .pace: return pace(text)
    }
    guard let number = Double(text), number.isFinite, number >= 0 else { return nil }
    return number
  }

  /// "5:00/km", "8:00/mi", "5:00" in metres a second.
  private static func pace(_ text: Substring) -> Double? {
    let halves = text.split(separator: "/", maxSplits: 1)
    let meters: Double
    switch halves.count == 2 ? halves[1] : "km" {
    case "km": meters = 1000
    case "mi": meters = 1609.344
    case "100m": meters = 100
    default: return nil
    }
    let parts = (halves.first ?? "").split(separator: ":")
    guard parts.count == 2, let minutes = Double(parts[0]), let seconds = Double(parts[1]), seconds < 60,
      minutes * 60 + seconds > 0
    else { return nil }
    return meters / (minutes * 60 + seconds)
  }
}
