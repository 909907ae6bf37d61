// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

@testable import CoachService
import Foundation
import Testing
import Workouts
import Zones

@testable import CoachServer

/// Pages over sample data in other languages hold no English.
struct TranslatedPageTests {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary
  let router: Router

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
    router = Router(library: library, port: 8227)
  }

  /// What stays as it is in every language: names of programs, formats, makers, people, commands, keys and units.
  static let kept: Set<String> = [
    "ZoneCoach", "zonecoach", "restore", "delete", "verify", "health", "sqlite", "before", "FIT", "TCX", "GPX", "CSV",
    "JSON", "HealthKit", "Apple", "Garmin", "UTC", "FTP", "bpm", "km", "kcal", "KB", "MB", "GB", "Page", "Up", "Down",
    "Ctrl", "Esc", "Friel", "Coggan", "Karvonen", "ACSM", "Seiler", "British", "Cycling", "TrainerRoad", "Zwift",
    "Wahoo", "Stryd", "Nes", "hrmax", "VO", "max", "SUP",
    "Space", "serve", "Development", "Simulated", "watch",
  ]

  /// Words of Latin letters that a person sees or hears on a page.
  static func english(_ page: String) -> Set<String> {
    var text = page.replacing(/<(script|style|svg)\b[^>]*>.*?<\/(script|style|svg)>/.dotMatchesNewlines()) { match in
      match.0.matches(of: /aria-label="[^"]*"|<text[^>]*>[^<]*</).map { String($0.0) }.joined(separator: " ")
        .replacing(/<text[^>]*>/, with: " ").replacing("aria-label", with: "")
    }
    let labels = text.matches(of: /\b(?:aria-label|title|placeholder|label)="([^"]*)"/).map { String($0.1) }
    text = text.replacing(/<[^>]*>/, with: " ").replacing(/&#?\w+;/, with: " ")
      .replacing(/[\w-]+\.fit\b/, with: " ")
    let words = (text + " " + labels.joined(separator: " ")).matches(of: /[A-Za-z]{2,}/).map { String($0.0) }
    return Set(words).subtracting(kept)
  }

  private func ask(_ path: String, _ language: Language, query: [String: String] = [:], body: String? = nil) -> Response
  {
    router.respond(
      to: Request(
        method: body == nil ? "GET" : "POST", path: path, query: query,
        headers: ["host": "127.0.0.1:8227", "accept-language": language.rawValue], body: Array((body ?? "").utf8)))
  }

  private func page(
    _ path: String, _ language: Language, query: [String: String] = [:], body: String? = nil
  ) -> String {
    let text = String(decoding: ask(path, language, query: query, body: body).body, as: UTF8.self)
    #expect(text.contains("<html lang=\"\(language.rawValue)\""), "\(path)")
    return text
  }

  @Test func `what is seen and heard of a page is looked at`() {
    let found = Self.english(
      "<p title=\"Hover\">日 <b>Bold</b> bpm</p><svg aria-label=\"Drawn\"><rect class=\"nope\"/><text x=\"1\">Inside</text></svg>"
    )
    #expect(found == ["Hover", "Bold", "Drawn", "Inside"])
  }

  @Test(arguments: [Language.chinese, .japanese])
  func `no page has English words left`(language: Language) throws {
    func expectNone(_ path: String, query: [String: String] = [:], body: String? = nil) {
      let left = Self.english(page(path, language, query: query, body: body))
      #expect(left.sorted() == [], "\(path) \(query)")
    }
    for path in ["/workouts", "/zones", "/privacy", "/compare", "/privacy/delete", "/zones/apply", "/nowhere"] {
      expectNone(path)
    }
    var athlete = AthleteSettings()
    athlete.age = 40
    athlete.functionalThresholdPower = 250
    try library.setAthlete(athlete)
    library.addSamples()
    let model = try ZoneModel(quantity: .heartRate, limits: .percentages([60, 75, 85], of: .maximumHeartRate))
    _ = try library.save(model, named: "年", from: library.today + -5)
    try library.choose(
      ZoneChoice(
        .heartRate, .model(try ZoneModel(scheme: "hrmax5")), sport: .running, from: library.today, entered: library.time
      ))
    let entries = library.workouts()
    for path in ["/workouts", "/zones", "/privacy", "/privacy/delete", "/zones/apply"] { expectNone(path) }
    for entry in entries {
      for quantity in ["heartRate", "power"] { expectNone("/workouts/\(entry.id)", query: ["quantity": quantity]) }
      expectNone("/workouts/\(entry.id)", query: ["zones": "hrmax5"])
      expectNone("/workouts", query: ["compare": entry.id])
    }
    expectNone("/zones/apply", query: ["show": "1", "zones": "hrmax5"])
    expectNone("/privacy/delete", query: ["from": "2020-01-01"])
    expectNone("/privacy/delete", query: ["source": "format:fit"])
    expectNone("/zones", body: "age=abc&maxHR=900&restingHR=1")
    expectNone("/zones/choose", body: "zones=own&limits=60,70,80")
    expectNone("/zones/choose", body: "zones=own&limits=150,140")
    expectNone("/zones/choose", body: "zones=friel-run7")
    expectNone("/zones/custom", body: "name=&zones=own&limits=")
    expectNone("/zones/number", body: "kind=criticalSpeed&value=4:10")
  }

  @Test func `the browser's language holds until one is chosen`() throws {
    #expect(page("/workouts", .japanese).contains("最初のリボン"))
    var preferences = PagePreferences()
    preferences.language = "zh-Hans"
    try library.setPagePreferences(preferences)
    #expect(String(decoding: ask("/workouts", .japanese).body, as: UTF8.self).contains("<html lang=\"zh-Hans\""))
  }

  @Test func `verdicts of an import are told in the language of who asks`() {
    let answer = router.respond(
      to: Request(
        method: "POST", path: "/api/import",
        headers: ["host": "127.0.0.1:8227", "accept-language": "ja", "x-file-name": "a.fit"], body: Array("none".utf8)))
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.contains("知っている形式のワークアウトファイルではありません。"), "\(text)")
  }
}
