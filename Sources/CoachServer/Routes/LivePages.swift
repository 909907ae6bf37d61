// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Workouts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Router {
  /// Answers `/live…`.
  func livePage(_ request: Request) -> Response {
    let path = Array(request.segments.dropFirst())
    do {
      switch (path.first, path.count, request.method) {
      case (nil, _, "GET"):
        let running = live.running
        if running.count == 1, request.query["new"] == nil { return .see("/live/\(running[0].id)") }
        return .page(try ready(request).html)
      case ("start", 1, "POST"):
        do { return .see("/live/\(try start(LiveOrder(form: request.form)).id)?begin=1") } catch let problem
          as LiveProblem
        {
          var page = try ready(request)
          page.typed = request.form
          page.problem = problem.message
          return .page(page.html, status: problem.status)
        }
      case ("interrupted", 1, "POST"): return try recoverForm(request)
      case (let id?, 1, "GET"):
        guard let run = live.run(id) else { return liveGonePage(request) }
        if run.live.isOver { waitForSummary(of: run) }
        return .page(
          run.live.isOver
            ? LiveSummaryPage(run: run).html : LivePage(run: run, preferences: library.coachPreferences).html)
      case (let id?, 2, "POST"):
        guard let run = live.run(id) else { return liveGonePage(request) }
        switch path[1] {
        case "end": _ = try end(run)
        case "discard": try discard(run)
        default:
          guard let action = LiveAction(rawValue: path[1]) else { return notFound(request) }
          run.perform(action)
        }
        return .see("/live/\(id)")
      case (nil, _, _), (_, 1, _): return methodNotAllowed(request, ["GET"])
      case (_, 2, _): return methodNotAllowed(request, ["POST"])
      default: return notFound(request)
      }
    } catch let problem as LiveProblem {
      return problem.status == 409
        ? .see("/live")
        : .page(
          MessagePage.html(title: t("Not done"), problem.message), status: problem.status)
    } catch { return notStored }
  }

  /// Waits while the workout is being saved, for two seconds at most.
  private func waitForSummary(of run: LiveRun) {
    for _ in 0..<100 where run.summary == nil && !run.isDiscarded { usleep(20_000) }
  }

  private func liveGonePage(_ request: Request) -> Response {
    notFound(request, t("This workout does not go on. It may have ended."))
  }

  private func ready(_ request: Request) throws -> LiveReadyPage {
    LiveReadyPage(
      sports: ZoneWords.sports(library.workouts(), library.zoneHistory), plans: try library.plans(),
      running: live.running, interrupted: try live.interrupted())
  }

  private func recoverForm(_ request: Request) throws -> Response {
    let form = request.form
    guard let run = try recover(form["id"], form["action"] ?? "", .browser) else {
      return .see("/live")
    }
    return .see("/live/\(run.id)")
  }
}
