// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// The records of a part in order of time, and how to get a column of theirs.
struct FITRows {
  private let records: FITRecordColumns
  /// The rows in order, or `nil` where that is all of them as they are.
  private let order: [Int]?
  /// The time of every row as read, for columns with gaps.
  private let rowTimes: [Int64]
  /// Milliseconds since 1970, never decreasing.
  let times: [Int64]
  /// Records that are earlier than the one before them.
  let movedCount: Int
  /// The longest step between two records in milliseconds.
  let longestGap: Int64

  /// Sorts stably by time, leaves out records without time, and the last one if it tells nothing but its time:
  /// some watches write an empty record when they save.
  init(_ records: FITRecordColumns, clock: FITClock) {
    self.records = records
    var rowTimes = records.times
    if clock.shift != 0 {
      for i in rowTimes.indices where rowTimes[i] != FITRecordColumns.noTime {
        rowTimes[i] = clock.corrected(rowTimes[i])
      }
    }
    var last = Int64.min, moved = 0, gap: Int64 = 0, untimed = 0
    for time in rowTimes {
      if time == FITRecordColumns.noTime {
        untimed += 1
        continue
      }
      if last != Int64.min {
        if time < last { moved += 1 }
        gap = max(gap, time - last)
      }
      last = time
    }
    movedCount = moved
    longestGap = gap
    let endsEmpty = Self.isEmpty(records, row: records.rowCount - 1)
    if moved == 0 && untimed == 0 && !endsEmpty {
      order = nil
      times = rowTimes
    } else {
      var rows = rowTimes.indices.filter { rowTimes[$0] != FITRecordColumns.noTime }
      if endsEmpty, rows.last == records.rowCount - 1 { rows.removeLast() }
      if moved > 0 { rows.sort { (rowTimes[$0], $0) < (rowTimes[$1], $1) } }
      order = rows
      times = rows.map { rowTimes[$0] }
    }
    self.rowTimes = rowTimes
  }

  private static func isEmpty(_ records: FITRecordColumns, row: Int) -> Bool {
    guard row >= 0 else { return false }
    return records.columns.allSatisfy { column in
      guard let segment = column.segments.last, segment.start + segment.count == row + 1 else { return true }
      return column.values.last?.isNaN ?? true
    }
  }

  /// The developer columns of a quantity.
  var developerColumns: [(column: FITColumn, description: FITFieldDescription)] { records.developerColumns }

  /// A column with its times; shares the times of all rows where every record has the field.
  func values(_ column: Int) -> (times: [Int64], values: [Double]) {
    let source = records.columns[column]
    if source.isDense(records.rowCount) {
      guard let order else { return (times, source.values) }
      return (times, order.map { source.values[$0] })
    }
    return gathered(source, marksLosses: column == FITColumn.heartRate.rawValue)
  }

  /// A column that not every record has: its values with the times of their rows, in order of time.
  private func gathered(_ source: FITColumnValues, marksLosses: Bool) -> (times: [Int64], values: [Double]) {
    var entries = Entries(capacity: source.values.count)
    let dropsLast = order.map { $0.last != records.rowCount - 1 } ?? false
    let losses = marksLosses ? losses(source) : []
    var nextLoss = 0, place = 0
    for segment in source.segments {
      while nextLoss < losses.count, losses[nextLoss] < segment.start {
        entries.add(.nan, at: rowTimes[losses[nextLoss]])
        nextLoss += 1
      }
      for row in segment.start..<segment.start + segment.count {
        let value = source.values[place]
        place += 1
        if dropsLast && row == records.rowCount - 1 && value.isNaN { continue }
        entries.add(value, at: rowTimes[row])
      }
    }
    while nextLoss < losses.count {
      entries.add(.nan, at: rowTimes[losses[nextLoss]])
      nextLoss += 1
    }
    if entries.areSorted { return (entries.times, entries.values) }
    let times = entries.times, values = entries.values
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    return (order.map { times[$0] }, order.map { values[$0] })
  }

  /// Two columns in the making.
  private struct Entries {
    var times: [Int64] = []
    var values: [Double] = []
    var areSorted = true

    init(capacity: Int) {
      times.reserveCapacity(capacity)
      values.reserveCapacity(capacity)
    }

    @inline(__always) mutating func add(_ value: Double, at time: Int64) {
      guard time != FITRecordColumns.noTime else { return }
      if let last = times.last, time < last { areSorted = false }
      times.append(time)
      values.append(value)
    }
  }

  /// The rows at which heart rate went away for longer than any value is held, in a recording whose records as a rule
  /// have it.
  ///
  /// Garmin's watches leave the heart rate out of their records while it can't be measured, under water for example,
  /// and count no time in zone from that moment on. Apps that write a value only every few seconds leave it out just as
  /// well, and there a missing field says nothing: so the field has to be in nine of ten records elsewhere.
  private func losses(_ column: FITColumnValues) -> [Int] {
    let longest: Int64 = 15_000
    var losses: [Int] = [], shortlyMissing = 0, valueCount = 0
    for (place, segment) in column.segments.enumerated() {
      let row = segment.start + segment.count
      valueCount += segment.count
      // Told already: the last record with the field holds an invalid value.
      let isTold = valueCount > 0 && column.values[valueCount - 1].isNaN
      let next = place + 1 < column.segments.count ? column.segments[place + 1].start : records.rowCount
      guard row < next else { continue }
      let end = next < rowTimes.count ? rowTimes[next] : rowTimes[rowTimes.count - 1]
      if rowTimes[row - 1] != FITRecordColumns.noTime, end != FITRecordColumns.noTime,
        end - rowTimes[row - 1] > longest
      {
        if !isTold { losses.append(row) }
      } else {
        shortlyMissing += next - row
      }
    }
    return shortlyMissing * 10 <= column.values.count ? losses : []
  }

  /// The time of the record before which `rowCount` rows came, or of the next one that has a time.
  func time(beforeRow rowCount: Int) -> Int64? {
    var row = min(rowCount, rowTimes.count) - 1
    while row >= 0 {
      if rowTimes[row] != FITRecordColumns.noTime { return rowTimes[row] }
      row -= 1
    }
    return rowTimes.first { $0 != FITRecordColumns.noTime }
  }
}
