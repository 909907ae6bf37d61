// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthKit
public import Workouts

/// The time of a live workout: that of the computer, or that of what is played, which goes as fast as it is driven.
public final class LiveClock: Sendable {
  private let driven: TestClock?

  /// The computer's time.
  public init() { driven = nil }

  /// A time that begins at a moment and stands still until it is driven on.
  public init(startingAt start: Instant) { driven = TestClock(now: Date(start)) }

  /// Whether somebody has to drive it.
  public var isDriven: Bool { driven != nil }

  /// The moment it is.
  public var now: Instant { driven.map { Instant($0.now) } ?? Instant(Date()) }

  /// Goes on to a moment; the computer's time goes by itself.
  public func advance(to moment: Instant) { driven?.advance(to: Date(moment)) }

  var store: (any HealthStoreClock)? { driven }
}

extension Date {
  init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.millisecondsSince1970) / 1000) }
}

extension Instant {
  init(_ date: Date) {
    self.init(millisecondsSince1970: Int64((date.timeIntervalSince1970 * 1000 + 0.5).rounded(.down)))
  }
}
