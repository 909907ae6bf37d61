// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
import Dispatch
import Synchronization

/// What happened in one live workout, numbered from 1, for any number of listeners who may come and go.
///
/// The newest events are kept; for who missed more than that, a snapshot stands for what is older.
public final class LiveFeed: Sendable {
  /// One thing that listeners hear.
  public enum Item: Sendable {
    /// Something happened.
    case event(Event)
    /// How the workout stands, about once a second.
    case moment(Moment)
    /// What was missed is not kept any more: a snapshot has to be asked for.
    case gap
  }

  /// An event with its number.
  public final class Event: Sendable {
    /// The number.
    public let id: Int
    /// What happened.
    public let event: LiveEvent
    private let lines = Mutex<[CoachLanguage: String]>([:])

    init(_ id: Int, _ event: LiveEvent) {
      self.id = id
      self.event = event
    }

    /// The event as a line of JSON; written once for all who read one language.
    public func line(in language: CoachLanguage) -> String {
      lines.withLock { lines in
        if let known = lines[language] { return known }
        let made = LiveLine(event, in: language).text
        lines[language] = made
        return made
      }
    }
  }

  /// How a workout stands at a moment.
  public final class Moment: Sendable {
    /// What a screen shows.
    public let snapshot: LiveSnapshot
    private let texts = Mutex<[String: String]>([:])

    init(_ snapshot: LiveSnapshot) { self.snapshot = snapshot }

    /// What `make` writes of it; made once for each key.
    public func text(_ key: String, make: (LiveSnapshot) -> String) -> String {
      texts.withLock { texts in
        if let known = texts[key] { return known }
        let made = make(snapshot)
        texts[key] = made
        return made
      }
    }
  }

  /// How many events are kept.
  static let keptEvents = 4_096

  private struct State {
    var kept: [Event] = []
    var nextID = 1
    /// Up to which number listeners have heard.
    var told = 0
    var listeners: [Int: @Sendable (Item) -> Void] = [:]
    var nextListener = 0
  }

  private let state = Mutex(State())
  /// Listeners are called here, one after another, so that nobody who is slow holds the workout.
  private let queue = DispatchQueue(label: "zonecoach.live.feed", qos: .userInitiated)

  /// The number of the newest event; 0 before the first.
  public var lastID: Int { state.withLock { $0.nextID - 1 } }

  /// How many listen.
  public var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Adds an event. Called by the workout under its lock: it only notes it down.
  func append(_ event: LiveEvent) {
    state.withLock { state in
      state.kept.append(Event(state.nextID, event))
      state.nextID += 1
      // By halves, so that it costs little.
      if state.kept.count >= 2 * Self.keptEvents { state.kept.removeFirst(Self.keptEvents) }
    }
    queue.async { self.tell() }
  }

  private func tell() {
    let (events, listeners) = state.withLock { state -> ([Event], [@Sendable (Item) -> Void]) in
      let events = state.kept.after(state.told)
      state.told = state.nextID - 1
      return (events, Array(state.listeners.values))
    }
    for event in events {
      for listener in listeners { listener(.event(event)) }
    }
  }

  /// Tells how the workout stands, where anybody listens.
  func publish(_ snapshot: @escaping @Sendable () -> LiveSnapshot) {
    guard listenerCount > 0 else { return }
    queue.async {
      let moment = Moment(snapshot())
      for listener in self.state.withLock({ Array($0.listeners.values) }) { listener(.moment(moment)) }
    }
  }

  /// Has `listener` hear what comes after the event of a number, `nil` for only what comes from now on; a number that is not
  /// yet given counts as the newest. It is called on a queue of the feed and must not wait.
  ///
  /// - Returns: ends the listening.
  public func listen(after id: Int?, _ listener: @escaping @Sendable (Item) -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.nextListener += 1
      return state.nextListener
    }
    queue.async {
      let missed = self.state.withLock { state -> [Event]? in
        state.listeners[number] = listener
        let from = min(id ?? state.told, state.told)
        guard from + 1 >= state.kept.first?.id ?? 1 else { return nil }
        return state.kept.after(from).filter { $0.id <= state.told }
      }
      guard let missed else { return listener(.gap) }
      for event in missed { listener(.event(event)) }
    }
    return { [weak self] in
      guard let self else { return }
      queue.async { self.state.withLock { $0.listeners[number] = nil } }
    }
  }

  /// Returns when everything that was told before has been heard.
  func settle() { queue.sync {} }
}

extension [LiveFeed.Event] {
  /// Those with a higher number; numbers go up by one.
  fileprivate func after(_ id: Int) -> [LiveFeed.Event] {
    guard let first = first?.id else { return [] }
    return Array(dropFirst(Swift.max(0, id - first + 1)))
  }
}
