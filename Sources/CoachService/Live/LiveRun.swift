// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Dispatch
public import Sensors
import Synchronization
public import Workouts

/// Where a live workout's values come from.
public enum LiveSource: Sendable, Hashable {
  /// Nowhere: timer and laps.
  case none
  /// A browser that passes on what its sensors send.
  case browser
  /// Sensors that this computer reaches by Bluetooth; without addresses the nearest.
  case bluetooth([SensorID])
  /// Somebody simulated, so many times faster than life; 0 for as fast as it goes.
  case simulation(seed: UInt64, speed: Double)

  /// Whether the workout's time is driven by what is played.
  var isPlayed: Bool { if case .simulation = self { true } else { false } }
}

/// A packet of a sensor as a browser passes it on.
public struct LivePacket: Sendable, Hashable {
  /// Which sensor, by a name that stays the same.
  public var device: String
  /// What it is of.
  public var characteristic: AssignedNumber
  /// The packet, up to 512 bytes.
  public var bytes: [UInt8]
  /// How long ago it arrived, in milliseconds.
  public var age: Milliseconds

  /// A packet.
  public init(device: String, characteristic: AssignedNumber, bytes: [UInt8], age: Milliseconds) {
    self.device = device
    self.characteristic = characteristic
    self.bytes = bytes
    self.age = age
  }
}

/// How it stands with a sensor of a browser.
public struct LiveLink: Sendable, Hashable {
  /// Which sensor.
  public var device: String
  /// What a person calls it.
  public var name: String
  /// Whether it is connected.
  public var isConnected: Bool

  /// A state.
  public init(device: String, name: String, isConnected: Bool) {
    self.device = device
    self.name = name
    self.isConnected = isConnected
  }
}

/// A live workout with its feed and with what it gets its values from.
public final class LiveRun: Sendable {
  /// The workout.
  public let live: LiveWorkout
  /// What happens in it.
  public let feed: LiveFeed
  /// Where its values come from.
  public let source: LiveSource

  private let devices = Mutex(LiveDevices())
  private let player: LivePlayer?
  private let result = Mutex<(summary: LiveEvent.Summary?, isDiscarded: Bool)>((nil, false))
  #if os(Linux)
    private let sensors = Mutex<LiveSensors?>(nil)
  #endif

  init(_ live: LiveWorkout, _ feed: LiveFeed, _ source: LiveSource, _ player: LivePlayer?) {
    self.live = live
    self.feed = feed
    self.source = source
    self.player = player
  }

  /// What it is known by.
  public var id: String { live.id }

  /// What is left of it, once it has ended; `nil` before, and where it was discarded.
  public var summary: LiveEvent.Summary? { result.withLock { $0.summary } }

  /// Whether it was ended without being kept.
  public var isDiscarded: Bool { result.withLock { $0.isDiscarded } }

  /// Begins to get values; `whenPlayed` is called when what is played has come to its end.
  func begin(whenPlayed: @escaping @Sendable () -> Void) {
    if let player {
      // A queue of its own: a player waits most of the time.
      DispatchQueue(label: "zonecoach.live.player").async { [self] in
        player.play(into: live)
        whenPlayed()
      }
    }
    #if os(Linux)
      if case .bluetooth(let wanted) = source {
        let made = LiveSensors(wanted)
        made.feed(live)
        sensors.withLock { $0 = made }
      }
    #endif
  }

  /// Gets no more values.
  func stop() {
    player?.stop()
    #if os(Linux)
      sensors.withLock { sensors in
        defer { sensors = nil }
        return sensors
      }?.close()
    #endif
  }

  /// How the workout stands now.
  public func snapshot() -> LiveSnapshot { live.snapshot() }

  /// Does what the athlete asks for.
  public func perform(_ action: LiveAction) {
    live.perform(action)
    publish()
  }

  /// Has those who listen know how it stands.
  public func publish() { feed.publish { [live] in live.snapshot() } }

  /// Takes packets that a browser passes on, in order. Those that are older than ten seconds say nothing about now.
  ///
  /// - Returns: how many were too old.
  @discardableResult public func take(_ packets: [LivePacket], _ links: [LiveLink] = []) -> Int {
    for link in links {
      devices.withLock { $0.changed(link) }
      live.sensorChanged(
        link.name, line: link.isConnected ? "Connected." : "Connection lost; connecting again.",
        isLive: link.isConnected)
    }
    var late = 0
    for packet in packets {
      guard packet.age <= Self.oldestPacket else {
        late += 1
        continue
      }
      let (name, readings, metres) = devices.withLock { $0.take(packet) }
      live.take(readings, from: SensorID(name))
      if let metres { live.take(distance: metres) }
    }
    return late
  }

  private static let oldestPacket: Milliseconds = 10_000

  /// Ends the workout and saves it.
  ///
  /// - Throws: `LiveError.over` where it has ended already; the store's errors where it can't be saved.
  @discardableResult public func end(at moment: Instant? = nil) async throws -> LiveEvent.Summary {
    stop()
    let summary = try await live.end(at: moment)
    result.withLock { $0.summary = summary }
    publish()
    return summary
  }

  /// Ends the workout without keeping anything of it.
  public func discard() async throws {
    stop()
    try await live.discard()
    result.withLock { $0.isDiscarded = true }
    publish()
  }

  /// Leaves the workout as it is; the next start finds it interrupted.
  func leave() {
    stop()
    live.leave()
  }
}

/// The sensors of browsers, each with its memory.
struct LiveDevices: Sendable {
  private struct Device {
    var signals = DeviceSignals()
    var name: String
    var last: Milliseconds = 0
    var distance = 0.0
  }

  private var devices: [String: Device] = [:]
  /// Whose metres count: those of the first that counts any.
  private var odometer: String?
  private let begin = ContinuousClock.now

  /// Of more than these, those that came last are left out.
  private static let most = 32

  init() {}

  mutating func changed(_ link: LiveLink) {
    guard var device = device(link.device) else { return }
    device.name = link.name
    if link.isConnected { device.signals.reconnected() }
    devices[link.device] = device
  }

  /// The readings of a packet, with the name of its sensor, and the metres so far where they have grown.
  mutating func take(_ packet: LivePacket) -> (name: String, readings: [SensorReading], metres: Double?) {
    guard var device = device(packet.device) else { return (packet.device, [], nil) }
    let passed = (ContinuousClock.now - begin).components
    let now = passed.seconds * 1_000 + passed.attoseconds / 1_000_000_000_000_000
    device.last = max(device.last, now - packet.age)
    if packet.characteristic == .heartRateLocation {
      device.signals.heartRateLocation = packet.bytes.first.flatMap { HeartRateLocation(rawValue: Int($0)) }
      devices[packet.device] = device
      return (device.name, [], nil)
    }
    let readings = device.signals.take(packet.bytes, of: packet.characteristic, at: device.last)
    var metres: Double?
    if device.signals.distance > device.distance, odometer == nil || odometer == packet.device {
      odometer = packet.device
      metres = device.signals.distance
    }
    device.distance = device.signals.distance
    devices[packet.device] = device
    return (device.name, readings, metres)
  }

  private func device(_ id: String) -> Device? {
    devices[id] ?? (devices.count < Self.most ? Device(name: id) : nil)
  }
}
