// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

/// A workout that goes on now.
///
/// Methods return at once, and `state` is the new one then; the delegate hears of it with the date on which it really
/// happened. What the state doesn't allow does nothing: the delegate hears of it by `didFailWithError` with the code
/// `errorInvalidArgument`, and a strict store says it aloud.
///
/// Finish in this order: `stopActivity(with:)`, wait for `.stopped`, `endCollection`, `finishWorkout`, `end()`. The older
/// order, `end()` first, works too. A session that was started and not ended can be recovered after the program was killed
/// (`HKHealthStore.recoverActiveWorkoutSession`). Keep a reference to it: one that nobody refers to is gone.
// NB: unchecked because NSObject isn't Sendable; what changes is behind locks.
open class HKWorkoutSession: NSObject, NSSecureCoding, @unchecked Sendable {
  private struct Delegate {
    weak var value: (any HKWorkoutSessionDelegate)?
  }

  let backend: any RecordingStore
  /// What it is kept under.
  package let id: UUID
  private let machine: Lock<SessionMachine>
  private let listener = Lock(Delegate())
  private let builder = Lock(nil as HKLiveWorkoutBuilder?)
  /// The delegate is called here, one call after the other.
  private let delivery = DispatchQueue(label: "HKWorkoutSession.delivery")
  private let keeper: SessionKeeper

  /// A session that hasn't started.
  ///
  /// - Throws: `errorInvalidArgument` where the configuration can't be: a transition by itself, or a lap whose length is no
  ///   length above 0.
  public convenience init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration) throws {
    try self.init(backend: healthStore.backend, configuration: configuration)
  }

  package convenience init(backend: any RecordingStore, configuration: HKWorkoutConfiguration) throws {
    if let fault = Self.fault(in: configuration) { throw HKError.invalid(fault) }
    self.init(
      backend: backend, id: .random(), machine: SessionMachine(configuration: ConfigurationValue(configuration)))
  }

  init(backend: any RecordingStore, id: UUID, machine: SessionMachine) {
    self.backend = backend
    self.id = id
    self.machine = Lock(machine)
    keeper = SessionKeeper(backend: backend, id: id)
    super.init()
  }

  private static func fault(in configuration: HKWorkoutConfiguration) -> String? {
    if configuration.activityType == .transition { return "A transition is a part of a workout, not one by itself." }
    if let lap = configuration.lapLength, !lap.is(compatibleWith: .meter()) || !(lap.doubleValue(for: .meter()) > 0) {
      return "A lap's length is a length above 0."
    }
    return nil
  }

  // MARK: What is there

  /// What is done; a copy.
  open var workoutConfiguration: HKWorkoutConfiguration { machine.withLock { $0.configuration }.configuration }

  /// How far the session is.
  open var state: HKWorkoutSessionState { machine.withLock { $0.state } }

  /// Always primary: there is no other device on Linux whose session could be mirrored.
  open var type: HKWorkoutSessionType { .primary }

  /// When it started; nil before.
  open var startDate: Date? { machine.withLock { $0.start } }

  /// When it stopped, or ended where it never stopped; nil before.
  open var endDate: Date? { machine.withLock { $0.end } }

  /// The part that goes on; where none was begun, the session as a whole. A copy, without statistics.
  open var currentActivity: HKWorkoutActivity {
    let now = backend.now
    return machine.withLock { machine in
      machine.part
        ?? HKWorkoutActivity(
          uuid: machine.main, configuration: machine.configuration.configuration, start: machine.start ?? now,
          end: machine.end, metadata: nil, contents: .init())
    }
  }

  /// Hears what the session does.
  open weak var delegate: (any HKWorkoutSessionDelegate)? {
    get { listener.withLock { $0.value } }
    set { listener.withLock { $0.value = newValue } }
  }

  /// The builder of the session's workout: always the same one. There is none for a mirrored session; asking for it traps.
  @discardableResult
  open func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder {
    let configuration = workoutConfiguration
    return builder.withLock { builder in
      if let builder { return builder }
      let made = HKLiveWorkoutBuilder(session: self, configuration, collection: .random())
      builder = made
      return made
    }
  }

  /// The builder, where it was asked for.
  var knownBuilder: HKLiveWorkoutBuilder? { builder.withLock { $0 } }

  func setBuilder(_ made: HKLiveWorkoutBuilder) { builder.withLock { $0 = made } }

  // MARK: What is done

  /// Gets ready to start. From `notStarted` to `prepared`.
  open func prepare() {
    perform { machine, now throws(SessionMachine.Fault) in try machine.prepare(now: now) }
  }

  /// Starts at a date; nil is now. From `notStarted` and `prepared` to `running`. Another session of this store that goes on
  /// in this program ends, with `errorAnotherWorkoutSessionStarted`.
  open func startActivity(with date: Date?) {
    perform { machine, now throws(SessionMachine.Fault) in try machine.startActivity(at: date, now: now) }
  }

  /// Pauses. From `running` to `paused`.
  open func pause() { perform { machine, now throws(SessionMachine.Fault) in try machine.pause(now: now) } }

  /// Goes on. From `paused` to `running`.
  open func resume() { perform { machine, now throws(SessionMachine.Fault) in try machine.resume(now: now) } }

  /// Stops at a date not before the start; nil is now. From `running` and `paused` to `stopped`: no data is collected of later
  /// moments, and the session can't be started again.
  open func stopActivity(with date: Date?) {
    perform { machine, now throws(SessionMachine.Fault) in try machine.stopActivity(at: date, now: now) }
  }

  /// Ends for good, from any other state.
  open func end() { perform { machine, now throws(SessionMachine.Fault) in try machine.finish(now: now) } }

  /// Begins a part of the workout, and ends the one that goes on, in a session that runs or pauses. In a `swimBikeRun` it is
  /// swimming, cycling, running or transition, else of the workout's own type. The data source follows it, unless the app has
  /// chosen types.
  open func beginNewActivity(configuration: HKWorkoutConfiguration, date: Date, metadata: [String: Any]?) {
    let activity = HKWorkoutActivity(workoutConfiguration: configuration, start: date, end: nil, metadata: metadata)
    perform { machine, _ throws(SessionMachine.Fault) in try machine.beginPart(activity) }
  }

  /// Ends the part that goes on; the session as a whole is current again.
  open func endCurrentActivity(on date: Date) {
    perform { machine, _ throws(SessionMachine.Fault) in try machine.endPart(on: date) }
  }

  private func perform(
    _ call: (inout SessionMachine, Date) throws(SessionMachine.Fault) -> [SessionMachine.Effect]
  ) {
    let now = backend.now
    let fault = machine.withLock { machine -> SessionMachine.Fault? in
      do throws(SessionMachine.Fault) {
        let wasActive = machine.isActive
        let effects = try call(&machine, now)
        // Under the lock, so that what is told is told in the order in which it was done.
        if machine.isActive != wasActive { SessionRegistry.set(self, isActive: machine.isActive) }
        tell(effects, machine)
        return nil
      } catch { return error }
    }
    switch fault {
    case nil: SessionRegistry.endOthers(than: self)
    case .invalid(let sentence): fail(.invalid(sentence))
    case .misuse(let misuse):
      fail(.invalid(misuse.description))
      backend.report(misuse)
    }
  }

  private func fail(_ error: HKError) {
    delivery.async { [weak self] in
      guard let self else { return }
      delegate?.workoutSession(self, didFailWithError: error)
    }
  }

  /// Ends because something else began.
  func end(because error: HKError) {
    machine.withLock { machine in
      guard machine.isActive, let effects = try? machine.finish(now: backend.now) else { return }
      SessionRegistry.set(self, isActive: false)
      fail(error)
      tell(effects, machine)
    }
  }

  private func tell(_ effects: [SessionMachine.Effect], _ machine: SessionMachine) {
    let builder = knownBuilder
    for effect in effects {
      builder?.session(did: effect)
      // NB: the session is kept until its delegate has heard that it ended.
      delivery.async { self.tellDelegate(effect) }
    }
    keep(machine)
  }

  private func tellDelegate(_ effect: SessionMachine.Effect) {
    guard let delegate else { return }
    switch effect {
    case .changed(let to, let from, let date):
      delegate.workoutSession(self, didChangeTo: to, from: from, date: date)
    case .happened(let event): delegate.workoutSession(self, didGenerate: event)
    case .began(let activity):
      delegate.workoutSession(
        self, didBeginActivityWith: activity.workoutConfiguration, date: activity.startDate)
    case .ended(let activity):
      delegate.workoutSession(
        self, didEndActivityWith: activity.workoutConfiguration, date: activity.endDate ?? activity.startDate)
    }
  }

  // MARK: Recovery

  /// Has the store keep what is needed to go on after the program was killed.
  func keep() { machine.withLock { keep($0) } }

  private func keep(_ machine: SessionMachine) {
    if machine.isActive {
      let builder = knownBuilder
      keeper.keep { KeptSession(machine, builder?.kept) }
    } else if machine.state == .ended {
      keeper.forget()
    }
  }

  /// Waits until what was asked for is kept.
  package func waitUntilKept() { keeper.wait() }

  /// Waits until the delegate has heard of what was asked for before.
  package func settle() { delivery.sync {} }

  /// What the builder of the session needs to know.
  var snapshot: SessionMachine { machine.withLock { $0 } }

  /// Leaves the session as a killed program leaves it, so that it can be recovered in this one.
  package func forget() {
    keeper.stop()
    SessionRegistry.set(self, isActive: false)
  }

  // MARK: Mirroring

  /// Fails: on Linux there is no other device to show the session on. With the code `errorHealthDataUnavailable`, or
  /// `errorInvalidArgument` where the session has ended.
  open func startMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    let error = mirroringError
    delivery.async { completion(false, error) }
  }

  /// Fails as `startMirroringToCompanionDevice(completion:)` does.
  open func startMirroringToCompanionDevice() async throws { throw mirroringError }

  /// Fails, as nothing is mirrored: with the code `errorInvalidArgument`.
  open func stopMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    delivery.async { completion(false, Self.notMirrored) }
  }

  /// Fails as `stopMirroringToCompanionDevice(completion:)` does.
  open func stopMirroringToCompanionDevice() async throws { throw Self.notMirrored }

  /// Fails, as nothing is mirrored: with the code `errorInvalidArgument`.
  open func sendToRemoteWorkoutSession(data: Data, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    delivery.async { completion(false, Self.notMirrored) }
  }

  /// Fails as `sendToRemoteWorkoutSession(data:completion:)` does.
  open func sendToRemoteWorkoutSession(data: Data) async throws { throw Self.notMirrored }

  private var mirroringError: HKError {
    guard state != .ended else { return .invalid("A session that has ended can't be mirrored.") }
    return HKError(
      .errorHealthDataUnavailable,
      userInfo: [NSLocalizedDescriptionKey: "There is no other device here to show the session on."])
  }

  private static let notMirrored = HKError.invalid("The session is not mirrored.")

  // MARK: Coding

  /// Sessions are coded as their configurations.
  public static var supportsSecureCoding: Bool { true }

  /// Codes the configuration.
  open func encode(with coder: NSCoder) { coder.encode(workoutConfiguration, forKey: "HKConfiguration") }

  /// Decodes a session that hasn't started, of the person's store; nil where the configuration can't be.
  public required convenience init?(coder: NSCoder) {
    guard let configuration = coder.decodeObject(of: HKWorkoutConfiguration.self, forKey: "HKConfiguration")
    else { return nil }
    try? self.init(healthStore: HKHealthStore(), configuration: configuration)
  }
}

extension SessionMachine {
  /// Whether the program is in a session.
  var isActive: Bool { state != .notStarted && state != .ended }
}
