// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Reads ERG and MRC: points of minutes with watts or percent of FTP between which trainers go.
struct CoursePlanReader {
  private struct Point {
    var time: Milliseconds
    var value: Double
  }
  private enum Section { case none, header, data, text, other }

  private var header: [String: String] = [:]
  private var isPercent: Bool?
  private var points: [Point] = []
  private var texts: [PlanStep.Message] = []

  static func read(_ bytes: [UInt8], _ notes: inout [String]) throws(PlanError) -> (Plan, isPercent: Bool) {
    var reader = CoursePlanReader()
    try reader.read(String(decoding: bytes, as: UTF8.self))
    let isPercent = reader.isPercent ?? false
    let ftp = reader.header["FTP"].flatMap(Double.init)
    if !isPercent, let ftp, ftp > 0 {
      notes.append(
        "the watts are those of an FTP of \(PlanNumber.text(ftp)) W, as written; export it as MRC to have it in percent"
      )
    }
    return (try reader.plan(ftp: ftp), isPercent)
  }

  private mutating func read(_ text: String) throws(PlanError) {
    var section = Section.none
    // A carriage return and a line feed are one character in Swift.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, raw) in lines.enumerated() {
      let line = raw.prefix { $0 != ";" }.trimmed
      guard !line.isEmpty else { continue }
      if line.hasPrefix("[") || line.hasPrefix("\u{FEFF}[") {
        let name = line.uppercased()
        section =
          name.contains("END")
          ? .none
          : name.contains("HEADER") ? .header : name.contains("DATA") ? .data : name.contains("TEXT") ? .text : .other
        continue
      }
      switch section {
      case .header: try take(header: line, at: index + 1)
      case .data: try take(data: line, at: index + 1)
      case .text: take(text: raw)
      case .none, .other: break
      }
    }
    guard let isPercent, !points.isEmpty else {
      throw PlanError(
        .malformed, isPercent == nil ? "the line MINUTES WATTS or MINUTES PERCENT is missing" : "there is no data")
    }
    _ = isPercent
  }

  private mutating func take(header line: String, at number: Int) throws(PlanError) {
    if let sign = line.firstIndex(of: "=") {
      let key = line[..<sign].trimmed.uppercased()
      header[key] = line[line.index(after: sign)...].trimmed
      return
    }
    let words = line.uppercased().split(whereSeparator: \.isWhitespace)
    guard words.first == "MINUTES", words.count >= 2 else {
      if words.first == "DISTANCE" {
        throw PlanError(.unknownFormat, "this is a course with grades, no workout", line: number)
      }
      return
    }
    switch words[1] {
    case "WATTS": isPercent = false
    case "PERCENT", "PERCENTAGE", "FTP": isPercent = true
    default:
      throw PlanError(
        .badValue, "minutes come with WATTS, PERCENT or FTP, not with “\(words[1].prefix(20))”", line: number)
    }
  }

  private mutating func take(data line: String, at number: Int) throws(PlanError) {
    let words = line.split(whereSeparator: \.isWhitespace)
    // A lap is marked between the points; it changes nothing.
    if words.count >= 2, words[1].uppercased() == "LAP" { return }
    guard words.count >= 2, let minutes = Double(words[0].decimal), minutes.isFinite, minutes >= 0, minutes <= 1440,
      let value = Double(words[1].filter { $0 != "%" }.decimal), value.isFinite, value >= 0, value <= 3000
    else {
      throw PlanError(.badValue, "a point is minutes and a number, not “\(line.prefix(40))”", line: number)
    }
    let time = Milliseconds((minutes * 60_000).rounded())
    if let last = points.last, time < last.time {
      throw PlanError(.badValue, "the time goes back", line: number)
    }
    points.append(Point(time: time, value: value))
  }

  private mutating func take(text line: Substring) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard parts.count >= 2, let seconds = Double(parts[0].trimmed.decimal),
      let time = milliseconds(seconds: min(max(seconds, 0), 1e6))
    else { return }
    texts.append(.init(after: time, text: parts[1].trimmed))
  }

  private func plan(ftp: Double?) throws(PlanError) -> Plan {
    // What lies before the first point is as the first point is.
    var points = points
    if let first = points.first, first.time > 0 { points.insert(Point(time: 0, value: first.value), at: 0) }
    var steps: [(PlanStep, start: Milliseconds)] = []
    var hadWork = false
    let percentOne = isPercent == true ? 1 : ftp.map { 100 / $0 }
    for (from, to) in zip(points, points.dropFirst()) where to.time > from.time {
      let low = min(from.value, to.value), high = max(from.value, to.value)
      var target = PlanTarget(
        .power, isPercent == true ? .percent(low, high, of: .functionalThresholdPower) : .range(low, high))
      target.slope = from.value < to.value ? .rising : from.value > to.value ? .falling : .level
      let percent = percentOne.map { (low + high) / 2 * $0 }
      let isFirst = steps.isEmpty, isLast = to.time == points.last?.time
      let kind: PlanStep.Kind =
        isFirst && target.slope == .rising
        ? .warmup
        : isLast && target.slope == .falling
          ? .cooldown : percent.map { PlanTarget.kind(percent: $0, afterWork: hadWork) } ?? .steady
      hadWork = hadWork || kind == .work
      steps.append((PlanStep(kind, goal: .time(to.time - from.time), target: target), from.time))
    }
    guard !steps.isEmpty else { throw PlanError(.noSteps, "the points take no time") }
    for text in texts.stablySorted() {
      let place = steps.lastIndex { $0.start <= text.after } ?? 0
      steps[place].0.messages.append(.init(after: text.after - steps[place].start, text: text.text))
    }
    let about = header["DESCRIPTION"].flatMap { $0.isEmpty ? nil : $0 }
    let name = header["FILE NAME"].map { name in
      name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
    return Plan(name: name ?? "", sport: .cycling, notes: about, blocks: steps.map { .step($0.0) })
  }
}

extension StringProtocol {
  /// Without white space around it.
  var trimmed: String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  /// With a point where some countries write a comma.
  var decimal: String { String(map { $0 == "," ? "." : $0 }) }
}
