// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Workouts

/// What stands behind an `HKHealthStore`: a database, a clock, and what the person allows this program.
final class HealthBackend: RecordingStore {
  /// A database with the athlete whose data it is.
  struct Opened: Sendable {
    let database: HealthDatabase
    let athlete: AthleteID
  }

  let opened: Result<Opened, HKError>
  let clock: any HealthStoreClock
  let permissions: HealthStoreConfiguration.Permissions?
  /// As which program it saves.
  let revision: HKSourceRevision
  let isStrict: Bool
  package let allowsManySessions: Bool
  private let onMisuse: (@Sendable (String) -> Void)?
  /// Where handlers run that wait for the database.
  let work = DispatchQueue(label: "org.zonecoach.health.work", attributes: .concurrent)
  let delivery = Delivery()
  let turn = Lock(())
  let origins = OriginTable()

  /// By which folder a database is known that has none.
  private static let memory = "memory"
  private static let shared = Lock<[String: HealthBackend]>([:])

  /// The store of the person, the same for all of the process: in the folder that the environment names by
  /// `ZONECOACH_DATA`, else in the app's; with `ZONECOACH_STORE=memory` an empty one in memory, in which everything that a
  /// program asks for is allowed, as nobody is there to ask. `ZONECOACH_STRICT=1` makes it strict.
  static func personal(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> HealthBackend {
    let isInMemory = environment["ZONECOACH_STORE"] == memory
    let folder = isInMemory ? memory : DataFolder.path(environment)
    return shared.withLock { backends in
      if let known = backends[folder] { return known }
      let made = HealthBackend(
        folder: isInMemory ? nil : folder, permissions: isInMemory ? .asked { .everything(of: $0) } : nil, clock: nil,
        program: nil,
        isStrict: environment["ZONECOACH_STRICT"] == "1", onMisuse: nil, allowsManySessions: false)
      backends[folder] = made
      return made
    }
  }

  convenience init(_ configuration: HealthStoreConfiguration) {
    self.init(
      folder: configuration.folder, permissions: configuration.permissions, clock: configuration.clock,
      program: configuration.program, isStrict: configuration.isStrict, onMisuse: configuration.onMisuse,
      allowsManySessions: configuration.allowsManySessions)
  }

  private init(
    folder: String?, permissions: HealthStoreConfiguration.Permissions?, clock: (any HealthStoreClock)?,
    program: String?, isStrict: Bool, onMisuse: (@Sendable (String) -> Void)?, allowsManySessions: Bool
  ) {
    let clock = clock ?? SystemClock()
    self.clock = clock
    self.permissions = permissions
    self.isStrict = isStrict
    self.allowsManySessions = allowsManySessions
    self.onMisuse = onMisuse
    let source = program.map { HKSource(name: $0, bundleIdentifier: $0) } ?? .default()
    revision = HKSourceRevision(
      source: source, version: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String, productType: nil,
      operatingSystemVersion: ProcessInfo.processInfo.operatingSystemVersion)
    opened = Self.open(folder, clock: clock)
    delivery.backend = self
  }

  private static func open(_ folder: String?, clock: any HealthStoreClock) -> Result<Opened, HKError> {
    do {
      let database =
        if let folder {
          try HealthDatabase(path: DataFolder.prepared(folder), clock: { clock.now.instant })
        } else { try HealthDatabase.inMemory(clock: { clock.now.instant }) }
      return .success(Opened(database: database, athlete: try database.write { try $0.athlete(named: "me") }))
    } catch { return .failure(Self.translated(error)) }
  }

  /// What this program is known by.
  var program: String { revision.source.bundleIdentifier }

  // MARK: work on the database

  func read<T>(_ body: (ReadAccess, AthleteID) throws -> T) throws(HKError) -> T {
    do {
      let opened = try opened.get()
      return try opened.database.read { try body($0, opened.athlete) }
    } catch { throw Self.translated(error) }
  }

  func write<T>(_ body: (WriteAccess, AthleteID) throws -> T) throws(HKError) -> T {
    do {
      let opened = try opened.get()
      return try opened.database.write { try body($0, opened.athlete) }
    } catch { throw Self.translated(error) }
  }

  /// The one place that turns errors of the database into those of HealthKit.
  static func translated(_ error: any Error) -> HKError {
    switch error {
    case let error as HKError: error
    case let error as DatabaseError:
      HKError(.errorDatabaseInaccessible, userInfo: [NSLocalizedDescriptionKey: error.message])
    default: HKError(.errorDatabaseInaccessible)
    }
  }

  // MARK: time

  var now: Date { clock.now }

  func schedule(at date: Date, _ work: @escaping @Sendable () -> Void) -> any Cancellation {
    let flag = CancelFlag()
    clock.call(at: date) { [weak flag] in
      if flag?.isOn == true { work() }
    }
    return flag
  }

  // MARK: misuse

  func report(_ misuse: Misuse) {
    guard isStrict else { return }
    guard let onMisuse else { fatalError("HealthKit: \(misuse)") }
    onMisuse(misuse.description)
  }

  // MARK: sessions

  func keepSession(_ id: UUID, state: Data) throws(HKError) {
    try write { try $0.setSession(id, program: program, state: Array(state), of: $1) }
  }

  func keptSessions() throws(HKError) -> [(id: UUID, state: Data)] {
    try read { try $0.sessions(program: program, of: $1).map { ($0.id, Data($0.state)) } }
  }

  func removeSession(_ id: UUID) throws(HKError) {
    try write { try $0.removeSession(id, program: program, of: $1) }
  }
}

/// Sources and devices as objects, one for each that the database knows.
final class OriginTable: Sendable {
  private struct State {
    var read: [Origin: (revision: HKSourceRevision, device: HKDevice?)] = [:]
    var lastDevice: HKDevice?
    var last: Origin?
  }

  private let state = Lock(State())

  func objects(of origin: Origin) -> (revision: HKSourceRevision, device: HKDevice?) {
    state.withLock { state in
      if let known = state.read[origin] { return known }
      let objects = StoredOrigin.read(origin)
      state.read[origin] = objects
      return objects
    }
  }

  func origin(_ revision: HKSourceRevision, _ device: HKDevice?) -> Origin {
    state.withLock { state in
      if let last = state.last, state.lastDevice === device { return last }
      let origin = StoredOrigin.origin(revision, device)
      state.last = origin
      state.lastDevice = device
      return origin
    }
  }
}
