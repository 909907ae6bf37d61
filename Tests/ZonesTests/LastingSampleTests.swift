// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts
import Zones

/// Values that stand for a stretch of their own, as old phones put many heart rates into one.
struct LastingSampleTests {
  private static let span = TimeSpan(start: Instant(secondsSince1970: 0), end: Instant(secondsSince1970: 100))

  private func signal(_ ends: [Int64]?, pauses: [Pause] = []) -> [HeldSpan] {
    let series = Series(quantity: .heartRate, times: [0, 50_000, 50_000], values: [100, 90, 120], ends: ends)
    return HeldSignal(series, over: Self.span, pauses: pauses, hold: 15_000).spans.filter(\.isKnown)
  }

  @Test func `a value that lasts holds to its end, the next one takes over, and none holds for less than the cap`() {
    #expect(
      signal([40_000, 50_000, 51_000]) == [
        HeldSpan(start: 0, end: 40_000, value: 100), HeldSpan(start: 50_000, end: 65_000, value: 120),
      ])
    #expect(signal([90_000, 50_000, 300_000]).last == HeldSpan(start: 50_000, end: 100_000, value: 120))
    #expect(signal(nil).first == HeldSpan(start: 0, end: 15_000, value: 100))
  }

  @Test func `no value holds across a pause`() {
    let pause = Pause(
      span: TimeSpan(start: Instant(secondsSince1970: 10), end: Instant(secondsSince1970: 20)), kind: .manual)
    #expect(signal([40_000, 50_000, 50_000], pauses: [pause]).first == HeldSpan(start: 0, end: 10_000, value: 100))
  }

  @Test func `ends stay with their values when a series is put right`() {
    let series = Series(quantity: .heartRate, times: [0, 1, 1, 2], values: [0, 80, 90, 100], ends: [5, 6, 7, 8])
    #expect(series.normalized().ends == [5, 7, 8])
    #expect(series.normalized().times == [0, 1, 2])
  }
}
