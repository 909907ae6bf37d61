// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts

/// A block of a plan in words, for the builder's rows.
struct PlanRow: Encodable {
  /// Where it stands, from 0 for the outermost block.
  var place: [Int]
  /// `step`, or `repeat` for one that holds others.
  var block: String
  /// What it is, in the language of the page.
  var text: String

  /// All blocks of a plan, those of a repeat after it.
  static func rows(_ plan: Plan) -> [PlanRow] { rows(plan.blocks, at: []) }

  private static func rows(_ blocks: [Plan.Block], at place: [Int]) -> [PlanRow] {
    blocks.enumerated().flatMap { index, block -> [PlanRow] in
      let here = place + [index]
      switch block {
      case .step(let step): return [PlanRow(place: here, block: "step", text: StepWords.sentence(step))]
      case .repeated(let times, let inner):
        return [PlanRow(place: here, block: "repeat", text: StepWords.times(times))] + rows(inner, at: here)
      }
    }
  }
}

/// Steps of plans in words.
enum StepWords {
  /// `Work · 3 min · zone 4`.
  static func sentence(_ step: PlanStep) -> String {
    var parts = [ComplianceSection.kind(step.kind.rawValue)]
    if let gate = step.gate {
      parts.append(t("until below \(limit(gate.below))"))
      parts.append("\(Format.clock(seconds(gate.minimum)))–\(Format.clock(seconds(gate.maximum)))")
    } else {
      parts.append(goal(step.goal))
    }
    if let target = step.target { parts.append(self.target(target)) }
    if let name = step.name, !name.isEmpty { parts.append("“\(name)”") }
    return parts.joined(separator: " · ")
  }

  /// How often.
  static func times(_ times: Plan.Times) -> String {
    switch times {
    case .count(let count): "\(count) ×"
    case .until(let goal): t("again until \(self.goal(goal))")
    }
  }

  private static func goal(_ goal: PlanGoal) -> String {
    switch goal {
    case .time(let time): Format.clock(seconds(time))
    case .distance(let meters):
      meters < 1000 ? "\(Format.whole(meters)) m" : "\(Format.distance(meters)) \(Units.current.distance)"
    case .energy(let energy): "\(Format.whole(energy)) kcal"
    case .open: t("until you say so")
    case .until(_, .above, let limit): t("until \(self.limit(limit)) or above")
    case .until(_, .below, let limit): t("until below \(self.limit(limit))")
    }
  }

  private static func limit(_ limit: PlanLimit) -> String {
    switch limit {
    case .value(let value): Format.whole(value)
    case .zone(let zone): t("zone \(zone)")
    case .percent(let percent, let basis): "\(Format.percent(Int(percent.rounded()))) \(self.basis(basis))"
    }
  }

  private static func target(_ target: PlanTarget) -> String {
    let unit = target.quantity == .heartRate ? "bpm" : target.quantity == .power ? "W" : "m/s"
    switch target.limits {
    case .zones(let zones, _):
      let what = target.quantity == .heartRate ? "" : " " + Names.quantity(target.quantity.rawValue).lowercased()
      return
        (zones.count == 1
        ? t("zone \(zones.lowerBound)") : t("zones \(zones.lowerBound) to \(zones.upperBound)")) + what
    case .range(let low, let high): return "\(sides(low, high)) \(unit)"
    case .percent(let low, let high, let basis): return "\(sides(low, high)) % \(self.basis(basis))"
    }
  }

  private static func basis(_ basis: PlanBasis) -> String {
    switch basis {
    case .functionalThresholdPower: "FTP"
    case .maximumHeartRate: t("of maximum heart rate")
    case .thresholdHeartRate: t("of threshold heart rate")
    case .criticalSpeed: t("of critical speed")
    }
  }

  private static func sides(_ low: Double?, _ high: Double?) -> String {
    switch (low, high) {
    case (let low?, let high?): low == high ? Format.whole(low) : "\(Format.whole(low))–\(Format.whole(high))"
    case (let low?, nil): "≥ \(Format.whole(low))"
    case (nil, let high?): "< \(Format.whole(high))"
    case (nil, nil): "–"
    }
  }

  private static func seconds(_ time: Milliseconds) -> Double { Double(time) / 1000 }
}
