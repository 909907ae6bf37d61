// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  public import Workouts
  internal import Dispatch

  /// Sensors over BlueZ, the Bluetooth service of Linux.
  ///
  /// ```swift
  /// let central = BluetoothCentral { event in … }
  /// central.scan()
  /// central.connect(SensorID("C0:FF:EE:00:00:01"))
  /// ```
  ///
  /// Nothing here waits; everything that happens comes as an event, one after another, on a queue of its own.
  public final class BluetoothCentral: Sendable {
    private let queue = DispatchQueue(label: "zonecoach.bluetooth")
    private let world: BlueZWorld

    /// Begins to watch the adapter. The first event says how it stands with it.
    ///
    /// - Parameter busAddress: of the message bus; for `nil` the system's.
    public init(busAddress: String? = nil, handler: @escaping @Sendable (BluetoothEvent) -> Void) {
      world = BlueZWorld(address: busAddress, queue: queue, handler: handler)
      queue.async { [world] in world.open() }
    }

    deinit {
      queue.async { [world] in world.close() }
    }

    /// Looks for sensors until `stopScanning()`; each that is found comes as an event.
    public func scan() { queue.async { [world] in world.scan(true) } }

    /// Ends looking for sensors.
    public func stopScanning() { queue.async { [world] in world.scan(false) } }

    /// Makes a link to a sensor and keeps it.
    public func connect(_ id: SensorID) { queue.async { [world] in world.want(id) } }

    /// Ends the link to a sensor.
    public func disconnect(_ id: SensorID) { queue.async { [world] in world.forget(id) } }

    /// Switches the adapter on, where that is what is missing.
    public func powerOn() { queue.async { [world] in world.powerOn() } }

    /// Ends all links and waits until that was said.
    public func close() { queue.sync { world.close() } }

    /// Milliseconds by a clock that never goes back; the time of readings.
    public static var now: Milliseconds { Milliseconds(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
  }
#endif
