// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Formats of plans.
public enum PlanFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// ZoneCoach's own, which loses nothing.
  case json
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
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
    switch head.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
    case "{": return (.json, try JSONPlanReader.read(bytes, &notes))
    default: throw PlanError(.unknownFormat, "this is no plan that is known here; JSON is read")
    }
  }

  private static func withoutEnding(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// A plan as a file.
  ///
  /// - Throws: `PlanError` for a plan that nobody could follow.
  public static func encode(_ plan: Plan, as format: PlanFormat) throws(PlanError) -> [UInt8] {
    let plan = try plan.validated()
    switch format {
    case .json: return JSONPlanWriter.bytes(plan)
    }
  }
}
