// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import Sensors
import Synchronization
import Workouts

/// Who hears what sensors tell.
public protocol SensorListener: AnyObject, Sendable {
  /// Takes what a sensor tells now.
  func take(_ readings: [SensorReading], from id: SensorID)
  /// Hears how it stands with a sensor.
  func sensorChanged(_ name: String, line: String, isLive: Bool)
}

extension LiveWorkout: SensorListener {}

/// Somebody simulated, whose heart is told once a second.
private final class Simulation: Sendable {
  private let rider: Mutex<SimulatedRider>
  private let timer = Mutex<(any DispatchSourceTimer)?>(nil)

  init(_ seed: UInt64, _ listener: @escaping @Sendable (SensorMonitor.Item) -> Void) {
    rider = Mutex(SimulatedRider(sport: .walking, seed: seed))
    timer.withLock { timer in
      let made = DispatchSource.makeTimerSource(queue: .global())
      made.schedule(deadline: .now(), repeating: .seconds(1), leeway: .milliseconds(20))
      made.setEventHandler { [weak self] in
        let readings = self?.rider.withLock { $0.ride(.intensity(0.4)) } ?? []
        listener(.heartRate(readings.first { $0.quantity == .heartRate }?.value, source: "simulation"))
      }
      made.activate()
      timer = made
    }
  }

  func end() { timer.withLock { $0?.cancel() } }
}

/// Shows what sensors tell without recording any of it.
///
/// This computer's Bluetooth is asked only while somebody looks.
public final class SensorMonitor: SensorListener {
  /// What is heard.
  public enum Item: Sendable {
    /// A heart rate in beats per minute, `nil` where the sensor measures nothing, with the sensor's name.
    case heartRate(Double?, source: String)
    /// How it stands with a sensor.
    case sensor(String, line: String, isLive: Bool)
  }

  private struct State {
    var listeners: [Int: @Sendable (Item) -> Void] = [:]
    var next = 0
    var arbiter = SourceArbiter(.heartRate)
    var devices = LiveDevices()
    /// How it stood with each sensor when last heard.
    var lines: [String: (line: String, isLive: Bool)] = [:]
  }
  private let state = Mutex(State())
  #if os(Linux)
    private let sensors = Mutex<LiveSensors?>(nil)
  #endif

  /// A monitor that nobody looks at yet.
  public init() {}

  /// Has `listener` hear the nearest heart-rate sensor that this computer's Bluetooth finds. It must not wait.
  ///
  /// - Returns: ends the listening.
  public func listen(_ listener: @escaping @Sendable (Item) -> Void) -> @Sendable () -> Void {
    let (number, known) = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = listener
      return (state.next, state.lines)
    }
    for (name, state) in known { listener(.sensor(name, line: state.line, isLive: state.isLive)) }
    open()
    return { [weak self] in
      guard let self else { return }
      let isLast = state.withLock { state in
        state.listeners[number] = nil
        return state.listeners.isEmpty
      }
      // Ending a link takes its time.
      if isLast { DispatchQueue.global().async { self.close() } }
    }
  }

  private func open() {
    #if os(Linux)
      sensors.withLock { sensors in
        guard sensors == nil else { return }
        let made = LiveSensors([])
        made.feed(self)
        sensors = made
      }
    #else
      sensorChanged("Bluetooth", line: LiveError.noBluetooth.description, isLive: false)
    #endif
  }

  /// Ends all links.
  public func close() {
    #if os(Linux)
      sensors.withLock { sensors in
        guard state.withLock({ $0.listeners.isEmpty }) else { return }
        sensors?.close()
        sensors = nil
        state.withLock { $0.lines = [:] }
      }
    #endif
  }

  /// Has `listener` hear somebody simulated, once a second.
  ///
  /// - Returns: ends the listening.
  public static func simulate(
    seed: UInt64, _ listener: @escaping @Sendable (Item) -> Void
  ) -> @Sendable () -> Void {
    let simulation = Simulation(seed, listener)
    return { simulation.end() }
  }

  /// The heart rate of packets that a browser passes on; `nil` where they tell none.
  public func heartRate(of packets: [LivePacket]) -> Double? {
    state.withLock { state in
      var found: Double?
      for packet in packets {
        let (_, readings, _) = state.devices.take(packet)
        for reading in readings where reading.quantity == .heartRate { found = reading.value }
      }
      return found
    }
  }

  /// Takes what a sensor tells now.
  public func take(_ readings: [SensorReading], from id: SensorID) {
    for reading in readings where reading.quantity == .heartRate {
      let listeners = state.withLock { state -> [@Sendable (Item) -> Void] in
        let isHeard = state.arbiter.add(reading, from: id) != nil || state.arbiter.active == id
        return isHeard ? Array(state.listeners.values) : []
      }
      for listener in listeners { listener(.heartRate(reading.value, source: id.name)) }
    }
  }

  /// Hears how it stands with a sensor.
  public func sensorChanged(_ name: String, line: String, isLive: Bool) {
    let listeners = state.withLock { state in
      state.lines[name] = (line, isLive)
      return Array(state.listeners.values)
    }
    for listener in listeners { listener(.sensor(name, line: line, isLive: isLive)) }
  }
}
