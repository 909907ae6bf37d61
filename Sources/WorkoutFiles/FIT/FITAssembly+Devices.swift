// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension FITAssembly {
  private static func manufacturer(_ number: Int?) -> String? {
    number.map { FITProfile.manufacturerName($0) ?? String($0) }
  }

  /// The product's name: a text in the file, else from the table of its maker, else the number.
  private static func product(_ number: Int?, text: String?, manufacturer: Int?) -> String? {
    // Text from a damaged stretch is worse than a number.
    if let text, !text.unicodeScalars.contains(where: { $0.value < 32 || $0 == "\u{FFFD}" }) { return text }
    guard let number else { return nil }
    // Dynastream (15 and, as a supplier, 13) numbers its products with Garmin.
    if manufacturer == 1 || manufacturer == 13 || manufacturer == 15, let name = FITProfile.garminProductName(number) {
      return name
    }
    return String(number)
  }

  private static func software(_ number: Int?) -> String? {
    guard let number else { return nil }
    let fraction = number % 100
    return "\(number / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }

  /// The `device_info` messages, the last one of each device.
  private var deviceInfos: [FITMessage] {
    var places: [Int: Int] = [:]
    var result: [FITMessage] = []
    for message in part.all(23) {
      guard let index = message.int(0) else { continue }
      if let place = places[index] {
        // Later ones often tell less (only a battery): keep the one that names the device.
        if message.int(2) != nil || message.int(1) != nil { result[place] = message }
      } else {
        places[index] = result.count
        result.append(message)
      }
    }
    return result
  }

  /// What recorded the workout.
  var recorder: Device? {
    let file = part.all(0).first
    let own = deviceInfos.first { $0.int(0) == 0 }
    guard file != nil || own != nil else { return nil }
    let maker = file?.int(1) ?? own?.int(2)
    return Device(
      manufacturer: Self.manufacturer(maker),
      product: Self.product(
        file?.int(2) ?? own?.int(4), text: file?.string(8) ?? own?.string(27), manufacturer: maker),
      serial: file?.uint32(3) ?? own?.uint32(3),
      software: Self.software(own?.int(5) ?? part.all(49).first?.int(0)))
  }

  /// What took part besides the recorder. Parts of the recorder itself (GPS, barometer) are left out, unless they
  /// tell a heart rate.
  var sensors: [Device] {
    deviceInfos.filter { $0.int(0) != 0 && ($0.int(25) != 5 || Self.sensor($0) != nil) }.map { message in
      let maker = message.int(2)
      return Device(
        manufacturer: Self.manufacturer(maker),
        product: Self.product(message.int(4), text: message.string(27), manufacturer: maker),
        serial: message.uint32(3), software: Self.software(message.int(5)), sensor: Self.sensor(message))
    }.filter { $0 != Device() }
  }

  /// What a sensor measures; the meaning of its type depends on how it is connected.
  private static func sensor(_ message: FITMessage) -> SeriesSource.Sensor? {
    let type = message.int(1)
    switch message.int(25) {
    case 5: return type == 10 ? .optical : nil
    case 2, 3:
      switch type {
      case 1: return .chestStrap
      case 2, 7: return .powerMeter
      case 6: return .motion
      default: return nil
      }
    default:
      switch type {
      case 120: return .chestStrap
      case 11, 17: return .powerMeter
      case 124: return .motion
      default: return nil
      }
    }
  }

  /// The sensor of a series, as far as the devices listed decide it.
  ///
  /// An external heart-rate sensor is taken for a strap; where only the recorder's own light sensor is listed, it is
  /// that.
  func source(_ quantity: Quantity, onFoot: Bool) -> SeriesSource {
    func first(_ sensor: SeriesSource.Sensor) -> Device? { sensors.first { $0.sensor == sensor } }
    switch quantity {
    case .heartRate, .beatInterval:
      if let strap = first(.chestStrap) { return SeriesSource(sensor: .chestStrap, name: strap.product) }
      return SeriesSource(sensor: first(.optical) != nil ? .optical : .unknown)
    case .power:
      // Foot pods list themselves as power meters, but there is no force that they measure.
      let meter = first(.powerMeter)
      if onFoot { return SeriesSource(sensor: .motion, name: meter?.product) }
      return meter.map { SeriesSource(sensor: .powerMeter, name: $0.product) } ?? SeriesSource()
    default: return SeriesSource()
    }
  }
}
