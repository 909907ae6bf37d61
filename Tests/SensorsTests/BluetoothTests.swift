// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  import Foundation
  import Sensors
  import Testing
  import Workouts

  /// BlueZ as it answers, played by `Tests/Bluetooth/mock_bluez.py`.
  @Suite(.serialized) struct `Bluetooth sensors` {
    private let strap = SensorID("C0:FF:EE:00:00:01"), other = SensorID("C0:FF:EE:00:00:02")

    private func central(_ mock: MockBlueZ) -> (BluetoothCentral, EventLog) {
      let log = EventLog()
      return (BluetoothCentral(busAddress: mock.address) { log.add($0) }, log)
    }

    private func problem(_ log: EventLog, from start: Int = 0) -> BluetoothProblem?? {
      let event = log.wait(from: start) { if case .adapter = $0 { true } else { false } }
      guard case .adapter(let problem)? = event else { return nil }
      return .some(problem)
    }

    /// Connects to a strap and waits for its first packet.
    private func live(_ mock: MockBlueZ, _ central: BluetoothCentral, _ log: EventLog, _ id: SensorID) {
      central.connect(id)
      #expect(log.waitForLink(id) { $0 == .discovering })
      let notified = mock.wait {
        $0.contains("StartNotify") && $0.contains("2a37")
          && $0.contains(id.name.replacingOccurrences(of: ":", with: "_"))
      }
      #expect(notified != nil)
    }

    @Test func `no bus, no service, no permission, no adapter, off and blocked each have their line`() throws {
      let nowhere = EventLog()
      let none = BluetoothCentral(busAddress: "unix:path=/nonexistent/socket") { nowhere.add($0) }
      #expect(problem(nowhere) == .some(.noBus))
      none.close()
      let cases: [(String, BluetoothProblem?)] = [
        ("--no-name", .noService), ("--deny", .noPermission), ("--no-adapter", .noAdapter), ("--off", .adapterOff),
        ("--known", nil),
      ]
      for (option, expected) in cases {
        let mock = try MockBlueZ(option)
        let (central, log) = central(mock)
        #expect(problem(log) == .some(expected), "\(option)")
        if let expected { #expect(!expected.line.isEmpty && !expected.remedy.isEmpty && expected.concernsAdapter) }
        central.close()
      }
    }

    @Test func `a switch that blocks the adapter is named when switching on fails`() throws {
      let mock = try MockBlueZ("--rfkill")
      let (central, log) = central(mock)
      #expect(problem(log) == .some(.adapterOff))
      let start = log.all.count
      central.powerOn()
      #expect(problem(log, from: start) == .some(.blocked))
      central.close()
    }

    @Test func `an adapter that is switched off and on, taken out and put in, is noticed`() throws {
      let mock = try MockBlueZ("--known")
      let (central, log) = central(mock)
      #expect(problem(log) == .some(nil))
      for (command, expected): (String, BluetoothProblem?) in [
        ("powered off", .adapterOff), ("powered on", nil), ("adapter remove", .noAdapter), ("adapter add", nil),
      ] {
        let start = log.all.count
        mock.command(command)
        #expect(problem(log, from: start) == .some(expected), "\(command)")
      }
      central.close()
    }

    @Test func `scanning finds sensors by what they measure`() throws {
      let mock = try MockBlueZ("--device", "hr,Polar H10 1234", "--device", "power,Assioma", "--device", "battery-only")
      let (central, log) = central(mock)
      central.scan()
      let found = log.wait { if case .found(let sensor) = $0 { sensor.name == "Polar H10 1234" } else { false } }
      guard case .found(let sensor)? = found else {
        Issue.record("nothing was found")
        return
      }
      #expect(sensor.id == strap && sensor.measures == [.heartRate] && sensor.signal == -58)
      #expect(
        log.wait {
          if case .found(let sensor) = $0 { sensor.name == "Assioma" && sensor.measures == [.power] } else { false }
        }
          != nil)
      let others = log.all.filter { if case .found(let sensor) = $0 { sensor.name == "Mock Other" } else { false } }
      #expect(others.isEmpty)
      central.stopScanning()
      #expect(mock.wait { $0.contains("StopDiscovery") } != nil)
      central.close()
    }

    @Test func `a strap is found, connected, and its packets become readings`() throws {
      let mock = try MockBlueZ()
      let (central, log) = central(mock)
      live(mock, central, log, strap)
      mock.command("bpm 0 142 420 415")
      mock.command("bpm 0 143")
      #expect(log.wait { if case .reading(_, let reading) = $0 { reading.value == 143 } else { false } } != nil)
      #expect(log.heartRates(strap) == [142, 143])
      #expect(log.waitForLink(strap) { $0 == .live })
      let beats = log.all.filter {
        if case .reading(_, let reading) = $0 { reading.quantity == .beatInterval } else { false }
      }
      #expect(beats.count == 2)
      #expect(log.wait { $0 == .battery(strap, 77) } != nil)
      mock.command("battery 0 15")
      #expect(log.wait { $0 == .battery(strap, 15) } != nil)
      central.close()
      #expect(mock.wait { $0.contains("\"call\": \"Disconnect\"") } != nil)
    }

    @Test func `pitfall: a strap that goes out of reach comes back by itself`() throws {
      let mock = try MockBlueZ("--known")
      let (central, log) = central(mock)
      live(mock, central, log, strap)
      mock.command("bpm 0 131")
      #expect(log.waitForLink(strap) { $0 == .live })
      var start = log.all.count
      mock.command("drop 0")
      #expect(log.waitForLink(strap, from: start) { if case .lost = $0 { true } else { $0 == .connecting } })
      start = log.all.count
      mock.command("appear 0")
      #expect(log.waitForLink(strap, from: start) { $0 == .discovering })
      #expect(mock.wait { $0.contains("StartNotify") } != nil)
      // The first two repeats of the old value are doubted; a new value counts.
      start = log.all.count
      mock.command("bpm 0 131")
      mock.command("bpm 0 128")
      #expect(log.waitForLink(strap, from: 0) { $0 == .live })
      #expect(
        log.wait(from: start) { if case .reading(_, let reading) = $0 { reading.value == 128 } else { false } } != nil)
      #expect(log.heartRates(strap) == [131, nil, 128])
      central.close()
    }

    @Test func `a strap that vanished is looked for and found again`() throws {
      let mock = try MockBlueZ("--known")
      let (central, log) = central(mock)
      live(mock, central, log, strap)
      mock.command("bpm 0 120")
      #expect(log.waitForLink(strap) { $0 == .live })
      var start = log.all.count
      mock.command("vanish 0")
      #expect(log.waitForLink(strap, from: start) { $0 == .searching })
      #expect(mock.wait { $0.contains("StartDiscovery") } != nil)
      start = log.all.count
      mock.command("appear 0")
      #expect(log.waitForLink(strap, from: start) { $0 == .discovering })
      central.close()
    }

    @Test func `two straps keep apart`() throws {
      let mock = try MockBlueZ("--known", "--device", "hr,One", "--device", "hr,Two")
      let (central, log) = central(mock)
      live(mock, central, log, strap)
      live(mock, central, log, other)
      for beat in 0..<5 {
        mock.command("bpm 0 \(120 + beat)")
        mock.command("bpm 1 \(150 + beat)")
      }
      #expect(log.wait { if case .reading(other, let reading) = $0 { reading.value == 154 } else { false } } != nil)
      #expect(log.heartRates(strap) == [120, 121, 122, 123, 124])
      #expect(log.heartRates(other) == [150, 151, 152, 153, 154])
      central.close()
    }

    @Test func `malformed packets of every length do no harm`() throws {
      let mock = try MockBlueZ("--known")
      let (central, log) = central(mock)
      live(mock, central, log, strap)
      for length in 0...30 {
        mock.command("notify 0 2a37 " + String(repeating: "ff", count: length))
        mock.command("notify 0 2a37 " + String(repeating: "00", count: length))
      }
      mock.command("bpm 0 99")
      #expect(log.wait { if case .reading(_, let reading) = $0 { reading.value == 99 } else { false } } != nil)
      // A rate of 0xFFFF and of 0 is none; nothing else came out of them.
      #expect(Set(log.heartRates(strap).compactMap { $0 }) == [99])
      central.close()
    }

    @Test func `failed connections are tried again, and the third says what may be the matter`() throws {
      let mock = try MockBlueZ("--known")
      let (central, log) = central(mock)
      mock.command("fail Connect org.bluez.Error.Failed le-connection-abort-by-local 3")
      central.connect(strap)
      #expect(log.waitForLink(strap) { if case .lost(_, .outOfReach?) = $0 { true } else { false } })
      #expect(log.waitForLink(strap) { $0 == .discovering })
      #expect(mock.count { $0.contains("\"call\": \"Connect\"") } == 4)
      central.close()
    }

    @Test func `a belt that refuses at first is asked again`() throws {
      let mock = try MockBlueZ("--known")
      let (central, log) = central(mock)
      mock.command("fail StartNotify org.bluez.Error.Failed 'Operation failed with ATT error: 0x0e' 1")
      central.connect(strap)
      #expect(log.waitForLink(strap) { $0 == .discovering })
      let notified = { (line: String) in line.contains("\"call\": \"StartNotify\"") }
      let limit = Date(timeIntervalSinceNow: 5)
      while mock.count(notified) < 2, Date() < limit { Thread.sleep(forTimeInterval: 0.05) }
      #expect(mock.count(notified) == 2)
      mock.command("bpm 0 101")
      #expect(log.waitForLink(strap) { $0 == .live })
      central.close()
    }

    @Test func `a trainer's power and cadence become readings`() throws {
      let mock = try MockBlueZ("--known", "--device", "bike,Trainer")
      let (central, log) = central(mock)
      central.connect(strap)
      #expect(mock.wait { $0.contains("StartNotify") && $0.contains("2ad2") } != nil)
      #expect(mock.wait { $0.contains("StartNotify") && $0.contains("2a63") } != nil)
      mock.command("notify 0 2ad2 4402b80bb400c80000")
      mock.command("power 0 215")
      #expect(
        log.wait {
          if case .reading(_, let reading) = $0 {
            reading.quantity == .power && reading.value == 215 && reading.kind == .trainerPower
          } else {
            false
          }
        } != nil)
      let machine = log.all.compactMap { (event) -> SensorReading? in
        if case .reading(_, let reading) = event, reading.kind != .trainerPower { reading } else { nil }
      }
      #expect(machine.map(\.quantity) == [.power, .cadence, .speed])
      central.close()
    }
  }
#endif
