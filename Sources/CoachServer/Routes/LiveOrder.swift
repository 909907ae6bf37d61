// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Coaching
import FoundationEssentials
import Sensors
import Synchronization
import WorkoutFiles
import Workouts

/// What somebody asks for who wants to begin a live workout.
struct LiveOrder: Decodable {
  var sport: String?
  var indoor: Bool?
  /// The name of a stored plan, or of one that comes with the program.
  var plan: String?
  /// A plan in words or in a format that plans are written in.
  var planText: String?
  /// `browser`, `bluetooth`, `bluetooth:ADDRESS,…`, `simulate`, `simulate:SEED` or `none`.
  var sensor: String?
  /// How many times faster than life a simulation runs; 0 for as fast as it goes.
  var speed: Double?

  init(json: [UInt8]) throws { self = try Router.body(LiveOrder.self, json) }

  /// An order from a form's fields.
  init(form: [String: String]) {
    sport = form["sport"].flatMap { $0.isEmpty ? nil : $0 }
    indoor = form["indoor"] != nil
    plan = form["plan"].flatMap { $0.isEmpty ? nil : $0 }
    planText = form["planText"].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    sensor = form["sensor"]
    speed = form["speed"].flatMap(Double.init)
  }

  /// The same, checked.
  func made(_ library: WorkoutLibrary) throws -> LiveHub.Order {
    if let sport, !Self.isSport(sport) {
      throw LiveProblem(
        status: 422, code: "sport", message: t("A sport is a name such as running, cycling or cross_country_skiing."))
    }
    return LiveHub.Order(
      sport: sport.map { Sport(rawValue: $0) }, isIndoor: indoor ?? false, plan: try foundPlan(library),
      source: try Self.source(sensor ?? "none", speed: speed ?? 1))
  }

  static func isSport(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") }
  }

  private func foundPlan(_ library: WorkoutLibrary) throws -> Plan? {
    if let planText {
      guard planText.utf8.count <= 200_000 else {
        throw LiveProblem(status: 422, code: "plan", message: t("A plan has at most 200,000 characters."))
      }
      do throws(PlanError) { return try PlanFile.plan(words: planText) } catch {
        if let decoded = try? PlanFile.decode(Array(planText.utf8)) { return decoded.plan }
        throw LiveProblem(status: 422, code: "plan", message: Names.fullSentence(error.reason))
      }
    }
    guard let plan else { return nil }
    guard let found = try library.plan(named: plan) ?? PlanMode(rawValue: plan)?.plan else {
      throw LiveProblem(status: 422, code: "no-such-plan", message: t("There is no plan of this name."))
    }
    return found
  }

  /// Where values come from, by its name.
  static func source(_ text: String, speed: Double) throws -> LiveSource {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let more = parts.count > 1 ? parts[1] : nil
    switch parts.first {
    case "none" where more == nil: return .none
    case "browser" where more == nil: return .browser
    case "bluetooth":
      let addresses = (more ?? "").split(separator: ",").map { $0.uppercased() }
      guard addresses.count <= 8, addresses.allSatisfy(Self.isAddress) else { break }
      return .bluetooth(addresses.map { SensorID($0) })
    case "simulate":
      guard let seed = UInt64(more ?? "1"), speed.isFinite, (0...100_000).contains(speed) else { break }
      return .simulation(seed: seed, speed: speed)
    default: break
    }
    throw LiveProblem(
      status: 422, code: "sensor",
      message: t("A sensor is browser, bluetooth, simulate with a number, or none; a speed is from 0 to 100,000."))
  }

  private static func isAddress(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9A-F]{2}(:[0-9A-F]{2}){5}/) != nil
  }
}

/// Packets and links that a browser passes on.
struct LiveReadings {
  var packets: [LivePacket]
  var links: [LiveLink]

  private struct Body: Decodable {
    struct Packet: Decodable {
      var device: String
      var characteristic: String
      var data: String
      var age: Double?
    }
    struct Link: Decodable {
      var device: String
      var name: String
      var connected: Bool
    }
    var packets: [Packet]?
    var links: [Link]?
  }

  /// As many fit into one request.
  private static let most = 1_000

  init(json: [UInt8]) throws {
    let body = try Router.body(Body.self, json)
    let packets = body.packets ?? [], links = body.links ?? []
    guard packets.count <= Self.most, links.count <= 32 else {
      throw LiveProblem(status: 422, code: "too-many", message: "A request holds up to 1,000 packets.")
    }
    self.packets = try packets.map { packet in
      guard Self.isName(packet.device), let characteristic = Self.characteristic(packet.characteristic),
        let bytes = Self.bytes(packet.data), (0...86_400_000).contains(packet.age ?? 0)
      else {
        throw LiveProblem(
          status: 422, code: "packet",
          message: "A packet has a device of 1 to 100 characters, a characteristic's UUID, up to 512 bytes of data in "
            + "hexadecimal digits, and an age in milliseconds.")
      }
      return LivePacket(
        device: packet.device, characteristic: characteristic, bytes: bytes, age: Milliseconds(packet.age ?? 0))
    }
    self.links = try links.map { link in
      guard Self.isName(link.device), Self.isName(link.name) else {
        throw LiveProblem(
          status: 422, code: "link", message: "A link has a device and a name of 1 to 100 characters.")
      }
      return LiveLink(device: link.device, name: link.name, isConnected: link.connected)
    }
  }

  private static func isName(_ text: String) -> Bool {
    (1...100).contains(text.count) && text.utf8.count <= 400 && text.unicodeScalars.allSatisfy { $0.value >= 32 }
  }

  private static func characteristic(_ text: String) -> AssignedNumber? {
    text.utf8.count == 4 ? UInt16(text, radix: 16).map { AssignedNumber($0) } : AssignedNumber(uuid: text)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0, digits.count <= 1_024 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16),
        digits[index] != UInt8(ascii: "+"), digits[index] != UInt8(ascii: "-")
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

/// Ends a listening once, whichever of its begin and its end comes first.
final class LiveListening: Sendable {
  private let state = Mutex<(stop: (@Sendable () -> Void)?, isOver: Bool)>((nil, false))

  func begin(_ stop: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      state.stop = stop
      return state.isOver
    }
    if isOver { stop() }
  }

  func end() {
    state.withLock { state in
      state.isOver = true
      return state.stop
    }?()
  }
}
