// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Workouts

@testable import Training

/// Normally distributed, by Box and Muller.
private func gaussian(_ random: inout SeededGenerator) -> Double {
  (-2 * log(Double.random(in: 1e-12...1, using: &random))).squareRoot()
    * cos(2 * .pi * Double.random(in: 0...1, using: &random))
}

struct `Fractal scaling of beat intervals` {
  @Test(arguments: UInt64(1)...5)
  func `is a half for white noise and one and a half for a random walk`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let white = (0..<4000).map { _ in 800 + 20 * gaussian(&random) }
    var level = 800.0
    let walk = (0..<4000).map { _ -> Double in
      level += gaussian(&random)
      return level
    }
    // Over boxes of 4 to 16 the detrending of short boxes adds a little to both (Peng 1994).
    #expect(abs(try #require(FractalScaling.alpha1(white)) - 0.5) < 0.12, "seed \(seed)")
    #expect(abs(try #require(FractalScaling.alpha1(walk)) - 1.5) < 0.12, "seed \(seed)")
  }

  @Test func `is unknown without variation or with few beats`() {
    #expect(FractalScaling.alpha1([Double](repeating: 800, count: 200)) == nil)
    #expect(FractalScaling.alpha1((0..<63).map { Double($0) }) == nil)
  }

  @Test func `artefacts are told from beats`() {
    var intervals = [Double](repeating: 800, count: 60)
    intervals[20] = 1600
    intervals[30] = 200
    intervals[40] = 2400
    intervals[50] = 900
    let good = FractalScaling.goodIntervals(intervals)
    #expect(good.indices.filter { !good[$0] } == [20, 30, 40])
  }

  /// A ramp whose memory falls with heart rate.
  private func ramp(artefactEvery: Int? = nil, seed: UInt64 = 1) -> Series {
    var random = SeededGenerator(seed: seed)
    var times: [Int64] = [], values: [Double] = []
    var time = 0.0, walk = 0.0
    var number = 0
    while time < 2_400_000 {
      let rate = 100 + 80 * time / 2_400_000
      let share = 1 - time / 2_400_000
      walk = 0.98 * walk + gaussian(&random)
      var interval = 60_000 / rate + share * walk * 3 + (1 - share) * 8 * gaussian(&random)
      number += 1
      if let every = artefactEvery, number % every == 0 { interval *= 1.6 }
      time += interval
      times.append(Int64(time))
      values.append(interval)
    }
    return Series(quantity: .beatInterval, times: times, values: values, source: SeriesSource(sensor: .chestStrap))
  }

  @Test func `falls along a ramp, and says at which heart rate`() throws {
    let points = FractalScaling.along(ramp())
    #expect(points.count > 300)
    let first = try #require(FractalScaling.heartRate(at: 0.75, points))
    #expect((100.0...180).contains(first))
    let second = try #require(FractalScaling.heartRate(at: 0.6, points))
    #expect(second > first)
  }

  @Test func `says nothing of windows with many artefacts, or of a steady ride`() {
    #expect(FractalScaling.along(ramp(artefactEvery: 10)).isEmpty, "a tenth of artefacts")
    #expect(!FractalScaling.along(ramp(artefactEvery: 40)).isEmpty, "one in forty")
    let steady = FractalScaling.along(ramp()).filter { (120...130).contains($0.heartRate) }
    #expect(FractalScaling.heartRate(at: 0.75, steady) == nil)
  }
}
