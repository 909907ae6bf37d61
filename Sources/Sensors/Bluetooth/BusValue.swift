// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A value of a D-Bus message.
indirect enum BusValue: Hashable, Sendable {
  case string(String)
  case objectPath(String)
  case signature(String)
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  case bytes([UInt8])
  case array([BusValue])
  case dictionary([String: BusValue])
  case structure([BusValue])
  /// A file that was passed along; nobody here wants one.
  case file

  /// A text or a path.
  var text: String? {
    switch self {
    case .string(let text), .objectPath(let text): text
    default: nil
    }
  }

  var isTrue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  var number: Int? {
    switch self {
    case .integer(let value): Int(value)
    case .unsigned(let value): Int(exactly: value)
    default: nil
    }
  }

  var bytes: [UInt8]? {
    switch self {
    case .bytes(let bytes): bytes
    case .array([]): []
    default: nil
    }
  }

  var texts: [String] {
    if case .array(let values) = self { values.compactMap(\.text) } else { [] }
  }

  var entries: [String: BusValue]? {
    switch self {
    case .dictionary(let entries): entries
    // An empty array of anything reads alike.
    case .array([]): [:]
    default: nil
    }
  }
}

/// What BlueZ exports: objects, their interfaces, and the properties of those.
struct BusObjects: Sendable {
  /// Properties by interface by path.
  private(set) var objects: [String: [String: [String: BusValue]]] = [:]

  /// Takes the answer of `GetManagedObjects`.
  init(_ managed: BusValue? = nil) {
    for (path, interfaces) in managed?.entries ?? [:] { add(path, interfaces) }
  }

  /// An object came, or got more interfaces.
  mutating func add(_ path: String, _ interfaces: BusValue) {
    for (name, properties) in interfaces.entries ?? [:] {
      objects[path, default: [:]][name] = properties.entries ?? [:]
    }
  }

  /// An object went, or lost interfaces.
  mutating func remove(_ path: String, interfaces: [String]) {
    for name in interfaces { objects[path]?[name] = nil }
    if objects[path]?.isEmpty == true { objects[path] = nil }
  }

  /// Properties changed, or lost their value.
  mutating func change(_ path: String, _ interface: String, _ changed: BusValue, invalidated: [String]) {
    guard objects[path] != nil else { return }
    for (name, value) in changed.entries ?? [:] { objects[path]?[interface, default: [:]][name] = value }
    for name in invalidated { objects[path]?[interface]?[name] = nil }
  }

  func value(_ path: String, _ interface: String, _ name: String) -> BusValue? { objects[path]?[interface]?[name] }

  /// Paths of all objects with an interface, in order.
  func paths(with interface: String) -> [String] {
    objects.filter { $0.value[interface] != nil }.keys.sorted()
  }
}
