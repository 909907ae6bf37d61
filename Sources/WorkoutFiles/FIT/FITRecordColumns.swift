// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The values of one field of all records, and in which rows they stand.
struct FITColumnValues {
  /// Rows `start ..< start + count` have values.
  struct Segment {
    var start: Int
    var count: Int
  }

  /// One value per row that has the field; not a number where the field holds "no value".
  var values: [Double] = []
  /// The rows, ascending. One segment covers all rows where every record has the field.
  var segments: [Segment] = []

  /// Whether every one of `rowCount` rows has an entry.
  func isDense(_ rowCount: Int) -> Bool {
    segments.count == 1 && segments[0].start == 0 && segments[0].count == rowCount
  }
}

/// All records of one part of a file as columns. A row is a record; `times` has one entry per row.
struct FITRecordColumns {
  /// Stands where a record has no time.
  static let noTime = Int64.min
  /// How many records are turned into columns at a time: few enough to stay in the fastest cache.
  static let runLength = 256

  /// Milliseconds since 1970, or `noTime`.
  var times: [Int64] = []
  /// By `FITColumn`, then developer fields.
  var columns = [FITColumnValues](repeating: FITColumnValues(), count: FITColumn.allCases.count)
  /// What the columns after the native ones hold.
  var developerColumns: [(column: FITColumn, description: FITFieldDescription)] = []
  /// Records without content, which have no row.
  var emptyRecordCount = 0

  private var lastDistanceTicks: UInt32?
  private var distanceTicks: UInt64 = 0

  /// How many rows there are.
  var rowCount: Int { times.count }

  subscript(column: FITColumn) -> FITColumnValues { columns[column.rawValue] }

  /// The column of a developer field that stands in for a native one, or `nil` if it doesn't.
  mutating func column(of field: FITDeveloperField) -> Int? {
    guard let description = field.description, description.nativeMessage ?? 20 == 20,
      let native = description.nativeField, let column = FITRecordPlan.column(ofField: native)
    else { return nil }
    for (place, known) in developerColumns.enumerated()
    where known.column == column && known.description.name == description.name {
      return FITColumn.allCases.count + place
    }
    // Few apps stand in for few fields; a file that claims otherwise must not make columns without end.
    guard developerColumns.count < 32 else { return nil }
    developerColumns.append((column, description))
    columns.append(FITColumnValues())
    return columns.count - 1
  }

  /// Adds `count` records that follow each other `stride` bytes apart.
  ///
  /// - Parameters:
  ///   - base: content of the first record, after its header byte. The caller vouches for all bytes of all records.
  ///   - time: the time of a record with a compressed header; else times are read where the plan says.
  ///   - expected: how many more records may come at most, by the bytes that are left; space is reserved once.
  mutating func append(
    _ base: UnsafeRawPointer, stride: Int, count: Int, plan: FITRecordPlan, isBigEndian: Bool, time: UInt32?,
    expected: Int
  ) {
    guard plan.hasContent || time != nil else {
      emptyRecordCount += count
      return
    }
    let row = times.count
    if times.isEmpty { times.reserveCapacity(expected) }
    times.append(addingCapacity: count) { span in
      span.withUnsafeMutableBufferPointer { buffer, initializedCount in
        guard let out = buffer.baseAddress else { return }
        Self.readTimes(base, stride, count, plan, isBigEndian, time, out)
        initializedCount = count
      }
    }
    for step in plan.steps {
      let start = base + step.offset
      if step.raw == .speedDistance {
        appendSpeedDistance(start, stride, count, row)
      } else if step.mode == .append {
        append(count, to: step.column, row: row, expected: expected) { step.read(start, stride, count, into: $0) }
      } else {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { buffer in
          guard let out = buffer.baseAddress else { return }
          step.read(start, stride, count, into: out)
          join(out, count, to: step.column, adding: step.mode == .add)
        }
      }
    }
  }

  private static func readTimes(
    _ base: UnsafeRawPointer, _ stride: Int, _ count: Int, _ plan: FITRecordPlan, _ isBigEndian: Bool,
    _ time: UInt32?, _ out: UnsafeMutablePointer<Int64>
  ) {
    if let time {
      for i in 0..<count { out[i] = FITTime.milliseconds(time) }
      return
    }
    for i in 0..<count { out[i] = noTime }
    for offset in plan.timeOffsets {
      let start = base + offset
      for i in 0..<count where out[i] == noTime {
        let raw = start.loadUnaligned(fromByteOffset: i * stride, as: UInt32.self)
        let seconds = isBigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
        if seconds != .max { out[i] = FITTime.milliseconds(seconds) }
      }
    }
  }

  /// Appends `count` values that `write` puts into place.
  @inline(__always) private mutating func append(
    _ count: Int, to column: Int, row: Int, expected: Int, _ write: (UnsafeMutablePointer<Double>) -> Void
  ) {
    if columns[column].values.isEmpty { columns[column].values.reserveCapacity(expected) }
    columns[column].values.append(addingCapacity: count) { span in
      span.withUnsafeMutableBufferPointer { buffer, initializedCount in
        guard let out = buffer.baseAddress else { return }
        write(out)
        initializedCount = count
      }
    }
    let last = columns[column].segments.count - 1
    if last >= 0, columns[column].segments[last].start + columns[column].segments[last].count == row {
      columns[column].segments[last].count += count
    } else {
      columns[column].segments.append(FITColumnValues.Segment(start: row, count: count))
    }
  }

  private mutating func join(_ values: UnsafeMutablePointer<Double>, _ count: Int, to column: Int, adding: Bool) {
    let start = columns[column].values.count - count
    columns[column].values.withUnsafeMutableBufferPointer { entries in
      for i in 0..<count {
        if adding {
          if !values[i].isNaN { entries[start + i] += values[i] }
        } else if entries[start + i].isNaN {
          entries[start + i] = values[i]
        }
      }
    }
  }

  /// `compressed_speed_distance`: 12 bits of speed in 1/100 m/s, then 12 bits of a distance that counts 1/16 m and
  /// starts over every 256 m. All bits set means no value; Zwift writes that throughout.
  private mutating func appendSpeedDistance(_ start: UnsafeRawPointer, _ stride: Int, _ count: Int, _ row: Int) {
    for i in 0..<count {
      let bytes = start + i * stride
      let a = UInt32(bytes.load(as: UInt8.self))
      let b = UInt32(bytes.load(fromByteOffset: 1, as: UInt8.self))
      let c = UInt32(bytes.load(fromByteOffset: 2, as: UInt8.self))
      var speed = Double.nan, distance = Double.nan
      if a & b & c != 0xFF {
        speed = Double(a | (b & 15) << 8) / 100
        let ticks = b >> 4 | c << 4
        distanceTicks += UInt64((ticks &- (lastDistanceTicks ?? 0)) & 0xFFF)
        lastDistanceTicks = ticks
        distance = Double(distanceTicks) / 16
      }
      expand(speed, .speed, row + i)
      expand(distance, .distance, row + i)
    }
  }

  /// Puts the value of a component where the field that it expands to is absent or empty.
  private mutating func expand(_ value: Double, _ column: FITColumn, _ row: Int) {
    let column = column.rawValue
    if let last = columns[column].segments.last, last.start + last.count > row {
      // The field itself was read for this run: its row counts back from the end.
      let place = columns[column].values.count - (last.start + last.count - row)
      if columns[column].values[place].isNaN { columns[column].values[place] = value }
      return
    }
    append(1, to: column, row: row, expected: 0) { $0.initialize(to: value) }
  }
}

/// Times in FIT: whole seconds since 1989-12-31T00:00:00Z.
enum FITTime {
  /// Seconds from 1970 to FIT's epoch.
  static let epoch: Int64 = 631_065_600
  /// Smaller numbers are seconds since the device was switched on.
  static let firstDate: UInt32 = 0x1000_0000

  /// Milliseconds since 1970 of a time as written.
  @inline(__always) static func milliseconds(_ seconds: UInt32) -> Int64 { (Int64(seconds) + epoch) * 1000 }
}

extension FITColumnStep {
  /// Reads one field of `count` records that lie `stride` bytes apart.
  func read(_ start: UnsafeRawPointer, _ stride: Int, _ count: Int, into out: UnsafeMutablePointer<Double>) {
    switch raw {
    case .uint8: read(UInt8.self, start, stride, count, out)
    case .sint8: read(Int8.self, start, stride, count, out)
    case .uint16: read(UInt16.self, start, stride, count, out)
    case .sint16: read(Int16.self, start, stride, count, out)
    case .uint32: read(UInt32.self, start, stride, count, out)
    case .sint32: read(Int32.self, start, stride, count, out)
    case .uint64: read(UInt64.self, start, stride, count, out)
    case .sint64: read(Int64.self, start, stride, count, out)
    case .float32:
      for i in 0..<count {
        let bits = start.loadUnaligned(fromByteOffset: i * stride, as: UInt32.self)
        let value = Double(Float(bitPattern: isBigEndian ? UInt32(bigEndian: bits) : UInt32(littleEndian: bits)))
        out[i] = value.isFinite ? (value - bias) / scale : .nan
      }
    case .float64:
      for i in 0..<count {
        let bits = start.loadUnaligned(fromByteOffset: i * stride, as: UInt64.self)
        let value = Double(bitPattern: isBigEndian ? UInt64(bigEndian: bits) : UInt64(littleEndian: bits))
        out[i] = value.isFinite ? (value - bias) / scale : .nan
      }
    case .speedDistance, .unreadable:
      for i in 0..<count { out[i] = .nan }
    }
  }

  @inline(__always) private func read<T: FixedWidthInteger>(
    _: T.Type, _ start: UnsafeRawPointer, _ stride: Int, _ count: Int, _ out: UnsafeMutablePointer<Double>
  ) {
    if isBigEndian {
      convert(start, stride, count, out) { T(bigEndian: $0) }
    } else {
      convert(start, stride, count, out) { T(littleEndian: $0) }
    }
  }

  @inline(__always) private func convert<T: FixedWidthInteger>(
    _ start: UnsafeRawPointer, _ stride: Int, _ count: Int, _ out: UnsafeMutablePointer<Double>,
    _ order: (T) -> T
  ) {
    let invalid = T(truncatingIfNeeded: invalid), scale = scale, bias = bias
    @inline(__always) func each(_ value: (T) -> Double) {
      var place = start
      for i in 0..<count {
        let raw = order(place.loadUnaligned(as: T.self))
        out[i] = raw == invalid ? .nan : value(raw)
        place += stride
      }
    }
    switch conversion {
    case .none: each { Double($0) }
    case .scaled: each { (Double($0) - bias) / scale }
    case .semicircles: each { Double($0) * (180 / 2_147_483_648) }
    case .rightShare: each { $0 & 0x80 != 0 ? Double($0 & 0x7F) : .nan }
    }
  }
}
