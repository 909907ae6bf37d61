// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Texts of an Apple Health export as values.
enum HealthText {
  /// A moment in seconds since 1970: `2024-01-15 10:00:00 +0000`, or as iOS 8 wrote it, `20150616071916-0700`.
  ///
  /// The offset makes the instant right. It is the phone's at the time of the export, so it tells nothing of where the
  /// athlete was.
  static func seconds(_ text: UnsafePointer<CChar>) -> Int64? {
    func digit(_ place: Int) -> Int { Int(UInt8(bitPattern: text[place]) &- 0x30) }
    // Each place is read only after those before it were digits or marks, so never behind the end.
    func two(_ place: Int) -> Int? {
      let tens = digit(place)
      guard tens < 10 else { return nil }
      let ones = digit(place + 1)
      return ones < 10 ? tens * 10 + ones : nil
    }
    var place = 0
    func isMark(_ marks: StaticString) -> Bool {
      let byte = UInt8(bitPattern: text[place])
      for i in 0..<marks.utf8CodeUnitCount where marks.utf8Start[i] == byte { return true }
      return false
    }
    /// Reads two digits, after a mark if one is there.
    func next(_ marks: StaticString) -> Int? {
      if isMark(marks) { place += 1 }
      guard let value = two(place) else { return nil }
      place += 2
      return value
    }
    guard let century = two(0), let year = two(2) else { return nil }
    place = 4
    guard let month = next("-"), let day = next("-"), (1...12).contains(month), (1...31).contains(day),
      let hour = next(" T"), let minute = next(":"), let second = next(":"), hour < 24, minute < 60, second < 61
    else { return nil }
    if isMark(".,") {
      place += 1
      while digit(place) < 10 { place += 1 }
    }
    if isMark(" ") { place += 1 }
    var offset = 0
    if isMark("+-") {
      let isNegative = text[place] == 0x2D
      place += 1
      guard let hours = two(place) else { return nil }
      place += 2
      guard let minutes = next(":") else { return nil }
      offset = (hours * 60 + minutes) * (isNegative ? -60 : 60)
    } else if !isMark("Z") {
      return nil
    }
    let days = days(year: century * 100 + year, month: month, day: day)
    return Int64(days * 86400 + hour * 3600 + minute * 60 + second - offset)
  }

  /// As for text that ends with a zero byte.
  static func seconds(_ text: String) -> Int64? { text.withCString { seconds($0) } }

  /// The offset at the end of such a text, in seconds east of UTC: the phone's at the time of the export.
  static func offset(_ text: String) -> Int? {
    if text.hasSuffix("Z") { return 0 }
    guard let sign = text.utf8.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) else {
      return nil
    }
    let digits = text.utf8[sign...].dropFirst().filter { $0 != UInt8(ascii: ":") }.map { Int($0) - 0x30 }
    guard digits.count == 4, digits.allSatisfy((0...9).contains) else { return nil }
    let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
    guard minutes <= 18 * 60 else { return nil }
    return minutes * (text.utf8[sign] == UInt8(ascii: "-") ? -60 : 60)
  }

  /// Days since 1970-01-01 of a day of the Gregorian calendar.
  static func days(year: Int, month: Int, day: Int) -> Int {
    // Years are taken to begin in March, so that the leap day is the last.
    let shifted = month > 2 ? year : year - 1, place = (month + 9) % 12
    let era = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + (153 * place + 2) / 5 + day - 1
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Whole years from a birthday (`1990-01-01`) to a moment, by the days of UTC.
  static func age(born: String, at moment: Instant) -> Double? {
    let parts = born.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1900...2200).contains(parts[0]), (1...12).contains(parts[1]), (1...31).contains(parts[2])
    else { return nil }
    let today = Int(moment.millisecondsSince1970 / 86_400_000)
    let estimate = Int((Double(today - days(year: parts[0], month: parts[1], day: parts[2])) + 1) / 365.2425)
    let age = days(year: parts[0] + estimate, month: parts[1], day: parts[2]) > today ? estimate - 1 : estimate
    return (1...130).contains(age) ? Double(age) : nil
  }

  /// A number, the whole text.
  static func number(_ text: String) -> Double? {
    var copy = text
    return copy.withUTF8 { XMLText($0).number }
  }

  /// A number with its unit behind it: `23178 cm`.
  static func measure(_ text: String) -> (value: Double, unit: String)? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, let value = number(String(first)) else { return nil }
    return (value, parts.count > 1 ? String(parts[1]) : "")
  }

  /// What to multiply a length by to get metres.
  static func metres(_ unit: String) -> Double? {
    switch unit {
    case "m": 1
    case "km": 1000
    case "cm": 0.01
    case "mi": 1609.344
    case "yd": 0.9144
    case "ft": 0.3048
    default: nil
    }
  }

  /// What to multiply an energy by to get kilocalories.
  static func kilocalories(_ unit: String) -> Double? {
    switch unit {
    // Capital C: the large calorie, which is the kilocalorie.
    case "kcal", "Cal": 1
    case "cal": 0.001
    case "kJ": 1 / 4.184
    case "J": 1 / 4184
    default: nil
    }
  }

  /// What to multiply a frequency by to get counts a minute.
  static func perMinute(_ unit: String) -> Double? {
    switch unit {
    case "count/min": 1
    case "count/s": 60
    default: nil
    }
  }

  /// What to multiply a speed by to get metres a second.
  static func metresPerSecond(_ unit: String) -> Double? {
    switch unit {
    case "m/s": 1
    case "km/hr", "km/h": 1 / 3.6
    case "mi/hr", "mi/h": 1609.344 / 3600
    default: nil
    }
  }

  /// What to multiply a time by to get milliseconds.
  static func milliseconds(_ unit: String) -> Double? {
    switch unit {
    case "min", "": 60_000
    case "s", "sec": 1000
    case "hr", "h": 3_600_000
    case "ms": 1
    default: nil
    }
  }

  /// A name with plain spaces, without any around it: sources are written with no-break spaces, or a space at the end.
  static func plain(_ name: String) -> String {
    var result = name.replacing("\u{A0}", with: " ").replacing("\u{2019}", with: "'")
    while result.last == " " { result.removeLast() }
    while result.first == " " { result.removeFirst() }
    return result
  }
}

/// A device as Apple Health describes it: `<<HKDevice: 0x28…>, name:Apple Watch, …, hardware:Watch7,2, …>`.
struct HealthDevice: Hashable {
  var name: String?
  var manufacturer: String?
  var model: String?
  var hardware: String?
  var software: String?

  /// Takes a description apart at `, key:`; a hardware name holds a comma of its own.
  init(_ text: String) {
    // The address in front is another one each time.
    guard let start = text.firstIndex(of: ",") else { return }
    var rest = text[start...]
    if rest.last == ">" { rest.removeLast() }
    var key = "", value = ""
    func keep(_ device: inout HealthDevice) {
      guard !value.isEmpty else { return }
      switch key {
      case "name": device.name = value
      case "manufacturer": device.manufacturer = value
      case "model": device.model = value
      case "hardware": device.hardware = value
      case "software": device.software = value
      default: break
      }
    }
    for part in rest.split(separator: ", ", omittingEmptySubsequences: false) {
      if let colon = part.firstIndex(of: ":"), Self.keys.contains(String(part[..<colon])) {
        keep(&self)
        key = String(part[..<colon])
        value = String(part[part.index(after: colon)...])
      } else if !key.isEmpty {
        value += ", " + part
      }
    }
    keep(&self)
  }

  private static let keys: Set<String> = [
    "name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier", "UDIDeviceIdentifier",
    "FDA UDI", "creation date",
  ]

  /// Whether this is the watch whose sensor is on the wrist.
  var isWatch: Bool { model == "Watch" || name == "Apple Watch" || hardware?.hasPrefix("Watch") == true }

  /// In the words of the program.
  var device: Device {
    let maker = manufacturer.map { $0.lowercased().hasPrefix("apple") ? "apple" : $0 }
    return Device(manufacturer: maker, product: hardware ?? name ?? model, software: software)
  }
}
