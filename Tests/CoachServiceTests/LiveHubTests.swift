// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Foundation
import Synchronization
import Testing
import Workouts

@testable import CoachService

/// Live workouts of one process and those who listen.
struct LiveHubTests {
  private func event(_ number: Int) -> LiveEvent {
    LiveEvent(
      active: Milliseconds(number), wall: Instant(millisecondsSince1970: Int64(number)), kind: .announce(zone: number))
  }

  private final class Heard: Sendable {
    let items = Mutex<[Int]>([])
    let gaps = Mutex(0)
    func take(_ item: LiveFeed.Item) {
      switch item {
      case .event(let event): items.withLock { $0.append(event.id) }
      case .gap: gaps.withLock { $0 += 1 }
      case .moment: break
      }
    }
  }

  @Test func `each listener hears every event once and in order, whenever it came`() async throws {
    let feed = LiveFeed()
    let listeners = (0..<8).map { _ in Heard() }
    await withTaskGroup { group in
      group.addTask { for number in 1...2_000 { feed.append(self.event(number)) } }
      for listener in listeners {
        group.addTask { _ = feed.listen(after: 0) { listener.take($0) } }
      }
    }
    feed.settle()
    for listener in listeners { #expect(listener.items.withLock { $0 } == Array(1...2_000)) }
  }

  @Test func `who comes again hears what was missed; of what is not kept any more it is told`() {
    let feed = LiveFeed()
    let first = Heard()
    let stop = feed.listen(after: nil) { first.take($0) }
    feed.settle()
    for number in 1...10 { feed.append(event(number)) }
    feed.settle()
    stop()
    feed.settle()
    #expect(feed.listenerCount == 0)
    for number in 11...20 { feed.append(event(number)) }
    #expect(first.items.withLock { $0 } == Array(1...10))
    let second = Heard()
    _ = feed.listen(after: 10) { second.take($0) }
    feed.settle()
    #expect(second.items.withLock { $0 } == Array(11...20))
    for number in 21...3 * LiveFeed.keptEvents { feed.append(event(number)) }
    feed.settle()
    let third = Heard()
    _ = feed.listen(after: 20) { third.take($0) }
    feed.settle()
    #expect(third.gaps.withLock { $0 } == 1)
    #expect(third.items.withLock { $0 }.isEmpty)
    // A number that was never given counts as the newest.
    let fourth = Heard()
    _ = feed.listen(after: .max) { fourth.take($0) }
    feed.append(event(1))
    feed.settle()
    #expect(fourth.items.withLock { $0 } == [feed.lastID])
  }

  @Test func `a workout that another program is in is not taken for an interrupted one`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zonecoach-hub-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let library = try WorkoutLibrary(folder: folder)
    let hub = LiveHub(library: library)
    let run = try await hub.start(LiveHub.Order(sport: .running, source: .none))
    let mark = LiveMark(library, try #require(UUID(uuidString: run.id)))
    #expect(!mark.isFree)
    hub.stop()
    #expect(mark.isFree)
    #expect(try LiveHub(library: library).interrupted().map(\.id) == [run.id])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".lock") }.isEmpty)
  }

  @Test func `a simulated workout ends by itself and is kept`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zonecoach-hub-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let hub = LiveHub(library: try WorkoutLibrary(folder: folder))
    let plan = Plan(name: "short", sport: .running, blocks: [.step(PlanStep(.steady, goal: .time(120_000)))])
    let run = try await hub.start(LiveHub.Order(plan: plan, source: .simulation(seed: 3, speed: 0)))
    for _ in 0..<500 where run.summary == nil { try await Task.sleep(for: .milliseconds(20)) }
    #expect(run.summary?.id != nil)
    #expect(hub.running.isEmpty)
    #expect(hub.run(run.id) === run)
  }
}
