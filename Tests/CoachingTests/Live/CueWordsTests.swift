// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Foundation
import Testing
import Workouts

/// What cues say, in three languages.
struct CueWordsTests {
  /// Every cue in every situation that changes its words.
  private static let cues: [Cue] = {
    var cues: [Cue] = []
    let results: [StepResult?] =
      [nil]
      + StepResult.Band.allCases.flatMap { band in
        [true, false].map { StepResult(band: band, onTarget: 110_000, known: 120_000, isMostlyAbove: $0) }
      }
    for code in Cue.Code.allCases {
      for kind in PlanStep.Kind.allCases {
        for level in code.isCorrective ? [1, 2, 3] : [Int?.none] {
          for zones in [nil, 4...4, 1...2] as [ClosedRange<Int>?] {
            for result in code == .start || code == .finish ? results : [nil] {
              for (quantity, number) in [(Quantity.heartRate, 1), (.power, 1), (.heartRate, 12), (.power, 30)] {
                for hasMore in [true, false] {
                  cues.append(
                    Cue(
                      code: code, time: 0, level: level, step: 0, kind: kind, result: result, channels: .all,
                      quantity: quantity, zones: zones, hasMoreWork: hasMore, seconds: number,
                      distance: Double(number)))
                }
              }
            }
          }
        }
      }
    }
    return cues
  }()

  @Test func `no language scolds, in any cue`() {
    let forbidden = [
      "fail", "bad", "lazy", "weak", "slow", "must", "burn", "punish", "danger", "warning", "should", "wrong",
      "失败", "糟糕", "懒", "虚弱", "太慢", "必须", "惩罚", "危险", "警告", "应该",
      "失敗", "悪い", "怠け", "弱い", "遅い", "なければ", "べき", "罰", "危険", "警告",
    ]
    for language in CoachLanguage.allCases {
      for cue in Self.cues {
        for numbers in [true, false] {
          let text = cue.text(in: language, numbers: numbers)
          for word in forbidden {
            #expect(
              !text.shown.lowercased().contains(word) && !text.spoken.lowercased().contains(word),
              "\(language) \(cue.code): \(text)")
          }
        }
      }
    }
  }

  @Test func `spoken English has at most eight words`() {
    for cue in Self.cues {
      for numbers in [true, false] {
        let spoken = cue.text(numbers: numbers).spoken
        #expect(spoken.split(separator: " ").count <= 8, "\(cue.code): \(spoken)")
      }
    }
  }

  @Test func `every cue says something in every language, and the languages differ`() {
    for cue in Self.cues {
      let texts = CoachLanguage.allCases.map { cue.text(in: $0) }
      for text in texts {
        #expect(!text.shown.isEmpty && !text.spoken.isEmpty)
        #expect(!text.shown.contains("nil") && !text.shown.contains("Optional") && !text.shown.contains("  "))
      }
      #expect(Set(texts.map(\.shown)).count == 3, "\(cue.code): \(texts.map(\.shown))")
      let chinese = texts[1].shown, japanese = texts[2].shown
      #expect(chinese.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) })
      #expect(japanese.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) }, "\(japanese)")
    }
  }

  @Test func `without numbers no cue names a time, beats or watts`() {
    for language in CoachLanguage.allCases {
      for cue in Self.cues where cue.zones == nil {
        let text = cue.text(in: language, numbers: false)
        // "Add a minute" and the place in a set are words, not measurements.
        let digits = text.shown.replacing("1分追加", with: "").replacing("次の1本", with: "").filter {
          $0.isASCII && $0.isNumber
        }
        #expect(digits.isEmpty, "\(language) \(cue.code): \(text.shown)")
      }
    }
  }

  @Test func `one is one, and more are more`() {
    func text(_ code: Cue.Code, _ number: Int, _ quantity: Quantity = .heartRate) -> String {
      Cue(
        code: code, time: 0, level: 2, step: 0, kind: .work, result: nil, channels: .all, quantity: quantity,
        zones: 4...4, hasMoreWork: true, seconds: number, distance: Double(number)
      ).text().shown
    }
    #expect(text(.build, 1) == "Building toward zone 4, 1 beat to go.")
    #expect(text(.build, 10) == "Building toward zone 4, 10 beats to go.")
    #expect(text(.build, 1, .power) == "Building toward zone 4, 1 watt to go.")
    #expect(text(.build, 2, .power) == "Building toward zone 4, 2 watts to go.")
    #expect(text(.leadIn, 1) == "Work block in 1 second. Build toward zone 4.")
    #expect(text(.leadIn, 10) == "Work block in 10 seconds. Build toward zone 4.")
  }

  @Test func `results are told as the table says`() {
    func text(_ band: StepResult.Band, _ on: Milliseconds, _ known: Milliseconds, above: Bool = false) -> String {
      Cue(
        code: .start, time: 0, level: nil, step: 1, kind: .recovery,
        result: StepResult(band: band, onTarget: on * 1000, known: known * 1000, isMostlyAbove: above), channels: .all,
        quantity: .heartRate, zones: nil, hasMoreWork: true, seconds: nil, distance: nil
      ).text().shown
    }
    #expect(text(.met, 110, 120) == "Recover. 1:50 of 2:00 on target.")
    #expect(text(.close, 89, 112) == "Recover. 1:29 of 1:52 on target.")
    #expect(text(.below, 0, 120) == "Recover. That one ran below target; next one, same plan.")
    #expect(text(.below, 0, 120, above: true) == "Recover. That one ran above target; next one, same plan.")
    #expect(text(.unscored, 0, 0) == "Recover.")
  }

  @Test func `each meaning has a haptic pattern of its own, and cues that are only seen have none`() {
    let patterns = Cue.Code.allCases.compactMap { HapticPattern($0) }
    #expect(Set(patterns).count == 7)
    for pattern in Set(patterns) {
      for (a, b) in zip(pattern.pulses, pattern.pulses.dropFirst()) { #expect(a.start + a.duration <= b.start) }
      #expect(pattern.pulses.allSatisfy { $0.strength > 0 && $0.strength <= 1 && $0.duration > 0 })
    }
    for code in [Cue.Code.signalBack, .paused, .resumed] { #expect(HapticPattern(code) == nil) }
    #expect(HapticPattern(.ease) != HapticPattern(.build))
  }
}
