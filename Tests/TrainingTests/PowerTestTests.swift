// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Training
import Workouts
import Zones

private func effort(_ seconds: Int64, _ watts: Double) -> BestEffort {
  BestEffort(duration: seconds * 1000, value: watts, start: Instant(secondsSince1970: 0))
}

private func signal(_ values: [Double]) -> HeldSignal {
  HeldSignal(
    quantity: .power,
    spans: values.enumerated().map {
      HeldSpan(start: Milliseconds($0.offset) * 1000, end: Milliseconds($0.offset + 1) * 1000, value: $0.element)
    }, hold: 5000)
}

struct `Critical power` {
  @Test func `of two efforts is that of the published example`() throws {
    let found = try #require(CriticalPower([effort(180, 330), effort(720, 270)]))
    #expect(abs(found.criticalPower - 250) < 1e-9 && abs(found.wPrime - 14_400) < 1e-6)
    #expect(found.standardError == nil)
  }

  @Test(arguments: UInt64(1)...50)
  func `comes back from efforts of an athlete who follows the model`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let power = Double.random(in: 150...400, using: &random), reserve = Double.random(in: 8000...28_000, using: &random)
    let noise = 0.01
    let efforts = [180, 300, 480, 720, 1200].map { seconds -> BestEffort in
      let true_ = power + reserve / Double(seconds)
      return effort(Int64(seconds), true_ * (1 + Double.random(in: -noise...noise, using: &random)))
    }
    let found = try #require(CriticalPower(efforts))
    #expect(abs(found.criticalPower - power) <= 0.03 * power, "seed \(seed): \(found.criticalPower) for \(power)")
    #expect(
      abs(found.wPrime - reserve) <= 0.04 * power * 180 + 0.2 * reserve, "seed \(seed): \(found.wPrime) for \(reserve)")
  }

  @Test func `is not drawn through parts of longer efforts, nor through half hours with easy riding`() throws {
    // The best two minutes are a part of the hard three, the best thirty hold ten easy ones.
    let season = [effort(120, 330), effort(180, 330), effort(480, 280), effort(1200, 262), effort(1800, 220)]
    let found = try #require(CriticalPower(season))
    #expect(found.efforts.map(\.duration) == [180_000, 480_000, 1_200_000])
    #expect(abs(found.criticalPower - 250) < 2)
  }

  @Test func `leaves efforts out that were not the athlete's best`() throws {
    let lazy = [effort(180, 330), effort(300, 260), effort(480, 255), effort(720, 270)]
    let found = try #require(CriticalPower(lazy))
    #expect(abs(found.criticalPower - 250) < 1e-9 && found.efforts.count == 2)
  }

  @Test func `needs efforts that differ in length, and makes no nonsense`() {
    #expect(CriticalPower([]) == nil)
    #expect(CriticalPower([effort(300, 300)]) == nil)
    #expect(CriticalPower([effort(300, 300), effort(480, 280)]) == nil, "less than twice as long")
    #expect(CriticalPower([effort(60, 500), effort(3600, 200)]) == nil, "beyond where the model holds")
    #expect(CriticalPower([effort(180, 250), effort(1200, 250)]) == nil, "no work above critical power")
  }
}

struct `Ramp tests` {
  private func ramp(from first: Double, by step: Double, minutes: Int, then after: [Double] = []) -> [Double] {
    (0..<minutes).flatMap { minute in [Double](repeating: first + step * Double(minute), count: 60) } + after
  }

  @Test func `are found, with their last minute`() throws {
    let easy = [Double](repeating: 90, count: 300)
    let test = signal(easy + ramp(from: 100, by: 20, minutes: 13, then: [Double](repeating: 80, count: 300)))
    let found = try #require(PowerTests.rampMinute(test))
    #expect(found.value == 340 && PowerTests.ftp(rampMinute: found.value) == 255)
  }

  @Test func `are not seen in a ride, in intervals or in a warm-up that goes on`() {
    #expect(PowerTests.rampMinute(signal([Double](repeating: 200, count: 3600))) == nil)
    let intervals = (0..<8).flatMap { _ in [Double](repeating: 320, count: 60) + [Double](repeating: 120, count: 60) }
    #expect(PowerTests.rampMinute(signal(intervals)) == nil)
    let warmUp = ramp(from: 100, by: 20, minutes: 10, then: [Double](repeating: 275, count: 600))
    #expect(PowerTests.rampMinute(signal(warmUp)) == nil)
  }

  @Test func `and the other tests take their share`() {
    #expect(PowerTests.ftp(twentyMinutes: 300) == 285)
    #expect(PowerTests.ftp(eightMinutes: 300) == 270)
  }
}
