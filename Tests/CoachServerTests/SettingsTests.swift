// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Coaching
import Foundation
import Testing

@testable import CoachServer

/// Settings: what is taken, what is not, and what pages look like then.
struct SettingsTests {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary
  let router: Router

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
    router = Router(library: library, port: 8227)
  }

  private func ask(_ method: String, _ path: String, _ body: String = "", query: [String: String] = [:]) -> Response {
    router.respond(
      to: Request(
        method: method, path: path, query: query, headers: ["host": "127.0.0.1:8227"], body: Array(body.utf8)))
  }

  private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

  @Test func `each setting is kept, shown and followed`() {
    let change = #"""
      {"language":"ja","units":"mi","weekStart":"sunday","theme":"dark","patterns":true,"singleKeys":false,
       "cues":"key-moments","voice":true,"vibration":false,"zoneChanges":true,"heart-rate.dwell":40}
      """#
    #expect(ask("PATCH", "/api/settings", change).status == 200)
    let page = library.pagePreferences, coach = library.coachPreferences
    #expect(page.language == "ja" && page.units == .miles && page.weekStart == .sunday && page.theme == .dark)
    #expect(page.patterns && !page.singleKeys)
    #expect(coach.verbosity == .keyMoments && coach.voice && !coach.haptics && coach.zoneChanges == true)
    #expect(coach.numbers == ["heart-rate.dwell": 40])
    #expect(coach.language == .japanese, "cues speak the page's language")
    let html = text(ask("GET", "/settings"))
    #expect(
      html.contains("<html lang=\"ja\" data-theme=\"dark\" data-patterns=\"on\" data-keys=\"off\" data-units=\"mi\">"))
    #expect(html.contains("<option value=\"sunday\" selected>"))
    #expect(ask("PATCH", "/api/settings", #"{"language":null,"cueLanguage":"zh-Hans"}"#).status == 200)
    #expect(library.pagePreferences.language == nil && library.coachPreferences.language == .chinese)
  }

  @Test(arguments: [
    #"{"language":"fr"}"#, #"{"units":"furlongs"}"#, #"{"theme":"pink"}"#, #"{"voice":"maybe"}"#, #"{"none":1}"#,
    #"{"heart-rate.dwell":1}"#, ##"{"colour-light-5-9":"#000000"}"##, #"{"colour-light-5-1":"red"}"#,
    #"{"name-2-1":"x"}"#, #"{"theme":"dark","units":"no"}"#,
  ])
  func `what can't be is refused and nothing is changed`(body: String) {
    let answer = ask("PATCH", "/api/settings", body)
    #expect(answer.status == 422)
    #expect(library.pagePreferences == PagePreferences() && library.coachPreferences == CoachPreferences())
  }

  @Test func `what is no object is told so`() {
    #expect(ask("PATCH", "/api/settings", "[1]").status == 400)
    #expect(ask("PATCH", "/api/settings", #"{"theme":{}}"#).status == 400)
    #expect(ask("DELETE", "/api/settings").status == 405)
  }

  @Test func `a form without script keeps all of it`() {
    let form =
      "language=zh-Hans&units=km&weekStart=saturday&theme=light&patterns=off&patterns=on&singleKeys=off&cues=off&voice=off"
    #expect(ask("POST", "/settings", form).status == 303)
    let page = library.pagePreferences
    #expect(page.language == "zh-Hans" && page.weekStart == .saturday && page.patterns && !page.singleKeys)
    #expect(ask("POST", "/settings", "units=x").status == 422)
  }

  @Test func `a zone has the name and the colours it was given`() throws {
    let form = "zones=5&name-5-2=Chatty&colour-light-5-2=%23306030&colour-dark-5-2=%2370c070"
    #expect(ask("POST", "/settings", form)[header: "Location"]?.contains("zones=5") == true)
    var athlete = AthleteSettings()
    athlete.maximumHeartRate = 190
    try library.setAthlete(athlete)
    let page = text(ask("GET", "/zones"))
    #expect(page.contains("Chatty"))
    let link = try #require(page.firstMatch(of: /href="\/zones.css\?(\w+)"/))
    let css = text(ask("GET", "/zones.css", query: [String(link.1): ""]))
    #expect(
      css.contains(
        ":root,[data-zones=\"5\"]{--zone-2:light-dark(#306030,#70c070);--on-zone-2:light-dark(var(--white),var(--black));}"
      ))
    #expect(ask("POST", "/settings/usual").status == 303)
    #expect(library.pagePreferences == PagePreferences())
    #expect(!text(ask("GET", "/zones")).contains("zones.css?"))
  }

  @Test(arguments: [("light", "#ffff88"), ("light", "#9fd0ff"), ("dark", "#101418"), ("dark", "#3a2030")])
  func `a colour that is hard to see is refused with the nearest that passes`(theme: String, text: String) throws {
    let answer = ask("PATCH", "/api/settings", #"{"colour-\#(theme)-5-1":"\#(text)"}"#)
    #expect(answer.status == 422)
    let document = try JSONDecoder().decode([String: String].self, from: Data(answer.body))
    let offer = try #require(document["offer"].flatMap { Colour($0) })
    let surfaces = Palette.surfaces(theme == "dark")
    #expect(surfaces.count == 2 && offer.standsOut(from: surfaces))
    // No needless step away: the least contrast is just passed.
    #expect((surfaces.map { offer.contrast($0) }.min() ?? 0) < 3.1)
    #expect(ask("PATCH", "/api/settings", #"{"colour-\#(theme)-5-1":"\#(offer.text)"}"#).status == 200)
    #expect(library.pagePreferences.zoneColour(1, of: 5, theme == "dark" ? .dark : .light) == offer.text)
  }

  @Test func `usual colours are those of the stylesheet, and stay the usual ones`() throws {
    for count in 3...9 {
      for number in 1...count {
        for isDark in [false, true] {
          let colour = try #require(Palette.zone(number, of: count, isDark: isDark))
          #expect(colour.standsOut(from: Palette.surfaces(isDark)))
        }
      }
    }
    let usual = try #require(Palette.zone(1, of: 5, isDark: false)).text
    #expect(ask("PATCH", "/api/settings", #"{"colour-light-5-1":"\#(usual)"}"#).status == 200)
    #expect(library.pagePreferences.zoneColours.isEmpty)
  }

  @Test func `settings of a newer version are read as far as they are known`() throws {
    let json = #"{"theme":"neon","units":"mi","zoneNames":{"5":["a","","","",""]},"more":1}"#
    let read = try JSONDecoder().decode(PagePreferences.self, from: Data(json.utf8))
    #expect(read.theme == .system && read.units == .miles)
    let again = try JSONDecoder().decode(PagePreferences.self, from: JSONEncoder().encode(read))
    #expect(again == read)
  }
}
