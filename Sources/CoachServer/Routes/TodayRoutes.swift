// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
internal import Coaching
import Workouts

extension Router {
  /// The first view.
  func today(_ request: Request) -> Response {
    let entries = library.workouts(), day = library.today
    let planned = plannedWorkouts(entries)
    let week = WeekOfTraining(of: day, firstWeekday: firstWeekday, entries: entries, planned: planned)
    let next = planned.first { $0.day >= day && !$0.isDone }
    return .page(
      TodayPage(
        today: day, entries: entries,
        lastLine: entries.first.flatMap { library.workout($0.id)?.summary.line }.map { "\(CoachWords.sentence($0))" },
        week: week, next: next,
        hasPlans: !planned.isEmpty, interrupted: (try? live.interrupted()) ?? [],
        verdicts: report(request.query["report"]), toast: notice(request)
      ).html)
  }

  /// The first day of a week, 1 for Monday.
  var firstWeekday: Int {
    switch PagePreferences.current.weekStart {
    case .monday: 1
    case .saturday: 6
    case .sunday: 7
    }
  }

  /// What is planned, worked out for the athlete, by day. A plan that can't be worked out, because it asks for numbers that
  /// aren't known, keeps its place with the lengths it states.
  func plannedWorkouts(_ entries: [WorkoutEntry]) -> [PlannedWorkout] {
    let sessions = library.calendar
    guard !sessions.isEmpty, let plans = try? library.plans() else { return [] }
    let named = Dictionary(plans.map { ($0.name, $0) }) { first, _ in first }
    var outlines: [String: PlanOutline] = [:]
    var used: Set<String> = []
    return sessions.compactMap { session in
      guard let day = session.date, let plan = named[session.plan] else { return nil }
      let outline = outlines[plan.name] ?? outline(of: plan)
      outlines[plan.name] = outline
      guard let outline else { return nil }
      // A workout of the same sport on that day is the session, each once.
      let done = entries.first {
        $0.start.day == day && !used.contains($0.id)
          && (plan.sport == .generic || $0.sport == plan.sport.rawValue)
      }
      if let done { used.insert(done.id) }
      return PlannedWorkout(
        id: session.id, day: day, name: plan.name, sport: plan.sport.rawValue, outline: outline, isDone: done != nil)
    }
  }

  /// A plan as a ribbon, with the athlete's zones where they are known, else with usual ones.
  func outline(of plan: Plan) -> PlanOutline? {
    let athlete = planAthlete(for: plan)
    return (try? ResolvedPlan(plan, for: athlete)).map { PlanOutline($0, athlete: athlete) }
      ?? PlanOutline(drawing: plan)
  }
}
