// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Sensors
import TestSupport
import Testing
import Workouts

struct `Rates from revolutions` {
  /// Revolutions a minute between two packets.
  private func perMinute(_ first: Revolutions, _ second: Revolutions) -> Double? {
    var rate = RevolutionRate.crank
    #expect(rate.add(first, at: 0) == nil)
    return rate.add(second, at: 1_000).map { $0.rate * 60 }
  }

  @Test func `are those of real packets`() throws {
    let crank = try #require(
      perMinute(Revolutions(count: 10_000, eventTime: 1024), Revolutions(count: 10_002, eventTime: 2389)))
    #expect(abs(crank - 90) < 0.05)
    let pod = try #require(
      perMinute(Revolutions(count: 100, eventTime: 1024), Revolutions(count: 101, eventTime: 1707)))
    #expect(abs(pod - 89.96) < 0.01)
    let overflow = try #require(
      perMinute(Revolutions(count: 65_535, eventTime: 65_024), Revolutions(count: 1, eventTime: 768)))
    #expect(abs(overflow - 96) < 0.05)
    var wheel = RevolutionRate.wheel(circumference: 2.096)
    _ = wheel.add(Revolutions(count: .max, eventTime: 64_512), at: 0)
    let second = wheel.add(Revolutions(count: 2, eventTime: 1024), at: 2_000)
    let turned = try #require(second)
    #expect(turned.turns == 3)
    #expect(abs(turned.rate * 2.096 * 3.6 - 11.32) < 0.01)
  }

  @Test func `fall to nothing while packets repeat, but not at once`() throws {
    var rate = RevolutionRate.crank
    let last = Revolutions(count: 2, eventTime: 1707)
    _ = rate.add(Revolutions(count: 1, eventTime: 1024), at: 0)
    _ = rate.add(last, at: 700)
    // Four repeats a second are no standstill.
    let rates = [950, 2_000, 3_000].map { rate.add(last, at: $0)?.rate ?? -1 }
    #expect(rates[0] > 1.4)
    #expect((0.1..<0.8).contains(rates[1]))
    #expect(rates[2] == 0)
    #expect(rate.current(at: 3_800) == 0)
  }

  @Test func `begin anew after silence and jumps`() {
    var rate = RevolutionRate.crank
    _ = rate.add(Revolutions(count: 1, eventTime: 0), at: 0)
    #expect(rate.add(Revolutions(count: 40, eventTime: 20_000), at: 31_000) == nil)
    #expect(rate.add(Revolutions(count: 41, eventTime: 20_700), at: 31_700) != nil)
    // A counter that was reset would mean thousands of turns.
    #expect(rate.add(Revolutions(count: 3, eventTime: 21_000), at: 32_000) == nil)
    #expect(rate.add(Revolutions(count: 4, eventTime: 21_700), at: 32_700) != nil)
  }

  @Test func `survive every overflow of counter and clock`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let perSecond = Double.random(in: 0.6...3, using: &generator)
      let count = UInt16.random(in: 0...(.max), using: &generator)
      let clock = UInt16.random(in: 0...(.max), using: &generator)
      var rate = RevolutionRate.crank
      for turn in 0..<400 {
        let ticks = Int((Double(turn) / perSecond * 1024).rounded())
        let packet = Revolutions(
          count: UInt32(count &+ UInt16(turn)), eventTime: clock &+ UInt16(truncatingIfNeeded: ticks))
        let turned = rate.add(packet, at: Int64(Double(turn) / perSecond * 1000))
        if turn > 0 { #expect(abs(try #require(turned).rate - perSecond) < 0.01) }
      }
    }
  }
}

struct `Times of beats` {
  @Test func `go back from the packet that brings them`() {
    var times = BeatTimes()
    #expect(times.add([800], at: 10_000).map(\.time) == [10_000])
    // A stall, then a burst of four.
    #expect(times.add([400, 400, 400, 400], at: 13_000).map(\.time) == [11_800, 12_200, 12_600, 13_000])
  }

  @Test func `never go back before a beat that is known, nor count copies`() {
    var times = BeatTimes()
    _ = times.add([800], at: 10_000)
    #expect(times.add([700, 700, 700], at: 11_000).map(\.time) == [10_300, 11_000])
    #expect(times.add([2000, 2000, 2000, 2000], at: 12_000).isEmpty)
    #expect(times.add([100, 3000], at: 13_000).isEmpty)
  }
}

struct `The signals of a device` {
  private func rate(_ bpm: UInt8, contact: UInt8 = 0x06) -> [UInt8] { [contact, bpm] }

  private func value(_ signals: inout DeviceSignals, _ bytes: [UInt8], at time: Milliseconds) -> Double?? {
    signals.take(bytes, of: .heartRate, at: time).first.map(\.value)
  }

  @Test func `leave copies out that come because several programs listen`() {
    var signals = DeviceSignals()
    #expect(signals.take(rate(120), of: .heartRate, at: 0).count == 1)
    #expect(signals.take(rate(120), of: .heartRate, at: 3).isEmpty)
    #expect(signals.take(rate(120), of: .heartRate, at: 1_000).count == 1)
    #expect(signals.copies == 1)
  }

  @Test func `count a rate without contact for five seconds`() {
    var signals = DeviceSignals()
    for second in 0..<5 {
      #expect(value(&signals, rate(98, contact: 0x04), at: Int64(second) * 1_000) == .some(.some(98)))
    }
    #expect(value(&signals, rate(98, contact: 0x04), at: 5_500) == .some(nil))
    #expect(value(&signals, rate(98), at: 6_500) == .some(.some(98)))
  }

  @Test func `doubt the old value after a reconnection`() {
    var signals = DeviceSignals()
    _ = signals.take(rate(131), of: .heartRate, at: 0)
    signals.reconnected()
    #expect(value(&signals, rate(131), at: 20_000) == .some(nil))
    #expect(value(&signals, rate(131), at: 21_000) == .some(nil))
    #expect(value(&signals, rate(131), at: 22_000) == .some(.some(131)))
    signals.reconnected()
    #expect(value(&signals, rate(118), at: 40_000) == .some(.some(118)))
  }

  @Test func `take repeated power without a turn of the crank for coasting`() {
    var signals = DeviceSignals()
    let packet = hex("20 00 F0 00 10 27 00 04")
    var watts: [Double?] = []
    for second in 0..<6 {
      watts += signals.take(packet, of: .cyclingPower, at: Int64(second) * 1_000).filter { $0.quantity == .power }
        .map(\.value)
    }
    #expect(watts == [240, 240, 240, 0, 0, 0])
  }

  @Test func `add metres of the wheel, across its overflow`() {
    var signals = DeviceSignals(wheelCircumference: 2)
    _ = signals.take(hex("01 FF FF FF FF 00 FC"), of: .speedCadence, at: 0)
    _ = signals.take(hex("01 02 00 00 00 00 04"), of: .speedCadence, at: 2_000)
    #expect(signals.distance == 6)
  }

  @Test func `count what is too short, and make nothing of it`() {
    var signals = DeviceSignals()
    for bytes in [[], [0x16], [0x01, 0x5A]] as [[UInt8]] {
      #expect(signals.take(bytes, of: .heartRate, at: 0).isEmpty)
    }
    #expect(signals.droppedPackets == 3)
  }
}

struct `Where several sensors measure the same` {
  private let strap = SensorID("strap"), watch = SensorID("watch"), machine = SensorID("machine")

  private func heart(_ value: Double?, _ time: Milliseconds, _ kind: SensorKind) -> SensorReading {
    SensorReading(.heartRate, value, at: time, kind: kind)
  }

  @Test func `pitfall: two sources do not flip-flop, the better one counts`() {
    var arbiter = SourceArbiter(.heartRate)
    var changes: [SourceArbiter.Change] = []
    for second in 0..<600 {
      let time = Int64(second) * 1_000
      // The watch is off by a few beats; the strap's radio stalls for 3 s now and then.
      if let change = arbiter.add(heart(140, time, .wristHeartRate), from: watch)?.change { changes.append(change) }
      if second % 20 >= 3, let change = arbiter.add(heart(147, time + 100, .chestStrap), from: strap)?.change {
        changes.append(change)
      }
    }
    #expect(changes.map(\.to) == [watch, strap])
    #expect(changes.map(\.reason) == [.first, .better])
  }

  @Test func `pitfall: a silent source is given up after the takeover delay, and no sooner`() throws {
    var arbiter = SourceArbiter(.heartRate)
    _ = arbiter.add(heart(150, 0, .chestStrap), from: strap)
    for second in 1...7 { #expect(arbiter.add(heart(152, Int64(second) * 1_000, .wristHeartRate), from: watch) == nil) }
    let eighth = arbiter.add(heart(152, 8_000, .wristHeartRate), from: watch)
    let taken = try #require(eighth)
    #expect(taken.change?.reason == .silence && taken.source == watch)
    // Shorter than a value is held, so that time in zone has no hole.
    #expect(arbiter.takeoverDelay < 15_000)
    #expect(SourceArbiter(.power).takeoverDelay < 5_000)
    // Back only after ten seconds of good values near the present ones.
    for second in 9..<30 {
      let time = Int64(second) * 1_000
      _ = arbiter.add(heart(152, time - 500, .wristHeartRate), from: watch)
      if second >= 20 {
        let returning = arbiter.add(heart(150, time, .chestStrap), from: strap)
        #expect(returning == nil)
      }
    }
    #expect(arbiter.add(heart(150, 30_000, .chestStrap), from: strap)?.change?.reason == .better)
  }

  @Test func `the athlete's own order stands above ours`() {
    var arbiter = SourceArbiter(.heartRate, order: [machine])
    _ = arbiter.add(heart(140, 0, .chestStrap), from: strap)
    for second in 0...10 {
      _ = arbiter.add(heart(140, Int64(second) * 1_000 + 1, .chestStrap), from: strap)
      _ = arbiter.add(heart(141, Int64(second) * 1_000 + 2, .machineHeartRate), from: machine)
    }
    #expect(arbiter.active == machine)
  }

  @Test func `zeros and silence never refresh a value`() {
    var arbiter = SourceArbiter(.heartRate)
    _ = arbiter.add(heart(140, 0, .chestStrap), from: strap)
    for second in 1...9 { #expect(arbiter.add(heart(nil, Int64(second) * 1_000, .chestStrap), from: strap) == nil) }
    #expect(arbiter.age(at: 9_000) == 9_000)
    // A value that repeats does.
    _ = arbiter.add(heart(140, 10_000, .chestStrap), from: strap)
    #expect(arbiter.age(at: 10_500) == 500)
  }

  @Test func `pitfall: a spike waits for a second one`() {
    var arbiter = SourceArbiter(.heartRate)
    #expect(arbiter.add(heart(120, 0, .chestStrap), from: strap)?.value == 120)
    #expect(arbiter.add(heart(230, 1_000, .chestStrap), from: strap) == nil)
    #expect(arbiter.add(heart(121, 1_900, .chestStrap), from: strap)?.value == 121)
    #expect(arbiter.add(heart(180, 2_900, .chestStrap), from: strap) == nil)
    #expect(arbiter.add(heart(182, 3_800, .chestStrap), from: strap)?.value == 182)
    for value in [19.0, 251, -3, .nan] { #expect(arbiter.add(heart(value, 5_000, .chestStrap), from: strap) == nil) }
  }
}

struct `A link` {
  private func step(_ keeper: inout LinkKeeper, _ event: LinkKeeper.Event, _ time: Milliseconds) -> [LinkKeeper.Action]
  { keeper.handle(event, at: time) }

  /// A keeper whose sensor sends since the given moment.
  private func live(at time: Milliseconds) -> LinkKeeper {
    var keeper = LinkKeeper()
    _ = keeper.handle(.adapter(nil), at: time)
    _ = keeper.handle(.present(true), at: time)
    #expect(keeper.handle(.wanted, at: time) == [.connect])
    _ = keeper.handle(.linked(true), at: time)
    #expect(keeper.handle(.servicesResolved, at: time) == [.subscribe])
    _ = keeper.handle(.subscribed, at: time)
    _ = keeper.handle(.packet, at: time)
    #expect(keeper.state == .live)
    return keeper
  }

  @Test func `pitfall: is made again after a loss, ever more patiently, for as long as it is wanted`() {
    var keeper = live(at: 0)
    #expect(keeper.handle(.linked(false), at: 100) == [.connect])
    var time: Milliseconds = 100
    for wait: Milliseconds in [1, 2, 4, 8, 15, 30, 30, 30] {
      #expect(keeper.handle(.connectFailed(.outOfReach), at: time).isEmpty)
      #expect(keeper.handle(.tick, at: time + wait * 1_000 - 1).isEmpty)
      #expect(keeper.handle(.tick, at: time + wait * 1_000) == [.connect])
      time += wait * 1_000
    }
    // It comes back, and the next loss is answered at once again.
    _ = keeper.handle(.linked(true), at: time)
    _ = keeper.handle(.packet, at: time + 500)
    #expect(keeper.state == .live)
    #expect(keeper.handle(.linked(false), at: time + 900) == [.connect])
  }

  @Test func `says after three failures what may be the matter`() {
    var keeper = live(at: 0)
    _ = keeper.handle(.linked(false), at: 0)
    _ = keeper.handle(.connectFailed(.outOfReach), at: 0)
    #expect(keeper.state == .lost(retryIn: 1_000, problem: nil))
    _ = keeper.handle(.tick, at: 1_000)
    _ = keeper.handle(.connectFailed(.outOfReach), at: 1_000)
    #expect(keeper.state == .lost(retryIn: 2_000, problem: .outOfReach))
    #expect(keeper.state.line.contains("another device"))
  }

  @Test func `is made anew when it is mute`() {
    var keeper = live(at: 0)
    _ = keeper.handle(.tick, at: 3_000)
    #expect(keeper.state == .stale)
    #expect(keeper.handle(.tick, at: 29_999).isEmpty)
    #expect(keeper.handle(.tick, at: 30_000) == [.disconnect, .connect])
  }

  @Test func `waits ten seconds for services, and subscribes again where a belt refuses`() {
    var keeper = LinkKeeper()
    _ = keeper.handle(.present(true), at: 0)
    _ = keeper.handle(.wanted, at: 0)
    _ = keeper.handle(.linked(true), at: 0)
    #expect(keeper.handle(.tick, at: 9_999).isEmpty)
    #expect(keeper.handle(.tick, at: 10_000).first == .disconnect)
    _ = keeper.handle(.linked(true), at: 11_000)
    #expect(keeper.handle(.servicesResolved, at: 11_000) == [.subscribe])
    _ = keeper.handle(.subscribeFailed(.notASensor), at: 11_000)
    #expect(keeper.handle(.tick, at: 11_300) == [.subscribe])
    _ = keeper.handle(.subscribeFailed(.notASensor), at: 11_300)
    #expect(keeper.handle(.tick, at: 12_300) == [.subscribe])
    _ = keeper.handle(.subscribeFailed(.notASensor), at: 12_300)
    #expect(keeper.state == .refused(.notASensor))
  }

  @Test func `ends when the athlete wants it to`() {
    var keeper = live(at: 0)
    #expect(keeper.handle(.unwanted, at: 10) == [.disconnect])
    for event in [.tick, .linked(false), .present(false), .packet, .adapter(nil)] as [LinkKeeper.Event] {
      #expect(keeper.handle(event, at: 100_000).isEmpty)
      #expect(keeper.state == .off)
    }
  }

  @Test func `stands still without an adapter and goes on with one`() {
    var keeper = live(at: 0)
    #expect(keeper.handle(.adapter(.adapterOff), at: 10).isEmpty)
    #expect(keeper.state == .refused(.adapterOff))
    #expect(keeper.handle(.adapter(nil), at: 20) == [.connect])
  }

  @Test func `to a sensor that vanished begins with looking for it`() {
    var keeper = live(at: 0)
    #expect(keeper.handle(.present(false), at: 10) == [.scan])
    #expect(keeper.state == .searching)
    #expect(keeper.handle(.present(true), at: 20) == [.connect])
  }
}
