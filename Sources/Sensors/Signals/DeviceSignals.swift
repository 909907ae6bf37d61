// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Turns the packets of one device into readings, and knows the habits of devices.
///
/// - Copies of a packet within 20 ms are dropped: where several programs listen, each packet comes as often.
/// - Heart rate without skin contact counts for 5 s: straps report no contact for a moment after they reconnect.
/// - After a connection, the value that was last before it counts from the third packet on: some repeat it.
/// - Power that is repeated without a turn of the crank for 3 s is 0: some meters go on sending it.
public struct DeviceSignals: Sendable {
  /// Where it is worn, if the device told.
  public var heartRateLocation: HeartRateLocation?
  /// Where it sits, if the device told.
  public var bikeLocation: BikeSensorLocation?
  /// Whether the device is a fitness machine as well, so that its power is a trainer's.
  public var isFitnessMachine = false
  /// Metres that a turn of the wheel is long.
  public var wheelCircumference: Double

  /// Packets that were too short to say anything. They show that the link lives, not that a value is new.
  public private(set) var droppedPackets = 0
  /// Copies that were left aside.
  public private(set) var copies = 0
  /// Metres since the first packet, from turns of the wheel or as a pod counts them.
  public private(set) var distance = 0.0

  private var lastPacket: [AssignedNumber: (bytes: [UInt8], time: Milliseconds)] = [:]
  private var beats = BeatTimes()
  private var noContactSince: Milliseconds?
  private var lastHeartRate: Int?
  private var suspected: (value: Int, seen: Int)?
  private var crank = RevolutionRate.crank
  private var powerCrank = RevolutionRate.crank
  private var wheel: RevolutionRate
  private var powerWheel: RevolutionRate
  private var lastPower: (watts: Int, crank: Revolutions, since: Milliseconds)?
  private var podDistance: Double?

  /// A device without a packet yet. The circumference is that of a 700 × 25C wheel unless told otherwise.
  public init(wheelCircumference: Double = 2.096) {
    self.wheelCircumference = wheelCircumference
    wheel = .wheel(circumference: wheelCircumference)
    powerWheel = .wheel(circumference: wheelCircumference, ticksPerSecond: 2048)
  }

  /// The link is there again: counters begin anew, and an old value is doubted.
  public mutating func reconnected() {
    crank = .crank
    powerCrank = .crank
    wheel = .wheel(circumference: wheelCircumference)
    powerWheel = .wheel(circumference: wheelCircumference, ticksPerSecond: 2048)
    lastPower = nil
    podDistance = nil
    noContactSince = nil
    beats = BeatTimes()
    suspected = lastHeartRate.map { ($0, 0) }
    lastPacket.removeAll()
  }

  /// Takes a packet of any length of any characteristic.
  ///
  /// - Parameter time: when it arrived, by a clock that never goes back.
  public mutating func take(
    _ bytes: [UInt8], of characteristic: AssignedNumber, at time: Milliseconds
  ) -> [SensorReading] {
    if let last = lastPacket[characteristic], time - last.time <= 20, last.bytes == bytes {
      copies += 1
      return []
    }
    lastPacket[characteristic] = (bytes, time)
    let readings: [SensorReading]?
    switch characteristic {
    case .heartRate: readings = HeartRateMeasurement(bytes).map { heartRate($0, at: time) }
    case .cyclingPower: readings = CyclingPowerMeasurement(bytes).map { power($0, at: time) }
    case .speedCadence: readings = SpeedCadenceMeasurement(bytes).map { speedCadence($0, at: time) }
    case .running: readings = RunningMeasurement(bytes).map { running($0, at: time) }
    case .indoorBike: readings = IndoorBikeData(bytes).map { bike($0, at: time) }
    case .treadmill: readings = TreadmillData(bytes).map { treadmill($0, at: time) }
    case .rower: readings = RowerData(bytes).map { rower($0, at: time) }
    default: readings = []
    }
    if readings == nil { droppedPackets += 1 }
    return readings ?? []
  }

  private mutating func heartRate(_ packet: HeartRateMeasurement, at time: Milliseconds) -> [SensorReading] {
    let kind: SensorKind =
      switch heartRateLocation {
      case .wrist: .wristHeartRate
      case .chest, nil: .chestStrap
      default: .otherHeartRate
      }
    noContactSince = packet.hasContact == false ? noContactSince ?? time : nil
    var value = packet.heartRate
    if let noContactSince, time - noContactSince > 5_000 { value = nil }
    if let suspected {
      if packet.beatsPerMinute != suspected.value {
        self.suspected = nil
      } else if suspected.seen < 2 {
        self.suspected?.seen += 1
        value = nil
      } else {
        self.suspected = nil
      }
    }
    if packet.beatsPerMinute > 0 { lastHeartRate = packet.beatsPerMinute }
    var readings = [SensorReading(.heartRate, value, at: time, kind: kind)]
    for beat in beats.add(packet.beatIntervals, at: time) {
      readings.append(SensorReading(.beatInterval, beat.interval, at: beat.time, kind: kind))
    }
    return readings
  }

  private mutating func power(_ packet: CyclingPowerMeasurement, at time: Milliseconds) -> [SensorReading] {
    let kind: SensorKind = isFitnessMachine ? .trainerPower : .powerMeter
    var watts = packet.power
    if let crank = packet.crank {
      if let last = lastPower, last.watts == packet.watts, last.crank == crank {
        if time - last.since >= 3_000 { watts = 0 }
      } else {
        lastPower = (packet.watts, crank, time)
      }
    }
    var readings = [SensorReading(.power, watts, at: time, kind: kind)]
    if let crank = packet.crank {
      let turned = powerCrank.add(crank, at: time)
      if let turned { readings.append(SensorReading(.cadence, turned.rate * 60, at: time, kind: kind)) }
    }
    if let wheel = packet.wheel, let turned = powerWheel.add(wheel, at: time) {
      distance += Double(turned.turns) * wheelCircumference
      readings.append(SensorReading(.speed, turned.rate * wheelCircumference, at: time, kind: kind))
    }
    return readings
  }

  private mutating func speedCadence(_ packet: SpeedCadenceMeasurement, at time: Milliseconds) -> [SensorReading] {
    var readings: [SensorReading] = []
    if let counter = packet.crank, let turned = crank.add(counter, at: time) {
      readings.append(SensorReading(.cadence, turned.rate * 60, at: time, kind: .speedCadence))
    }
    if let counter = packet.wheel, let turned = wheel.add(counter, at: time) {
      distance += Double(turned.turns) * wheelCircumference
      readings.append(SensorReading(.speed, turned.rate * wheelCircumference, at: time, kind: .speedCadence))
    }
    return readings
  }

  private mutating func running(_ packet: RunningMeasurement, at time: Milliseconds) -> [SensorReading] {
    count(packet.distance)
    return [
      SensorReading(.speed, packet.speed, at: time, kind: .runningPod),
      SensorReading(.cadence, packet.stepsPerMinute, at: time, kind: .runningPod),
    ]
  }

  private func bike(_ packet: IndoorBikeData, at time: Milliseconds) -> [SensorReading] {
    var readings: [SensorReading] = []
    if let watts = packet.countedPower { readings.append(SensorReading(.power, watts, at: time, kind: .machinePower)) }
    if let cadence = packet.cadence { readings.append(SensorReading(.cadence, cadence, at: time, kind: .machine)) }
    if let speed = packet.speed { readings.append(SensorReading(.speed, speed / 3.6, at: time, kind: .machine)) }
    if let rate = packet.heartRate { readings.append(machineHeartRate(rate, at: time)) }
    return readings
  }

  private mutating func treadmill(_ packet: TreadmillData, at time: Milliseconds) -> [SensorReading] {
    var readings: [SensorReading] = []
    count(packet.distance.map(Double.init))
    if let speed = packet.speed { readings.append(SensorReading(.speed, speed / 3.6, at: time, kind: .machine)) }
    if let rate = packet.heartRate { readings.append(machineHeartRate(rate, at: time)) }
    return readings
  }

  private mutating func rower(_ packet: RowerData, at time: Milliseconds) -> [SensorReading] {
    var readings: [SensorReading] = []
    count(packet.distance.map(Double.init))
    if let power = packet.power {
      readings.append(SensorReading(.power, Double(max(power, 0)), at: time, kind: .machinePower))
    }
    if let rate = packet.strokeRate { readings.append(SensorReading(.cadence, rate, at: time, kind: .machine)) }
    if let rate = packet.heartRate { readings.append(machineHeartRate(rate, at: time)) }
    return readings
  }

  private func machineHeartRate(_ rate: Int, at time: Milliseconds) -> SensorReading {
    SensorReading(.heartRate, Double(rate), at: time, kind: .machineHeartRate)
  }

  /// Adds what a device that counts metres itself went since its last packet.
  private mutating func count(_ metres: Double?) {
    guard let metres else { return }
    if let podDistance, metres > podDistance { distance += metres - podDistance }
    podDistance = metres
  }
}
