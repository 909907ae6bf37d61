// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension FITWriterOutput {
  /// Writes what comes before the first record: who made the file, whose it is, with which devices.
  mutating func writeHead(_ recording: Recording, options: FITWriter.Options, created: Instant) {
    let serial = Int64(options.serialNumber ?? recording.device?.serial ?? 1)
    // A product's name means something beside its own maker's number only.
    let product = recording.device.flatMap { device in
      FITWriterNames.manufacturer(device.manufacturer ?? "development") == Int64(options.manufacturer)
        ? device.product : nil
    }
    var file = FITWriterMessage(0)  // file_id
    file.add(0, .enumeration, 4)  // activity
    file.add(1, .uint16, Int64(options.manufacturer))
    file.add(2, .uint16, Int64(options.product))
    file.add(3, .uint32z, max(serial, 1))
    file.add(4, .uint32, FITWriterTime.seconds(created))
    file.add(8, text: product)
    write(file)

    var creator = FITWriterMessage(49)  // file_creator
    creator.add(0, .uint16, Int64(options.softwareVersion))
    write(creator)

    writeAthlete(recording.athlete)
    writeDevices(recording, options: options, serial: max(serial, 1), product: product)
    for limits in recording.deviceZoneLimits { writeZones(limits) }
    if let name = recording.name {
      // An activity has no name of its own in FIT; recorders keep that of the workout they followed.
      var workout = FITWriterMessage(26)
      workout.add(4, .enumeration, FITWriterNames.sport(recording.sport))
      workout.add(8, text: name)
      write(workout)
    }
  }

  private mutating func writeAthlete(_ athlete: AthleteProfile) {
    if athlete.age != nil || athlete.restingHeartRate != nil || athlete.maximumHeartRate != nil {
      var profile = FITWriterMessage(3)  // user_profile
      profile.add(2, .uint8, value: athlete.age)
      profile.add(8, .uint8, value: athlete.restingHeartRate)
      profile.add(11, .uint8, value: athlete.maximumHeartRate)
      write(profile)
    }
    if athlete.maximumHeartRate != nil || athlete.thresholdHeartRate != nil || athlete.functionalThresholdPower != nil {
      var target = FITWriterMessage(7)  // zones_target
      target.add(1, .uint8, value: athlete.maximumHeartRate)
      target.add(2, .uint8, value: athlete.thresholdHeartRate)
      target.add(3, .uint16, value: athlete.functionalThresholdPower)
      write(target)
    }
  }

  /// Writes the recorder with index 0, then the sensors: those listed, and of others the kind that the series tell.
  private mutating func writeDevices(
    _ recording: Recording, options: FITWriter.Options, serial: Int64, product: String?
  ) {
    let start = FITWriterTime.seconds(recording.span.start)
    var recorder = FITWriterMessage(23)  // device_info
    recorder.add(253, .uint32, start)
    recorder.add(0, .uint8, 0)
    recorder.add(2, .uint16, Int64(options.manufacturer))
    recorder.add(3, .uint32z, serial)
    recorder.add(4, .uint16, Int64(options.product))
    recorder.add(5, .uint16, value: recording.device?.software.flatMap(Double.init), scale: 100)
    recorder.add(27, text: product)
    write(recorder)

    var sensors = recording.sensors
    for series in recording.series where series.source.sensor != .unknown {
      let sensor = series.source.sensor
      if !sensors.contains(where: { $0.sensor == sensor }) {
        sensors.append(Device(product: series.source.name, sensor: sensor))
      }
    }
    for (place, sensor) in sensors.prefix(254).enumerated() {
      var message = FITWriterMessage(23)
      message.add(253, .uint32, start)
      message.add(0, .uint8, Int64(place + 1))
      if let (source, type) = sensor.sensor.flatMap(FITWriterNames.deviceType) {
        message.add(1, .uint8, type)
        message.add(25, .enumeration, source)
      }
      message.add(2, .uint16, sensor.manufacturer.flatMap(FITWriterNames.manufacturer))
      message.add(3, .uint32z, sensor.serial.map(Int64.init))
      message.add(4, .uint16, sensor.product.flatMap(Int64.init))
      message.add(5, .uint16, value: sensor.software.flatMap(Double.init), scale: 100)
      if sensor.product.flatMap(Int64.init) == nil { message.add(27, text: sensor.product) }
      write(message)
    }
  }

  /// Writes limits that belong to no totals: a message for each bound, with its name where there is one.
  private mutating func writeZones(_ limits: DeviceZoneLimits) {
    let form: (message: UInt16, field: UInt8, nameField: UInt8, type: FITWriterType, scale: Double)
    switch limits.quantity {
    case .heartRate: form = (8, 1, 2, .uint8, 1)  // hr_zone
    case .power: form = (9, 1, 2, .uint16, 1)  // power_zone
    case .speed: form = (53, 0, 1, .uint16, 1000)  // speed_zone
    case .cadence: form = (131, 0, 1, .uint8, 1)  // cadence_zone
    default: return
    }
    for (place, bound) in limits.bounds.enumerated() {
      var zone = FITWriterMessage(form.message)
      zone.add(254, .uint16, Int64(place))
      zone.add(form.field, form.type, value: bound, scale: form.scale)
      zone.add(form.nameField, text: place < limits.names.count ? limits.names[place] : nil)
      write(zone)
    }
  }
}
