// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
internal import Coaching
internal import FoundationEssentials

extension Router {
  /// Answers below `/settings`.
  func settings(_ request: Request) -> Response {
    switch (request.segments.dropFirst().first, request.method) {
    case (nil, "GET"): return settingsPage(request)
    case (nil, "POST"):
      var fields = settingsFields
      fields.take(request.form.filter { $0.key != "zones" })
      guard fields.problems.isEmpty else { return settingsPage(request, returned: fields) }
      guard keep(fields) else { return notStored }
      let zones = request.form["zones"].flatMap { Int($0) }.map { "&zones=\($0)" } ?? ""
      return .see("/settings?saved=1\(zones)\(zones.isEmpty ? "" : "#zones")")
    case ("usual", "POST"):
      var fields = settingsFields
      fields.page.zoneNames = [:]
      fields.page.zoneColours = [:]
      guard keep(fields) else { return notStored }
      return .see("/settings?saved=1#zones")
    case (nil, _): return methodNotAllowed(request, ["GET", "POST"])
    case ("usual", _): return methodNotAllowed(request, ["POST"])
    default: return notFound(request)
    }
  }

  /// The settings as a document, and changes of some of them.
  func settingsData(_ request: Request) -> Response {
    switch request.method {
    case "GET": break
    case "PATCH":
      guard let given = try? JSONDecoder().decode([String: Given].self, from: Data(request.body)) else {
        return .problem(400, code: "bad-json", t("Send a JSON object with the settings to change."))
      }
      var fields = settingsFields
      fields.take(given.mapValues(\.text))
      if let (field, problem) = fields.problems.min(by: { $0.key < $1.key }) {
        var document = ["code": "not-taken", "message": problem, "field": field]
        document["offer"] = fields.offers[field]
        return .json(document, status: 422)
      }
      guard keep(fields) else {
        return .problem(507, code: "storage", t("The data folder could not be written. Everything is as it was."))
      }
    default: return methodNotAllowed(request, ["GET", "PATCH"])
    }
    return .json(SettingsDocument(page: library.pagePreferences, coach: library.coachPreferences))
  }

  /// The athlete's own colours of zones.
  var zoneStyle: Response {
    Response(type: "text/css; charset=utf-8", body: Array(ZoneStyle(preferences: library.pagePreferences).css.utf8))
  }

  private var settingsFields: SettingsFields {
    SettingsFields(page: library.pagePreferences, coach: library.coachPreferences)
  }

  private func settingsPage(_ request: Request, returned: SettingsFields? = nil) -> Response {
    let form = returned == nil ? [:] : request.form
    let zones = (request.query["zones"] ?? form["zones"]).flatMap { Int($0) } ?? 5
    let page = SettingsPage(
      fields: returned ?? settingsFields, typed: form, zones: min(9, max(3, zones)),
      isSaved: request.query["saved"] != nil)
    return .page(page.html, status: returned == nil ? 200 : 422)
  }

  /// Keeps settings; cues speak the page's language unless another was chosen.
  private func keep(_ fields: SettingsFields) -> Bool {
    var coach = fields.coach
    let tag = fields.page.cueLanguage ?? fields.page.language ?? Language.current.rawValue
    coach.language = CoachLanguage(tag: tag) ?? .english
    do {
      if coach != library.coachPreferences { try library.setCoachPreferences(coach) }
      try library.setPagePreferences(fields.page)
      return true
    } catch {
      return false
    }
  }

  /// A value in a document: a text, a number, a switch or nothing.
  private struct Given: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        text = ""
      } else if let isOn = try? container.decode(Bool.self) {
        text = isOn ? "on" : "off"
      } else if let number = try? container.decode(Double.self) {
        text = ZoneWords.number(number)
      } else {
        text = try container.decode(String.self)
      }
    }
  }
}
