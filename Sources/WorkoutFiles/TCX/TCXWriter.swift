// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Writes a recording as a TCX file, for services that read no FIT.
///
/// What services ask for beyond the schema is kept: the XML declaration is the first thing in the file, every lap has
/// its timer time, running cadence is written twice (as strides of one foot, as the format wants it), numbers have a
/// decimal point and times are in UTC.
///
/// What TCX cannot hold is lost in one way only:
/// - A sport is running, biking or other; a finer word for it, temperature and the like, and device zones are left out.
/// - Values are rounded: 1 bpm, 1 W, 1 revolution or 2 steps a minute, 1 mm/s, 1 cm of distance and altitude, 1e-8°.
/// - "The sensor told nothing" and "not asked" are both written as nothing.
/// - A pause begins with the last point before it and ends with the first one after it.
public struct TCXWriter {
  /// The bytes of a TCX file.
  ///
  /// - Complexity: linear in the number of samples.
  public static func encode(_ recording: Recording) -> [UInt8] {
    var writer = TCXWriter(recording)
    writer.writeFile()
    return writer.output.bytes
  }

  private static let quantities: [Quantity] = [
    .heartRate, .power, .cadence, .speed, .distance, .altitude, .latitude, .longitude,
  ]

  private let recording: Recording
  private var output = TextOutput()
  private var moments: Moments
  /// The moment that comes next, or `nil` after the last.
  private var time: Int64?
  private var nextPause = 0

  private init(_ recording: Recording) {
    self.recording = recording
    moments = Moments(recording, Self.quantities)
    time = moments.next()
  }

  private mutating func writeFile() {
    output.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
      xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <Activities>

      """)
    if recording.activities.count > 1 {
      writeSession()
    } else {
      let activity = recording.activities.first ?? Activity(sport: recording.sport, span: recording.span)
      writeActivity(activity, until: .max)
    }
    output.write("</Activities>\n</TrainingCenterDatabase>\n")
  }

  /// Several legs. A transition is written as one where the schema has a place for it: before another leg.
  private mutating func writeSession() {
    let legs = recording.activities
    output.write("<MultiSportSession>\n<Id>")
    output.write(time: recording.span.start.millisecondsSince1970)
    output.write("</Id>\n")
    var isOpen = false, wasTransition = false
    for (place, leg) in legs.enumerated() {
      let isLast = place == legs.count - 1
      let end = isLast ? Int64.max : legs[place + 1].span.start.millisecondsSince1970
      if !isOpen { output.write(place == 0 ? "<FirstSport>\n" : "<NextSport>\n") }
      isOpen = leg.sport == .transition && place > 0 && !isLast && !wasTransition
      wasTransition = isOpen
      if isOpen {
        let lap = laps(of: leg, until: end).first ?? Lap(span: leg.span)
        writeLap(lap, as: "Transition", in: leg, until: end)
      } else {
        writeActivity(leg, until: end)
        output.write(place == 0 ? "</FirstSport>\n" : "</NextSport>\n")
      }
    }
    output.write("</MultiSportSession>\n")
  }

  private mutating func writeActivity(_ activity: Activity, until end: Int64) {
    let sport =
      switch activity.sport {
      case .running: "Running"
      case .cycling: "Biking"
      default: "Other"
      }
    output.write("<Activity Sport=\"\(sport)\">\n<Id>")
    output.write(time: activity.span.start.millisecondsSince1970)
    output.write("</Id>\n")
    let laps = laps(of: activity, until: end)
    for (place, lap) in laps.enumerated() {
      let lapEnd = place + 1 < laps.count ? laps[place + 1].span.start.millisecondsSince1970 : end
      writeLap(lap, as: "Lap", in: activity, until: lapEnd)
    }
    if let name = recording.name, !name.isEmpty {
      output.write("<Notes>")
      output.write(escaped: name)
      output.write("</Notes>\n")
    }
    writeCreator()
    output.write("</Activity>\n")
  }

  /// Names only: whose device it is, its serial number would tell.
  private mutating func writeCreator() {
    guard let device = recording.device else { return }
    var words = [device.manufacturer, device.product].compactMap(\.self)
    if words.count == 2, let first = words[0].first { words[0] = first.uppercased() + words[0].dropFirst() }
    guard !words.isEmpty else { return }
    output.write("<Creator xsi:type=\"Device_t\">\n<Name>")
    output.write(escaped: words.joined(separator: " "))
    output.write("</Name>\n<UnitId>0</UnitId>\n<ProductID>0</ProductID>\n")
    let version = (device.software ?? "").split(separator: ".").map { UInt16($0) ?? 0 }
    output.write("<Version>\n<VersionMajor>\(version.first ?? 0)</VersionMajor>\n")
    output.write("<VersionMinor>\(version.count > 1 ? version[1] : 0)</VersionMinor>\n</Version>\n</Creator>\n")
  }

  // MARK: Laps

  /// The laps that start in a leg, or one for all of it.
  private func laps(of activity: Activity, until end: Int64) -> [Lap] {
    let start =
      recording.activities.first?.span.start == activity.span.start
      ? Int64.min : activity.span.start.millisecondsSince1970
    let laps = recording.laps.filter {
      $0.span.start.millisecondsSince1970 >= start && $0.span.start.millisecondsSince1970 < end
    }
    if !laps.isEmpty { return laps }
    var lap = Lap(span: activity.span)
    lap.totals = activity.totals
    return [lap]
  }

  private mutating func writeLap(_ lap: Lap, as element: String, in activity: Activity, until end: Int64) {
    let totals = lap.totals
    output.write("<\(element) StartTime=\"")
    output.write(time: lap.span.start.millisecondsSince1970)
    output.write("\">\n<TotalTimeSeconds>")
    output.write(Double(totals.timer ?? recording.activeTime(in: lap.span)) / 1000, decimals: 3)
    output.write("</TotalTimeSeconds>\n<DistanceMeters>")
    output.write(totals.distance ?? distance(in: lap.span), decimals: 2)
    output.write("</DistanceMeters>\n<Calories>")
    output.write(min(max(totals.energy ?? 0, 0), 65_535), decimals: 0)
    output.write("</Calories>\n")
    writeHeartRate(totals.averageHeartRate, "AverageHeartRateBpm")
    writeHeartRate(totals.maximumHeartRate, "MaximumHeartRateBpm")
    output.write("<Intensity>\(["rest", "recovery"].contains(lap.intensity) ? "Resting" : "Active")</Intensity>\n")
    let trigger =
      switch lap.trigger {
      case .distance: "Distance"
      case .time: "Time"
      case .position: "Location"
      default: "Manual"
      }
    output.write("<TriggerMethod>\(trigger)</TriggerMethod>\n")
    writeTracks(until: end, onFoot: activity.sport.isOnFoot)
    let power = [("AvgWatts", totals.averagePower), ("MaxWatts", totals.maximumPower)].filter { $0.1 != nil }
    if !power.isEmpty {
      output.write("<Extensions><ns3:LX>")
      for (name, value) in power { writeElement("ns3:" + name, value ?? .nan, decimals: 0, in: 0...65_534) }
      output.write("</ns3:LX></Extensions>\n")
    }
    output.write("</\(element)>\n")
  }

  /// Metres by the distance series, where the device wrote no total; the schema asks for some number.
  private func distance(in span: TimeSpan) -> Double {
    guard let series = recording.series(.distance) else { return 0 }
    let inside = zip(series.times, series.values).filter {
      !$1.isNaN && span.contains(Instant(millisecondsSince1970: $0))
    }
    guard let first = inside.first?.1, let last = inside.last?.1 else { return 0 }
    return max(0, last - first)
  }

  // MARK: Points

  /// Writes the points before `end`, with a new track after each pause.
  private mutating func writeTracks(until end: Int64, onFoot: Bool) {
    var isOpen = false
    var last: Int64?
    while let time, time < end {
      if Self.quantities.indices.contains(where: { isWritten($0) }) {
        var isAfterPause = false
        while nextPause < recording.pauses.count,
          recording.pauses[nextPause].span.end.millisecondsSince1970 <= time
        {
          isAfterPause = last != nil
          nextPause += 1
        }
        if isAfterPause, isOpen {
          output.write("</Track>\n")
          isOpen = false
        }
        if !isOpen { output.write("<Track>\n") }
        isOpen = true
        writePoint(time, onFoot: onFoot)
        last = time
      }
      self.time = moments.next()
    }
    if isOpen { output.write("</Track>\n") }
  }

  /// Whether the value of a column can be written; a heart rate of 0 stands for "none".
  private func isWritten(_ column: Int) -> Bool {
    let value = moments.values[column]
    switch Self.quantities[column] {
    case .heartRate: return value >= 0.5 && value < 254.5
    case .power: return value > -0.5 && value < 65_534.5
    case .cadence: return value >= 0 && value < 500
    case .speed, .distance: return value >= 0 && value < 1e9
    // Half a position is none.
    case .latitude, .longitude: return abs(moments.values[6]) <= 90 && abs(moments.values[7]) <= 180
    default: return abs(value) < 1e6
    }
  }

  private mutating func writePoint(_ time: Int64, onFoot: Bool) {
    let values = moments.values
    output.write("<Trackpoint><Time>")
    output.write(time: time)
    output.write("</Time>")
    if isWritten(6) {
      output.write("<Position>")
      writeElement("LatitudeDegrees", values[6], decimals: 8)
      writeElement("LongitudeDegrees", values[7], decimals: 8)
      output.write("</Position>")
    }
    if isWritten(5) { writeElement("AltitudeMeters", values[5], decimals: 2) }
    if isWritten(4) { writeElement("DistanceMeters", values[4], decimals: 2) }
    if isWritten(0) {
      output.write("<HeartRateBpm>")
      writeElement("Value", values[0], decimals: 0)
      output.write("</HeartRateBpm>")
    }
    let cadence = onFoot ? values[2] / 2 : values[2]
    if isWritten(2) { writeElement("Cadence", cadence, decimals: 0, in: 0...254) }
    let hasStrides = onFoot && isWritten(2)
    if isWritten(3) || isWritten(1) || hasStrides {
      output.write("<Extensions><ns3:TPX>")
      if isWritten(3) { writeElement("ns3:Speed", values[3], decimals: 3) }
      if hasStrides { writeElement("ns3:RunCadence", cadence, decimals: 0, in: 0...254) }
      if isWritten(1) { writeElement("ns3:Watts", max(0, values[1]), decimals: 0) }
      output.write("</ns3:TPX></Extensions>")
    }
    output.write("</Trackpoint>\n")
  }

  private mutating func writeHeartRate(_ value: Double?, _ element: String) {
    guard let value, value >= 0.5, value < 254.5 else { return }
    output.write("<\(element)>")
    writeElement("Value", value, decimals: 0)
    output.write("</\(element)>\n")
  }

  private mutating func writeElement(
    _ name: String, _ value: Double, decimals: Int, in range: ClosedRange<Double> = -.infinity ... .infinity
  ) {
    guard value.isFinite else { return }
    output.write("<\(name)>")
    output.write(min(max(value, range.lowerBound), range.upperBound), decimals: decimals)
    output.write("</\(name)>")
  }
}
