// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// Which programs use health data, and which ask to: a question each, and a way to take back.
struct ProgramsSection {
  /// Those that wait for an answer first.
  var programs: [ProgramPermissions]

  /// The section; nothing where no program has ever asked.
  var html: HTML? {
    guard !programs.isEmpty else { return nil }
    return """
      <section class="section stack" aria-labelledby="programs-h" id="programs"><div class="head"><h2 id="programs-h">\(th("Programs"))</h2></div>\
      <p class="muted prose">\(th("Programs on this computer that were written for HealthKit ask before they read or save. What you allow you can take back at any time."))</p>\
      \(programs.map(card))</section>
      """
  }

  private func card(_ program: ProgramPermissions) -> HTML {
    let head: HTML = "<h3>\(program.program)</h3>"
    return """
      <div class="card stack program">\(head)\
      <ul>\(lines(program))</ul>\
      \(program.isAsking ? question(program) : nil)\(program.hasAccess ? takeBack(program) : nil)</div>
      """
  }

  private func lines(_ program: ProgramPermissions) -> [HTML] {
    let states: [(ProgramPermissions.State, String, String)] = [
      (.asked, t("Asks to read"), t("Asks to save")), (.allowed, t("May read"), t("May save")),
      (.denied, t("May not read"), t("May not save")),
      (.revoked, t("May no longer read"), t("May no longer save")),
    ]
    return states.flatMap { state, reading, saving in
      [("read", reading), ("write", saving)].compactMap { access, words -> HTML? in
        let types = program.types.filter { $0.state == state && $0.access == access }
        guard !types.isEmpty else { return nil }
        let names = types.map { type in
          ProgramWords.type(type) + (type.from.map { t(" (from \(Dates.full($0)))") } ?? "")
        }
        return "<li>\(t("\(words): \(Format.list(names))"))</li>"
      }
    }
  }

  private func question(_ program: ProgramPermissions) -> HTML {
    """
    <form class="row" method="post" action="/privacy/programs"><input type="hidden" name="program" value="\(program.program)">\
    <button class="btn primary" type="submit" name="decision" value="grant" aria-label="\(t("Allow \(program.program)"))">\(th("Allow"))</button> \
    <button class="btn" type="submit" name="decision" value="deny" aria-label="\(t("Don’t allow \(program.program)"))">\(th("Don’t allow"))</button></form>
    """
  }

  private func takeBack(_ program: ProgramPermissions) -> HTML {
    """
    <form class="row" method="post" action="/privacy/programs"><input type="hidden" name="program" value="\(program.program)">\
    <button class="btn" type="submit" name="decision" value="revoke" aria-label="\(t("Take back from \(program.program)"))">\(th("Take back"))</button></form>
    """
  }
}
