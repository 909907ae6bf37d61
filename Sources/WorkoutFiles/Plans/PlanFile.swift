// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Formats of plans.
public enum PlanFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// ZoneCoach's own, which loses nothing.
  case json
  /// Zwift's XML.
  case zwo
  /// Minutes and watts, as trainers read them.
  case erg
  /// Minutes and percent of FTP.
  case mrc
  /// Garmin's workouts.
  case fit
  /// A line for each step, as users of intervals.icu write them.
  case text
}

/// Files of plans, whatever their format.
public enum PlanFile {
  /// The largest file that is read, in bytes.
  public static let largest = 16 << 20

  /// What was read.
  public struct Decoded: Sendable {
    /// The plan.
    public var plan: Plan
    /// The format of the file.
    public var format: PlanFormat
    /// What was not understood and left out, or changed, a sentence each.
    public var notes: [String]
  }

  /// Detects the format by content, not by name, and reads the plan.
  ///
  /// - Parameter name: the file's name, which becomes the plan's where the file has none for it.
  /// - Throws: `PlanError` with line or step, and the reason.
  public static func decode(_ bytes: [UInt8], name: String? = nil) throws(PlanError) -> Decoded {
    guard !bytes.isEmpty else { throw PlanError(.malformed, "the file is empty") }
    guard bytes.count <= largest else { throw PlanError(.malformed, "the file is larger than any plan") }
    var notes: [String] = []
    let (format, plan) = try read(bytes, &notes)
    var result = try plan.validated()
    if result.name.isEmpty { result.name = name.map(withoutEnding) ?? "Plan" }
    return Decoded(plan: result, format: format, notes: notes)
  }

  private static func read(_ bytes: [UInt8], _ notes: inout [String]) throws(PlanError) -> (PlanFormat, Plan) {
    let isFIT = bytes.withUnsafeBytes { FITHeader.hasSignature($0, at: 0) }
    if isFIT { return (.fit, try FITPlanReader.read(bytes, &notes)) }
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
    if head.uppercased().contains("[COURSE") {
      let (plan, isPercent) = try CoursePlanReader.read(bytes, &notes)
      return (isPercent ? .mrc : .erg, plan)
    }
    switch head.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
    case "{": return (.json, try JSONPlanReader.read(bytes, &notes))
    case "<": return (.zwo, try ZWOPlanReader.read(bytes, &notes))
    default:
      guard !bytes.contains(0) else {
        throw PlanError(
          .unknownFormat, "this is no plan that is known here; JSON, ZWO, ERG, MRC, FIT workouts and text are read")
      }
      return (.text, try TextPlanReader.read(String(decoding: bytes, as: UTF8.self)))
    }
  }

  private static func withoutEnding(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// A plan as a file.
  ///
  /// - Parameters:
  ///   - numbers: for formats that have only watts, only percent, or only beats.
  ///   - created: the time to write into FIT files, which tell workouts apart by it.
  /// - Returns: the bytes, and what the format can't say, a sentence each.
  /// - Throws: `PlanError` where the format can't say enough to be of use.
  public static func encode(
    _ plan: Plan, as format: PlanFormat, numbers: PlanNumbers = PlanNumbers(),
    created: Instant = Instant(secondsSince1970: 1_700_000_000)
  ) throws(PlanError) -> (bytes: [UInt8], losses: [String]) {
    let plan = try plan.validated()
    var losses: [String] = []
    let bytes: [UInt8]
    switch format {
    case .json: bytes = JSONPlanWriter.bytes(plan)
    case .zwo: bytes = try ZWOPlanWriter.bytes(plan, numbers, &losses)
    case .erg: bytes = try CoursePlanWriter.bytes(plan, isPercent: false, numbers, &losses)
    case .mrc: bytes = try CoursePlanWriter.bytes(plan, isPercent: true, numbers, &losses)
    case .fit: bytes = try FITPlanWriter.bytes(plan, numbers, created: created, &losses)
    case .text: bytes = try TextPlanWriter.bytes(plan, &losses)
    }
    var seen: Set<String> = []
    return (bytes, losses.filter { seen.insert($0).inserted })
  }
}
