// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

package import Workouts

/// Reads ZoneCoach's own plans (`docs/plans.md` lists the fields).
package struct JSONPlanReader {
  private var notes: [String] = []

  /// Reads a document that is a plan.
  static func read(_ bytes: [UInt8], _ notes: inout [String]) throws(PlanError) -> Plan {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw PlanError(.malformed, error.reason, line: error.line)
    }
    return try plan(from: value, &notes)
  }

  /// Reads a plan that stands somewhere in a document.
  package static func plan(from value: JSONValue, _ notes: inout [String]) throws(PlanError) -> Plan {
    var reader = JSONPlanReader()
    let plan = try reader.plan(value)
    notes += reader.notes
    return plan
  }

  private mutating func plan(_ value: JSONValue) throws(PlanError) -> Plan {
    guard value.object != nil else { throw PlanError(.malformed, "a plan is an object in { }", line: value.line) }
    noteUnknown(value, known: ["name", "sport", "notes", "intent", "steps"], step: nil)
    var plan = Plan(name: try text(value["name"], "name", nil) ?? "")
    if let sport = try text(value["sport"], "sport", nil) { plan.sport = Sport(rawValue: sport) }
    plan.notes = try text(value["notes"], "notes", nil)
    if let word = try text(value["intent"], "intent", nil) {
      guard let intent = Plan.Intent(rawValue: word) else {
        throw PlanError(
          .badValue, "the intent is easy, moderate or hard, not “\(word.prefix(40))”", line: value["intent"]?.line)
      }
      plan.intent = intent
    }
    guard let steps = value["steps"] else { throw PlanError(.noSteps, "the plan has no “steps”", line: value.line) }
    plan.blocks = try blocks(steps, at: "", depth: 0)
    return plan
  }

  private mutating func blocks(_ value: JSONValue, at place: String, depth: Int) throws(PlanError) -> [Plan.Block] {
    guard let list = value.array else {
      throw PlanError(.malformed, "“steps” is a list in [ ]", line: value.line, step: place.isEmpty ? nil : place)
    }
    guard depth <= Plan.deepestRepeat else {
      throw PlanError(.badValue, "repeats lie more than \(Plan.deepestRepeat) deep in one another", line: value.line)
    }
    var blocks: [Plan.Block] = []
    for (index, item) in list.enumerated() {
      let here = place.isEmpty ? String(index + 1) : "\(place).\(index + 1)"
      guard item.object != nil else {
        throw PlanError(.malformed, "a step is an object in { }", line: item.line, step: here)
      }
      if item["repeat"] != nil || item["repeatUntil"] != nil {
        noteUnknown(item, known: ["repeat", "repeatUntil", "steps"], step: here)
        let times: Plan.Times
        if let until = item["repeatUntil"] {
          times = .until(try goal(until, at: here))
        } else {
          guard let number = item["repeat"]?.number, number == number.rounded(), number >= 1, number <= 10_000 else {
            throw PlanError(
              .badValue, "“repeat” is a whole number from 1 to 10000", line: item["repeat"]?.line, step: here)
          }
          times = .count(Int(number))
        }
        guard let steps = item["steps"] else {
          throw PlanError(.noSteps, "the repeat has no “steps”", line: item.line, step: here)
        }
        let inner = try self.blocks(steps, at: here, depth: depth + 1)
        guard !inner.isEmpty else {
          throw PlanError(.noSteps, "the repeat has no steps", line: steps.line, step: here)
        }
        blocks.append(.repeated(times, inner))
      } else {
        let step = try step(item, at: here)
        if let reason = step.whatIsWrong { throw PlanError(.badValue, reason, line: item.line, step: here) }
        blocks.append(.step(step))
      }
    }
    return blocks
  }

  private mutating func step(_ value: JSONValue, at place: String) throws(PlanError) -> PlanStep {
    noteUnknown(value, known: ["kind", "name", "goal", "target", "gate", "cadence", "messages"], step: place)
    func bad(_ reason: String, _ at: JSONValue?) -> PlanError {
      PlanError(.badValue, reason, line: (at ?? value).line, step: place)
    }
    let word = try text(value["kind"], "kind", place) ?? "steady"
    guard let kind = PlanStep.Kind(rawValue: word) else {
      throw bad("the kind is warmup, work, recovery, cooldown or steady, not “\(word.prefix(40))”", value["kind"])
    }
    var step = PlanStep(kind, name: try text(value["name"], "name", place), goal: .open)
    if let gate = value["gate"] { step.gate = try self.gate(gate, at: place) }
    if let goal = value["goal"] {
      step.goal = try self.goal(goal, at: place)
    } else if step.gate == nil {
      throw bad("the step has no “goal”: seconds, meters, kilocalories, open or until", nil)
    }
    if let target = value["target"] { step.target = try self.target(target, at: place) }
    if let cadence = value["cadence"] {
      let (low, high) = try pair(cadence, "cadence", place)
      guard let low, let high, low <= high else { throw bad("“cadence” is two numbers, the lower first", cadence) }
      step.cadence = low...high
    }
    if let list = value["messages"] {
      guard let items = list.array else { throw bad("“messages” is a list in [ ]", list) }
      for item in items {
        guard let text = item["text"]?.string, let after = item["afterSeconds"]?.number,
          let time = milliseconds(seconds: after), time >= 0
        else { throw bad("a message has “afterSeconds” from 0 on and “text”", item) }
        step.messages.append(.init(after: time, text: text))
      }
    }
    return step
  }

  private mutating func goal(_ value: JSONValue, at place: String) throws(PlanError) -> PlanGoal {
    func bad(_ reason: String) -> PlanError { PlanError(.badValue, reason, line: value.line, step: place) }
    guard let members = value.object, members.count == 1, let member = members.first else {
      throw bad("a goal is one of seconds, meters, kilocalories, open and until")
    }
    switch (member.name, member.value.content) {
    case ("seconds", .number(let seconds)):
      guard let time = milliseconds(seconds: seconds) else { throw bad("the seconds are no time") }
      return .time(time)
    case ("meters", .number(let meters)): return .distance(meters)
    case ("kilocalories", .number(let energy)): return .energy(energy)
    case ("open", .bool(true)): return .open
    case ("until", .object):
      guard let word = member.value["quantity"]?.string, let quantity = Quantity(rawValue: word),
        quantity == .heartRate || quantity == .power
      else { throw bad("“until” needs the quantity heartRate or power") }
      if let limit = member.value["above"] { return .until(quantity, .above, try self.limit(limit, at: place)) }
      if let limit = member.value["below"] { return .until(quantity, .below, try self.limit(limit, at: place)) }
      throw bad("“until” needs “above” or “below”")
    case ("seconds", _), ("meters", _), ("kilocalories", _): throw bad("“\(member.name)” is a number")
    case ("open", _): throw bad("“open” is true or left out")
    case ("until", _): throw bad("“until” is an object with quantity and above or below")
    default:
      throw bad("a goal is one of seconds, meters, kilocalories, open and until, not “\(member.name.prefix(40))”")
    }
  }

  private func limit(_ value: JSONValue, at place: String) throws(PlanError) -> PlanLimit {
    if let number = value.number { return .value(number) }
    if let number = value["value"]?.number { return .value(number) }
    if let number = value["zone"]?.number, number == number.rounded(), (0...9).contains(number) {
      return .zone(Int(number))
    }
    if let number = value["percent"]?.number { return .percent(number, of: try basis(value, at: place)) }
    throw PlanError(
      .badValue, "a limit is a value, a zone, or a percent with what it is of", line: value.line, step: place)
  }

  private func basis(_ value: JSONValue, at place: String) throws(PlanError) -> PlanBasis {
    guard let word = value["of"]?.string, let basis = PlanBasis(rawValue: word) else {
      throw PlanError(.badValue, "“of” is ftp, maxHR, lthr or cs", line: (value["of"] ?? value).line, step: place)
    }
    return basis
  }

  private mutating func target(_ value: JSONValue, at place: String) throws(PlanError) -> PlanTarget {
    func bad(_ reason: String, _ at: JSONValue? = nil) -> PlanError {
      PlanError(.badValue, reason, line: (at ?? value).line, step: place)
    }
    guard value.object != nil else { throw bad("a target is an object in { } or null") }
    noteUnknown(
      value, known: ["quantity", "zone", "scheme", "range", "percentFTP", "percent", "of", "slope"], step: place)
    var quantity: Quantity?
    if let word = try text(value["quantity"], "quantity", place) {
      guard let found = Quantity(rawValue: word), [.heartRate, .power, .speed].contains(found) else {
        throw bad("the quantity is heartRate, power or speed, not “\(word.prefix(40))”", value["quantity"])
      }
      quantity = found
    }
    let ways = ["zone", "range", "percentFTP", "percent"].filter { value[$0] != nil }
    guard ways.count == 1 else { throw bad("a target has one of zone, range, percentFTP and percent") }
    let limits: PlanTarget.Limits
    if let zone = value["zone"] {
      let (low, high) = try pair(zone, "zone", place)
      guard let low, let high, low == low.rounded(), high == high.rounded(), low >= 0, high <= 9, low <= high else {
        throw bad("“zone” is one or two whole numbers from 1 to 9, the lower first", zone)
      }
      limits = .zones(Int(low)...Int(high), scheme: try text(value["scheme"], "scheme", place))
    } else if let range = value["range"] {
      let (low, high) = try pair(range, "range", place)
      limits = .range(low, high)
    } else if let percent = value["percentFTP"] {
      let (low, high) = try pair(percent, "percentFTP", place)
      limits = .percent(low, high, of: .functionalThresholdPower)
      quantity = quantity ?? .power
    } else if let percent = value["percent"] {
      let (low, high) = try pair(percent, "percent", place)
      let basis = try basis(value, at: place)
      limits = .percent(low, high, of: basis)
      quantity = quantity ?? basis.quantity
    } else {
      throw bad("a target has one of zone, range, percentFTP and percent")
    }
    guard let quantity else { throw bad("the target has no “quantity”: heartRate or power") }
    var target = PlanTarget(quantity, limits)
    if let word = try text(value["slope"], "slope", place) {
      guard let slope = PlanTarget.Slope(rawValue: word) else {
        throw bad("the slope is level, rising or falling", value["slope"])
      }
      target.slope = slope
    }
    return target
  }

  private mutating func gate(_ value: JSONValue, at place: String) throws(PlanError) -> RecoveryGate {
    noteUnknown(
      value, known: ["below", "minimumSeconds", "maximumSeconds", "withoutSignalSeconds"], step: place)
    guard let below = value["below"] else {
      throw PlanError(.badValue, "a gate has “below” with a zone or a value", line: value.line, step: place)
    }
    var gate = RecoveryGate(below: try limit(below, at: place))
    func time(_ name: String, _ usual: Milliseconds) throws(PlanError) -> Milliseconds {
      guard let member = value[name] else { return usual }
      guard let seconds = member.number, let time = milliseconds(seconds: seconds) else {
        throw PlanError(.badValue, "“\(name)” is a number", line: member.line, step: place)
      }
      return time
    }
    gate.minimum = try time("minimumSeconds", gate.minimum)
    gate.maximum = try time("maximumSeconds", max(gate.maximum, gate.minimum))
    gate.withoutSignal = try time("withoutSignalSeconds", gate.withoutSignal)
    return gate
  }

  /// Two numbers of which one may be `null`, or one number for both.
  private func pair(_ value: JSONValue, _ name: String, _ place: String) throws(PlanError) -> (Double?, Double?) {
    if let number = value.number { return (number, number) }
    guard let list = value.array, list.count == 2, list.allSatisfy({ $0.isNull || $0.number != nil }) else {
      throw PlanError(.badValue, "“\(name)” is two numbers in [ ]", line: value.line, step: place)
    }
    return (list[0].number, list[1].number)
  }

  private func text(_ value: JSONValue?, _ name: String, _ place: String?) throws(PlanError) -> String? {
    guard let value else { return nil }
    guard let string = value.string else {
      throw PlanError(.badValue, "“\(name)” is a text between quotation marks", line: value.line, step: place)
    }
    return string
  }

  private mutating func noteUnknown(_ value: JSONValue, known: Set<String>, step: String?) {
    for member in value.object ?? [] where !known.contains(member.name) {
      let place = step.map { ", step \($0)" } ?? ""
      notes.append("line \(member.value.line)\(place): the field “\(member.name.prefix(40))” is not known and left out")
    }
  }
}
