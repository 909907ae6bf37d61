// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
internal import Coaching
import FoundationEssentials
internal import WorkoutFiles
import Workouts

extension Router {
  /// The view of plans and what its forms ask for.
  func plans(_ request: Request) -> Response {
    let path = request.segments
    let isPost = request.method == "POST"
    do {
      switch (path.count, path.dropFirst().first) {
      case (1, _):
        guard request.method == "GET" else {
          return isPost ? try savePlan(request) : methodNotAllowed(request, ["GET", "POST"])
        }
        return .page(try plansPage(request).html)
      case (2, "delete"): return isPost ? try deletePlan(request) : methodNotAllowed(request, ["POST"])
      case (2, "import"): return isPost ? try importPlans(request) : methodNotAllowed(request, ["POST"])
      case (2, "calendar"): return isPost ? try changeCalendar(request) : methodNotAllowed(request, ["POST"])
      case (3, "undo"): return isPost ? try undoPlan(path[2], request) : methodNotAllowed(request, ["POST"])
      case (2, "export"):
        return request.method == "GET"
          ? try exportPlan(request.query["plan"] ?? "", request.query["format"] ?? "", request)
          : methodNotAllowed(request, ["GET"])
      default: return notFound(request)
      }
    } catch let error as PlanError {
      return .page(MessagePage.html(title: t("Not this way"), Names.fullSentence("\(error)")), status: 422)
    } catch let error as LibraryError {
      return .page(MessagePage.html(title: t("Not this way"), Names.fullSentence("\(error)")), status: 422)
    } catch { return notStored }
  }

  /// What a plan can ask of the athlete now.
  func planAthlete(for plan: Plan) -> PlanAthlete {
    ZoneRequest(library.zoneHistory).planAthlete(for: plan.sport, on: library.today)
  }

  private func plansPage(_ request: Request) throws -> PlansPage {
    let plans = try library.plans(), entries = library.workouts()
    let wanted = request.query["plan"].flatMap { name in plans.first { $0.name == name } }
    var editor: PlanEditor?
    if request.query["new"] != nil {
      editor = PlanEditor(plan: nil, text: PlanEditor.example, preview: nil)
      if let plan = try? PlanFile.decode(Array(PlanEditor.example.utf8), name: "").plan {
        editor?.preview = try PlanPreview(plan, router: self)
      }
    } else if let wanted {
      let preview = try PlanPreview(wanted, router: self)
      editor = PlanEditor(plan: wanted, text: preview.text, preview: preview)
    }
    var page = PlansPage(
      plans: plans.map { ($0, outline(of: $0)) }, editor: editor, today: library.today,
      firstWeekday: firstWeekday, planned: plannedWorkouts(entries), toast: notice(request))
    if let wanted { page.sound = sound(of: wanted, entries, against: request.query["against"]) }
    return page
  }

  /// The cues of a plan, played against a workout: the one that is asked for, else none yet.
  private func sound(of plan: Plan, _ entries: [WorkoutEntry], against id: String?) -> SoundSection? {
    let candidates = entries.filter { $0.ribbon != nil && $0.activeSeconds >= 300 }.prefix(30)
    guard !candidates.isEmpty else { return nil }
    var section = SoundSection(plan: plan.name, candidates: Array(candidates), chosen: nil, cues: [], missing: nil)
    guard let id, let entry = entries.first(where: { $0.id == id }), let recording = library.recording(id) else {
      return section
    }
    section.chosen = entry
    let athlete = planAthlete(for: plan)
    do {
      let resolved = try ResolvedPlan(plan, for: athlete)
      let replay = CoachReplay(
        recording, resolved, settings: library.coachPreferences.settings(ftp: athlete.ftp))
      let language: CoachLanguage =
        switch Language.current {
        case .english: .english
        case .chinese: .chinese
        case .japanese: .japanese
        }
      section.cues = replay.cues.map { CueLine($0, in: language) }
    } catch { section.missing = Names.fullSentence("\(error)") }
    return section
  }

  private func savePlan(_ request: Request) throws -> Response {
    let form = request.form
    let document = form["document"].flatMap { $0.isEmpty ? nil : $0 } ?? form["text"] ?? ""
    var plan = try PlanFile.decode(Array(document.utf8), name: form["name"] ?? "").plan
    if let name = form["name"], !name.isEmpty { plan.name = name }
    if let sport = form["sport"], WorkoutLibrary.sports.contains(sport) { plan.sport = Sport(rawValue: sport) }
    let old = form["old"].flatMap { $0.isEmpty ? nil : $0 }
    let name = try library.keep(naming: plan)
    if let old, old != name { try library.rename(plan: old, to: name) }
    return tell(t("“\(name)” is kept."), at: "/plans?plan=\(URLCoding.encode(name))")
  }

  private func deletePlan(_ request: Request) throws -> Response {
    guard let name = request.form["name"], let plan = try library.plan(named: name) else {
      return notFound(request, "There is no plan of this name.")
    }
    let undo = keepUndo(of: plan, sessions: library.calendar.filter { $0.plan == name })
    try library.removePlan(named: name)
    return tell(t("“\(name)” deleted."), undoPath: "/plans/undo/\(undo)", at: "/plans")
  }

  private func undoPlan(_ number: String, _ request: Request) throws -> Response {
    guard let (plan, sessions) = takePlan(number) else {
      return notFound(request, "This can’t be taken back any more.")
    }
    if let plan { try library.keep(plan) }
    for session in sessions { try library.reschedule(session) }
    return tell(t("As before."), at: plan.map { "/plans?plan=\(URLCoding.encode($0.name))" } ?? "/plans")
  }

  private func importPlans(_ request: Request) throws -> Response {
    guard let boundary = request.headers["content-type"].flatMap(Multipart.boundary) else {
      return .page(MessagePage.html(title: t("No files arrived"), t("Go back and choose files.")), status: 400)
    }
    var kept: [String] = []
    for part in Multipart.parts(of: request.body, boundary: boundary) {
      guard let file = part.fileName, !part.bytes.isEmpty else { continue }
      do {
        let plan = try PlanFile.decode(Array(part.bytes), name: file).plan
        try library.keep(plan)
        kept.append(plan.name)
      } catch let error as PlanError {
        return .page(
          MessagePage.html(title: t("“\(file)” could not be read"), Names.fullSentence("\(error)")), status: 422)
      }
    }
    guard let last = kept.last else { return .see("/plans") }
    return tell(t("Added: \(kept.joined(separator: t(", ")))."), at: "/plans?plan=\(URLCoding.encode(last))")
  }

  private func changeCalendar(_ request: Request) throws -> Response {
    let form = request.form
    let day = form["day"].flatMap { Day(iso8601: $0) }
    switch (form["do"], form["session"]) {
    case ("add", _):
      guard let plan = form["plan"], let day else {
        return .page(MessagePage.html(title: t("Not planned"), t("Choose a plan and a day.")), status: 422)
      }
      let session = try library.schedule(plan, on: day)
      return tell(
        t("Planned for \(Dates.weekdayAndDay(day))."), at: "/plans", anchor: "w-\(week(of: session.date ?? day))")
    case ("move", let id?):
      guard let day else {
        return .page(MessagePage.html(title: t("Not moved"), t("Choose a day.")), status: 422)
      }
      try library.move(session: id, to: day)
      return tell(t("Moved to \(Dates.weekdayAndDay(day))."), at: "/plans", anchor: "w-\(week(of: day))")
    case ("remove", let id?):
      let session = try library.unschedule(session: id)
      let undo = keepUndo(of: nil, sessions: [session])
      return tell(t("Taken out of the calendar."), undoPath: "/plans/undo/\(undo)", at: "/plans")
    default: return notFound(request)
    }
  }

  private func week(of day: Day) -> String { "\(WeekOfTraining.start(of: day, firstWeekday: firstWeekday))" }

  private func exportPlan(_ name: String, _ format: String, _ request: Request) throws -> Response {
    guard let plan = try library.plan(named: name), let format = PlanFormat(rawValue: format) else {
      return notFound(request, "There is no plan of this name.")
    }
    let numbers = planAthlete(for: plan).planNumbers
    let bytes = try PlanFile.encode(plan, as: format, numbers: numbers, created: library.now).bytes
    let words = plan.name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let title = String(words.joined(separator: "-").prefix(60))
    let ending = format == .text ? "txt" : format.rawValue
    return .download(bytes, name: "\(title.isEmpty ? "plan" : title).\(ending)", type: "application/octet-stream")
  }
}
