// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Sensors
import Testing
import TestSupport

/// `16 55 D3 02` as bytes.
func hex(_ text: String) -> [UInt8] {
  text.split(separator: " ").compactMap { UInt8($0, radix: 16) }
}

/// All packets of the tables below, for tests of what holds for every packet.
let knownPackets: [String] = [
  "00 48", "16 55 D3 02", "1E 8C F4 01 B4 01 BB 01", "16 96 9A 01 97 01 99 01 9B 01", "01 2C 01", "04 00", "04 62",
  "10 50", "E0 50", "16 3C 00 00", "00 00 C8 00", "03 00 2C 01 66", "20 00 F0 00 10 27 00 04",
  "2C 00 00 00 9F 00 0C 00 E5 42", "30 00 88 00 A2 5E 01 00 AF 1D 4B 63 96 7F",
  "FF 1F FB FF 64 40 01 E8 03 00 00 00 08 F4 01 00 04 90 01 EC FF 40 06 E0 FF 5A E0 10 05 00 B9 00 7B 00",
  "03 A2 5E 01 00 6D 0E 4B 63 96 7F", "07 00 03 A8 78 00 10 27 00 00", "44 02 B8 0B B4 00 C8 00 00",
  "54 08 00 00 00 00 00 00 00 00 00 31 00", "FE 02 F0 04 1A 05 00 00 00 00 12 00 00 14 00 00 00 00 00 00",
  "84 05 E8 03 D2 04 00 7B 00 58 02 0A 96 2C 01", "FE 17 32 01 36 01 32 00 00 32 00",
  "2C 00 30 0A 00 64 00 00 78 00 96 00",
]

struct `Heart rate packets` {
  private func decode(_ text: String) -> HeartRateMeasurement? { HeartRateMeasurement(hex(text)) }

  @Test func `hold rate, contact, energy and intervals`() throws {
    let plain = try #require(decode("00 48"))
    #expect(plain.beatsPerMinute == 72)
    #expect(plain.hasContact == nil)
    let interval = try #require(decode("16 55 D3 02"))
    #expect(interval.beatsPerMinute == 85 && interval.hasContact == true)
    #expect(abs(interval.beatIntervals[0] - 706.05) < 0.01)
    let full = try #require(decode("1E 8C F4 01 B4 01 BB 01"))
    #expect(full.beatsPerMinute == 140 && full.energyKilojoules == 500)
    #expect(full.beatIntervals.map { ($0 * 100).rounded() / 100 } == [425.78, 432.62])
    let burst = try #require(decode("16 96 9A 01 97 01 99 01 9B 01"))
    #expect(burst.beatIntervals.map { ($0 * 100).rounded() / 100 } == [400.39, 397.46, 399.41, 401.37])
  }

  @Test func `say nothing where there is no heart's rate`() throws {
    #expect(try #require(decode("01 2C 01")).beatsPerMinute == 300)
    #expect(try #require(decode("01 2C 01")).heartRate == nil)
    let none = try #require(decode("04 00"))
    #expect(none.heartRate == nil && none.hasContact == false)
    let loose = try #require(decode("04 62"))
    #expect(loose.heartRate == 98 && loose.hasContact == false)
  }

  @Test func `leave zeros, reserved bits and what is cut off aside`() throws {
    #expect(try #require(decode("10 50")).beatIntervals.isEmpty)
    #expect(try #require(decode("E0 50")).beatsPerMinute == 80)
    #expect(try #require(decode("16 3C 00 00")).beatIntervals.isEmpty)
    let cut = try #require(decode("1E 8C F4 01 B4"))
    #expect(cut.energyKilojoules == 500 && cut.beatIntervals.isEmpty && cut.state.isTruncated)
    let noEnergy = try #require(decode("08 50"))
    #expect(noEnergy.energyKilojoules == nil && noEnergy.state.isTruncated)
    for text in ["", "16", "01 5A"] { #expect(decode(text) == nil) }
  }

  @Test func `tell where it is worn, and the battery`() {
    #expect(HeartRateLocation(hex("01")) == .chest)
    #expect(HeartRateLocation(hex("02")) == .wrist)
    #expect(HeartRateLocation(hex("07")) == nil)
    #expect(HeartRateLocation([]) == nil)
    #expect(HeartRateLocation(hex("01 00")) == .chest)
    #expect(batteryPercent(hex("4D")) == 77)
    #expect(batteryPercent(hex("64")) == 100)
    #expect(batteryPercent(hex("00")) == 0)
    for text in ["65", "FF", ""] { #expect(batteryPercent(hex(text)) == nil) }
  }
}

struct `Power packets` {
  private func decode(_ text: String) -> CyclingPowerMeasurement? { CyclingPowerMeasurement(hex(text)) }

  @Test func `hold what real meters send`() throws {
    #expect(try #require(decode("00 00 C8 00")).power == 200)
    let balance = try #require(decode("03 00 2C 01 66"))
    #expect(balance.watts == 300 && balance.balance?.percent == 51 && balance.balance?.isLeft == true)
    #expect(try #require(decode("01 00 2C 01 66")).balance?.isLeft == false)
    let crank = try #require(decode("20 00 F0 00 10 27 00 04"))
    #expect(crank.crank == Revolutions(count: 10_000, eventTime: 1024))
    let torque = try #require(decode("2C 00 00 00 9F 00 0C 00 E5 42"))
    #expect(torque.accumulatedTorque?.newtonMeters == 4.96875 && torque.accumulatedTorque?.isAtCrank == true)
    #expect(torque.crank == Revolutions(count: 12, eventTime: 17_125))
    let trainer = try #require(decode("30 00 88 00 A2 5E 01 00 AF 1D 4B 63 96 7F"))
    #expect(trainer.watts == 136)
    #expect(trainer.wheel == Revolutions(count: 89_762, eventTime: 7599))
    #expect(trainer.crank == Revolutions(count: 25_419, eventTime: 32_662))
  }

  @Test func `hold every field at once`() throws {
    let all = try #require(
      decode("FF 1F FB FF 64 40 01 E8 03 00 00 00 08 F4 01 00 04 90 01 EC FF 40 06 E0 FF 5A E0 10 05 00 B9 00 7B 00"))
    #expect(all.watts == -5 && all.power == 0)
    #expect(all.balance?.percent == 50 && all.balance?.isLeft == true)
    #expect(all.accumulatedTorque?.newtonMeters == 10)
    #expect(all.wheel == Revolutions(count: 1000, eventTime: 2048))
    #expect(all.crank == Revolutions(count: 500, eventTime: 1024))
    #expect(all.force?.maximum == 400 && all.force?.minimum == -20)
    #expect(all.torque?.maximum == 50 && all.torque?.minimum == -1)
    #expect(all.angles?.maximum == 90 && all.angles?.minimum == 270)
    #expect(all.topDeadSpot == 5 && all.bottomDeadSpot == 185)
    #expect(all.energyKilojoules == 123 && all.isCompensatingOffset)
    #expect(all.state == PacketState())
  }

  @Test func `count nothing below zero or beyond riders`() throws {
    #expect(try #require(decode("00 00 FB FF")).watts == -5)
    #expect(try #require(decode("00 00 FB FF")).power == 0)
    #expect(try #require(decode("00 00 FF 7F")).power == nil)
    let cut = try #require(decode("20 00 C8 00 10 27 00"))
    #expect(cut.watts == 200 && cut.crank == nil && cut.state.isTruncated)
    #expect(decode("20 00 C8") == nil && decode("") == nil)
  }

  @Test func `come with features and a place`() {
    #expect(CyclingPowerFeatures(hex("08 00 00 00")) == [.crank])
    #expect(CyclingPowerFeatures(hex("0D 00 20 00")) == [.balance, .wheel, .crank, .isDistributed])
    #expect(
      CyclingPowerFeatures(hex("0F 02 01 00")) == [
        .balance, .torque, .wheel, .crank, .offsetCompensation, .torqueBased,
      ])
    #expect(CyclingPowerFeatures(hex("08 00")) == nil)
    #expect(BikeSensorLocation(hex("05")) == .leftCrank)
    #expect(BikeSensorLocation(hex("0F")) == .spider)
    #expect(BikeSensorLocation([]) == nil)
  }
}

struct `Speed, cadence and running packets` {
  @Test func `hold wheel and crank`() throws {
    #expect(SpeedCadenceMeasurement(hex("01 10 00 00 00 00 08"))?.wheel == Revolutions(count: 16, eventTime: 2048))
    let both = try #require(SpeedCadenceMeasurement(hex("03 A2 5E 01 00 6D 0E 4B 63 96 7F")))
    #expect(both.wheel == Revolutions(count: 89_762, eventTime: 3693))
    #expect(both.crank == Revolutions(count: 25_419, eventTime: 32_662))
    #expect(SpeedCadenceMeasurement(hex("00")) != nil)
    #expect(try #require(SpeedCadenceMeasurement(hex("03 10 00 00"))).state.isTruncated)
    #expect(try #require(SpeedCadenceMeasurement(hex("01 10 00 00 00 00"))).wheel == nil)
    #expect(SpeedCadenceMeasurement([]) == nil)
  }

  @Test func `hold a runner's speed and steps`() throws {
    let pod = try #require(RunningMeasurement(hex("00 80 02 B4")))
    #expect(pod.speed == 2.5 && pod.cadence == 180 && !pod.isRunning)
    let full = try #require(RunningMeasurement(hex("07 00 03 A8 78 00 10 27 00 00")))
    #expect(full.speed == 3 && full.strideLength == 1.2 && full.distance == 1000 && full.isRunning)
    let slow = try #require(RunningMeasurement(hex("02 00 05 50 FF FF 00 01")))
    #expect(slow.speed == 5 && slow.distance == 1_684_275.1)
    let cut = try #require(RunningMeasurement(hex("01 00 03 A8")))
    #expect(cut.strideLength == nil && cut.state.isTruncated)
    #expect(RunningMeasurement(hex("00 80")) == nil)
    #expect(try #require(RunningMeasurement(hex("04 00 03 50"))).stepsPerMinute == 160)
  }
}

struct `Fitness machine packets` {
  @Test func `of bikes hold what the inverted first bit says`() throws {
    let bike = try #require(IndoorBikeData(hex("44 02 B8 0B B4 00 C8 00 00")))
    #expect(bike.speed == 30 && bike.cadence == 90 && bike.power == 200 && bike.heartRate == nil)
    let resting = try #require(IndoorBikeData(hex("54 08 00 00 00 00 00 00 00 00 00 31 00")))
    #expect(resting.speed == 0 && resting.power == 0 && resting.elapsed == 49)
    let hub = try #require(IndoorBikeData(hex("FE 02 F0 04 1A 05 00 00 00 00 12 00 00 14 00 00 00 00 00 00")))
    #expect(hub.speed == 12.64 && hub.averageSpeed == 13.06 && hub.cadence == 0 && hub.distance == 18)
    #expect(hub.resistance == 20 && hub.power == 0)
    let first = try #require(IndoorBikeData(hex("45 00 B4 00 DC 00")))
    #expect(first.speed == nil && first.cadence == 90 && first.power == 220)
    let second = try #require(IndoorBikeData(hex("00 00 B8 0B")))
    #expect(second.speed == 30 && second.power == nil)
    let energy = try #require(IndoorBikeData(hex("00 01 B8 0B 7B 00 FF FF FF")))
    #expect(energy.energy.kilocalories == 123)
    #expect(energy.energy.kilocaloriesPerHour == nil && energy.energy.kilocaloriesPerMinute == nil)
    #expect(try #require(IndoorBikeData(hex("44 00 B8 0B B4 00 C8 00 00 00"))).state.hasSurplus)
    let cut = try #require(IndoorBikeData(hex("44 02 B8 0B B4 00 C8")))
    #expect(cut.cadence == 90 && cut.power == nil && cut.state.isTruncated)
    #expect(IndoorBikeData(hex("44")) == nil)
  }

  @Test func `count no power while the crank stands still`() throws {
    // Cadence 0, power 0, average power 180.
    let coasting = try #require(IndoorBikeData(hex("C5 00 00 00 B4 00 B4 00")))
    #expect(coasting.cadence == 0 && coasting.power == 180 && coasting.averagePower == 180)
    #expect(coasting.countedPower == 0)
  }

  @Test func `of treadmills hold slope and whole lengths`() throws {
    #expect(try #require(TreadmillData(hex("00 00 E8 03"))).speed == 10)
    let slope = try #require(TreadmillData(hex("0C 00 E8 03 D2 04 00 0F 00 00 00")))
    #expect(slope.distance == 1234 && slope.incline == 1.5 && slope.rampAngle == 0)
    let long = try #require(TreadmillData(hex("84 05 E8 03 D2 04 00 7B 00 58 02 0A 96 2C 01")))
    #expect(long.energy.kilocalories == 123 && long.energy.kilocaloriesPerHour == 600)
    #expect(long.energy.kilocaloriesPerMinute == 10 && long.heartRate == 150 && long.elapsed == 300)
    let cut = try #require(TreadmillData(hex("FE 17 32 01 36 01 32 00 00 32 00")))
    #expect(cut.speed == 3.06 && cut.averageSpeed == 3.1 && cut.distance == 50 && cut.incline == 5)
    #expect(cut.rampAngle == nil && cut.state.isTruncated)
    #expect(try #require(TreadmillData(hex("0C 00 E8 03 D2 04"))).state.isTruncated)
    let nothing = try #require(TreadmillData(hex("01 00")))
    #expect(nothing.speed == nil && nothing.state == PacketState())
  }

  @Test func `of treadmills take the pace whose length fits`() throws {
    // Pace and heart rate: one byte each, then two bytes for the pace.
    #expect(try #require(TreadmillData(hex("21 01 0A 96"))).heartRate == 150)
    #expect(try #require(TreadmillData(hex("21 01 0A 00 96"))).heartRate == 150)
    let odd = try #require(TreadmillData(hex("21 01 0A 00 00 96")))
    #expect(odd.heartRate == nil && odd.state.isTruncated)
  }

  @Test func `of rowers hold strokes and pace`() throws {
    let rower = try #require(RowerData(hex("2C 00 30 0A 00 64 00 00 78 00 96 00")))
    #expect(rower.strokeRate == 24 && rower.strokeCount == 10 && rower.distance == 100)
    #expect(rower.pace == 120 && rower.power == 150)
    #expect(try #require(RowerData(hex("00 00 38 05 00"))).strokeCount == 5)
    #expect(try #require(RowerData(hex("01 02 8C"))).heartRate == 140)
    #expect(try #require(RowerData(hex("08 00 30 0A 00 FF FF"))).pace == nil)
    let cut = try #require(RowerData(hex("2C 00 30")))
    #expect(cut.strokeRate == 24 && cut.strokeCount == nil && cut.state.isTruncated)
  }

  @Test func `tell what can be set, and take commands`() throws {
    let trainer = try #require(FitnessMachineFeatures(hex("86 44 00 00 0C 20 00 00")))
    #expect(trainer.measuresPower && trainer.setsPower && trainer.setsResistance && trainer.simulates)
    #expect(try #require(FitnessMachineFeatures(hex("86 50 00 00 04 00 00 00"))).setsPower == false)
    #expect(FitnessMachineFeatures(hex("86 44 00 00")) == nil)
    let range = try #require(PowerRange(hex("00 00 D0 07 01 00")))
    #expect(range.clamped(2500) == 2000 && range.clamped(-5) == 0 && range.clamped(251) == 251)
    #expect(TrainerCommand.requestControl.bytes == hex("00"))
    #expect(TrainerCommand.power(250).bytes == hex("05 FA 00"))
    #expect(TrainerCommand.power(-3).bytes == hex("05 FD FF"))
    #expect(TrainerCommand.resistance(240, isWide: false).bytes == hex("04 F0"))
    #expect(TrainerCommand.resistance(240, isWide: true).bytes == hex("04 F0 00"))
    #expect(TrainerCommand.stop.bytes == hex("08 01") && TrainerCommand.pause.bytes == hex("08 02"))
    #expect(TrainerAnswer(hex("80 05 01"))?.result == .success)
    #expect(TrainerAnswer(hex("80 05 05"))?.result == .notPermitted)
    #expect(TrainerAnswer(hex("80 05")) == nil)
    #expect(TrainerStatus(hex("08 FA 00")) == .powerChanged(250))
    #expect(TrainerStatus(hex("08 FA")) == .powerChanged(nil))
    #expect(TrainerStatus(hex("02 02")) == .paused)
    #expect(TrainerStatus(hex("FF")) == .controlLost)
    #expect(TrainerStatus([]) == nil)
  }
}

struct `Every packet` {
  /// Feeds bytes to all decoders.
  private func decodeAll(_ bytes: [UInt8]) {
    _ = HeartRateMeasurement(bytes)
    _ = HeartRateLocation(bytes)
    _ = CyclingPowerMeasurement(bytes)
    _ = CyclingPowerFeatures(bytes)
    _ = SpeedCadenceMeasurement(bytes)
    _ = RunningMeasurement(bytes)
    _ = IndoorBikeData(bytes)
    _ = TreadmillData(bytes)
    _ = RowerData(bytes)
    _ = FitnessMachineFeatures(bytes)
    _ = PowerRange(bytes)
    _ = TrainerAnswer(bytes)
    _ = TrainerStatus(bytes)
    _ = batteryPercent(bytes)
  }

  @Test func `cut short anywhere says less, and nothing else`() {
    for text in knownPackets {
      let bytes = hex(text)
      for length in 0..<bytes.count {
        decodeAll(Array(bytes[..<length]))
      }
      // What is there before the cut is what it was.
      if let whole = CyclingPowerMeasurement(bytes), bytes.count > 4 {
        #expect(CyclingPowerMeasurement(Array(bytes[..<4]))?.watts == whole.watts)
      }
    }
  }

  @Test func `of any length and content is decoded or dropped`() {
    var generator = SeededGenerator(seed: 7)
    // A million in each run of the suite; ten million were tried.
    for _ in 0..<1_000_000 {
      let length = Int.random(in: 0...24, using: &generator)
      decodeAll((0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
    for length in [100, 255, 512] {
      decodeAll([UInt8](repeating: 0xFF, count: length))
      decodeAll([UInt8](repeating: 0, count: length))
    }
  }
}
