// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import HealthDatabase
import Workouts

/// What one program may do with health data here, or asks for.
public struct ProgramPermissions: Codable, Sendable, Equatable {
  /// What the program is known by.
  public var program: String
  /// What it may do, what was taken back, and what it asks for, by type.
  public var types: [TypePermission]

  /// Whether something waits for an answer.
  public var isAsking: Bool { types.contains { $0.state == .asked } }
  /// Whether anything is allowed.
  public var hasAccess: Bool { types.contains { $0.state == .allowed } }

  /// One type of data, to read or to save.
  public struct TypePermission: Codable, Sendable, Equatable {
    /// The type's name.
    public var type: String
    /// What a person calls it.
    public var words: String
    /// `read` or `write`.
    public var access: String
    /// How it stands.
    public var state: State
    /// When that was decided or asked.
    public var since: ZonedTime
    /// For reading: from when on, where only the recent past is shown.
    @ExplicitNull public var from: ZonedTime?
  }

  /// How a permission stands.
  public enum State: String, Codable, Sendable {
    /// The person has not answered yet.
    case asked
    /// Allowed.
    case allowed
    /// Not allowed.
    case denied
    /// Allowed once and taken back.
    case revoked
  }
}

extension WorkoutLibrary {
  /// All programs that asked for health data, by name; those that wait for an answer first.
  public func permissions() throws -> [ProgramPermissions] {
    let consents = try database.read { try $0.consents(of: athleteID) }
    var programs: [ProgramPermissions] = []
    for consent in consents {
      let permission = ProgramPermissions.TypePermission(
        type: consent.type, words: Consent.words(ofType: consent.type), access: consent.access.rawValue,
        state: consent.isGranted == nil
          ? .asked : consent.isInForce ? .allowed : consent.revokedAt != nil ? .revoked : .denied,
        since: ZonedTime(consent.revokedAt ?? consent.at, offsetSeconds: nil),
        from: consent.from.map { ZonedTime($0, offsetSeconds: nil) })
      if programs.last?.program == consent.program {
        programs[programs.count - 1].types.append(permission)
      } else {
        programs.append(ProgramPermissions(program: consent.program, types: [permission]))
      }
    }
    return programs.filter(\.isAsking) + programs.filter { !$0.isAsking }
  }

  /// What can be decided about a program's access.
  public enum PermissionDecision: String, Sendable {
    /// Allows what it asks for, or has been denied.
    case grant
    /// Doesn't allow what it asks for.
    case deny
    /// Takes back what was allowed.
    case revoke
  }

  /// Decides about a program's access.
  ///
  /// - Parameters:
  ///   - types: only these types, by their names or by what a person calls them; empty for all.
  ///   - access: only reading or only saving; `nil` for both.
  /// - Returns: how many permissions changed.
  /// - Throws: `LibraryError` if no program of this name has asked for anything.
  @discardableResult
  public func decide(
    _ decision: PermissionDecision, program: String, types: [String] = [], access: Consent.Access? = nil
  ) throws -> Int {
    try database.write { writer in
      let all = try writer.consents(of: athleteID, program: program)
      guard !all.isEmpty else { throw LibraryError("No program called “\(program)” has asked for health data.") }
      var count = 0
      for var consent in all where access == nil || consent.access == access {
        guard types.isEmpty || types.contains(consent.type) || types.contains(Consent.words(ofType: consent.type))
        else {
          continue
        }
        switch decision {
        case .grant where !consent.isInForce:
          consent.isGranted = true
          consent.revokedAt = nil
        case .deny where consent.isGranted == nil: consent.isGranted = false
        case .revoke where consent.isInForce: consent.revokedAt = writer.now
        default: continue
        }
        if decision != .revoke { consent.at = writer.now }
        try writer.setConsent(consent, of: athleteID)
        count += 1
      }
      return count
    }
  }

  /// Allows a program what it waits for, and nothing that was refused or taken back before.
  ///
  /// - Throws: `LibraryError` if no program of this name has asked for anything.
  public func grantRequested(by program: String) throws {
    try database.write { writer in
      let all = try writer.consents(of: athleteID, program: program)
      guard !all.isEmpty else { throw LibraryError("No program called “\(program)” has asked for health data.") }
      for var consent in all where consent.isGranted == nil {
        consent.isGranted = true
        consent.at = writer.now
        try writer.setConsent(consent, of: athleteID)
      }
    }
  }
}
