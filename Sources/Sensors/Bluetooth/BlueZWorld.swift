// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  internal import Dispatch
  internal import Workouts

  /// BlueZ as seen from one queue: its objects, the sensors that are wanted, and their links.
  // NB: unchecked because the queue owns everything in it.
  final class BlueZWorld: @unchecked Sendable {
    private let queue: DispatchQueue
    private let address: String?
    private let handler: @Sendable (BluetoothEvent) -> Void
    private var bus: SystemBus?
    private var objects = BusObjects()
    private var adapterProblem: BluetoothProblem?
    private var hasReported = false
    private var sensors: [SensorID: Sensor] = [:]
    private var found: [SensorID: FoundSensor] = [:]
    private var isScanWanted = false
    private var isDiscovering = false
    private var timer: (any DispatchSourceTimer)?
    private var reopenWait = 1

    /// A sensor that is wanted.
    private struct Sensor {
      var keeper = LinkKeeper()
      var signals = DeviceSignals()
      var wasLinked = false
      var wasResolved = false
      var reported: LinkState?
    }

    private static let manager = "org.freedesktop.DBus.ObjectManager"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let adapter = "org.bluez.Adapter1"
    private static let device = "org.bluez.Device1"
    private static let characteristic = "org.bluez.GattCharacteristic1"
    private static let battery = "org.bluez.Battery1"

    init(address: String?, queue: DispatchQueue, handler: @escaping @Sendable (BluetoothEvent) -> Void) {
      self.address = address
      self.queue = queue
      self.handler = handler
    }

    private var now: Milliseconds { BluetoothCentral.now }

    // MARK: Opening

    func open() {
      if timer == nil {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250), leeway: .milliseconds(50))
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.activate()
        self.timer = timer
      }
      do throws(BluetoothProblem) {
        bus = try SystemBus(address: address, queue: queue) { [weak self] in self?.busClosed() }
      } catch {
        report(adapter: error)
        return reopenLater()
      }
      listen()
      load()
    }

    private func listen() {
      bus?.listen("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.bluez'") {
        [weak self] in
        self?.ownerChanged($0.values.last?.text ?? "")
      }
      bus?.listen("type='signal',sender='org.bluez',interface='\(Self.manager)'") { [weak self] in
        self?.managed($0)
      }
      bus?.listen(
        "type='signal',sender='org.bluez',interface='\(Self.properties)',path_namespace='/org/bluez'"
      ) { [weak self] in self?.changed($0) }
    }

    private func load() {
      bus?.call("/", Self.manager, "GetManagedObjects") { [weak self] answer in
        guard let self else { return }
        switch answer {
        case .success(let values):
          objects = BusObjects(values.first)
          reopenWait = 1
          examineAdapter()
          for path in objects.paths(with: Self.device) { examine(path) }
        case .failure(let failure):
          report(adapter: BluetoothProblem(errorName: failure.name, text: failure.text))
        }
      }
    }

    private func ownerChanged(_ owner: String) {
      objects = BusObjects()
      isDiscovering = false
      if owner.isEmpty { report(adapter: .noService) } else { load() }
    }

    private func busClosed() {
      bus = nil
      objects = BusObjects()
      isDiscovering = false
      report(adapter: .noBus)
      reopenLater()
    }

    private func reopenLater() {
      let wait = reopenWait
      reopenWait = min(2 * reopenWait, 30)
      queue.asyncAfter(deadline: .now() + .seconds(wait)) { [weak self] in
        guard let self, timer != nil, bus == nil else { return }
        open()
      }
    }

    func close() {
      for id in sensors.keys {
        send(.unwanted, to: id)
        sensors[id] = nil
      }
      scan(false)
      bus?.close()
      bus = nil
      timer?.cancel()
      timer = nil
    }

    // MARK: Adapter

    private var adapterPath: String? { objects.paths(with: Self.adapter).first }

    private func examineAdapter() {
      guard let path = adapterPath else { return report(adapter: .noAdapter) }
      let isPowered = objects.value(path, Self.adapter, "Powered")?.isTrue == true
      // What was found when switching on stands until it is on.
      if !isPowered, adapterProblem == .blocked { return }
      report(adapter: isPowered ? nil : .adapterOff)
    }

    private func report(adapter problem: BluetoothProblem?) {
      guard !hasReported || problem != adapterProblem else { return }
      hasReported = true
      adapterProblem = problem
      if problem != nil { isDiscovering = false }
      handler(.adapter(problem))
      for id in sensors.keys {
        sensors[id]?.wasLinked = false
        sensors[id]?.wasResolved = false
        send(.adapter(problem), to: id)
      }
      startDiscoveryIfNeeded()
    }

    func powerOn() {
      guard let path = adapterPath else { return }
      bus?.call(
        path, Self.properties, "Set", [.string(Self.adapter), .string("Powered"), .variant(true)], seconds: 10
      ) { [weak self] answer in
        if case .failure(let failure) = answer {
          self?.report(adapter: BluetoothProblem(errorName: failure.name, text: failure.text))
        }
      }
    }

    // MARK: Scanning

    func scan(_ on: Bool) {
      isScanWanted = on
      if on {
        for sensor in found.values { handler(.found(sensor)) }
        startDiscoveryIfNeeded()
      } else {
        stopDiscovery()
      }
    }

    /// Whether a sensor is wanted that the adapter has not seen.
    private var isSearching: Bool { sensors.values.contains { $0.keeper.state == .searching } }

    private func startDiscoveryIfNeeded() {
      guard isScanWanted || isSearching, !isDiscovering, adapterProblem == nil, hasReported, let path = adapterPath
      else { return }
      isDiscovering = true
      let filter: [(String, SystemBus.Argument.Option)] = [
        ("Transport", .string("le")), ("UUIDs", .strings(AssignedNumber.sensorServices.map(\.uuid))),
      ]
      bus?.call(path, Self.adapter, "SetDiscoveryFilter", [.options(filter)]) { _ in }
      bus?.call(path, Self.adapter, "StartDiscovery") { [weak self] answer in
        // "In progress" means that it runs.
        guard case .failure(let failure) = answer, failure.name != "org.bluez.Error.InProgress" else { return }
        self?.isDiscovering = false
        let problem = BluetoothProblem(errorName: failure.name, text: failure.text)
        if problem.concernsAdapter { self?.report(adapter: problem) }
      }
    }

    private func stopDiscovery() {
      guard isDiscovering, let path = adapterPath else { return }
      isDiscovering = false
      bus?.call(path, Self.adapter, "StopDiscovery") { _ in }
    }

    // MARK: What BlueZ tells

    private func managed(_ signal: SystemBus.Signal) {
      guard let path = signal.values.first?.text, signal.values.count > 1 else { return }
      switch signal.member {
      case "InterfacesAdded":
        objects.add(path, signal.values[1])
        if objects.value(path, Self.adapter, "Powered") != nil { examineAdapter() }
        if signal.values[1].entries?[Self.device] != nil { examine(path) }
        if signal.values[1].entries?[Self.battery] != nil { reportBattery(path) }
      case "InterfacesRemoved":
        let gone = signal.values[1].texts
        objects.remove(path, interfaces: gone)
        if gone.contains(Self.adapter) { examineAdapter() }
        if gone.contains(Self.device), let id = Self.sensor(path) {
          found[id] = nil
          sensors[id]?.wasLinked = false
          sensors[id]?.wasResolved = false
          send(.present(false), to: id)
        }
      default: break
      }
    }

    private func changed(_ signal: SystemBus.Signal) {
      guard signal.member == "PropertiesChanged", signal.values.count > 2, let interface = signal.values[0].text
      else { return }
      let path = signal.path
      if interface == Self.characteristic, let bytes = signal.values[1].entries?["Value"]?.bytes {
        packet(bytes, from: path)
      }
      objects.change(path, interface, signal.values[1], invalidated: signal.values[2].texts)
      switch interface {
      case Self.adapter: if signal.values[1].entries?["Powered"] != nil { examineAdapter() }
      case Self.device: examine(path)
      case Self.battery: reportBattery(path)
      default: break
      }
    }

    /// Looks at a device anew: tells of it where it is a sensor, and its link where it is wanted.
    private func examine(_ path: String) {
      guard let id = Self.sensor(path), objects.objects[path]?[Self.device] != nil else { return }
      let services = objects.value(path, Self.device, "UUIDs")?.texts.compactMap { AssignedNumber(uuid: $0) } ?? []
      let ours = services.filter { AssignedNumber.sensorServices.contains($0) }
      if !ours.isEmpty {
        let sensor = FoundSensor(
          id: id, name: objects.value(path, Self.device, "Name")?.text, services: ours,
          signal: objects.value(path, Self.device, "RSSI")?.number)
        if found[id] != sensor {
          found[id] = sensor
          if isScanWanted { handler(.found(sensor)) }
        }
      }
      guard sensors[id] != nil else { return }
      send(.present(true), to: id)
      let isLinked = objects.value(path, Self.device, "Connected")?.isTrue == true
      let isResolved = isLinked && objects.value(path, Self.device, "ServicesResolved")?.isTrue == true
      if sensors[id]?.wasLinked != isLinked {
        sensors[id]?.wasLinked = isLinked
        if isLinked { sensors[id]?.signals.reconnected() }
        send(.linked(isLinked), to: id)
      }
      if sensors[id]?.wasResolved != isResolved {
        sensors[id]?.wasResolved = isResolved
        if isResolved { send(.servicesResolved, to: id) }
      }
    }

    private func packet(_ bytes: [UInt8], from path: String) {
      guard let id = Self.sensor(path), sensors[id] != nil,
        let uuid = objects.value(path, Self.characteristic, "UUID")?.text, let number = AssignedNumber(uuid: uuid)
      else { return }
      if number == .battery {
        if let percent = batteryPercent(bytes) { handler(.battery(id, percent)) }
        return
      }
      guard AssignedNumber.measurements.contains(number) else { return }
      let readings = sensors[id]?.signals.take(bytes, of: number, at: now) ?? []
      send(.packet, to: id)
      for reading in readings { handler(.reading(id, reading)) }
    }

    private func reportBattery(_ path: String) {
      guard let id = Self.sensor(path), sensors[id] != nil,
        let percent = objects.value(path, Self.battery, "Percentage")?.number, (0...100).contains(percent)
      else { return }
      handler(.battery(id, percent))
    }

    /// The address in the path of a device or of anything inside of it.
    private static func sensor(_ path: String) -> SensorID? {
      guard let part = path.split(separator: "/").first(where: { $0.hasPrefix("dev_") }) else { return nil }
      return SensorID(String(part.dropFirst(4).map { $0 == "_" ? ":" : $0 }))
    }

    private func path(of id: SensorID) -> String? {
      objects.paths(with: Self.device).first { Self.sensor($0) == id }
    }

    // MARK: Sensors

    func want(_ id: SensorID) {
      if sensors[id] == nil { sensors[id] = Sensor() }
      if hasReported { send(.adapter(adapterProblem), to: id) }
      if let path = path(of: id) { examine(path) }
      send(.wanted, to: id)
    }

    func forget(_ id: SensorID) {
      send(.unwanted, to: id)
      sensors[id] = nil
    }

    private func tick() {
      for id in sensors.keys { send(.tick, to: id) }
    }

    private func send(_ event: LinkKeeper.Event, to id: SensorID) {
      guard var keeper = sensors[id]?.keeper else { return }
      let actions = keeper.handle(event, at: now)
      sensors[id]?.keeper = keeper
      if sensors[id]?.reported != keeper.state {
        sensors[id]?.reported = keeper.state
        handler(.link(id, keeper.state))
      }
      for action in actions { perform(action, for: id) }
      if !isScanWanted && !isSearching { stopDiscovery() }
    }

    private func perform(_ action: LinkKeeper.Action, for id: SensorID) {
      switch action {
      case .scan: startDiscoveryIfNeeded()
      case .connect: connect(id)
      case .disconnect:
        if let path = path(of: id) { bus?.call(path, Self.device, "Disconnect") { _ in } }
      case .subscribe: subscribe(id)
      }
    }

    private func connect(_ id: SensorID) {
      guard let path = path(of: id) else { return send(.present(false), to: id) }
      // Adapters connect badly while they scan.
      stopDiscovery()
      bus?.call(path, Self.device, "Connect", seconds: 45) { [weak self] answer in
        guard let self else { return }
        if case .failure(let failure) = answer {
          send(.connectFailed(BluetoothProblem(errorName: failure.name, text: failure.text)), to: id)
        }
        // A scan that the athlete asked for goes on.
        startDiscoveryIfNeeded()
      }
    }

    private func subscribe(_ id: SensorID) {
      guard let device = path(of: id) else { return }
      let all = objects.paths(with: Self.characteristic).filter { $0.hasPrefix(device + "/") }
      var numbers: [AssignedNumber: String] = [:]
      for path in all {
        if let uuid = objects.value(path, Self.characteristic, "UUID")?.text, let number = AssignedNumber(uuid: uuid) {
          numbers[number] = path
        }
      }
      sensors[id]?.signals.isFitnessMachine = numbers[.fitnessMachineFeatures] != nil
      let measurements = AssignedNumber.measurements.compactMap { numbers[$0] }
      guard !measurements.isEmpty else { return send(.subscribeFailed(.notASensor), to: id) }
      // One of several is enough to go on.
      var waiting = measurements.count
      var hasSucceeded = false
      for path in measurements {
        bus?.call(path, Self.characteristic, "StartNotify") { [weak self] answer in
          waiting -= 1
          switch answer {
          case .success:
            if !hasSucceeded { self?.send(.subscribed, to: id) }
            hasSucceeded = true
          case .failure(let failure):
            guard waiting == 0, !hasSucceeded else { return }
            self?.send(.subscribeFailed(BluetoothProblem(errorName: failure.name, text: failure.text)), to: id)
          }
        }
      }
      read(numbers[.heartRateLocation]) { [weak self] in
        self?.sensors[id]?.signals.heartRateLocation = HeartRateLocation($0)
      }
      read(numbers[.bikeSensorLocation]) { [weak self] in
        self?.sensors[id]?.signals.bikeLocation = BikeSensorLocation($0)
      }
      if objects.value(device, Self.battery, "Percentage") != nil {
        reportBattery(device)
      } else {
        read(numbers[.battery]) { [weak self] in
          if let percent = batteryPercent($0) { self?.handler(.battery(id, percent)) }
        }
      }
    }

    private func read(_ path: String?, _ take: @escaping ([UInt8]) -> Void) {
      guard let path else { return }
      bus?.call(path, Self.characteristic, "ReadValue", [.options([])]) { answer in
        if case .success(let values) = answer, let bytes = values.first?.bytes { take(bytes) }
      }
    }
  }
#endif
