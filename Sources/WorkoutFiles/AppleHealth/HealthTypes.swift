// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How often each type of record occurs, and which of them are kept.
struct HealthTypes {
  struct Entry {
    let identifier: String
    let kind: HealthKind?
    var count = 0
    /// The unit seen last and its factor, so that it isn't looked up again for each record.
    var unit: [CChar] = [0]
    var factor: Double?
  }

  private(set) var entries: [Entry] = []
  private var places: [String: Int] = [:]
  private var recent = 0
  private var recentName: [CChar] = [0]

  /// Apple has some two hundred types; a file that has many more is not believed.
  private static let limit = 4096

  /// The place of a type among `entries`.
  mutating func place(_ identifier: UnsafePointer<CChar>) -> Int {
    // Records of a type come one after the other.
    if !entries.isEmpty, isSame(recentName, identifier) { return recent }
    var name = String(cString: identifier)
    if places[name] == nil, entries.count >= Self.limit { name = "other" }
    if let known = places[name] {
      recent = known
    } else {
      recent = entries.count
      places[name] = recent
      entries.append(Entry(identifier: name, kind: HealthKind(identifier: name)))
    }
    recentName = Array(name.utf8CString)
    return recent
  }

  /// Counts a record and returns the kind, if it is kept.
  mutating func add(_ place: Int) -> HealthKind? {
    entries[place].count += 1
    return entries[place].kind
  }

  /// What to multiply values of a kept type by, or `nil` for a unit that doesn't fit.
  mutating func factor(_ place: Int, _ kind: HealthKind, _ unit: UnsafePointer<CChar>?) -> Double? {
    guard let unit else { return nil }
    if !isSame(entries[place].unit, unit) {
      let text = String(cString: unit)
      entries[place].unit = Array(text.utf8CString)
      entries[place].factor = kind.factor(text)
    }
    return entries[place].factor
  }
}

/// Whether an array that ends with a zero byte holds the same text as what a pointer leads to.
func isSame(_ known: [CChar], _ text: UnsafePointer<CChar>) -> Bool {
  known.withUnsafeBufferPointer { known in
    guard let start = known.baseAddress else { return false }
    return strcmp(start, text) == 0
  }
}
