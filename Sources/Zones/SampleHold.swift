// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// A stretch of active time over which a signal has one value.
public struct HeldSpan: Hashable, Sendable {
  /// The first moment, in milliseconds of the time line in use.
  public var start: Milliseconds
  /// The first moment after.
  public var end: Milliseconds
  /// The value, or not a number where the signal is unknown.
  public var value: Double

  /// A stretch with one value.
  @inlinable public init(start: Milliseconds, end: Milliseconds, value: Double) {
    self.start = start
    self.end = end
    self.value = value
  }

  /// The length.
  @inlinable public var duration: Milliseconds { end - start }

  /// Whether the signal is known.
  @inlinable public var isKnown: Bool { !value.isNaN }
}

/// Turns samples into a signal that is defined at every moment: each value holds until the next one, at most for the
/// hold cap, and never across a pause.
///
/// This is the definition of time in zone (`docs/time-in-zone.md`) and its only implementation: live clocks, imported
/// files and histograms all read the spans it hands out. Input must arrive in order; `ZoneClock` reorders what is
/// late. Spans are handed out in order, without holes over active time, and never longer than decided: the last value
/// stays open until the next input or `finish(at:_:)`.
public struct SampleHold: Sendable {
  /// The longest a value stands for.
  public let hold: Milliseconds
  /// Up to where spans have been handed out, leaving pauses aside.
  private var position: Milliseconds
  /// The open value and when it ceases to hold.
  private var value: Double = .nan
  private var holdsUntil: Milliseconds = .min
  /// Whether the timer stands still.
  public private(set) var isPaused = false

  /// A signal that begins, unknown, at `start`.
  ///
  /// - Parameter hold: 15 s for heart rate, 30 s where the recorder skips moments, 5 s for power
  ///   (`holdCap(for:smartRecording:)`).
  public init(start: Milliseconds, hold: Milliseconds) {
    self.hold = hold
    position = start
  }

  /// The hold cap for a quantity: 15 s for heart rate and whatever changes as slowly, 30 s of it under smart recording;
  /// 5 s for power, which has no inertia.
  public static func holdCap(for quantity: Quantity, smartRecording: Bool) -> Milliseconds {
    switch quantity {
    case .power: 5_000
    default: smartRecording ? 30_000 : 15_000
    }
  }

  /// Takes a sample. Its value is already judged: not a number means the sensor told nothing.
  ///
  /// - Parameters:
  ///   - time: not before any time given earlier.
  ///   - until: for a sample that lasts by itself, its end; it holds to the later of that and the hold cap.
  public mutating func add(
    _ value: Double, at time: Milliseconds, until: Milliseconds? = nil, _ emit: (HeldSpan) -> Void
  ) {
    guard !isPaused else { return }
    // Before the session there is no active time, so a sample there belongs to no segment.
    guard time >= position else { return }
    advance(to: time, emit)
    self.value = value
    holdsUntil = max(time + hold, until ?? .min)
  }

  /// The value that holds at `time`, which is not before the latest input, or `nil` where the signal is unknown.
  public func value(at time: Milliseconds) -> Double? {
    isPaused || value.isNaN || time >= holdsUntil ? nil : value
  }

  /// Stops the timer. Nothing is counted until `resume(at:_:)`, and nothing holds across.
  public mutating func pause(at time: Milliseconds, _ emit: (HeldSpan) -> Void) {
    guard !isPaused else { return }
    advance(to: time, emit)
    isPaused = true
    value = .nan
    holdsUntil = .min
  }

  /// Starts the timer again.
  public mutating func resume(at time: Milliseconds) {
    guard isPaused else { return }
    isPaused = false
    position = max(position, time)
  }

  /// Ends the signal.
  public mutating func finish(at time: Milliseconds, _ emit: (HeldSpan) -> Void) {
    if !isPaused { advance(to: time, emit) }
  }

  /// Hands out what is decided up to `time`.
  mutating func advance(to time: Milliseconds, _ emit: (HeldSpan) -> Void) {
    guard time > position else { return }
    if value.isNaN {
      emit(HeldSpan(start: position, end: time, value: .nan))
    } else {
      let held = min(time, holdsUntil)
      if held > position { emit(HeldSpan(start: position, end: held, value: value)) }
      if time > held { emit(HeldSpan(start: max(position, held), end: time, value: .nan)) }
    }
    position = time
  }
}
