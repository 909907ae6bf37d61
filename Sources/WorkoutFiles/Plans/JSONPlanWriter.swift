// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Writes ZoneCoach's own plans. Equal plans give equal bytes.
struct JSONPlanWriter {
  private var text = ""

  static func bytes(_ plan: Plan) -> [UInt8] {
    var writer = JSONPlanWriter()
    writer.write(plan)
    return Array(writer.text.utf8)
  }

  private mutating func write(_ plan: Plan) {
    text = "{\n  \"name\": \(quoted(plan.name)),\n  \"sport\": \(quoted(plan.sport.rawValue)),\n"
    if let intent = plan.intent { text += "  \"intent\": \(quoted(intent.rawValue)),\n" }
    if let notes = plan.notes { text += "  \"notes\": \(quoted(notes)),\n" }
    text += "  \"steps\": "
    write(plan.blocks, indent: "  ")
    text += "\n}\n"
  }

  private mutating func write(_ blocks: [Plan.Block], indent: String) {
    text += "[\n"
    for (index, block) in blocks.enumerated() {
      text += indent + "  "
      switch block {
      case .step(let step): text += object(fields(step))
      case .repeated(.count(let count), let inner):
        text += "{\"repeat\": \(count), \"steps\": "
        write(inner, indent: indent + "  ")
        text += "}"
      case .repeated(.until(let goal), let inner):
        text += "{\"repeatUntil\": \(self.goal(goal)), \"steps\": "
        write(inner, indent: indent + "  ")
        text += "}"
      }
      text += index + 1 < blocks.count ? ",\n" : "\n"
    }
    text += indent + "]"
  }

  private func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\(quoted($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
  }

  private func fields(_ step: PlanStep) -> [(String, String)] {
    var fields = [("kind", quoted(step.kind.rawValue))]
    if let name = step.name { fields.append(("name", quoted(name))) }
    fields.append(("goal", goal(step.goal)))
    fields.append(("target", step.target.map(target) ?? "null"))
    fields.append(("gate", step.gate.map(gate) ?? "null"))
    if let cadence = step.cadence {
      fields.append(("cadence", "[\(number(cadence.lowerBound)), \(number(cadence.upperBound))]"))
    }
    if !step.messages.isEmpty {
      let list = step.messages.map { message in
        object([("afterSeconds", seconds(message.after)), ("text", quoted(message.text))])
      }
      fields.append(("messages", "[" + list.joined(separator: ", ") + "]"))
    }
    return fields
  }

  private func goal(_ goal: PlanGoal) -> String {
    switch goal {
    case .time(let time): object([("seconds", seconds(time))])
    case .distance(let meters): object([("meters", number(meters))])
    case .energy(let energy): object([("kilocalories", number(energy))])
    case .open: object([("open", "true")])
    case .until(let quantity, let side, let limit):
      object([("until", object([("quantity", quoted(quantity.rawValue)), (side.rawValue, self.limit(limit))]))])
    }
  }

  private func limit(_ limit: PlanLimit) -> String {
    switch limit {
    case .value(let value): object([("value", number(value))])
    case .zone(let zone): object([("zone", String(zone))])
    case .percent(let percent, let basis):
      object([("percent", number(percent)), ("of", quoted(basis.rawValue))])
    }
  }

  private func target(_ target: PlanTarget) -> String {
    var fields = [("quantity", quoted(target.quantity.rawValue))]
    switch target.limits {
    case .zones(let numbers, let scheme):
      fields.append(("zone", "[\(numbers.lowerBound), \(numbers.upperBound)]"))
      if let scheme { fields.append(("scheme", quoted(scheme))) }
    case .range(let low, let high): fields.append(("range", pair(low, high)))
    case .percent(let low, let high, .functionalThresholdPower): fields.append(("percentFTP", pair(low, high)))
    case .percent(let low, let high, let basis):
      fields.append(("percent", pair(low, high)))
      fields.append(("of", quoted(basis.rawValue)))
    }
    if target.slope != .level { fields.append(("slope", quoted(target.slope.rawValue))) }
    return object(fields)
  }

  private func gate(_ gate: RecoveryGate) -> String {
    object([
      ("below", limit(gate.below)), ("minimumSeconds", seconds(gate.minimum)),
      ("maximumSeconds", seconds(gate.maximum)), ("withoutSignalSeconds", seconds(gate.withoutSignal)),
    ])
  }

  private func pair(_ low: Double?, _ high: Double?) -> String {
    "[\(low.map(number) ?? "null"), \(high.map(number) ?? "null")]"
  }

  private func seconds(_ time: Milliseconds) -> String { number(Double(time) / 1000) }

  private func number(_ value: Double) -> String { PlanNumber.text(value) }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Numbers as plans write them.
enum PlanNumber {
  /// The shortest text that reads as the same number, whole numbers without a point.
  static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return "\(value)"
  }
}
