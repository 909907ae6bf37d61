// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import Workouts

/// A series as it is stored: chunks of compressed columns.
struct EncodedSeries: Sendable {
  /// The most values in a chunk: four and a half hours of seconds.
  static let chunkLength = 16_384

  var quantity: Quantity
  var source: SeriesSource
  var count: Int
  /// The place of the earlier series whose times this one shares.
  var timesOf: Int?
  /// The step of which all values are multiples, if they are.
  var resolution: Double?
  var chunks: [Chunk]

  struct Chunk: Sendable {
    var first: Int64
    var last: Int64
    var count: Int
    /// `nil` where the times are those of an earlier series.
    var times: [UInt8]?
    var values: [UInt8]
  }

  /// Compresses the series of a recording. Series with equal times write them once.
  static func encode(_ all: [Series]) -> [EncodedSeries] {
    var result: [EncodedSeries] = []
    for (place, series) in all.enumerated() {
      // Columns that are one array compare in no time; a copy of the reference makes no difference to the file.
      let earlier = all[..<place].firstIndex { !series.isEmpty && $0.times == series.times }
      let timesOf = earlier.map { result[$0].timesOf ?? $0 }
      let chunks = stride(from: 0, to: series.count, by: chunkLength).map { start in
        let range = start..<min(start + chunkLength, series.count)
        return Chunk(
          first: series.times[range.lowerBound], last: series.times[range.upperBound - 1], count: range.count,
          times: timesOf == nil ? TimeColumn.encode(series.times[range]) : nil,
          values: ValueColumn.encode(series.values[range]))
      }
      let resolutions = chunks.map { ValueColumn.resolution(of: $0.values) }
      let resolution = resolutions.contains(nil) ? nil : resolutions.compactMap(\.self).min()
      result.append(
        EncodedSeries(
          quantity: series.quantity, source: series.source, count: series.count, timesOf: timesOf,
          resolution: resolution, chunks: chunks))
    }
    return result
  }
}
