// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// A series on its way into records.
private struct Column {
  let quantity: Quantity
  let times: [Int64]
  let values: [Double]
  /// The next entry to write.
  var next = 0

  init(_ series: Series) {
    quantity = series.quantity
    times = series.times
    values = series.values
  }

  /// The whole second of the next entry, since 1989-12-31; entries at no date are passed over.
  mutating func nextSecond() -> Int64? {
    while next < times.count {
      if let second = FITWriterTime.seconds(milliseconds: times[next]) { return second }
      next += 1
    }
    return nil
  }

  /// Passes all entries up to and including a second, and returns the last of them.
  mutating func take(through second: Int64) -> Double? {
    var result: Double?
    while let candidate = nextSecond(), candidate <= second {
      result = values[next]
      next += 1
    }
    return result
  }
}

/// A field of a record: its number and type, and how a value becomes a raw number.
private struct RecordField {
  var number: UInt8
  var type: FITWriterType
  var scale: Double = 1
  var offset: Double = 0

  /// The fields in which records hold a quantity. Cadence, balance and beats have rules of their own.
  static func fields(of quantity: Quantity) -> [RecordField] {
    switch quantity {
    case .latitude: [RecordField(number: 0, type: .int32, scale: 2_147_483_648.0 / 180)]
    case .longitude: [RecordField(number: 1, type: .int32, scale: 2_147_483_648.0 / 180)]
    case .altitude:
      [
        RecordField(number: 2, type: .uint16, scale: 5, offset: 500),
        RecordField(number: 78, type: .uint32, scale: 5, offset: 500),
      ]
    case .heartRate: [RecordField(number: 3, type: .uint8)]
    case .cadence: [RecordField(number: 4, type: .uint8), RecordField(number: 53, type: .uint8)]
    case .distance: [RecordField(number: 5, type: .uint32, scale: 100)]
    case .speed:
      [RecordField(number: 6, type: .uint16, scale: 1000), RecordField(number: 73, type: .uint32, scale: 1000)]
    case .power: [RecordField(number: 7, type: .uint16)]
    case .temperature: [RecordField(number: 13, type: .int8)]
    case .rightBalance: [RecordField(number: 30, type: .uint8)]
    case .respirationRate:
      [RecordField(number: 99, type: .uint8), RecordField(number: 108, type: .uint16, scale: 100)]
    case .coreTemperature: [RecordField(number: 139, type: .uint16, scale: 100)]
    case .beatInterval: []
    }
  }
}

extension FITWriterOutput {
  /// Writes the timer's events, the records, and the intervals between beats, in order of time; an event comes before
  /// a record of the same second.
  mutating func writeTimeline(_ recording: Recording) {
    var columns: [Column] = []
    var beats: Column?
    for series in recording.series {
      if series.quantity == .beatInterval {
        if beats == nil { beats = Column(series) }
      } else if !columns.contains(where: { $0.quantity == series.quantity }) {
        columns.append(Column(series))
      }
    }
    var edges = timerEdges(recording)[...]
    var legs = recording.activities[...]
    var isOnFoot = (legs.first?.sport ?? recording.sport).isOnFoot
    var definitions: [UInt64: [UInt8]] = [:]
    var values = [Double?](repeating: nil, count: columns.count)

    while true {
      var earliest: Int64?
      for place in columns.indices {
        if let second = columns[place].nextSecond() { earliest = min(earliest ?? second, second) }
      }
      if let second = beats?.nextSecond() { earliest = min(earliest ?? second, second) }
      guard let second = earliest else { break }
      while let edge = edges.first, edge.second <= second {
        writeTimerEvent(edge)
        edges.removeFirst()
      }
      // The leg counts by whole seconds, as its session's start is written.
      while let leg = legs.first, let start = FITWriterTime.seconds(leg.span.start), start <= second {
        isOnFoot = leg.sport.isOnFoot
        legs.removeFirst()
      }
      var mask: UInt64 = 0
      for place in columns.indices {
        values[place] = columns[place].take(through: second)
        if values[place] != nil { mask |= 1 << UInt64(place) }
      }
      if mask != 0 {
        if definitions[mask] == nil { definitions[mask] = recordDefinition(columns, mask: mask) }
        begin(definitions[mask] ?? [])
        bytes.appendLittleEndian(second, size: 4)
        for place in columns.indices {
          if let value = values[place] { append(value, columns[place].quantity, isOnFoot: isOnFoot) }
        }
      }
      writeBeats(&beats, through: second)
    }
    for edge in edges { writeTimerEvent(edge) }
  }

  private func recordDefinition(_ columns: [Column], mask: UInt64) -> [UInt8] {
    var message = FITWriterMessage(20)
    message.add(253, .uint32, 0)
    for (place, column) in columns.enumerated() where mask & (1 << UInt64(place)) != 0 {
      for field in RecordField.fields(of: column.quantity) { message.add(field.number, field.type, field.type.invalid) }
    }
    return message.definition
  }

  private mutating func append(_ value: Double, _ quantity: Quantity, isOnFoot: Bool) {
    switch quantity {
    case .cadence:
      // Files count strides where a person counts steps: whole ones in one field, 1/128 in the other.
      let parts = (isOnFoot ? value / 2 : value) * 128
      let raw = parts.rounded()
      if raw >= 0, raw < 255 * 128 {
        bytes.append(UInt8(Int(raw) >> 7))
        bytes.append(UInt8(Int(raw) & 0x7F))
      } else {
        bytes += [0xFF, 0xFF]
      }
    case .rightBalance:
      // The highest bit says that the rest is the right leg's share.
      let raw = value.rounded()
      bytes.append(raw >= 0 && raw <= 100 ? 0x80 | UInt8(raw) : 0xFF)
    default:
      for field in RecordField.fields(of: quantity) {
        let raw = field.type.raw(value, scale: field.scale, offset: field.offset)
        bytes.appendLittleEndian(raw, size: field.type.size)
      }
    }
  }

  /// Writes beat intervals up to a second, five to a message, as recorders do; the place in the file tells the time.
  private mutating func writeBeats(_ beats: inout Column?, through second: Int64) {
    guard var column = beats else { return }
    defer { beats = column }
    var intervals: [Int64] = []
    while let candidate = column.nextSecond(), candidate <= second {
      // The unit is the millisecond, which FIT writes as thousandths of a second.
      intervals.append(FITWriterType.uint16.raw(column.values[column.next]))
      column.next += 1
    }
    var rest = intervals[...]
    while !rest.isEmpty {
      var message = FITWriterMessage(78)  // hrv
      let five = Array(rest.prefix(5))
      message.add(0, .uint16, array: five + Array(repeating: 0xFFFF, count: 5 - five.count))
      write(message)
      rest = rest.dropFirst(5)
    }
  }

  /// A start or stop of the timer.
  private struct TimerEdge {
    var second: Int64
    /// 0 starts, 4 stops all timers.
    var type: Int64
    /// 0 a person, 1 the device.
    var trigger: Int64
  }

  private func timerEdges(_ recording: Recording) -> [TimerEdge] {
    var edges: [TimerEdge] = []
    func add(_ instant: Instant, _ type: Int64, _ trigger: Int64) {
      if let second = FITWriterTime.seconds(instant) {
        edges.append(TimerEdge(second: second, type: type, trigger: trigger))
      }
    }
    add(recording.span.start, 0, 0)
    for pause in recording.pauses where pause.span.start < pause.span.end {
      let trigger: Int64 = pause.kind == .auto ? 1 : 0
      add(pause.span.start, 4, trigger)
      if pause.span.end < recording.span.end { add(pause.span.end, 0, trigger) }
    }
    add(recording.span.end, 4, 0)
    return edges
  }

  private mutating func writeTimerEvent(_ edge: TimerEdge) {
    var event = FITWriterMessage(21)
    event.add(253, .uint32, edge.second)
    event.add(0, .enumeration, 0)  // timer
    event.add(1, .enumeration, edge.type)
    event.add(3, .uint32, edge.trigger)
    event.add(4, .uint8, 0)
    write(event)
  }
}
