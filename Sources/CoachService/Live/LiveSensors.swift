// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  public import Sensors
  import Dispatch
  import Synchronization
  import Workouts

  /// Brings what Bluetooth sensors tell into a live workout, or to who looks on.
  ///
  /// Sensors that the athlete named are looked for and kept. Without names the nearest sensor for each quantity is taken:
  /// of those found in the first seconds the one with the strongest signal.
  public final class LiveSensors: Sendable {
    private let wanted: [SensorID]
    private let state = Mutex(State())
    private let central: Mutex<BluetoothCentral?>

    private struct State {
      weak var live: (any SensorListener)?
      var found: [SensorID: FoundSensor] = [:]
      var names: [SensorID: String] = [:]
      var connected: Set<SensorID> = []
      var taken: Set<Quantity> = []
      var isOpen = true
      var battery: [SensorID: Int] = [:]
    }

    /// How long is waited for a better sensor of the same kind.
    private static let choosingSeconds = 4

    /// Begins to look for sensors.
    ///
    /// - Parameters:
    ///   - wanted: addresses; none for the nearest.
    ///   - busAddress: of the message bus; `nil` for the system's.
    public init(_ wanted: [SensorID], busAddress: String? = nil) {
      self.wanted = wanted
      central = Mutex(nil)
      let made = BluetoothCentral(busAddress: busAddress) { [weak self] in self?.handle($0) }
      central.withLock { $0 = made }
      if wanted.isEmpty {
        made.scan()
      } else {
        for id in wanted { made.connect(id) }
      }
    }

    /// Who hears the sensors from now on.
    public func feed(_ live: any SensorListener) {
      state.withLock { $0.live = live }
      guard wanted.isEmpty else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.choosingSeconds)) { [weak self] in
        self?.choose()
      }
    }

    /// How it stands with the Bluetooth adapter, and what to do about it; waits for up to three seconds.
    public static func adapterState() -> (state: String, remedy: String?) {
      let answer = AdapterAnswer()
      let central = BluetoothCentral { event in
        if case .adapter(let problem) = event { answer.set(problem) }
      }
      defer { central.close() }
      guard let problem = answer.wait(seconds: 3) else { return ("No answer from the Bluetooth service.", nil) }
      return problem.map { ($0.line, $0.remedy) } ?? ("The adapter is ready.", nil)
    }

    /// Ends all links.
    public func close() {
      state.withLock { $0.isOpen = false }
      central.withLock { central in
        central?.close()
        central = nil
      }
    }

    /// Takes the nearest sensor of each quantity that has none yet, and goes on looking while there is none.
    private func choose() {
      let chosen = state.withLock { state -> [SensorID] in
        guard state.isOpen else { return [] }
        let nearest = state.found.values.sorted { ($0.signal ?? -200) > ($1.signal ?? -200) }
        var chosen: [SensorID] = []
        for sensor in nearest where !state.connected.contains(sensor.id) {
          guard sensor.measures.contains(where: { !state.taken.contains($0) }) else { continue }
          state.taken.formUnion(sensor.measures)
          state.connected.insert(sensor.id)
          chosen.append(sensor.id)
        }
        return chosen
      }
      central.withLock { central in
        for id in chosen { central?.connect(id) }
      }
      let goesOn = state.withLock { $0.isOpen && $0.connected.isEmpty }
      if goesOn {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in self?.choose() }
      } else {
        central.withLock { $0?.stopScanning() }
      }
    }

    private func handle(_ event: BluetoothEvent) {
      let (live, name) = state.withLock { state -> ((any SensorListener)?, String) in
        switch event {
        case .found(let sensor):
          state.found[sensor.id] = sensor
          state.names[sensor.id] = sensor.name ?? sensor.id.name
          return (state.live, "")
        case .link(let id, _), .battery(let id, _): return (state.live, state.names[id] ?? id.name)
        case .adapter, .reading: return (state.live, "")
        }
      }
      guard let live else { return }
      switch event {
      case .adapter(let problem?):
        live.sensorChanged("Bluetooth", line: "\(problem.line) \(problem.remedy)", isLive: false)
      case .adapter(nil): live.sensorChanged("Bluetooth", line: "The adapter is ready.", isLive: true)
      case .found: break
      case .link(_, .lost(retryIn: let wait, problem: _)) where wait % 1_000 != 0: break
      case .link(_, let link): live.sensorChanged(name, line: link.line, isLive: link == .live)
      case .battery(_, let percent) where percent <= 20:
        live.sensorChanged(name, line: "The battery has \(percent) % left.", isLive: true)
      case .battery: break
      case .reading(let id, let reading): live.take([reading], from: id)
      }
    }
  }

  /// Waits for the first thing that is told of the adapter.
  private final class AdapterAnswer: Sendable {
    private let answer = Mutex<BluetoothProblem??>(nil)
    private let told = DispatchSemaphore(value: 0)

    func set(_ problem: BluetoothProblem?) {
      answer.withLock { $0 = .some(problem) }
      told.signal()
    }

    func wait(seconds: Int) -> BluetoothProblem?? {
      _ = told.wait(timeout: .now() + .seconds(seconds))
      return answer.withLock { $0 }
    }
  }
#endif
