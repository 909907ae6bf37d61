// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import HealthDatabase
import Testing

struct `The command permissions` {
  private let folder = TemporaryFolder()
  private var data: String { folder.path + "/data" }
  private static let heartRate = "HKQuantityTypeIdentifierHeartRate"

  private func consents() throws -> [Consent] {
    let database = try HealthDatabase(path: WorkoutLibrary.databasePath(in: data))
    return try database.read { try $0.consents(of: #require(try $0.existingAthlete(named: "me"))) }
  }

  /// A program that asks to read and save heart rate and to read workouts.
  private func ask() throws {
    #expect(try Command.run("workouts", "--data", data).status == 0)
    let database = try HealthDatabase(path: WorkoutLibrary.databasePath(in: data))
    try database.write { access in
      let athlete = try access.athlete(named: "me")
      for (kind, type) in [
        (Consent.Access.read, Self.heartRate), (.write, Self.heartRate), (.read, "HKWorkoutTypeIdentifier"),
      ] {
        try access.setConsent(
          Consent(program: "watch", access: kind, type: type, isGranted: nil, at: access.now), of: athlete)
      }
    }
  }

  @Test func `lists, allows in parts, refuses and takes back`() throws {
    try ask()
    let listed = try Command.run("permissions", "--data", data)
    #expect(listed.text == "watch\n  asks to read: heart rate, workout\n  asks to save: heart rate\n")
    #expect(listed.errors.contains("zonecoach permissions grant"))
    let granted = try Command.run("permissions", "grant", "watch", "heart rate", "--read", "--data", data)
    #expect(granted.status == 0 && granted.errors == "1 permission allowed.\n")
    #expect(try consents().filter(\.isInForce).map(\.type) == [Self.heartRate])
    #expect(try Command.run("permissions", "deny", "watch", "--data", data).errors == "2 permissions not allowed.\n")
    #expect(try Command.run("permissions", "revoke", "watch", "--data", data).errors == "1 permission taken back.\n")
    #expect(try Command.run("permissions", "revoke", "watch", "--data", data).errors == "Nothing to change.\n")
    let after = try Command.run("permissions", "list", "--data", data).text
    #expect(
      after == "watch\n  may not read: workout\n  may no longer read: heart rate\n  may not save: heart rate\n")
    let json: [[String: Any]] = try Command.run("permissions", "--data", data, "--json").json()
    #expect(json.first?["program"] as? String == "watch" && (json.first?["types"] as? [Any])?.count == 3)
  }

  @Test func `says what is not there, and how to ask`() throws {
    #expect(try Command.run("permissions", "--data", data).errors == "No program has asked for health data.\n")
    let unknown = try Command.run("permissions", "grant", "nobody", "--data", data)
    #expect(unknown.status == 1 && unknown.errors.contains("nobody"))
    #expect(try Command.run("permissions", "allow", "watch", "--data", data).status == 2)
    #expect(try Command.run("permissions", "grant", "--data", data).status == 2)
  }
}
