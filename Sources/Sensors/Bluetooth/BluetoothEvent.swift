// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// A sensor that is in reach or known.
public struct FoundSensor: Hashable, Sendable {
  /// Its address.
  public var id: SensorID
  /// The name that it gives itself, if any.
  public var name: String?
  /// What it measures, as far as it says so before a connection.
  public var services: [AssignedNumber]
  /// Strength of its signal in dBm, below 0; `nil` when not heard now.
  public var signal: Int?

  /// A sensor.
  public init(id: SensorID, name: String?, services: [AssignedNumber], signal: Int?) {
    self.id = id
    self.name = name
    self.services = services
    self.signal = signal
  }

  /// What it measures, in words for a list.
  public var measures: [Quantity] {
    var quantities: [Quantity] = []
    func add(_ quantity: Quantity) { if !quantities.contains(quantity) { quantities.append(quantity) } }
    for service in services {
      switch service {
      case .heartRateService: add(.heartRate)
      case .cyclingPowerService, .fitnessMachineService: add(.power)
      case .speedCadenceService: add(.cadence)
      case .runningService: add(.speed)
      default: break
      }
    }
    return quantities
  }
}

/// What happens on the way to sensors.
public enum BluetoothEvent: Hashable, Sendable {
  /// The adapter works, or why it doesn't.
  case adapter(BluetoothProblem?)
  /// A sensor was found, or is better known now.
  case found(FoundSensor)
  /// How it stands with a sensor.
  case link(SensorID, LinkState)
  /// A sensor measured something.
  case reading(SensorID, SensorReading)
  /// A sensor's battery has so many percent left.
  case battery(SensorID, Int)
}
