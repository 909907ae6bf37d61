// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// How it stands with a sensor.
public enum LinkState: Hashable, Sendable {
  /// Nobody wants it.
  case off
  /// It is wanted, and not in reach yet.
  case searching
  /// The link is being made.
  case connecting
  /// The link is there; what the sensor offers is being read.
  case discovering
  /// Packets come.
  case live
  /// The link is there, but no packet has come for 3 s.
  case stale
  /// The link broke; it is made again after so many milliseconds.
  case lost(retryIn: Milliseconds, problem: BluetoothProblem?)
  /// It can't work without the athlete's help.
  case refused(BluetoothProblem)

  /// What is so, in one short sentence.
  public var line: String {
    switch self {
    case .off: "Not connected."
    case .searching: "Looking for the sensor."
    case .connecting: "Connecting."
    case .discovering: "Connected; asking what it measures."
    case .live: "Connected."
    case .stale: "Connected, but nothing comes in right now."
    case .lost(0, nil): "Connection lost; connecting again."
    case .lost(0, let problem?): problem.line
    case .lost(let wait, let problem):
      "\(problem?.line ?? "Connection lost.") Trying again in \((wait + 999) / 1000) s."
    case .refused(let problem): "\(problem.line) \(problem.remedy)"
    }
  }
}

/// Makes the link to one sensor and keeps it: what to do next, from what happened.
///
/// Pure: time is an argument, and what shall be done is the result. The link is made again after 0, 1, 2, 4, 8, 15, then
/// every 30 s for as long as it is wanted.
public struct LinkKeeper: Sendable {
  /// What happened.
  public enum Event: Hashable, Sendable {
    /// The athlete wants the sensor.
    case wanted
    /// The athlete does not want it any more.
    case unwanted
    /// The sensor is known to the adapter, or not any more.
    case present(Bool)
    /// The adapter works, or why it doesn't.
    case adapter(BluetoothProblem?)
    /// The link is there or broke.
    case linked(Bool)
    /// The attempt to make the link failed.
    case connectFailed(BluetoothProblem)
    /// What the sensor offers can be read.
    case servicesResolved
    /// Values were subscribed to.
    case subscribed
    /// The sensor refused to send values.
    case subscribeFailed(BluetoothProblem)
    /// A packet came.
    case packet
    /// Time went by.
    case tick
  }

  /// What to do.
  public enum Action: Hashable, Sendable {
    case scan
    case connect
    case disconnect
    case subscribe
  }

  /// How it stands.
  public private(set) var state = LinkState.off
  private var isWanted = false
  private var isPresent = false
  private var isLinked = false
  private var adapterProblem: BluetoothProblem?
  private var failures = 0
  private var lastProblem: BluetoothProblem?
  private var subscribeAttempts = 0
  /// When something has to happen by itself, and when a packet came last.
  private var deadline: Milliseconds?
  private var lastPacket: Milliseconds = 0

  private static let waits: [Milliseconds] = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
  private static let subscribeWaits: [Milliseconds] = [300, 1_000]
  /// How long what the sensor offers may take.
  private static let resolveLimit: Milliseconds = 10_000
  /// How long a link may be silent before it is made anew.
  private static let silenceLimit: Milliseconds = 30_000

  /// A sensor that nobody wants yet.
  public init() {}

  /// Takes what happened; the result is what to do now.
  public mutating func handle(_ event: Event, at now: Milliseconds) -> [Action] {
    switch event {
    case .wanted:
      guard !isWanted else { return [] }
      isWanted = true
      failures = 0
      return begin(at: now)
    case .unwanted:
      let wasBusy = isLinked || state == .connecting
      isWanted = false
      state = .off
      deadline = nil
      return wasBusy ? [.disconnect] : []
    case .present(let present):
      isPresent = present
      if !present { isLinked = false }
      guard isWanted else { return [] }
      if present, state == .searching { return begin(at: now) }
      if !present, adapterProblem == nil {
        state = .searching
        deadline = nil
        return [.scan]
      }
      return []
    case .adapter(let problem):
      adapterProblem = problem
      guard isWanted else { return [] }
      guard let problem else {
        failures = 0
        return begin(at: now)
      }
      isLinked = false
      state = .refused(problem)
      deadline = nil
      return []
    case .linked(true):
      isLinked = true
      guard isWanted else { return [.disconnect] }
      state = .discovering
      deadline = now + Self.resolveLimit
      return []
    case .linked(false):
      let had = isLinked
      isLinked = false
      guard isWanted, had, adapterProblem == nil else { return [] }
      return retry(nil, at: now)
    case .connectFailed(let problem):
      guard isWanted, state == .connecting else { return [] }
      if problem.concernsAdapter && problem != .timedOut {
        state = .refused(problem)
        deadline = nil
        return []
      }
      return retry(problem, at: now)
    case .servicesResolved:
      guard isWanted, isLinked, state == .discovering else { return [] }
      subscribeAttempts = 0
      deadline = now + Self.resolveLimit
      return [.subscribe]
    case .subscribed:
      guard isWanted, isLinked else { return [] }
      if state == .discovering { state = .stale }
      lastPacket = now
      deadline = now + Self.silenceLimit
      return []
    case .subscribeFailed(let problem):
      guard isWanted, isLinked else { return [] }
      guard subscribeAttempts < Self.subscribeWaits.count else {
        state = .refused(problem)
        deadline = nil
        return []
      }
      deadline = now + Self.subscribeWaits[subscribeAttempts]
      subscribeAttempts += 1
      return []
    case .packet:
      guard isWanted else { return [] }
      // After a reconnection packets may come before the services are known.
      isLinked = true
      state = .live
      failures = 0
      lastProblem = nil
      lastPacket = now
      deadline = now + Self.silenceLimit
      return []
    case .tick: return tick(at: now)
    }
  }

  private mutating func begin(at now: Milliseconds) -> [Action] {
    if let adapterProblem {
      state = .refused(adapterProblem)
      return []
    }
    guard isPresent else {
      state = .searching
      return [.scan]
    }
    if isLinked {
      state = .discovering
      deadline = now + Self.resolveLimit
      return []
    }
    state = .connecting
    deadline = nil
    return [.connect]
  }

  private mutating func retry(_ problem: BluetoothProblem?, at now: Milliseconds) -> [Action] {
    let wait = Self.waits[min(failures, Self.waits.count - 1)]
    failures += 1
    lastProblem = failures >= 3 ? problem ?? lastProblem ?? .outOfReach : nil
    state = .lost(retryIn: wait, problem: lastProblem)
    deadline = now + wait
    return wait == 0 ? tick(at: now) : []
  }

  private mutating func tick(at now: Milliseconds) -> [Action] {
    guard isWanted else { return [] }
    switch state {
    case .live where now - lastPacket >= SourceArbiter.freshness: state = .stale
    case .lost: if let deadline { state = .lost(retryIn: max(0, deadline - now), problem: lastProblem) }
    default: break
    }
    guard let deadline, now >= deadline else { return [] }
    self.deadline = nil
    switch state {
    case .lost: return begin(at: now)
    case .discovering where subscribeAttempts > 0:
      self.deadline = now + Self.resolveLimit
      return [.subscribe]
    case .discovering, .stale, .live:
      // Connected but mute: the link is made anew.
      isLinked = false
      return [.disconnect] + retry(nil, at: now)
    default: return []
    }
  }
}
