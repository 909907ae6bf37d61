// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workouts
import Zones

@testable import CoachService

/// Checks a curve against the signal it shows.
private struct CurveCheck {
  let signal: HeldSignal
  let origin: Int64
  /// The window, in seconds after the start, and the width of a pixel column in milliseconds.
  let from: Double, to: Double
  let column: Int64

  init?(_ analysis: WorkoutAnalysis, _ quantity: Quantity, from: Double, to: Double, columns: Int) {
    guard let signal = analysis.signals[quantity] else { return nil }
    self.signal = signal
    origin = analysis.recording.span.start.millisecondsSince1970
    self.from = from
    self.to = to
    column = max(1, (ms(to) - ms(from)) / Int64(columns))
  }

  private func moment(_ second: Double) -> Int64 { origin + ms(second) }

  /// Known spans inside the window.
  private var spans: [HeldSpan] {
    var result: [HeldSpan] = []
    signal.forEachSpan(
      in: TimeSpan(
        start: Instant(millisecondsSince1970: moment(from)), end: Instant(millisecondsSince1970: moment(to)))
    ) { if $0.isKnown { result.append($0) } }
    return result
  }

  func objections(to curve: TraceChart.Curve) -> [String] {
    var found: [String] = []
    let spans = spans
    let points = curve.points
    for (a, b) in zip(points, points.dropFirst()) where b.second < a.second {
      found.append("points go back from \(a.second) to \(b.second)")
      break
    }
    if points.first?.value == nil { found.append("the first point is an interruption") }
    if let first = points.first, let last = points.last,
      first.second < from - 0.001 || last.second > to + 0.001
    {
      found.append("points outside of \(from) to \(to)")
    }
    // Every point lies on the signal: the value at its moment, or the one that ends there.
    var place = 0
    for point in points {
      guard let value = point.value else { continue }
      let at = moment(point.second)
      while place < spans.count, spans[place].end < at { place += 1 }
      if !spans[place...].prefix(2).contains(where: { $0.start <= at && at <= $0.end && $0.value == value }) {
        found.append("the point at \(point.second) says \(value)")
        break
      }
    }
    // No peak is lost: of each ten columns the least and the greatest value that begins there are drawn.
    let width = column * 10
    var buckets: [Int64: [Double]] = [:], drawn: [Int64: Set<Double>] = [:]
    for span in spans { buckets[(span.start - moment(from)) / width, default: []].append(span.value) }
    for point in points {
      if let value = point.value { drawn[(moment(point.second) - moment(from)) / width, default: []].insert(value) }
    }
    for (bucket, values) in buckets {
      for extreme in [values.min() ?? 0, values.max() ?? 0] where drawn[bucket]?.contains(extreme) != true {
        found.append("\(extreme) in stretch \(bucket) is not drawn")
      }
    }
    if curve.minimum != spans.map(\.value).min() || curve.maximum != spans.map(\.value).max() {
      found.append("the extremes are not \(curve.minimum) and \(curve.maximum)")
    }
    // Where nothing is known for longer than a column, the line is interrupted.
    var nextPoint = 0
    for (a, b) in zip(spans, spans.dropFirst()) where b.start - a.end > column {
      while nextPoint < points.count, moment(points[nextPoint].second) < a.end { nextPoint += 1 }
      let within = points[max(0, nextPoint - 1)...].prefix { moment($0.second) <= b.start }
      if !within.contains(where: { $0.value == nil }) {
        found.append("joined over the gap from \(Double(a.end - origin) / 1000)")
        break
      }
    }
    // A value that holds is a level line: a slope is never longer than two columns and a bit.
    for (a, b) in zip(points, points.dropFirst()) {
      guard let x = a.value, let y = b.value, x != y else { continue }
      if ms(b.second) - ms(a.second) > max(2 * column, 2000) + column + 1000 {
        found.append("a slope from \(a.second) to \(b.second)")
        break
      }
    }
    return found
  }
}

struct `A trace` {
  @Test(arguments: [50, 333, 800, 4000]) func `shows the samples truly, at any width`(width: Int) throws {
    for given in Given.samples + Given.random(1...40) {
      let analysis = WorkoutAnalysis(given.recording, zones: ZoneRequest())
      let chart = analysis.trace(.heartRate, width: width, from: nil, to: nil)
      for curve in [chart.main].compactMap(\.self) + chart.lanes {
        let quantity = try #require(Quantity(rawValue: curve.quantity))
        let check = try #require(
          CurveCheck(analysis, quantity, from: 0, to: chart.totalSeconds, columns: width))
        let objections = check.objections(to: curve)
        #expect(objections.isEmpty, "\(given.name), \(quantity): \(objections)")
        #expect(curve.points.count <= 2 * width + 2 * given.recording.pauses.count + 20, "\(given.name), \(quantity)")
      }
    }
  }

  @Test func `shows a window as truly as the whole`() throws {
    for given in Given.samples {
      let analysis = WorkoutAnalysis(given.recording, zones: ZoneRequest())
      let total = Double(given.recording.span.duration) / 1000
      for (from, to) in [(0.25 * total, 0.5 * total), (600.5, 661.25), (total - 30, total)] {
        let chart = analysis.trace(.heartRate, width: 400, from: from, to: to)
        for curve in [chart.main].compactMap(\.self) + chart.lanes {
          let quantity = try #require(Quantity(rawValue: curve.quantity))
          let check = try #require(CurveCheck(analysis, quantity, from: from, to: to, columns: 400))
          let objections = check.objections(to: curve)
          #expect(objections.isEmpty, "\(given.name), \(quantity), \(from): \(objections)")
        }
      }
    }
  }

  @Test func `stays thin where many short gaps interrupt it`() throws {
    // Power every ten seconds for ten hours: five seconds known, five not, 3600 times.
    let given = recording(.power, seconds: 36_000, sport: .cycling, every: 10) { Double(100 + $0 / 10 % 7 * 20) }
    let chart = WorkoutAnalysis(given, zones: ZoneRequest()).trace(.power, width: 200, from: nil, to: nil)
    let points = try #require(chart.main).points
    #expect(points.count <= 2 * 200 + 20)
    #expect(chart.gaps.count == 3600)
  }

  @Test func `holds a value level even where its column saw others before`() throws {
    // 100 and 150 for a second each, then 120 for a while, again and again.
    let given = recording(seconds: 1200) { second in
      switch second % 15 {
      case 0: 100
      case 1: 150
      case 2: 120
      default: nil
      }
    }
    let analysis = WorkoutAnalysis(given, zones: ZoneRequest())
    let curve = try #require(analysis.trace(.heartRate, width: 300, from: nil, to: nil).main)
    let check = try #require(CurveCheck(analysis, .heartRate, from: 0, to: 1200, columns: 300))
    #expect(check.objections(to: curve) == [])
    // Halfway through the hold the line is at 120.
    for start in stride(from: 2.0, to: 1180, by: 15) {
      let after = curve.points.firstIndex { $0.second > start + 6 } ?? 0
      let (a, b) = (curve.points[after - 1].value, curve.points[after].value)
      #expect(a == 120 && b == 120, "at \(start)")
    }
  }

  @Test func `ends before a gap with the value it had`() throws {
    // In one column 100, 150 and 120, then nothing for minutes.
    let given = recording(seconds: 4000) { second in
      if second < 1000 { return 110 }
      return second < 1003 ? [100, 150, 120][second - 1000] : second >= 3000 ? 130 : nil
    }
    let curve = try #require(
      WorkoutAnalysis(given, zones: ZoneRequest()).trace(.heartRate, width: 100, from: nil, to: nil).main)
    let interruption = try #require(curve.points.firstIndex { $0.value == nil })
    #expect(curve.points[interruption - 1] == .init(second: 1017, value: 120))
  }

  @Test func `bears any window and width`() {
    for given in Given.samples.prefix(2) {
      let analysis = WorkoutAnalysis(given.recording, zones: ZoneRequest())
      let numbers: [Double?] = [nil, .nan, .infinity, -.infinity, -1, 0, 0.0001, 1e300, 100]
      for from in numbers {
        for to in numbers {
          for width in [Int.min, -1, 0, 1, Int.max] {
            let chart = analysis.trace(.heartRate, width: width, from: from, to: to)
            #expect((chart.main?.points.count ?? 0) < 9000)
          }
        }
      }
    }
  }

  @Test func `falls back on what there is`() throws {
    let ride = recording(.power, sport: .cycling) { _ in 200 }
    #expect(
      WorkoutAnalysis(ride, zones: ZoneRequest()).trace(.heartRate, width: 100, from: nil, to: nil).main?.quantity
        == "power")
    let bare = recording { _ in nil }
    let chart = WorkoutAnalysis(bare, zones: ZoneRequest()).trace(.heartRate, width: 100, from: nil, to: nil)
    #expect(chart.main == nil && chart.lanes.isEmpty)
  }

  @Test func `is read back as it is written`() throws {
    let analysis = WorkoutAnalysis(Given.samples[0].recording, zones: ZoneRequest())
    let chart = analysis.trace(.heartRate, width: 100, from: nil, to: nil)
    #expect(try JSONDecoder().decode(TraceChart.self, from: JSONDocument.encode(chart)) == chart)
  }
}
