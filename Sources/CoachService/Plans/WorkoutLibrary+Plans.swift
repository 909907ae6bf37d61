// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
import FoundationEssentials
import HealthDatabase
public import WorkoutFiles
public import Workouts
import Zones

extension WorkoutLibrary {
  /// The plans that the athlete keeps, by name.
  ///
  /// - Throws: where the database can't be read. A plan that a later version wrote and this one can't read is left out.
  public func plans() throws -> [Plan] {
    try database.read { try $0.plans(of: athleteID) }.compactMap { stored in
      guard var plan = try? PlanFile.decode(Array(stored.document.utf8)).plan else { return nil }
      plan.name = stored.name
      return plan
    }
  }

  /// The plan of a name, if the athlete keeps one.
  public func plan(named name: String) throws -> Plan? { try plans().first { $0.name == name } }

  /// Keeps a plan under its name; one of that name that is there already is replaced.
  ///
  /// - Returns: whether one was replaced.
  /// - Throws: `LibraryError` for a name that is empty or too long, `PlanError` for a plan nobody could follow.
  @discardableResult
  public func keep(_ plan: Plan) throws -> Bool {
    var plan = plan
    plan.name = plan.name.trimmed
    guard (1...100).contains(plan.name.count), plan.name.unicodeScalars.allSatisfy({ $0.value >= 32 }) else {
      throw LibraryError("A name for a plan has 1 to 100 characters.")
    }
    let document = String(decoding: try PlanFile.encode(plan, as: .json).bytes, as: UTF8.self)
    let isReplaced = try database.write { try $0.setPlan(named: plan.name, document: document, of: athleteID) }
    if isReplaced { _ = try database.finishErasure() }
    return isReplaced
  }

  /// Keeps a plan and returns the name under which it is kept.
  public func keep(naming plan: Plan) throws -> String {
    try keep(plan)
    return plan.name.trimmed
  }

  /// Deletes the plan of a name and takes it out of the calendar.
  ///
  /// - Throws: `LibraryError` if there is none.
  public func removePlan(named name: String) throws {
    guard try database.write({ try $0.removePlan(named: name, of: athleteID) }) else {
      throw LibraryError("There is no plan named “\(name)”; `zonecoach plan list` lists them.")
    }
    _ = try database.finishErasure()
    try followPlan(named: name, to: nil)
  }
}

extension ZoneRequest {
  /// What a plan can ask of the athlete on a day: the zones named with the command, else those that hold for the sport,
  /// and the numbers.
  ///
  /// A plan without a sport is one for cycling where it is about power, so that the zones of a bicycle hold.
  public func planAthlete(for sport: Sport, on day: Day) -> PlanAthlete {
    let sport = sport == .generic ? .cycling : sport
    let history = history.stating(anchors)
    var athlete = PlanAthlete(anchors: history.anchors(on: day, sport: sport))
    for quantity in [Quantity.heartRate, .power, .speed] {
      athlete.zones[quantity] =
        named[quantity] ?? history.chosen(quantity, sport: sport, on: day)?.zones
        ?? history.system(quantity, sport: sport, on: day)?.zones
    }
    return athlete
  }
}

extension ZoneRequest {
  /// What a replay can ask of the athlete on the recording's day: as for a plan, and after that what the device and the
  /// file say.
  public func planAthlete(for recording: Recording, on day: Day) -> PlanAthlete {
    var athlete = planAthlete(for: recording.sport, on: day)
    guard let activity = recording.activities.first else { return athlete }
    let choice = ZoneResolution(request: self, recording: recording)
    for quantity in [Quantity.heartRate, .power] where athlete.zones[quantity] == nil {
      athlete.zones[quantity] = choice.zones(for: activity, leg: 0, quantity)?.zones
    }
    return athlete
  }
}

extension PlanAthlete {
  /// What formats ask of the athlete.
  public var planNumbers: PlanNumbers {
    var numbers = PlanNumbers()
    numbers.ftp = ftp
    numbers.maximumHeartRate = anchors.maximumHeartRate?.value
    numbers.thresholdHeartRate = anchors.thresholdHeartRate?.value
    numbers.criticalSpeed = anchors[.criticalSpeed]?.value
    return numbers
  }
}
