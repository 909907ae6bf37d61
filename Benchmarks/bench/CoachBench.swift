// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Foundation
import Workouts
import Zones

/// The live path: zone clock and coach for one athlete, and for thousands in one process.
enum CoachBench {
  /// One athlete who is coached.
  private struct Athlete {
    var clock: ZoneClock
    var feed: CoachFeed
    var seed: UInt64
  }

  private static let boundaries = [120.0, 138, 151, 164, 177]

  static func run(athletes count: Int, seconds: Int) throws {
    try cost()
    try crowd(count, seconds: seconds)
  }

  private static func plan() throws -> ResolvedPlan {
    let zones = try ZoneSet(typed: boundaries, quantity: .heartRate, unitIsStated: true)
    let work = PlanStep(.work, goal: .time(180_000), target: PlanTarget(.heartRate, .zones(4...4, scheme: nil)))
    let rest = PlanStep(.recovery, goal: .open, gate: RecoveryGate(below: .zone(3)))
    let plan = Plan(
      name: "bench", sport: .running,
      blocks: [
        .step(PlanStep(.warmup, goal: .time(600_000), target: PlanTarget(.heartRate, .zones(1...2, scheme: nil)))),
        .repeated(.count(20), [.step(work), .step(rest)]), .step(PlanStep(.steady, goal: .time(36_000_000))),
      ])
    return try ResolvedPlan(plan, for: PlanAthlete(zones: [.heartRate: zones]))
  }

  private static func athlete(_ seed: UInt64) throws -> Athlete {
    Athlete(
      clock: ZoneClock(zones: try ZoneBoundaries(boundaries), start: 0, hold: 15_000),
      feed: CoachFeed(LiveCoach(try plan()), start: 0), seed: seed)
  }

  /// Heart rate that goes up and down over some minutes, with a dropout now and then.
  @inline(__always) private static func value(_ second: Int, _ seed: UInt64) -> Double {
    let place = (second &+ Int(truncatingIfNeeded: seed &* 37)) % 420
    let level = place < 210 ? 120 + Double(place) * 0.25 : 172 - Double(place - 210) * 0.25
    return (second &+ Int(truncatingIfNeeded: seed)) % 1200 < 1170 ? level.rounded() : .nan
  }

  /// Nanoseconds a sample of each part, for one athlete over ten hours.
  private static func cost() throws {
    let samples = 36_000
    let values = (0..<samples).map { value($0, 1) }
    func nanoseconds(_ body: () throws -> Void) rethrows -> Double { try median(11, body) * 1e6 / Double(samples) }
    let clock = try nanoseconds {
      var athlete = try athlete(1)
      for second in 0..<samples { athlete.clock.add(values[second], at: Milliseconds(second) * 1000) }
      use(athlete.clock.totals(at: Milliseconds(samples) * 1000))
    }
    let coach = try nanoseconds {
      var coach = LiveCoach(try plan())
      for second in 0..<samples {
        let value = values[second]
        use(coach.tick(at: Milliseconds(second) * 1000, .init(heartRate: value.isNaN ? nil : value)))
      }
    }
    let feed = try nanoseconds {
      var athlete = try athlete(1)
      for second in 0..<samples {
        let now = Milliseconds(second) * 1000
        use(athlete.feed.add(.heartRate, values[second], at: now))
        use(athlete.feed.advance(to: now))
      }
    }
    let both = try nanoseconds {
      var athlete = try athlete(1)
      for second in 0..<samples {
        let now = Milliseconds(second) * 1000
        athlete.clock.add(values[second], at: now)
        use(athlete.feed.add(.heartRate, values[second], at: now))
        use(athlete.feed.advance(to: now))
      }
      use(athlete.clock.totals(at: Milliseconds(samples) * 1000))
    }
    print(
      """
      {"samples": \(samples), "zoneClockNanoseconds": \(whole(clock)), "coachNanoseconds": \(whole(coach)), \
      "coachWithHoldNanoseconds": \(whole(feed)), "togetherNanoseconds": \(whole(both))}
      """)
  }

  /// Many athletes in one process: an hour as fast as it goes, then `seconds` in real time, first with arrivals spread
  /// over each second, then with all at once.
  private static func crowd(_ count: Int, seconds: Int) throws {
    let before = residentBytes()
    var athletes = try (0..<count).map { try athlete(UInt64($0)) }
    let made = residentBytes()
    let wall = ContinuousClock()
    let hour = 3600
    var cues = 0
    let start = wall.now
    for second in 0..<hour {
      for place in athletes.indices { cues += take(second, &athletes[place]) }
    }
    let simulated = milliseconds(wall.now - start) / 1000
    print(
      """
      {"athletes": \(count), "simulatedSeconds": \(hour), "tookSeconds": \(simulated), \
      "microsecondsPerSample": \(simulated * 1e6 / Double(hour * count)), "cues": \(cues), \
      "bytesPerAthlete": \((made - before) / max(1, count)), "bytesPerAthleteAfterAnHour": \
      \((residentBytes() - before) / max(1, count)), "residentMegabytes": \(residentBytes() / 1_000_000)}
      """)
    for spread in [true, false] {
      var latencies: [Double] = []
      latencies.reserveCapacity(count * seconds)
      let first = wall.now
      for second in 0..<seconds {
        for place in athletes.indices {
          let due = Duration.seconds(second) + (spread ? Duration.nanoseconds(1_000_000_000 / count * place) : .zero)
          if wall.now - first < due { try? wait(until: first + due, wall) }
          use(take(hour + second + (spread ? 0 : seconds), &athletes[place]))
          latencies.append(milliseconds(wall.now - first - due))
        }
      }
      latencies.sort()
      func share(_ part: Double) -> Double { latencies[min(latencies.count - 1, Int(Double(latencies.count) * part))] }
      print(
        """
        {"athletes": \(count), "arrivals": "\(spread ? "spread" : "at once")", "seconds": \(seconds), \
        "medianMilliseconds": \(share(0.5)), "p99Milliseconds": \(share(0.99)), \
        "worstMilliseconds": \(latencies.last ?? 0), "residentMegabytes": \(residentBytes() / 1_000_000)}
        """)
    }
  }

  private static func wait(until moment: ContinuousClock.Instant, _ clock: ContinuousClock) throws {
    let left = milliseconds(moment - clock.now)
    if left > 0.2 { usleep(UInt32((left - 0.1) * 1000)) }
    while clock.now < moment {}
  }

  @inline(__always) private static func take(_ second: Int, _ athlete: inout Athlete) -> Int {
    let now = Milliseconds(second) * 1000, value = value(second, athlete.seed)
    athlete.clock.add(value, at: now)
    return athlete.feed.add(.heartRate, value, at: now).count + athlete.feed.advance(to: now).count
  }

  private static func whole(_ value: Double) -> Int { Int(value.rounded()) }

  /// Memory of the process that is in use.
  private static func residentBytes() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let fields = text.split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
