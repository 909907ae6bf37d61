// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Names a developer field inside a file.
struct FITDeveloperKey: Hashable {
  /// Index of the developer.
  var developer: UInt8
  /// Number of the field among the developer's.
  var number: UInt8
}

/// What a file says of a field that an app added (message `field_description`).
struct FITFieldDescription {
  var name: String?
  var units: String?
  var type: FITBaseType
  var scale: Double
  var bias: Double
  /// The message and field of the profile that the field stands in for, if any.
  var nativeMessage: Int?
  var nativeField: Int?

  /// Reads a description, or returns `nil` if it lacks its key.
  init?(_ message: FITMessage) {
    guard message.int(0) != nil, message.int(1) != nil else { return nil }
    name = message.string(3)
    units = message.string(8)
    type = FITBaseType(code: UInt8(truncatingIfNeeded: message.int(2) ?? 0x0D))
    scale = message.number(6).flatMap { $0 > 0 ? $0 : nil } ?? 1
    bias = message.number(7) ?? 0
    nativeMessage = message.int(14)
    nativeField = message.int(15)
  }
}

/// Which developer fields a part of a file has described so far, and how often each had a value.
struct FITDeveloperFields {
  /// A field as it is counted: under its name in one kind of message. All fields without description count as one.
  struct Use: Hashable {
    var key: FITDeveloperKey?
    var name: String?
    var units: String?
    var message: Int
  }

  private var descriptions: [UInt8: [UInt8: FITFieldDescription]] = [:]
  private var applications: [UInt8: [UInt8]] = [:]
  /// Fields that were used before they were described.
  private(set) var undescribed: Set<FITDeveloperKey> = []
  /// The uses in order.
  private(set) var uses: [Use] = []
  /// In how many messages each use has a value.
  var counts: [Int] = []
  private var places: [Use: Int] = [:]
  /// The descriptions that came after the first use of their field.
  private(set) var late: [FITDeveloperKey: FITFieldDescription] = [:]

  /// Starts with descriptions that are known to come later in the part.
  init(known: [FITDeveloperKey: FITFieldDescription] = [:]) {
    for (key, description) in known { descriptions[key.developer, default: [:]][key.number] = description }
  }

  /// Takes in a `developer_data_id`. Another app under the same index takes that index over, and the descriptions of
  /// the app before it no longer hold; seen in a triathlon in which two apps shared index 0.
  mutating func identify(_ message: FITMessage) {
    guard let index = message.int(3), let developer = UInt8(exactly: index) else { return }
    let application = message.raw(1)
    if let before = applications[developer], before != application {
      descriptions[developer] = nil
    }
    applications[developer] = application
  }

  /// Takes in a `field_description`, and returns its key if the field was used before and is described for the first
  /// time now.
  mutating func describe(_ message: FITMessage) -> FITDeveloperKey? {
    guard let description = FITFieldDescription(message), let a = message.int(0), let b = message.int(1),
      let developer = UInt8(exactly: a), let number = UInt8(exactly: b)
    else { return nil }
    let key = FITDeveloperKey(developer: developer, number: number)
    descriptions[developer, default: [:]][number] = description
    guard undescribed.contains(key), late[key] == nil else { return nil }
    late[key] = description
    return key
  }

  /// The field of a definition under what is known of it now.
  mutating func resolve(_ key: FITDeveloperKey, size: Int, offset: Int, message: Int) -> FITDeveloperField {
    let description = descriptions[key.developer]?[key.number]
    if description == nil { undescribed.insert(key) }
    var use = Use(
      key: description == nil ? nil : key, name: description?.name, units: description?.units, message: message)
    // No file has as many; one that does must not fill the memory.
    if uses.count >= 1000, places[use] == nil { use = uses[999] }
    let place = places[use] ?? uses.count
    if place == uses.count {
      places[use] = place
      uses.append(use)
      counts.append(0)
    }
    let field = FITField(number: key.number, type: description?.type ?? .byte, size: size, offset: offset)
    return FITDeveloperField(key: key, field: field, description: description, counter: place)
  }
}
