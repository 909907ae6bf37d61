// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Sensors
import Testing
import Workouts
import Zones

private let day = Instant(secondsSince1970: 1_780_000_000)
private let samples = SampleWorkouts.all(endingOn: day, utcOffsetSeconds: 7200)

private func sample(_ name: String) throws -> Recording {
  try #require(samples.first { $0.name == name }?.recording)
}

/// Five zones by percent of the athlete's maximum of 190.
private func zones(_ recording: Recording, in window: TimeSpan? = nil) throws -> TimeInZone {
  let series = try #require(recording.series(.heartRate))
  let hold = SampleHold.holdCap(for: .heartRate, smartRecording: recording.isSmartRecording)
  let signal = HeldSignal(series, over: recording.span, pauses: recording.pauses, hold: hold)
  return signal.timeInZone(try ZoneBoundaries([114, 133, 152, 171]), in: window)
}

private func share(_ part: Milliseconds, of time: TimeInZone) -> Double { Double(part) / Double(time.known) }

struct `The set of samples` {
  @Test func `has these names in this order`() {
    #expect(
      samples.map(\.name) == [
        "Easy long run", "6 × 3 minutes", "Recovery ride", "Tempo run", "Strength circuit",
        "FTP intervals 3 × 12 minutes", "6 × 3 minutes, short recoveries", "Lunch walk", "Sprint triathlon",
      ])
    #expect(samples.allSatisfy { $0.recording.name == $0.name })
  }

  @Test(arguments: [0, 7200, -36_000, 50_400])
  func `lies in order in the two weeks before the day, wherever the athlete lives`(offset: Int) {
    let all = SampleWorkouts.all(endingOn: day, utcOffsetSeconds: offset).map(\.recording)
    let local = day.millisecondsSince1970 / 1000 + Int64(offset)
    let midnight = Instant(secondsSince1970: local / 86_400 * 86_400 - Int64(offset))
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.span.end < $1.span.start })
    #expect(all.allSatisfy { $0.span.end <= midnight && midnight - $0.span.start <= 14 * 86_400_000 })
    #expect(all.allSatisfy { $0.utcOffsetSeconds == offset })
  }

  @Test func `has workouts of 35 to 110 minutes without positions`() {
    for sample in samples {
      let minutes = sample.recording.span.duration / 60_000
      #expect(minutes >= 35 && minutes <= 110, "\(sample.name)")
      #expect(sample.recording.series(.latitude) == nil && sample.recording.series(.longitude) == nil)
    }
  }

  @Test func `a steady ride has as many records as asked for`() {
    let ride = SampleWorkouts.steadyRide(records: 5000, startingAt: day)
    #expect(
      Set(ride.series.map(\.quantity)) == [
        .heartRate, .power, .cadence, .speed, .distance, .altitude, .temperature,
      ])
    #expect(ride.series.allSatisfy { $0.count == 5000 })
  }
}

struct `The shapes of the samples` {
  @Test func `the easy long run stays below zone 3 for about 84 percent, and drift carries its end up`() throws {
    let run = try sample("Easy long run")
    let all = try zones(run)
    let easy = share(all.zones[0] + all.zones[1], of: all)
    #expect(easy > 0.78 && easy < 0.90)
    let middle = run.span.start + run.span.duration / 2
    let first = try zones(run, in: TimeSpan(start: run.span.start, end: middle))
    let second = try zones(run, in: TimeSpan(start: middle, end: run.span.end))
    #expect(share(first.zones[2], of: first) < 0.05)
    #expect(share(second.zones[2], of: second) > 0.2)
    #expect(all.zones[3] == 0)
  }

  @Test(arguments: [("6 × 3 minutes", false), ("6 × 3 minutes, short recoveries", true)])
  func `six repeats reach zone 4, and recoveries stay low or high`(name: String, staysHigh: Bool) throws {
    let run = try sample(name)
    let repeats = run.laps.filter { $0.intensity == "interval" }
    let recoveries = run.laps.filter { $0.intensity == "recovery" }
    #expect(repeats.count == 6)
    #expect(recoveries.count == 5)
    for lap in repeats { #expect(try zones(run, in: lap.span).zones[3...].reduce(0, +) > 60_000) }
    for lap in recoveries {
      let end = TimeSpan(start: lap.span.end - 15_000, end: lap.span.end)
      let low = try zones(run, in: end).zones[...1].reduce(0, +)
      #expect(staysHigh ? low == 0 : low == 15_000)
    }
  }

  @Test func `the tempo run has about 22 minutes in zones 3 and 4`() throws {
    let run = try sample("Tempo run")
    let time = try zones(run)
    let hard = Double(time.zones[2] + time.zones[3]) / 60_000
    #expect(hard > 20.5 && hard < 23)
    let counted = try #require(run.activities[0].deviceZones.first).durations
    #expect(abs(Double(counted[3] + counted[4]) / 60_000 - 22) < 1)
  }

  @Test func `the long run has one spike of the sensor`() throws {
    #expect(spikes(try #require(sample("Easy long run").series(.heartRate))) == 1)
  }

  @Test func `the recovery ride is mostly zone 1, with two short spikes above`() throws {
    let ride = try sample("Recovery ride")
    let time = try zones(ride)
    #expect(share(time.zones[0], of: time) > 0.85)
    #expect((20_000...180_000).contains(time.zones[2...].reduce(0, +)))
  }

  @Test func `the threshold ride holds three blocks of 95 to 100 percent`() throws {
    let ride = try sample("FTP intervals 3 × 12 minutes")
    let blocks = ride.laps.filter { $0.intensity == "interval" }
    #expect(blocks.map(\.span.duration) == [720_000, 720_000, 720_000])
    for block in blocks {
      let share = try #require(block.totals.averagePower) / 260
      #expect(share > 0.95 && share < 1)
    }
    #expect(ride.activities[0].deviceZones.map(\.quantity) == [.heartRate, .power])
    #expect(ride.series(.altitude) == nil)
  }

  @Test func `the triathlon has five legs with zones of their own`() throws {
    let race = try sample("Sprint triathlon")
    #expect(race.sport == .multisport)
    #expect(race.activities.map(\.sport) == [.swimming, .transition, .cycling, .transition, .running])
    let limits = race.activities.map { $0.deviceZones.first { $0.quantity == .heartRate }?.limits?.bounds.last }
    #expect(limits == [nil, 190, 185, 190, 190])
    let power = try #require(race.series(.power))
    #expect(power.times.allSatisfy { race.activities[2].span.contains(Instant(millisecondsSince1970: $0)) })
  }
}

/// How often heart rate jumps by 20 or more within two seconds and is back within five.
private func spikes(_ series: Series) -> Int {
  var found = 0
  var place = 1
  while place < series.count {
    let before = series.values[place - 1]
    if series.values[place] - before >= 20,
      let back = (place..<min(place + 6, series.count)).first(where: { abs(series.values[$0] - before) < 10 }),
      series.times[back] - series.times[place] <= 5000
    {
      found += 1
      place = back
    }
    place += 1
  }
  return found
}

struct `Each flaw of a watch occurs` {
  @Test func `pauses by hand and by the watch`() {
    let kinds = samples.flatMap { $0.recording.pauses.map(\.kind) }
    #expect(kinds.filter { $0 == .manual }.count >= 1)
    #expect(kinds.filter { $0 == .auto }.count >= 3)
  }

  @Test func `smart recording, with points at irregular distances`() throws {
    let walk = try sample("Lunch walk")
    #expect(walk.isSmartRecording)
    let times = try #require(walk.series(.heartRate)).times
    let gaps = Set(zip(times, times.dropFirst()).map { $1 - $0 })
    #expect(gaps.count >= 5)
    #expect(gaps.max() ?? 0 > 5000)
    #expect(samples.filter { $0.recording.isSmartRecording }.count == 1)
  }

  @Test func `dropouts, marked and silent, during which the watch goes on counting`() throws {
    let circuit = try sample("Strength circuit")
    let series = try #require(circuit.series(.heartRate))
    #expect(series.values.contains { $0.isNaN })
    #expect(zip(series.times, series.times.dropFirst()).contains { $1 - $0 > 40_000 })
    let counted = circuit.activities[0].deviceZones[0].durations.reduce(0, +)
    #expect(counted == circuit.activities[0].totals.timer)
    #expect(try zones(circuit).unknown > 0)
  }

  @Test func `cadence lock, entered by a jump`() throws {
    let circuit = try sample("Strength circuit")
    let beats = try #require(circuit.series(.heartRate)), steps = try #require(circuit.series(.cadence))
    let rhythm = Dictionary(uniqueKeysWithValues: zip(steps.times, steps.values))
    var longest = 0, run = 0, jumps: [Double] = []
    for (place, time) in beats.times.enumerated() {
      let isLocked = rhythm[time].map { $0 > 100 && abs(beats.values[place] - $0) <= 2 } ?? false
      if isLocked, run == 0, place > 0 { jumps.append(beats.values[place] - beats.values[place - 1]) }
      run = isLocked ? run + 1 : 0
      longest = max(longest, run)
    }
    #expect(longest >= 45)
    #expect(jumps.filter { $0 >= 20 }.count == 2)
  }

  @Test func `a sensor that comes late`() throws {
    let race = try sample("Sprint triathlon")
    let first = try #require(race.series(.heartRate)?.times.first)
    #expect(first >= race.activities[1].span.start.millisecondsSince1970)
    #expect(race.activities[0].totals.averageHeartRate == nil)
  }
}
