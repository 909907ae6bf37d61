// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import HealthDatabase
public import WorkoutFiles
import Workouts
import Zones

/// Makes summaries of decoded files.
public enum Summarizer {
  /// The summaries of all workouts in a file, in file order.
  public static func summaries(of file: DecodedFile, name: String?, zones request: ZoneRequest) -> [WorkoutSummary] {
    file.recordings.map { recording in
      summary(
        of: WorkoutAnalysis(recording, zones: request), format: file.contents.format.rawValue, file: name,
        problems: file.problems)
    }
  }

  static func summary(
    of analysis: WorkoutAnalysis, format: String, file: String?, problems: [FileProblem], id: String? = nil
  ) -> WorkoutSummary {
    let recording = analysis.recording
    let offset = recording.utcOffsetSeconds
    let line = CoachingLine(for: analysis.facts)
    let activities = recording.activities.enumerated().map { activity(analysis, index: $0.offset, $0.element) }
    let groups = zoneGroups(analysis)
    return WorkoutSummary(
      id: id, file: file, format: format, sport: recording.sport.rawValue, subSport: recording.subSport,
      name: recording.name, start: ZonedTime(recording.span.start, offsetSeconds: offset),
      end: ZonedTime(recording.span.end, offsetSeconds: offset), elapsedSeconds: seconds(recording.span.duration),
      activeSeconds: seconds(recording.activeTime(in: recording.span)),
      distanceMeters: distance(of: recording),
      energyKilocalories: sum(recording.activities.map(\.totals.energy)),
      device: recording.device.map { DeviceSummary(manufacturer: $0.manufacturer, product: $0.product) },
      series: series(analysis, in: nil), zoneGroups: groups, activities: activities, laps: recording.laps.count,
      lapDetails: recording.laps.enumerated().map { lap(analysis, index: $0.offset, $0.element) },
      pauses: recording.pauses.map {
        PauseSummary(
          start: ZonedTime($0.span.start, offsetSeconds: offset), end: ZonedTime($0.span.end, offsetSeconds: offset),
          kind: $0.kind.rawValue)
      },
      line: line.map { LineSummary(code: $0.code, values: $0.values, words: $0.words, text: $0.english) },
      warnings: problems.map { WarningSummary(code: $0.code.rawValue, message: $0.message, offset: $0.offset) },
      quality: quality(analysis), zonesMissing: zonesMissing(analysis, groups, activities))
  }

  // MARK: Parts

  private static func activity(_ analysis: WorkoutAnalysis, index: Int, _ activity: Activity) -> ActivitySummary {
    let recording = analysis.recording
    let offset = recording.utcOffsetSeconds
    return ActivitySummary(
      index: index, sport: activity.sport.rawValue, subSport: activity.subSport,
      start: ZonedTime(activity.span.start, offsetSeconds: offset),
      end: ZonedTime(activity.span.end, offsetSeconds: offset), elapsedSeconds: seconds(activity.span.duration),
      activeSeconds: seconds(recording.activeTime(in: activity.span)),
      distanceMeters: distance(recording, in: activity.span, stated: activity.totals.distance),
      energyKilocalories: activity.totals.energy, series: series(analysis, in: activity.span),
      zoneGroups: WorkoutAnalysis.graded.compactMap { quantity in
        guard let zones = analysis.zones[index][quantity],
          let time = analysis.time(quantity, zones, in: activity.span)
        else { return nil }
        let counted = activity.deviceZones.first { $0.quantity == quantity }
        // A leg without a single value has nothing to sort, unless the device says otherwise.
        guard time.known > 0 || counted != nil else { return nil }
        return group(
          zones, time, analysis, reported: counted.map { reported($0, window: activity.span, analysis) })
      })
  }

  private static func lap(_ analysis: WorkoutAnalysis, index: Int, _ lap: Lap) -> LapSummary {
    let recording = analysis.recording
    let leg = analysis.leg(of: lap.span)
    func range(_ quantity: Quantity) -> (mean: Double?, maximum: Double?) {
      guard let signal = analysis.signals[quantity] else { return (nil, nil) }
      let figures = Figures(signal, in: lap.span)
      return (figures.mean, figures.maximum)
    }
    let heart = range(.heartRate)
    return LapSummary(
      index: index, startSeconds: seconds(lap.span.start - recording.span.start),
      elapsedSeconds: seconds(lap.span.duration), activeSeconds: seconds(recording.activeTime(in: lap.span)),
      distanceMeters: distance(recording, in: lap.span, stated: lap.totals.distance), intensity: lap.intensity,
      meanHeartRate: heart.mean, maximumHeartRate: heart.maximum, meanPower: range(.power).mean,
      zoneGroups: WorkoutAnalysis.graded.compactMap { quantity in
        guard let leg, let zones = analysis.zones[leg][quantity],
          let time = analysis.time(quantity, zones, in: lap.span), time.known > 0
        else { return nil }
        return group(zones, time, analysis, reported: nil)
      })
  }

  /// Time in zone over the whole workout, for each quantity whose zones are the same in every leg.
  private static func zoneGroups(_ analysis: WorkoutAnalysis) -> [ZoneGroupSummary] {
    let activities = analysis.recording.activities
    return WorkoutAnalysis.graded.compactMap { quantity in
      guard let zones = analysis.sharedZones(quantity), let time = analysis.time(quantity, zones) else { return nil }
      var reportedTotals: DeviceReportedSummary?
      let totals = activities.compactMap { $0.deviceZones.first { $0.quantity == quantity } }
      if activities.count == 1, let only = totals.first {
        reportedTotals = reported(only, window: analysis.recording.span, analysis)
      } else if let first = totals.first, totals.count == activities.count,
        totals.dropFirst().allSatisfy({
          $0.limits?.bounds == first.limits?.bounds && $0.durations.count == first.durations.count
        })
      {
        // Legs under the same limits add up.
        var summed = first
        for other in totals.dropFirst() {
          for i in summed.durations.indices { summed.durations[i] += other.durations[i] }
        }
        reportedTotals = reported(summed, window: analysis.recording.span, analysis)
      }
      return group(zones, time, analysis, reported: reportedTotals)
    }
  }

  private static func reported(
    _ totals: DeviceZoneTotals, window: TimeSpan, _ analysis: WorkoutAnalysis
  ) -> DeviceReportedSummary {
    DeviceReportedSummary(
      boundaries: (totals.limits?.bounds ?? []).map(finite), seconds: totals.durations.map(seconds),
      comparison: DeviceComparison(totals, window: window, analysis: analysis))
  }

  private static func group(
    _ zones: ZoneSet, _ time: TimeInZone, _ analysis: WorkoutAnalysis, reported: DeviceReportedSummary?
  ) -> ZoneGroupSummary {
    let percentages = time.percentages
    var anchors: [String: Double] = [:]
    for (kind, anchor) in zones.anchors { anchors[kind.rawValue] = anchor.value }
    return ZoneGroupSummary(
      quantity: zones.quantity.rawValue, unit: zones.quantity.unit, source: zones.source.rawValue,
      scheme: zones.scheme, anchors: anchors, estimated: zones.isEstimated, provenance: provenance(zones),
      zones: time.zones.enumerated().map { index, duration in
        ZoneSummary(
          index: index, number: zones.number(of: index), name: zones.names[index],
          minimum: zones.boundaries.lowerBound(of: index), maximum: zones.boundaries.upperBound(of: index),
          seconds: seconds(duration), percent: percentages[index], range: zones.range(of: index))
      }, knownSeconds: seconds(time.known), unknownSeconds: seconds(time.unknown), coverage: time.coverage,
      holdSeconds: seconds(analysis.signals[zones.quantity]?.hold ?? 0), deviceReported: reported)
  }

  /// Where the zones come from, with anchors and what is estimated about them.
  static func provenance(_ zones: ZoneSet) -> String {
    let parts = AnchorKind.allCases.compactMap { kind -> String? in
      guard let anchor = zones.anchors[kind] else { return nil }
      let value = anchor.value == anchor.value.rounded() ? String(Int(anchor.value)) : oneDecimal(anchor.value)
      let since = anchor.since.map { " \($0)" } ?? ""
      let note = anchor.note.map { ": \($0)" } ?? ""
      switch anchor.provenance {
      case .estimated: return "\(kind.name) about \(value), estimated\(since)\(note)"
      case .measured: return "\(kind.name) \(value), measured\(since)\(note)"
      case .imported: return "\(kind.name) \(value)" + (anchor.note.map { " \($0)" } ?? ", imported\(since)")
      case .stated: return "\(kind.name) \(value)" + (since.isEmpty ? "" : ", stated\(since)")
      }
    }
    return parts.isEmpty ? zones.provenance : zones.provenance + " (" + parts.joined(separator: "; ") + ")"
  }

  private static func series(_ analysis: WorkoutAnalysis, in window: TimeSpan?) -> [SeriesSummary] {
    analysis.recording.series.compactMap { series in
      switch series.quantity {
      case .latitude, .longitude, .distance: return nil
      default: break
      }
      let clean = series.normalized()
      var samples = 0, low = Double.infinity, high = -Double.infinity
      let first = window?.start.millisecondsSince1970 ?? .min, after = window?.end.millisecondsSince1970 ?? .max
      for i in 0..<clean.count where clean.times[i] >= first && clean.times[i] < after && !clean.values[i].isNaN {
        samples += 1
        low = min(low, clean.values[i])
        high = max(high, clean.values[i])
      }
      guard samples > 0 else { return nil }
      var mean = analysis.signals[series.quantity].flatMap { Figures($0, in: window).mean }
      if analysis.recording.series.filter({ $0.quantity == series.quantity }).count > 1 {
        let hold = SampleHold.holdCap(
          for: series.quantity, smartRecording: analysis.recording.isSmartRecording)
        let own = HeldSignal(
          series, over: analysis.recording.span, pauses: analysis.recording.pauses, hold: hold)
        mean = Figures(own, in: window).mean
      }
      return SeriesSummary(
        quantity: series.quantity.rawValue, unit: series.quantity.unit, samples: samples, minimum: low, maximum: high,
        mean: mean, sensor: series.source.sensor.rawValue, path: series.source.path.rawValue)
    }
  }

  /// The stated distance, else what the distance series gains inside the window.
  static func distance(_ recording: Recording, in window: TimeSpan, stated: Double?) -> Double? {
    if let stated { return stated }
    guard let series = recording.series(.distance) else { return nil }
    let inside = series.times.indices.filter {
      window.contains(Instant(millisecondsSince1970: series.times[$0])) && series.values[$0].isFinite
    }
    guard let first = inside.first, let last = inside.last, last > first else { return nil }
    return max(0, series.values[last] - series.values[first])
  }

  /// The distance of the whole: what the legs state together, else what the distance series gains.
  static func distance(of recording: Recording) -> Double? {
    distance(recording, in: recording.span, stated: sum(recording.activities.map(\.totals.distance)))
  }

  private static func sum(_ values: [Double?]) -> Double? {
    let known = values.compactMap(\.self)
    return known.isEmpty ? nil : known.reduce(0, +)
  }

  static func quality(_ analysis: WorkoutAnalysis) -> [QualitySummary] {
    let recording = analysis.recording
    return recording.qualityFlags.map { flag in
      let length = (flag.span.duration + 500) / 1000
      let text: Wording =
        switch flag.kind {
        case .spike: "A jump of heart rate that was gone after \(length) s; probably the sensor."
        case .cadenceLock: "For \(length) s heart rate equals the step rate; the sensor probably counted steps."
        case .flatLine: "Heart rate stayed on one value for \(length) s while the effort changed."
        }
      return QualitySummary(
        code: flag.kind.rawValue, startSeconds: seconds(flag.span.start - recording.span.start),
        seconds: seconds(flag.span.duration), text: text,
        isLeftOut: analysis.excluded.contains { $0.span.start == flag.span.start && $0.kind == flag.kind.rawValue })
    }
  }

  private static func zonesMissing(
    _ analysis: WorkoutAnalysis, _ groups: [ZoneGroupSummary], _ activities: [ActivitySummary]
  ) -> Wording? {
    guard groups.isEmpty else { return nil }
    if activities.contains(where: { !$0.zoneGroups.isEmpty }) {
      return "The legs have zones of their own, so minutes in them do not add up to one table."
    }
    let measured = [Quantity.heartRate, .power].filter { analysis.signals[$0] != nil }
    if measured.isEmpty {
      return analysis.recording.series.isEmpty
        ? "The file holds totals but no samples, so there is nothing to sort into zones."
        : "There is no heart rate and no power in this file, so there is nothing to sort into zones."
    }
    return measured.contains(.heartRate)
      ? "The file says nothing about zones. State an age, or better a maximum and a resting heart rate, to see them."
      : "The file says nothing about zones. State an FTP to see power zones."
  }
}

/// The time-weighted mean and the extremes of a signal over its known time.
struct Figures {
  var mean: Double?
  var minimum: Double?
  var maximum: Double?

  init(_ signal: HeldSignal, in window: TimeSpan?) {
    var weighted = 0.0
    var known: Milliseconds = 0
    var low = Double.infinity, high = -Double.infinity
    func take(_ span: HeldSpan) {
      guard span.isKnown else { return }
      weighted += span.value * Double(span.duration)
      known += span.duration
      low = min(low, span.value)
      high = max(high, span.value)
    }
    if let window { signal.forEachSpan(in: window, take) } else { signal.spans.forEach(take) }
    guard known > 0 else { return }
    // Values beyond all measure, which apps on a watch can write, have no mean that a document could hold.
    mean = finite(weighted / Double(known))
    minimum = low
    maximum = high
  }
}

/// A number that a document can hold, or `nil`.
func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

func oneDecimal(_ value: Double) -> String {
  let tenths = Int((abs(value) * 10).rounded())
  return "\(value < 0 ? "−" : "")\(tenths / 10).\(tenths % 10)"
}
