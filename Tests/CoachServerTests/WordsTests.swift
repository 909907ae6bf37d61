// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

@testable import CoachService
import Foundation
import HealthDatabase
import PageFiles
import Testing
import Workouts
import Zones

@testable import CoachServer

/// The words of other languages: all there, none too many, and no English left on a page.
struct WordsTests {
  static let others: [Language] = [.chinese, .japanese]

  /// The places in a text.
  private func places(_ text: String) -> [String] { text.matches(of: /%[1-9]/).map { String($0.0) }.sorted() }

  @Test func `keys are found in sources as they are written`() {
    let read = SourceLiterals(
      reading: #"""
        // t("not this")
        let a = t("one \(f("x", t("two"))) of \(b)") + th(
          "three “\(c)”")
        counted(list.count, "apple", "apples")
        """#)
    #expect(read.keys == ["one %1 of %2", "two", "three “%1”", "%1 apples"])
  }

  @Test(arguments: others)
  func `every text of the page has its words, with the same places`(language: Language) throws {
    let words = try #require(Catalog.words[language])
    let sources = try SourceLiterals(of: "CoachServer")
    #expect(sources.keys.count > 500)
    // What has no letters is the same in all languages unless the catalog says otherwise.
    let missing = sources.keys.filter {
      words.page[$0] == nil && $0.replacing(/%[1-9]/, with: "").contains(where: \.isLetter)
    }
    #expect(missing.sorted() == [])
    for (key, text) in words.page { #expect(places(key) == places(text), "\(key)") }
    for (key, text) in words.script { #expect(places(key) == places(text), "\(key)") }
  }

  @Test(arguments: others)
  func `every text of the scripts has its words`(language: Language) throws {
    let words = try #require(Catalog.words[language])
    #expect(scriptKeys.count > 50)
    #expect(scriptKeys.filter { words.script[$0] == nil }.sorted() == [])
    // Some keys stand in tables of a script first, or come from the sensors.
    let sensors = try SourceLiterals(of: "Sensors").all
    #expect(
      words.script.keys.filter { !scriptKeys.contains($0) && !scripts.contains("'\($0)'") && !sensors.contains($0) }
        .sorted() == [])
  }

  private let scripts = PageFiles.all.filter { $0.name.hasSuffix(".js") }
    .map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")

  private var scriptKeys: Set<String> {
    let texts = scripts.matches(of: /\bt\('((?:[^'\\]|\\.)*)'/).map { String($0.1) }
    let counts = scripts.matches(of: /\bcounted\([^,\n]*,\s*'[^']*',\s*'([^']*)'\)/).map { "%1 \($0.1)" }
    return Set(texts + counts)
  }

  @Test func `no words are left over`() throws {
    // Engines and files hand over names and sentences whose words are looked up as they are.
    let sources = try SourceLiterals(
      of: "CoachServer", "CoachService", "Zones", "Workouts", "WorkoutFiles", "Sensors", "OpenHealthKit")
    var used = sources.all.union(sources.keys)
    for text in sources.all where text.count < 80 {
      used.insert(Names.sentence(text.replacing("_", with: " ")))
      used.insert(Names.sentence(Consent.words(ofType: text)))
      used.insert(Names.sentence(Consent.words(ofType: "HKWorkoutRouteTypeIdentifier")))
      used.insert(Names.sentence(Consent.words(ofType: "HKDataTypeIdentifierHeartbeatSeries")))
    }
    for language in Self.others {
      let words = try #require(Catalog.words[language])
      #expect(words.page.keys.filter { !used.contains($0) }.sorted() == [])
    }
  }

  @Test func `both languages have the same keys`() {
    #expect(Catalog.words[.chinese]?.page.keys.sorted() == Catalog.words[.japanese]?.page.keys.sorted())
    #expect(Catalog.words[.chinese]?.script.keys.sorted() == Catalog.words[.japanese]?.script.keys.sorted())
  }

  @Test func `published schemes and their zones have words`() throws {
    for scheme in ZoneScheme.all {
      for language in Self.others {
        let words = try #require(Catalog.words[language]?.page)
        #expect(words[scheme.title] != nil, "\(scheme.title)")
        for name in scheme.names { #expect(words[name] != nil, "\(name) of \(scheme.id)") }
      }
    }
    for kind in AnchorKind.allCases {
      for language in Self.others { #expect(Catalog.words[language]?.page[Names.sentence(kind.name)] != nil) }
    }
  }

  // MARK: Numbers and dates

  private func say<Value>(_ language: Language, _ text: () -> Value) -> Value {
    Language.$current.withValue(language) { text() }
  }

  @Test func `numbers go with their nouns`() {
    #expect(say(.english) { counted(1, "workout", "workouts") } == "1 workout")
    #expect(say(.english) { counted(0, "workout", "workouts") } == "0 workouts")
    #expect(say(.english) { counted(12_961, "workout", "workouts") } == "12,961 workouts")
    #expect(say(.chinese) { counted(1, "workout", "workouts") } == "1 次训练")
    #expect(say(.japanese) { counted(12_961, "workout", "workouts") } == "12,961 件のワークアウト")
  }

  @Test func `days and months read as in each language`() throws {
    let evening = ZonedTime(
      Instant(millisecondsSince1970: 1_795_107_840_000), offsetSeconds: 3600)
    #expect(say(.english) { Dates.full(evening) } == "Thursday 19 November 2026, 18:04")
    #expect(say(.chinese) { Dates.full(evening) } == "2026年11月19日(周四) 18:04")
    #expect(say(.japanese) { Dates.full(evening) } == "2026年11月19日(木) 18:04")
    #expect(say(.english) { Dates.short(evening) } == "Thu 19")
    #expect(say(.chinese) { Dates.short(evening) } == "19日(周四)")
    #expect(say(.chinese) { Dates.monthAndYear(evening) } == "2026年11月")
    #expect(say(.english) { Dates.monthAndYear(evening) } == "November 2026")
    let today = try #require(Day(iso8601: "2026-11-20"))
    #expect(say(.english) { Dates.relative(evening, today: today) } == "Yesterday, 18:04")
    #expect(say(.japanese) { Dates.relative(evening, today: today) } == "昨日 18:04")
    #expect(say(.chinese) { Dates.relative(evening, today: today + 7) } == "11月19日(周四) 18:04")
    #expect(say(.english) { Dates.relative(evening, today: today + 7) } == "Thursday 19 November, 18:04")
  }

  @Test func `spans and shares read as in each language`() {
    #expect(say(.chinese) { Format.span(2700) } == "45 分钟")
    #expect(say(.japanese) { Format.span(11_460) } == "3 時間 11 分")
    #expect(say(.chinese) { Format.spoken(3729) } == "1 小时 2 分钟 9 秒")
    #expect(say(.english) { Format.spoken(3661) } == "1 hour 1 minute 1 second")
    #expect(say(.chinese) { Format.share(0.81) } == "81%")
    #expect(say(.japanese) { Format.difference(37) } == "+37 秒")
    #expect(say(.chinese) { Format.list(["a", "b"]) } == "a、b")
    #expect(say(.japanese) { Names.fullSentence("終わり") } == "終わり。")
  }

  @Test func `distances, pace, speed and height follow the units`() {
    var miles = PagePreferences()
    miles.units = .miles
    PagePreferences.$current.withValue(miles) {
      #expect(Format.distance(10_000) == "6.21")
      let pace = Format.effort(meters: 1000, seconds: 300, sport: "running")
      #expect(pace?.value == "8:03")
      #expect(pace?.unit == "/mi")
      #expect(Format.effort(meters: 1000, seconds: 100, sport: "cycling")?.value == "22.4")
      #expect(Names.unit("altitude", "m") == "ft")
    }
    #expect(Format.distance(10_000) == "10.00")
  }

  @Test(arguments: [
    ("low-coverage", "心率数据覆盖了 61% 的时间。足以看出大致情况，不足以下结论。"),
    ("stayed-below", "这次跑步有 61% 的时间保持在 3 区以下。"),
    ("repeats-reached-rests-settled", "6 个高强度组中有 4 个达到 3 区，每次休息都降到 3 区以下。"),
    ("minutes-in-zones", "3–4 区共 22 分钟。"), ("blocks-held", "3 个 22 分钟的区段保持在功率 3 区，为 FTP 的 95%。"),
  ])
  func `the coaching line is written from its code`(code: String, text: String) {
    let values = [
      "percent": 61.0, "zone": 3, "reached": 4, "repeats": 6, "settledBelowZone": 3, "minutes": 22, "firstZone": 3,
      "lastZone": 4, "blocks": 3, "percentFTP": 95,
    ]
    let line = LineSummary(
      code: code, values: values, words: ["sport": "running", "quantity": "heartRate", "kind": "hard"], text: "English")
    #expect(say(.chinese) { CoachWords.sentence(line) } == text)
    #expect(say(.english) { CoachWords.sentence(line) } == "English")
  }
}
