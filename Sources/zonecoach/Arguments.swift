// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// An option of a command.
struct Option: Sendable {
  /// The word with its dashes.
  var name: String
  /// What its value is called, or `nil` for a switch.
  var value: String?
  /// What it does.
  var help: String

  init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// As help lists it.
  var usage: String { value.map { "\(name) \($0)" } ?? name }

  /// Options of every command.
  static let common = [
    Option(
      "--data", "DIR", "the data folder (default: $ZONECOACH_DATA, else zonecoach in $XDG_DATA_HOME or ~/.local/share)"),
    Option("--athlete", "NAME", "whose library, where one folder holds several (default: me)"),
    Option("--help", nil, "this text"),
  ]

  /// Options that name zones and what they hang on.
  static let zones = [
    Option("--boundaries", "A,B,…", "zones by their limits, 2 to 8, ascending: 120,140,160,180 or 60%,70%,80%,90%"),
    Option("--of", "WHAT", "of what percentages are: max-hr, hr-reserve, lthr, ftp, cp, cs"),
    Option("--scheme", "NAME", "zones by a scheme; `zonecoach zones schemes` lists them"),
    Option("--max-hr", "BPM", "maximum heart rate"),
    Option("--resting-hr", "BPM", "resting heart rate"),
    Option("--lthr", "BPM", "heart rate at the lactate threshold"),
    Option("--ftp", "W", "functional threshold power"),
    Option("--cp", "W", "critical power"),
    Option("--cs", "M/S", "critical speed in metres per second"),
    Option("--vt1", "N", "first ventilatory threshold, in the scheme's unit"),
    Option("--vt2", "N", "second ventilatory threshold"),
    Option("--age", "YEARS", "age, for an estimate of the maximum heart rate"),
    Option("--quantity", "WHAT", "only heart-rate, or only power"),
  ]
}

/// The words of a command were wrong.
struct UsageError: Error {
  /// What is wrong with them.
  var message: String

  init(_ message: String) { self.message = message }
}

/// The words of a command, sorted into options and the rest.
struct Arguments {
  /// Words that belong to no option, in order.
  private(set) var words: [String] = []
  private var values: [String: String] = [:]
  private var switches: Set<String> = []

  /// Sorts words by the options a command knows. `--name=value` is the same as `--name value`, `--` ends options.
  ///
  /// - Throws: `UsageError`.
  init(_ arguments: [String], allowing options: [Option]) throws {
    var index = 0
    while index < arguments.count {
      let word = arguments[index]
      index += 1
      if word == "--" {
        words += arguments[index...]
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        words.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = options.first(where: { $0.name == parts[0] }) else {
        throw UsageError("There is no option \(parts[0]) here.")
      }
      guard values[option.name] == nil, !switches.contains(option.name) else {
        throw UsageError("\(option.name) is given twice.")
      }
      if let wanted = option.value {
        var stated: String?
        if parts.count == 2 {
          stated = parts[1]
        } else if index < arguments.count {
          stated = arguments[index]
          index += 1
        }
        // Another option in its place says that the value was forgotten.
        guard let stated, !stated.isEmpty, parts.count == 2 || !options.contains(where: { $0.name == stated }) else {
          throw UsageError("\(option.name) needs \(wanted) after it.")
        }
        values[option.name] = stated
      } else {
        guard parts.count == 1 else { throw UsageError("\(option.name) takes no value.") }
        switches.insert(option.name)
      }
    }
  }

  /// The value of an option, if given.
  func value(_ name: String) -> String? { values[name] }

  /// Whether a switch is given.
  func has(_ name: String) -> Bool { switches.contains(name) }

  /// The value of an option as a number.
  ///
  /// - Throws: `UsageError` if it is none.
  func number(_ name: String) throws -> Double? {
    guard let text = values[name] else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw UsageError("\(name) needs a number, not “\(text)”.")
    }
    return number
  }

  /// The value of an option as numbers with commas between.
  ///
  /// - Throws: `UsageError` if one is none.
  func numbers(_ name: String) throws -> [Double]? {
    guard let text = values[name] else { return nil }
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let trimmed = part.filter { $0 != " " }
      guard let number = Double(trimmed), number.isFinite else {
        throw UsageError("\(name) needs numbers with commas between, not “\(text)”.")
      }
      return number
    }
  }
}
