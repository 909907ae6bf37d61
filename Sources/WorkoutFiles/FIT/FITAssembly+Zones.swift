// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Where one quantity's zones stand in the messages that tell of them.
private struct FITZoneFields {
  var quantity: Quantity
  /// `time_in_zone`: durations and upper bounds.
  var durations: UInt8, bounds: UInt8
  /// Durations in `session` and in `lap`.
  var session: UInt8, lap: UInt8
  /// What the bounds are divided by.
  var scale: Double

  static let all = [
    FITZoneFields(quantity: .heartRate, durations: 2, bounds: 6, session: 65, lap: 57, scale: 1),
    FITZoneFields(quantity: .speed, durations: 3, bounds: 7, session: 66, lap: 58, scale: 1000),
    FITZoneFields(quantity: .cadence, durations: 4, bounds: 8, session: 67, lap: 59, scale: 1),
    FITZoneFields(quantity: .power, durations: 5, bounds: 9, session: 68, lap: 60, scale: 1),
  ]
}

extension FITAssembly {
  /// Upper bounds as written, those without a value at the end left out.
  private func bounds(_ message: FITMessage, _ fields: FITZoneFields) -> [Double] {
    // A bound without a value between others decides nothing, as one that doesn't ascend.
    var last = 0.0
    return message.array(fields.bounds).map { bound in
      if let bound { last = Double(bound) / fields.scale }
      return last
    }
  }

  private func durations(_ message: FITMessage, _ field: UInt8) -> [Milliseconds] {
    message.array(field).map { Milliseconds(min($0 ?? 0, UInt64(UInt32.max))) }
  }

  /// The limits that a `time_in_zone` message states: values below its first bound lie below zone 1.
  private func limits(_ message: FITMessage, _ fields: FITZoneFields) -> DeviceZoneLimits? {
    let bounds = bounds(message, fields)
    guard !bounds.isEmpty else { return nil }
    var limits = DeviceZoneLimits(quantity: fields.quantity, bounds: bounds, firstBoundStartsZone1: true)
    switch fields.quantity {
    case .heartRate:
      limits.maximumHeartRate = message.number(11)
      limits.restingHeartRate = message.number(12)
      limits.thresholdHeartRate = message.number(13)
      limits.calculation = Self.heartRateCalculation(message.int(10))
    case .power:
      limits.functionalThresholdPower = message.number(15)
      limits.calculation = Self.powerCalculation(message.int(14))
    default: break
    }
    return limits
  }

  private static func heartRateCalculation(_ number: Int?) -> DeviceZoneLimits.Calculation {
    switch number {
    case 0: .custom
    case 1: .percentMaximum
    case 2: .percentReserve
    case 3: .percentThreshold
    default: .unknown
    }
  }

  private static func powerCalculation(_ number: Int?) -> DeviceZoneLimits.Calculation {
    switch number {
    case 0: .custom
    case 1: .percentFTP
    default: .unknown
    }
  }

  /// The `time_in_zone` messages about the `place`th message of a kind. They refer to it by its index, or by order
  /// where there are none.
  private func zoneMessages(about kind: Int, _ place: Int) -> [FITMessage] {
    let targets = part.all(kind)
    let index = targets[place].index ?? place
    return zoneMessagesByReference[Reference(kind: kind, index: index)] ?? []
  }

  /// What a `time_in_zone` message refers to.
  struct Reference: Hashable {
    var kind: Int
    var index: Int
  }

  /// Sorts `time_in_zone` messages by what they refer to.
  static func zoneMessages(in part: FITPart) -> [Reference: [FITMessage]] {
    var result: [Reference: [FITMessage]] = [:]
    var order: [Int: Int] = [:]
    for message in part.all(216) {
      guard let kind = message.int(0), kind == 18 || kind == 19 else { continue }
      let index = message.int(1).map { $0 & 0x0FFF } ?? order[kind] ?? 0
      order[kind] = index + 1
      // Garmin writes one or two for each lap.
      let reference = Reference(kind: kind, index: index)
      if result[reference, default: []].count < 8 { result[reference, default: []].append(message) }
    }
    return result
  }

  /// Time in zone as counted for a session.
  mutating func sessionZones(_ place: Int, _ activity: Activity) -> [DeviceZoneTotals] {
    zones(of: part.all(18)[place], zoneMessages(about: 18, place), activity.span.duration) { $0.session }
  }

  /// Time in zone as counted for a lap.
  mutating func lapZones(_ place: Int, _ elapsed: Milliseconds) -> [DeviceZoneTotals] {
    zones(of: part.all(19)[place], zoneMessages(about: 19, place), elapsed) { $0.lap }
  }

  private mutating func zones(
    of summary: FITMessage, _ messages: [FITMessage], _ elapsed: Milliseconds, _ field: (FITZoneFields) -> UInt8
  ) -> [DeviceZoneTotals] {
    var result: [DeviceZoneTotals] = []
    for fields in FITZoneFields.all {
      var totals: DeviceZoneTotals?
      for message in messages where totals == nil {
        let durations = durations(message, fields.durations)
        guard !durations.isEmpty else { continue }
        totals = DeviceZoneTotals(
          quantity: fields.quantity, durations: durations, limits: limits(message, fields))
      }
      if totals == nil {
        let durations = durations(summary, field(fields))
        if durations.contains(where: { $0 > 0 }) {
          let stated = messages.compactMap { limits($0, fields) }.first { Self.fit($0, durations) }
          totals = DeviceZoneTotals(quantity: fields.quantity, durations: durations, limits: stated)
        }
      }
      guard let totals else { continue }
      // Devices have written zone times of another activity, or of none.
      if totals.durations.reduce(0, +) > elapsed + 60_000 {
        problems.add(
          "zone-totals-implausible",
          "The device's time in \(fields.quantity.rawValue) zones is longer than the time that passed; it was left out.",
          at: (messages.first ?? summary).offset)
        continue
      }
      result.append(totals)
    }
    return result
  }

  /// Whether limits make as many zones as there are totals.
  private static func fit(_ limits: DeviceZoneLimits, _ durations: [Milliseconds]) -> Bool {
    durations.count <= limits.bounds.count + (limits.firstBoundStartsZone1 ? 1 : 0)
  }

  /// Lends totals without limits those that the file states elsewhere: for the leg that a lap lies in, else in zone
  /// messages.
  func addDeviceZones(to recording: inout Recording) {
    func complete(_ zones: inout [DeviceZoneTotals], _ stated: [DeviceZoneLimits]) {
      for i in zones.indices where zones[i].limits == nil {
        zones[i].limits = stated.first { $0.quantity == zones[i].quantity && Self.fit($0, zones[i].durations) }
      }
    }
    let stated = recording.deviceZoneLimits
    for i in recording.activities.indices { complete(&recording.activities[i].deviceZones, stated) }
    var leg = 0
    for i in recording.laps.indices where recording.laps[i].deviceZones.contains(where: { $0.limits == nil }) {
      let start = recording.laps[i].span.start
      while leg + 1 < recording.activities.count, recording.activities[leg + 1].span.start <= start { leg += 1 }
      complete(&recording.laps[i].deviceZones, recording.activities[leg].deviceZones.compactMap(\.limits) + stated)
    }
  }

  /// The limits in `hr_zone`, `power_zone`, `speed_zone` and `cadence_zone` messages: their first bound ends zone 1.
  var zoneLimits: [DeviceZoneLimits] {
    var result: [DeviceZoneLimits] = []
    let target = part.all(7).last
    for (number, quantity, field, nameField, scale) in [
      (8, Quantity.heartRate, 1, 2, 1.0), (9, .power, 1, 2, 1), (53, .speed, 0, 1, 1000), (131, .cadence, 0, 1, 1),
    ] as [(Int, Quantity, UInt8, UInt8, Double)] {
      var messages = part.all(number)
      // Wahoo and Sigma leave the index out: then file order is the order.
      if messages.allSatisfy({ $0.index != nil }) {
        let order = messages.indices.sorted { (messages[$0].index ?? 0, $0) < (messages[$1].index ?? 0, $1) }
        messages = order.map { messages[$0] }
      }
      var bounds: [Double] = [], names: [String] = []
      for message in messages {
        guard let bound = message.number(field, scale: scale) else { continue }
        bounds.append(bound)
        names.append(message.string(nameField) ?? "")
      }
      guard !bounds.isEmpty else { continue }
      var limits = DeviceZoneLimits(quantity: quantity, bounds: bounds, firstBoundStartsZone1: false)
      limits.names = names.contains("") ? [] : names
      if quantity == .heartRate {
        limits.maximumHeartRate = target?.number(1)
        limits.thresholdHeartRate = target?.number(2)
        limits.calculation = Self.heartRateCalculation(target?.int(5))
      }
      if quantity == .power {
        limits.functionalThresholdPower = target?.number(3)
        limits.calculation = Self.powerCalculation(target?.int(7))
      }
      result.append(limits)
    }
    return result
  }

  /// What the recorder knew of the athlete: as used for this workout, else as set.
  var athlete: AthleteProfile {
    var profile = AthleteProfile()
    let used = part.all(216).filter { $0.int(0) == 18 }, target = part.all(7), user = part.all(3)
    func first(_ places: [([FITMessage], UInt8)]) -> Double? {
      for (messages, field) in places {
        for message in messages {
          if let value = message.number(field), value > 0 { return value }
        }
      }
      return nil
    }
    profile.age = first([(user, 2)])
    profile.restingHeartRate = first([(used, 12), (user, 8)])
    profile.maximumHeartRate = first([(used, 11), (target, 1), (user, 11)])
    profile.thresholdHeartRate = first([(used, 13), (target, 2)])
    profile.functionalThresholdPower = first([(used, 15), (target, 3), (part.all(18), 45)])
    return profile
  }
}
