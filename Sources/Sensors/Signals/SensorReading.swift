// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// What kind of sensor a value comes from, which decides whose value counts where several measure the same.
public enum SensorKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// A heart-rate strap around the chest, or one that does not say where it is worn.
  case chestStrap
  /// Heart rate from the arm or elsewhere.
  case otherHeartRate
  /// Heart rate that a trainer, treadmill or rower passes on.
  case machineHeartRate
  /// Heart rate from the wrist.
  case wristHeartRate
  /// Power at the pedals, the crank or the spider.
  case powerMeter
  /// Power of a trainer that speaks the profile of power meters.
  case trainerPower
  /// Power of a trainer as a fitness machine.
  case machinePower
  /// A sensor of speed or cadence on a bike.
  case speedCadence
  /// A pod at the shoe.
  case runningPod
  /// Cadence or speed of a fitness machine.
  case machine
  /// A recording that is played again.
  case replay
  /// The simulated athlete.
  case simulation

  /// The place among sensors that measure a quantity, 0 the most trusted; `nil` where the kind does not measure it.
  public func rank(for quantity: Quantity) -> Int? {
    switch (self, quantity) {
    case (.replay, _), (.simulation, _): 0
    case (_, .heartRate):
      [.chestStrap, .otherHeartRate, .machineHeartRate, .wristHeartRate].firstIndex(of: self)
    case (_, .power): [.powerMeter, .trainerPower, .machinePower].firstIndex(of: self)
    case (_, .cadence): [.speedCadence, .runningPod, .powerMeter, .trainerPower, .machine].firstIndex(of: self)
    case (_, .speed): [.speedCadence, .runningPod, .machine, .powerMeter, .trainerPower].firstIndex(of: self)
    default: nil
    }
  }
}

/// A sensor, by a name that stays the same from one connection to the next.
public struct SensorID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// A Bluetooth address, or the name of a simulation or a recording.
  public var name: String
  /// A sensor with a name.
  public init(_ name: String) { self.name = name }
  /// The name.
  public var description: String { name }
}

/// What a sensor tells about one quantity at one moment.
public struct SensorReading: Hashable, Sendable {
  /// What was measured.
  public var quantity: Quantity
  /// The value in the quantity's unit; `nil` where the sensor says that it measures nothing, as a strap without skin.
  public var value: Double?
  /// When it arrived, by a clock that never goes back.
  public var time: Milliseconds
  /// What kind of sensor told it.
  public var kind: SensorKind

  /// A reading.
  public init(_ quantity: Quantity, _ value: Double?, at time: Milliseconds, kind: SensorKind) {
    self.quantity = quantity
    self.value = value
    self.time = time
    self.kind = kind
  }
}
