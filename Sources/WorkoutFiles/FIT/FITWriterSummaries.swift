// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Field numbers in which a session and a lap differ.
private struct SummaryFields {
  var message: UInt16
  var event: Int64
  var calories: UInt8
  var averageHeartRate: UInt8
  var maximumHeartRate: UInt8
  var averagePower: UInt8
  var maximumPower: UInt8
  var ascent: UInt8
  var zones: [Quantity: UInt8]

  static let session = SummaryFields(
    message: 18, event: 8, calories: 11, averageHeartRate: 16, maximumHeartRate: 17, averagePower: 20,
    maximumPower: 21, ascent: 22, zones: [.heartRate: 65, .speed: 66, .cadence: 67, .power: 68])
  static let lap = SummaryFields(
    message: 19, event: 9, calories: 11, averageHeartRate: 15, maximumHeartRate: 16, averagePower: 19,
    maximumPower: 20, ascent: 21, zones: [.heartRate: 57, .speed: 58, .cadence: 59, .power: 60])
}

extension FITWriterOutput {
  /// Writes laps, sessions and the activity, each lap and session with its time in zone behind it.
  ///
  /// A recording without legs gets one session, and a session without laps one lap, as readers expect.
  mutating func writeSummaries(_ recording: Recording) {
    var legs = recording.activities
    if legs.isEmpty { legs = [Activity(sport: recording.sport, subSport: recording.subSport, span: recording.span)] }
    var laps = recording.laps
    for leg in legs where !laps.contains(where: leg.owns) {
      var lap = Lap(span: leg.span, trigger: .sessionEnd)
      lap.totals = leg.totals
      laps.append(lap)
    }
    laps.sort { $0.span.start < $1.span.start }

    for (index, lap) in laps.enumerated() {
      let leg = legs.last { $0.span.start <= lap.span.start } ?? legs.first
      var message = summary(.lap, lap.span, lap.totals, lap.deviceZones, index: index, in: recording)
      message.add(25, .enumeration, leg.flatMap { FITWriterNames.sport($0.sport) })
      message.add(39, .enumeration, leg?.subSport.flatMap(FITWriterNames.subSport))
      message.add(24, .enumeration, FITWriterNames.trigger(lap.trigger))
      message.add(23, .enumeration, lap.intensity.flatMap(FITWriterNames.intensity))
      write(message)
      writeTimeInZone(lap.deviceZones, of: 19, index: index, at: lap.span.end)
    }
    for (index, leg) in legs.enumerated() {
      let own = laps.indices.filter { leg.owns(laps[$0]) }
      var message = summary(.session, leg.span, leg.totals, leg.deviceZones, index: index, in: recording)
      message.add(5, .enumeration, FITWriterNames.sport(leg.sport))
      message.add(6, .enumeration, leg.subSport.flatMap(FITWriterNames.subSport) ?? 0)
      message.add(25, .uint16, own.first.map(Int64.init))
      message.add(26, .uint16, Int64(own.count))
      message.add(28, .enumeration, index + 1 < legs.count ? 2 : 0)  // another leg follows, or the activity ends
      message.add(110, text: recording.name)
      write(message)
      writeTimeInZone(leg.deviceZones, of: 18, index: index, at: leg.span.end)
    }
    writeActivity(recording, sessions: legs.count)
  }

  private func summary(
    _ fields: SummaryFields, _ span: TimeSpan, _ totals: DeviceTotals, _ zones: [DeviceZoneTotals], index: Int,
    in recording: Recording
  ) -> FITWriterMessage {
    var message = FITWriterMessage(fields.message)
    message.add(254, .uint16, Int64(index))
    message.add(253, .uint32, FITWriterTime.seconds(span.end))
    message.add(2, .uint32, FITWriterTime.seconds(span.start))
    // Between dates that FIT can name, differences can't overflow.
    if FITWriterTime.seconds(span.start) != nil, FITWriterTime.seconds(span.end) != nil {
      message.add(7, .uint32, span.duration)
      message.add(8, .uint32, totals.timer ?? recording.activeTime(in: span))
    }
    message.add(0, .enumeration, fields.event)
    message.add(1, .enumeration, 1)  // stop
    message.add(9, .uint32, value: totals.distance, scale: 100)
    message.add(fields.calories, .uint16, value: totals.energy)
    message.add(fields.averageHeartRate, .uint8, value: totals.averageHeartRate)
    message.add(fields.maximumHeartRate, .uint8, value: totals.maximumHeartRate)
    message.add(fields.averagePower, .uint16, value: totals.averagePower)
    message.add(fields.maximumPower, .uint16, value: totals.maximumPower)
    message.add(fields.ascent, .uint16, value: totals.ascent)
    for total in zones {
      if let field = fields.zones[total.quantity] { message.add(field, .uint32, array: ZoneForm(total).durations) }
    }
    return message
  }

  /// Writes message 216 for those totals that state their limits.
  private mutating func writeTimeInZone(
    _ zones: [DeviceZoneTotals], of reference: Int64, index: Int, at end: Instant
  ) {
    let stated = zones.filter { $0.limits != nil }
    guard !stated.isEmpty else { return }
    var message = FITWriterMessage(216)
    message.add(253, .uint32, FITWriterTime.seconds(end))
    message.add(0, .uint16, reference)
    message.add(1, .uint16, Int64(index))
    for total in stated {
      let form = ZoneForm(total)
      switch total.quantity {
      case .heartRate:
        message.add(2, .uint32, array: form.durations)
        message.add(6, .uint8, array: form.bounds.map { FITWriterType.uint8.raw($0) })
        message.add(10, .enumeration, total.limits.flatMap { FITWriterNames.heartRateCalculation($0.calculation) })
        message.add(11, .uint8, value: total.limits?.maximumHeartRate)
        message.add(12, .uint8, value: total.limits?.restingHeartRate)
        message.add(13, .uint8, value: total.limits?.thresholdHeartRate)
      case .speed:
        message.add(3, .uint32, array: form.durations)
        message.add(7, .uint16, array: form.bounds.map { FITWriterType.uint16.raw($0, scale: 1000) })
      case .cadence:
        message.add(4, .uint32, array: form.durations)
        message.add(8, .uint8, array: form.bounds.map { FITWriterType.uint8.raw($0) })
      case .power:
        message.add(5, .uint32, array: form.durations)
        message.add(9, .uint16, array: form.bounds.map { FITWriterType.uint16.raw($0) })
        message.add(14, .enumeration, total.limits.flatMap { FITWriterNames.powerCalculation($0.calculation) })
        message.add(15, .uint16, value: total.limits?.functionalThresholdPower)
      default: break
      }
    }
    write(message)
  }

  private mutating func writeActivity(_ recording: Recording, sessions: Int) {
    let end = FITWriterTime.seconds(recording.span.end)
    var message = FITWriterMessage(34)
    message.add(253, .uint32, end)
    message.add(0, .uint32, recording.activeTime(in: recording.span))
    message.add(1, .uint16, Int64(sessions))
    message.add(2, .enumeration, sessions > 1 ? 1 : 0)  // auto multisport, or manual
    message.add(3, .enumeration, 26)
    message.add(4, .enumeration, 1)
    if let end, let offset = recording.utcOffsetSeconds {
      let local = end.addingReportingOverflow(Int64(offset))
      message.add(5, .uint32, local.overflow ? -1 : local.partialValue)
    }
    write(message)
  }
}

extension Activity {
  /// Whether a lap belongs to the leg: it begins in it, or holds all of it.
  fileprivate func owns(_ lap: Lap) -> Bool {
    span.contains(lap.span.start) || lap.span.start <= span.start && lap.span.end >= span.end
  }
}

/// Totals as message 216 lays them out, whose first bucket lies below zone 1.
private struct ZoneForm {
  var bounds: [Double]
  var durations: [Milliseconds]

  init(_ total: DeviceZoneTotals) {
    bounds = total.limits?.bounds ?? []
    durations = total.durations
    if let limits = total.limits, !limits.firstBoundStartsZone1 {
      // Where zone 1 has no lower end, it starts at 0 and no time lies below it.
      bounds.insert(0, at: 0)
      durations.insert(0, at: 0)
    }
  }
}
