// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Whose value counts where several sensors measure the same quantity.
///
/// One source counts at a time; values are never averaged or filled in from two. A source that falls silent is given up
/// after the takeover delay, which is shorter than the longest hold of a value, so that time in zone has no hole while
/// another sensor works, and longer than the stalls that radios have. The better source comes back only after a while
/// of good values: nothing flips at the edge of reach.
public struct SourceArbiter: Sendable {
  /// Why another source counts.
  public enum Reason: String, Hashable, Sendable, Codable {
    /// The first one.
    case first
    /// The one before fell silent.
    case silence
    /// It is the better sensor, and works again.
    case better
  }

  /// That another source counts from now on.
  public struct Change: Hashable, Sendable {
    /// The one before, if there was one.
    public var from: SensorID?
    /// The one that counts now.
    public var to: SensorID
    /// Why.
    public var reason: Reason
  }

  /// A value that counts.
  public struct Accepted: Hashable, Sendable {
    /// In the quantity's unit.
    public var value: Double
    /// Whose it is.
    public var source: SensorID
    /// Set where the source is another than that of the value before.
    public var change: Change?
  }

  private struct Source {
    var rank: Int
    var filter: PlausibleSignal
    var lastValid: Milliseconds?
    var validSince: Milliseconds?
    var value = 0.0
  }

  /// What is measured.
  public let quantity: Quantity
  /// How long the source that counts may be silent before another takes over: 8 s for heart rate, else 4 s.
  public let takeoverDelay: Milliseconds
  /// The athlete's own order; those named here come before all others.
  public var order: [SensorID]
  private var sources: [SensorID: Source] = [:]
  /// The source that counts.
  public private(set) var active: SensorID?

  /// How long a value is shown as present: 3 s.
  public static let freshness: Milliseconds = 3_000

  /// An arbiter without a source yet.
  public init(_ quantity: Quantity, order: [SensorID] = []) {
    self.quantity = quantity
    self.order = order
    takeoverDelay = quantity == .heartRate ? 8_000 : 4_000
  }

  /// Takes a reading of the quantity; the result is its value where that counts.
  public mutating func add(_ reading: SensorReading, from id: SensorID) -> Accepted? {
    guard reading.quantity == quantity, let rank = reading.kind.rank(for: quantity) else { return nil }
    var source = sources[id] ?? Source(rank: rank, filter: PlausibleSignal(quantity))
    source.rank = rank
    let time = reading.time
    guard let value = source.filter.judge(reading.value, at: time) else {
      sources[id] = source
      return nil
    }
    let goesOn = source.lastValid.map { time - $0 <= Self.freshness } ?? false
    if !goesOn { source.validSince = time }
    source.lastValid = time
    source.value = value
    sources[id] = source
    guard id != active else { return Accepted(value: value, source: id, change: nil) }
    guard let reason = reasonToChange(to: id, source, at: time) else { return nil }
    let change = Change(from: active, to: id, reason: reason)
    active = id
    return Accepted(value: value, source: id, change: change)
  }

  private func reasonToChange(to id: SensorID, _ source: Source, at time: Milliseconds) -> Reason? {
    guard let active, let present = sources[active], let last = present.lastValid else { return .first }
    if time - last >= takeoverDelay { return .silence }
    guard place(id, source) < place(active, present), let since = source.validSince else { return nil }
    if quantity == .heartRate {
      return time - since >= 10_000 && abs(source.value - present.value) <= 30 ? .better : nil
    }
    return time - since >= 5_000 ? .better : nil
  }

  private func place(_ id: SensorID, _ source: Source) -> (Int, Int) {
    (order.firstIndex(of: id) ?? order.count, source.rank)
  }

  /// A sensor is not there any more and does not count.
  public mutating func remove(_ id: SensorID) {
    sources[id] = nil
    if active == id { active = nil }
  }

  /// Milliseconds since the last value that counted; `nil` without any.
  public func age(at time: Milliseconds) -> Milliseconds? {
    active.flatMap { sources[$0]?.lastValid }.map { time - $0 }
  }
}
