// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Writes ERG and MRC: two points for each step; of a range its middle.
enum CoursePlanWriter {
  static func bytes(
    _ plan: Plan, isPercent: Bool, _ numbers: PlanNumbers, _ losses: inout [String]
  ) throws(PlanError) -> [UInt8] {
    let format = isPercent ? "MRC" : "ERG"
    var rows = TextOutput(), texts = TextOutput()
    var time: Milliseconds = 0
    for (step, place) in try plan.flatSteps(format: format) {
      guard case .time(let length) = step.goal else {
        throw PlanError(.cannotBeWritten, "\(format) has only steps by time", step: place)
      }
      let (first, last) = try ends(step, place, isPercent: isPercent, numbers, &losses)
      row(time, first, &rows)
      row(time + length, last, &rows)
      for message in step.messages {
        texts.write(Double(time + message.after) / 1000, decimals: 3)
        texts.write("\t\(String(message.text.filter { !$0.isNewline && $0 != "\t" }))\t10\r\n")
      }
      if step.name != nil { losses.append("\(format) has no names of steps; they are left out") }
      if step.cadence != nil { losses.append("\(format) has no cadence; it is left out") }
      time += length
    }
    var output = TextOutput()
    func plain(_ text: String) -> String { String(text.map { $0.isNewline || $0 == ";" ? " " : $0 }) }
    output.write("[COURSE HEADER]\r\nVERSION = 2\r\nUNITS = ENGLISH\r\n")
    if let notes = plan.notes { output.write("DESCRIPTION = \(plain(notes))\r\n") }
    output.write("FILE NAME = \(plain(plan.name)).\(isPercent ? "mrc" : "erg")\r\n")
    if let ftp = numbers.ftp { output.write("FTP = \(PlanNumber.text(ftp))\r\n") }
    output.write("MINUTES \(isPercent ? "PERCENT" : "WATTS")\r\n[END COURSE HEADER]\r\n[COURSE DATA]\r\n")
    output.write(String(decoding: rows.bytes, as: UTF8.self))
    output.write("[END COURSE DATA]\r\n")
    if !texts.bytes.isEmpty {
      output.write("[COURSE TEXT]\r\n")
      output.write(String(decoding: texts.bytes, as: UTF8.self))
      output.write("[END COURSE TEXT]\r\n")
    }
    return output.bytes
  }

  private static func row(_ time: Milliseconds, _ value: Double, _ rows: inout TextOutput) {
    rows.write(Double(time) / 60_000, decimals: 7)
    rows.write("\t")
    rows.write(value, decimals: 6)
    rows.write("\r\n")
  }

  private static func ends(
    _ step: PlanStep, _ place: String, isPercent: Bool, _ numbers: PlanNumbers, _ losses: inout [String]
  ) throws(PlanError) -> (Double, Double) {
    let format = isPercent ? "MRC" : "ERG"
    guard let target = step.target, target.quantity == .power else {
      losses.append("\(format) has power only; steps without a target of power are written as 0")
      return (0, 0)
    }
    guard let (low, high) = isPercent ? target.percentFTP(numbers) : target.absolute(numbers) else {
      if case .zones = target.limits {
        throw PlanError(
          .missingNumber, "\(format) has no zones, and what yours are isn't known: state them", step: place)
      }
      throw PlanError(.missingNumber, "your FTP isn't known: state it with --ftp", step: place)
    }
    switch (low, high, target.slope) {
    case (let low?, let high?, .rising): return (low, high)
    case (let low?, let high?, .falling): return (high, low)
    case (let low?, let high?, .level):
      if low != high { losses.append("\(format) has no ranges; they are written as their middle") }
      return ((low + high) / 2, (low + high) / 2)
    case (let one?, nil, _), (nil, let one?, _):
      losses.append("\(format) has no ceilings or floors; they are written as one value")
      return (one, one)
    case (nil, nil, _): return (0, 0)
    }
  }
}
