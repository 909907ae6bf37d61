// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import WorkoutFiles
import Workouts
import Zones

/// One session whose device counted its own time in zone, and ours beside it.
struct ZoneComparison {
  var file: String
  var leg: Int
  var sport: Sport
  var timer: Milliseconds
  var ours: [Milliseconds]
  var device: [Milliseconds]

  /// The zone that differs most.
  var largest: Milliseconds { zip(ours, device).map { abs($0 - $1) }.max() ?? 0 }
  /// One in a hundred of the time the timer ran, or six seconds where that is less than ten minutes.
  var allowed: Milliseconds { timer < 600_000 ? max(timer / 100, 6000) : timer / 100 }
  var agrees: Bool { largest <= allowed }
  var key: String { "\(file)#\(leg)" }

  /// Comparisons for all legs, or for all laps, of a file whose totals have limits.
  static func all(_ name: String, _ quantity: Quantity, laps: Bool = false) throws -> [ZoneComparison] {
    var result: [ZoneComparison] = []
    for recording in try WorkoutFile.decode(try Corpus.bytes(name)).recordings {
      guard let series = recording.series(quantity) else { continue }
      let hold: Milliseconds = recording.isSmartRecording ? 30_000 : 15_000
      let signal = HeldSignal(series, over: recording.span, pauses: recording.pauses, hold: hold)
      let parts =
        laps
        ? recording.laps.map { (recording.sport, $0.span, $0.totals, $0.deviceZones) }
        : recording.activities.map { ($0.sport, $0.span, $0.totals, $0.deviceZones) }
      for (leg, (sport, span, stated, zones)) in parts.enumerated() {
        guard let totals = zones.first(where: { $0.quantity == quantity }), let limits = totals.limits,
          let device = totals.durationsUnderAscendingBounds, device.reduce(0, +) > 0
        else { continue }
        let bounds = limits.ascendingBounds.map(\.value)
        var ours = [Milliseconds](repeating: 0, count: bounds.count + 1)
        signal.forEachSpan(in: span) { part in
          guard part.isKnown else { return }
          ours[bounds.firstIndex { part.value < $0 } ?? bounds.count] += part.duration
        }
        result.append(
          ZoneComparison(
            file: String(name.dropFirst(4)), leg: leg, sport: sport,
            timer: stated.timer ?? recording.activeTime(in: span), ours: ours, device: device))
      }
    }
    return result
  }

  /// A line for a person.
  var line: String {
    func seconds(_ times: [Milliseconds]) -> String { times.map { String($0 / 1000) }.joined(separator: " ") }
    return
      "\(agrees ? "agrees " : "DIFFERS") \(key) \(sport): timer \(timer / 1000) s, most \(largest) of \(allowed) ms; "
      + "ours \(seconds(ours)); device \(seconds(device))"
  }
}

@Suite(
  "Time in zone of the corpus beside what devices counted",
  .enabled(if: Corpus.folder != nil, "the corpus of real files was not found"))
struct DeviceZonesCorpusTests {
  /// Files whose totals the corpus itself calls unusable as references.
  static let unusable = [
    "fit/gc-FR55-CoreTemp-Walk.fit",  // 897 s in zones of a walk of 588 s
    "fit/fp-2019-02-17-062644-ELEMNT-297E-195-0.fit",  // the maker counts the boundary below
  ]

  /// Sessions in which we count otherwise than the device, and why.
  static let exceptions: [Quantity: [String: String]] = [
    .heartRate: [
      "gc-activity_2677977976.fit#0":
        "pool swim: the watch leaves the rests out (five of its eleven laps, 800 s, have no or 1 to 2 s in zones)"
    ],
    .power: [
      "gc-MultiSport-2019-11-24.fit#2":
        "600 s of coasting counted higher: the watch sorts another power than the one that it writes",
      "tf-garmin.fit#0": "100 s of 142 W and below in another zone, as above; 1.1 % of the ride",
    ],
  ]

  /// All sessions of usable files.
  static func comparisons(_ quantity: Quantity, laps: Bool = false) throws -> [ZoneComparison] {
    var all: [ZoneComparison] = []
    for name in Corpus.fitFiles() where !unusable.contains(name) {
      guard try !Corpus.bytes(name).isEmpty else { continue }
      all += try ZoneComparison.all(name, quantity, laps: laps)
    }
    if CorpusOracle.isVerbose {
      print(
        "\(quantity), \(laps ? "laps" : "sessions"): \(all.filter(\.agrees).count) of \(all.count) agree",
        all.filter { !laps || !$0.agrees }.map(\.line).joined(separator: "\n"), separator: "\n")
    }
    return all
  }

  @Test(arguments: [Quantity.heartRate, .power])
  func `every session agrees with its device, but for those whose reason is known`(quantity: Quantity) throws {
    let all = try Self.comparisons(quantity)
    let known = Self.exceptions[quantity] ?? [:]
    #expect(Set(all.filter { !$0.agrees }.map(\.key)) == Set(known.keys))
  }

  @Test func `95 of 100 sessions with heart rate agree`() throws {
    let all = try Self.comparisons(.heartRate)
    #expect(all.count >= 31)
    #expect(Double(all.filter(\.agrees).count) >= 0.95 * Double(all.count))
  }

  @Test func `19 of 20 laps with heart rate agree`() throws {
    let all = try Self.comparisons(.heartRate, laps: true)
    #expect(Double(all.filter(\.agrees).count) >= 0.95 * Double(all.count))
  }

  @Test func `a pool swim differs by its rests alone`() throws {
    // Laps with intervals also hold short rests, in which the heart is slow: only the lowest zone may have more.
    let laps = try ZoneComparison.all("fit/gc-activity_2677977976.fit", .heartRate, laps: true)
    let swum = laps.filter { $0.device.reduce(0, +) > 2000 }
    #expect(swum.count == 6)
    for lap in swum {
      for (ours, device) in zip(lap.ours, lap.device).dropFirst() { #expect(abs(ours - device) < 3000) }
      #expect(lap.ours[0] > lap.device[0] - 1000 && lap.ours[0] < lap.device[0] + 40_000)
    }
  }
}
