// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
internal import Coaching
import FoundationEssentials
internal import WorkoutFiles
import Workouts

extension Router {
  /// Plans and their calendar, for programs and for the builder.
  func planData(_ path: [String], _ request: Request) -> Response {
    let name = path.dropFirst().joined(separator: "/")
    do {
      switch (path.first, path.count, request.method) {
      case ("plans", 1, "GET"): return .json(try library.plans().map { PlanSummary($0, outline(of: $0)) })
      case ("plans", 1, "POST"): return try addPlan(request)
      case ("plans", 1, _): return methodNotAllowed(request, ["GET", "POST"])
      case ("plans", 2, "POST") where path[1] == "preview": return try preview(request)
      // A name may hold slashes.
      case ("plans", 2..., "GET"):
        guard let plan = try library.plan(named: name) else { return noPlan(request) }
        return .json(try PlanPreview(plan, router: self))
      case ("plans", 2..., "DELETE"):
        guard try library.plan(named: name) != nil else { return noPlan(request) }
        try library.removePlan(named: name)
        return .json(["removed": name])
      case ("plans", 2..., _): return methodNotAllowed(request, ["GET", "DELETE"])
      case ("calendar", 1, "GET"): return .json(library.calendar)
      case ("calendar", 1, "POST"):
        guard let wish = try? JSONDecoder().decode(SessionWish.self, from: Data(request.body)), let name = wish.plan,
          let day = wish.day.flatMap({ Day(iso8601: $0) })
        else { return badSession }
        guard try library.plan(named: name) != nil else { return noPlan(request) }
        return .json(try library.schedule(name, on: day), status: 201)
      case ("calendar", 1, _): return methodNotAllowed(request, ["GET", "POST"])
      case ("calendar", 2, "PATCH"):
        guard let wish = try? JSONDecoder().decode(SessionWish.self, from: Data(request.body)),
          let day = wish.day.flatMap({ Day(iso8601: $0) })
        else { return badSession }
        try library.move(session: path[1], to: day)
        return .json(library.calendar.first { $0.id == path[1] })
      case ("calendar", 2, "DELETE"): return .json(try library.unschedule(session: path[1]))
      case ("calendar", 2, _): return methodNotAllowed(request, ["PATCH", "DELETE"])
      default: return notFound(request)
      }
    } catch let error as PlanError {
      return .json(PlanProblem(error), status: 422)
    } catch let error as LibraryError {
      return path.first == "calendar" && path.count == 2
        ? .problem(404, code: "not-found", Names.fullSentence("\(error)"))
        : .problem(422, code: "bad-value", Names.fullSentence("\(error)"))
    } catch {
      return .problem(507, code: "storage", "The data folder could not be written. Everything is as it was.")
    }
  }

  private struct SessionWish: Decodable {
    var plan: String?
    var day: String?
  }

  private var badSession: Response {
    .problem(400, code: "bad-json", "Send JSON with “day” as 2026-11-20, and “plan” with a plan’s name.")
  }

  private func noPlan(_ request: Request) -> Response { notFound(request, "There is no plan of this name.") }

  /// A file or a text of a plan as the body; kept under its own name, or that of the query.
  private func addPlan(_ request: Request) throws -> Response {
    let file = request.headers["x-file-name"].map { URLCoding.decode($0) }
    var plan = try PlanFile.decode(request.body, name: file).plan
    if let name = request.query["name"], !name.isEmpty { plan.name = name }
    let isReplaced = try library.keep(plan)
    return .json(try PlanPreview(plan, router: self), status: isReplaced ? 200 : 201)
  }

  /// What a plan would be: as text, as rows and as a ribbon. Nothing is kept.
  private func preview(_ request: Request) throws -> Response {
    guard request.body.count <= 1 << 20 else {
      return .problem(413, code: "too-large", "A plan to look at has at most 1 MB.")
    }
    let decoded = try PlanFile.decode(request.body, name: "")
    var preview = try PlanPreview(decoded.plan, router: self)
    preview.notes = decoded.notes.map(Names.fullSentence)
    return .json(preview)
  }
}

/// A plan in a list.
struct PlanSummary: Encodable {
  var name: String
  var sport: String
  /// Seconds; guessed where not all steps go by time, `null` where the plan asks for numbers that aren't known.
  var seconds: Double?
  var isGuessed: Bool
  var steps: Int

  init(_ plan: Plan, _ outline: PlanOutline?) {
    name = plan.name
    sport = plan.sport.rawValue
    seconds = outline?.totalSeconds
    isGuessed = outline?.isGuessed ?? true
    steps = plan.stepCount
  }

  private enum Key: String, CodingKey { case name, sport, seconds, isGuessed, steps }

  /// What is not known is written as null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(sport, forKey: .sport)
    try container.encode(seconds, forKey: .seconds)
    try container.encode(isGuessed, forKey: .isGuessed)
    try container.encode(steps, forKey: .steps)
  }
}

/// Why a plan can't be read, with its place.
struct PlanProblem: Encodable {
  var code: String
  var message: String
  var line: Int?
  var step: String?

  init(_ error: PlanError) {
    code = error.code.rawValue
    message = Names.fullSentence("\(error)")
    line = error.line
    step = error.step
  }
}

/// A plan in all the ways the builder shows it.
struct PlanPreview: Encodable {
  /// Our own format, as text.
  var document: String
  /// The plan as a line for each step, and what text can't say.
  var text: String
  var losses: [String]
  /// What was not understood of what was sent, and left out.
  var notes: [String] = []
  var rows: [PlanRow]
  /// Markup of the ribbon, and how long it is.
  var picture: String
  var length: String
  var seconds: Double
  /// Why limits are not known, if they aren't.
  var missing: String?

  init(_ plan: Plan, router: Router) throws {
    document = String(decoding: try PlanFile.encode(plan, as: .json).bytes, as: UTF8.self)
    let written = try? PlanFile.encode(plan, as: .text)
    text = written.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    losses = written?.losses ?? []
    rows = PlanRow.rows(plan)
    let outline = router.outline(of: plan)
    picture =
      outline.map {
        PlanPicture(outline: $0, height: 96, hasAxis: true, hasPlaces: true, label: PlanWords.sentence($0)).html.text
      } ?? ""
    length = outline.map(PlanWords.length) ?? ""
    seconds = outline?.totalSeconds ?? 0
    do { _ = try ResolvedPlan(plan, for: router.planAthlete(for: plan)) } catch {
      missing = Names.fullSentence("\(error)")
    }
  }
}
