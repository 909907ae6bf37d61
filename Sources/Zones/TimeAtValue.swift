// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// How long a signal stood at each value: a histogram in milliseconds, from which any zone set can be computed later.
///
/// Bins hold `[b·width, (b+1)·width)`. Sums over zones are exact if every value is a multiple of the width and, for
/// other values, if every boundary is a bin's edge; otherwise they err by at most the time in the bins that hold a
/// boundary. Adding bins merges laps, legs, days and workouts; that is associative, commutative and exact.
public struct TimeAtValue: Hashable, Sendable, Codable {
  /// What was measured.
  public let quantity: Quantity
  /// The width of a bin in the quantity's unit.
  public let binWidth: Double
  /// The number of the first bin in `bins`.
  public private(set) var firstBin: Int
  /// Milliseconds in each bin from `firstBin` on.
  public private(set) var bins: [Milliseconds]
  /// Active time over which the signal was unknown.
  public private(set) var unknown: Milliseconds
  /// Whether every value seen was a multiple of the bin width, which makes all sums exact.
  public private(set) var isExact: Bool

  /// An empty histogram.
  public init(quantity: Quantity, binWidth: Double = 1) {
    precondition(binWidth > 0, "a bin has a width")
    self.quantity = quantity
    self.binWidth = binWidth
    firstBin = 0
    bins = []
    unknown = 0
    isExact = true
  }

  /// A histogram that was counted before.
  ///
  /// - Parameters:
  ///   - firstBin: the number of the first bin.
  ///   - bins: milliseconds in each.
  public init(
    quantity: Quantity, binWidth: Double, firstBin: Int, bins: [Milliseconds], unknown: Milliseconds, isExact: Bool
  ) {
    precondition(binWidth > 0, "a bin has a width")
    self.quantity = quantity
    self.binWidth = binWidth
    self.firstBin = firstBin
    self.bins = bins
    self.unknown = unknown
    self.isExact = isExact
  }

  /// Time over which the signal was known.
  public var known: Milliseconds { bins.reduce(0, +) }

  /// Credits a span.
  public mutating func add(_ span: HeldSpan) {
    guard span.isKnown else {
      unknown += span.duration
      return
    }
    let scaled = span.value / binWidth
    if isExact && abs(scaled - scaled.rounded()) > 1e-9 { isExact = false }
    // A value that is a multiple of a width such as 0.1 must not fall a bin short by rounding.
    let bin = Int((scaled + 1e-9).rounded(.down).clamped(to: -1e6...1e6))
    credit(span.duration, toBin: bin)
  }

  private mutating func credit(_ duration: Milliseconds, toBin bin: Int) {
    if bins.isEmpty {
      firstBin = bin
      bins = [0]
    } else if bin < firstBin {
      bins.insert(contentsOf: repeatElement(0, count: firstBin - bin), at: 0)
      firstBin = bin
    } else if bin >= firstBin + bins.count {
      bins.append(contentsOf: repeatElement(0, count: bin - firstBin - bins.count + 1))
    }
    bins[bin - firstBin] += duration
  }

  /// Adds another histogram of the same quantity and width.
  ///
  /// - Precondition: quantity and width agree.
  public mutating func merge(_ other: TimeAtValue) {
    precondition(
      quantity == other.quantity && binWidth == other.binWidth, "histograms of different kinds do not add up")
    for (place, duration) in other.bins.enumerated() where duration != 0 {
      credit(duration, toBin: other.firstBin + place)
    }
    unknown += other.unknown
    isExact = isExact && other.isExact
  }

  /// Time in zone under any boundaries: a bin belongs to the zone of its lower edge's first value.
  public func timeInZone(_ boundaries: ZoneBoundaries) -> TimeInZone {
    var result = TimeInZone(zoneCount: boundaries.zoneCount)
    var place = 0
    for zone in 0..<boundaries.zoneCount {
      let end = boundaries.upperBound(of: zone).map { self.place(of: $0) } ?? bins.count
      var sum: Milliseconds = 0
      while place < end {
        sum += bins[place]
        place += 1
      }
      result.zones[zone] = sum
    }
    result.unknown = unknown
    return result
  }

  /// The first bin at or above a limit, as a place in `bins`: v ≥ L ⇔ ⌊v⌋ ≥ ⌈L⌉ for whole v.
  private func place(of limit: Double) -> Int {
    let bin = (limit / binWidth - 1e-9).rounded(.up) - Double(firstBin)
    return Int(bin.clamped(to: 0...Double(bins.count)))
  }

  /// Time at or above a value. Exact for whole-numbered values; for others it errs by at most the time in the bin that
  /// holds the value.
  public func time(atOrAbove value: Double) -> Milliseconds {
    bins[place(of: value)...].reduce(0, +)
  }

  /// How far the time in each zone can be off: the time in the bins that hold its limits, and nothing where every value
  /// was a multiple of the bin width, or a limit is the edge of a bin.
  public func errorBounds(_ boundaries: ZoneBoundaries) -> [Milliseconds] {
    guard !isExact else { return [Milliseconds](repeating: 0, count: boundaries.zoneCount) }
    func inBin(of limit: Double?) -> Milliseconds {
      guard let limit else { return 0 }
      let scaled = limit / binWidth
      if abs(scaled - scaled.rounded()) <= 1e-9 { return 0 }
      let place = Int(scaled.rounded(.down)) - firstBin
      return bins.indices.contains(place) ? bins[place] : 0
    }
    return (0..<boundaries.zoneCount).map {
      inBin(of: boundaries.lowerBound(of: $0)) + inBin(of: boundaries.upperBound(of: $0))
    }
  }

  /// The mean over known time, or `nil` if nothing is known. Exact for whole-numbered values, else within half a bin.
  public var mean: Double? {
    let total = known
    guard total > 0 else { return nil }
    var sum = 0.0
    for (place, duration) in bins.enumerated() {
      let value = Double(firstBin + place) * binWidth + (isExact ? 0 : binWidth / 2)
      sum += value * Double(duration)
    }
    return sum / Double(total)
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
