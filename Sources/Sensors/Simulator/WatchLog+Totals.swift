// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension WatchLog {
  /// The totals of a part, over its seconds of running timer.
  func totals(_ seconds: Range<Int>, sport: Sport) -> DeviceTotals {
    let running = seconds.filter { timer[$0] == nil }
    var totals = DeviceTotals()
    totals.timer = Milliseconds(running.count) * 1000
    let last = min(seconds.upperBound, truth.count - 1)
    totals.energy = (truth.energy[last] - truth.energy[seconds.lowerBound]).rounded()
    if watch.measuresSpeed(sport) {
      let metres = truth.distance[last] - truth.distance[seconds.lowerBound]
      totals.distance = (metres * 100).rounded() / 100
    }
    let beats = running.compactMap { shown[$0] }
    if let maximum = beats.max() {
      totals.averageHeartRate = (beats.reduce(0, +) / Double(beats.count)).rounded()
      totals.maximumHeartRate = maximum
    }
    if watch.hasPowerMeter, sport == .cycling, !running.isEmpty {
      let watts = running.map { truth.power[$0].rounded() }
      totals.averagePower = (watts.reduce(0, +) / Double(watts.count)).rounded()
      totals.maximumPower = watts.max()
    }
    if let leg = zip(truth.workout.legs, truth.legs).first(where: { $0.1.contains(seconds.lowerBound) })?.0,
      leg.terrain != .indoors, sport != .swimming, watch.measuresSpeed(sport)
    {
      totals.ascent = ascent(seconds)
    }
    return totals
  }

  /// Metres climbed. A rise counts once it exceeds a metre, or the barometer's noise would climb mountains.
  private func ascent(_ seconds: Range<Int>) -> Double {
    var sum = 0.0
    var level = truth.altitude[seconds.lowerBound]
    for second in seconds {
      let height = truth.altitude[second]
      if height > level + 1 {
        sum += height - level
        level = height
      } else if height < level - 1 {
        level = height
      }
    }
    return sum.rounded()
  }

  /// Time in zone as a watch counts it: each second of running timer goes to the zone of the value shown, so a value
  /// goes on counting while its sensor is lost. Before the first value nothing is counted.
  func zones(_ seconds: Range<Int>, sport: Sport) -> [DeviceZoneTotals] {
    var result: [DeviceZoneTotals] = []
    func count(_ limits: DeviceZoneLimits, _ value: (Int) -> Double?) {
      var durations = [Milliseconds](repeating: 0, count: limits.bounds.count + 1)
      for second in seconds where timer[second] == nil {
        guard let value = value(second) else { continue }
        durations[limits.bounds.firstIndex { value < $0 } ?? limits.bounds.count] += 1000
      }
      if durations.contains(where: { $0 > 0 }) {
        result.append(DeviceZoneTotals(quantity: limits.quantity, durations: durations, limits: limits))
      }
    }
    if watch.heartRateSensor != nil { count(truth.athlete.heartRateLimits(in: sport)) { shown[$0] } }
    if watch.hasPowerMeter, sport == .cycling { count(truth.athlete.powerLimits) { truth.power[$0].rounded() } }
    return result
  }

  /// The laps: one begins with each leg, with each press of the button, and after each lap distance.
  func laps() -> [Lap] {
    var result: [Lap] = []
    for (leg, seconds) in zip(truth.workout.legs, truth.legs) {
      var starts: [(second: Int, purpose: String?, trigger: Lap.Trigger)] = []
      var origin = truth.distance[seconds.lowerBound]
      let pressed = truth.steps.filter { $0.step.startsLap && seconds.contains($0.seconds.lowerBound) }
      for second in seconds {
        let press = pressed.first { $0.seconds.lowerBound == second }
        if second == seconds.lowerBound || press != nil {
          starts.append((second, press?.step.purpose, .manual))
          origin = truth.distance[second]
        } else if let length = watch.lapDistance, truth.distance[second] - origin >= length {
          starts.append((second, starts.last?.purpose, .distance))
          origin += length
        }
      }
      for (place, lapStart) in starts.enumerated() {
        let next = place + 1 < starts.count ? starts[place + 1] : nil
        let own = lapStart.second..<(next?.second ?? seconds.upperBound)
        // The trigger is what ended the lap.
        var lap = Lap(span: span(own), trigger: next?.trigger ?? .sessionEnd)
        lap.intensity = lapStart.purpose
        lap.totals = totals(own, sport: leg.sport)
        lap.deviceZones = zones(own, sport: leg.sport)
        result.append(lap)
      }
    }
    return result
  }
}
