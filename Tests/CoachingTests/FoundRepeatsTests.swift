// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Testing
import Workouts
import Zones

/// Repeats as the page lists them.
struct `Repeats of a leg` {
  private func leg(_ work: Double, bouts: [WorkoutFacts.Bout] = [], count: Int = 4) throws -> WorkoutFacts.Leg {
    var stretches = [Stretch(600, 110)]
    for _ in 0..<count { stretches += [Stretch(240, work), Stretch(120, 105)] }
    return try #require(Fixture.facts(stretches, bouts: bouts).legs.first)
  }

  @Test func `are found in heart rate where no laps mark them`() throws {
    let repeats = try #require(Repeats(in: try leg(150)))
    #expect(!repeats.isMarked && repeats.work.count == 4 && repeats.graded.zones.quantity == .heartRate)
    // The start is moved 30 s ahead, as heart rate follows effort late.
    #expect(repeats.work.allSatisfy { $0.duration == 270_000 })
    #expect(zip(repeats.work, repeats.work.dropFirst()).allSatisfy { $0.end < $1.start })
  }

  @Test func `are what laps mark where laps mark two or more`() throws {
    let marked = Fixture.bouts(from: 600, [(.work, 240), (.rest, 120), (.work, 240), (.rest, 120)])
    let repeats = try #require(Repeats(in: try leg(150, bouts: marked)))
    #expect(repeats.isMarked && repeats.work == marked.filter { $0.kind == .work }.map(\.span))
  }

  @Test func `are none where it was easy, or only two alike`() throws {
    #expect(Repeats(in: try leg(125)) == nil)
    #expect(Repeats(in: try leg(150, count: 2)) == nil)
  }
}
