// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// What a workout is called and what sport it was: the athlete's to say. What was recorded stays as it was.
struct EditForm {
  var entry: WorkoutEntry
  /// The workout's name for an address.
  var id: String

  var html: HTML {
    let sports =
      WorkoutLibrary.sports.contains(entry.sport) ? WorkoutLibrary.sports : WorkoutLibrary.sports + [entry.sport]
    let options = sports.map { sport -> HTML in
      "<option value=\"\(sport)\"\(sport == entry.sport ? " selected" as HTML : "")>\(Names.sport(sport))</option>"
    }
    return """
      <details class="menu" id="edit"><summary class="btn quiet">\(Icon.edit.svg)\(t("Edit"))</summary>\
      <form class="pop stack" method="post" action="/workouts/\(id)/edit"><label>\(t("Name"))<input class="field filling" name="title" value="\(entry.title)" maxlength="100" autocomplete="off"></label>\
      <label>\(t("Sport"))<select class="field filling" name="sport">\(options)</select></label>\
      <p class="caption">\(t("What was recorded stays as it was. An empty name goes back to the recorded one."))</p>\
      <button class="btn primary" type="submit">\(t("Save"))</button></form></details>
      """
  }
}
