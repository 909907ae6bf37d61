// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Cues in English. What is spoken has at most eight words.
struct EnglishCues {
  let cue: Cue
  let numbers: Bool

  var text: CueText {
    switch cue.code {
    case .start: start
    case .leadIn: leadIn
    case .build: build
    case .ease: ease
    case .backIn: CueText("On target.")
    case .gateOpen: CueText("Settled. Next repeat\(inSeconds).")
    case .gateTimeout:
      CueText(
        "Still settling. Start\(inSeconds), or add a minute.", spoken: "Still settling. Start\(inSeconds), or wait.")
    case .gateFallback: CueText("Timing this rest. Next\(inSeconds).")
    case .signalLost: CueText("\(signal) signal lost. Go by feel.")
    case .signalBack: CueText("\(signal) signal is back.")
    case .paused: CueText("Paused.")
    case .resumed: CueText("Going again.")
    case .finish: finish
    }
  }

  private var signal: String { cue.quantity == .power ? "Power" : "Heart rate" }

  private var inSeconds: String {
    guard numbers, let seconds = cue.seconds else { return " soon" }
    return " in \(seconds)"
  }

  private var target: String? {
    switch (cue.lowestZone, cue.highestZone) {
    case (let low?, let high?) where low == high: "zone \(low)"
    case (let low?, let high?): "zones \(low) to \(high)"
    default: nil
    }
  }

  private var start: CueText {
    let what =
      switch cue.kind {
      case .warmup: "Warm up"
      case .work: "Work"
      case .recovery: "Recover"
      case .cooldown: "Cool down"
      case .steady: "Steady"
      }
    if let result {
      let spoken = "\(what). \(result.spoken)"
      return CueText("\(what). \(result.shown)", spoken: spoken)
    }
    // A rest has a ceiling at most, which needs no words.
    guard cue.kind != .recovery, let target else { return CueText("\(what).") }
    return CueText("\(what), \(target).")
  }

  /// What is said of the work step that just ended; of one without a verdict, nothing.
  private var result: CueText? {
    guard let result = cue.result else { return nil }
    let next = cue.hasMoreWork ? "; next one, same plan" : ""
    // "Cool down" and "warm up" leave no room for more.
    let spokenNext = cue.hasMoreWork && cue.kind != .cooldown && cue.kind != .warmup ? "; same plan next" : ""
    switch result.band {
    case .met, .close:
      guard numbers else { return CueText(result.band == .met ? "On target." : "Close to target.") }
      return CueText("\(clockText(result.onTarget)) of \(clockText(result.known)) on target.")
    case .below:
      let side = result.isMostlyAbove ? "above" : "below"
      return CueText("That one ran \(side) target\(next).", spoken: "That ran \(side) target\(spokenNext).")
    case .unscored: return nil
    }
  }

  private var finish: CueText {
    guard let result else { return CueText("Plan done.") }
    return CueText("Plan done. \(result.shown)", spoken: "Done. \(result.spoken)")
  }

  private var leadIn: CueText {
    let seconds = cue.seconds ?? 10
    let head = numbers ? "Work block in \(seconds) \(seconds == 1 ? "second" : "seconds")." : "Work block soon."
    let spoken = numbers ? "Work in \(seconds) \(seconds == 1 ? "second" : "seconds")." : "Work soon."
    let toward = cue.lowestZone.map { "Build toward zone \($0)." } ?? "Build toward target."
    return CueText("\(head) \(toward)", spoken: "\(spoken) \(toward)")
  }

  private var build: CueText {
    switch cue.level {
    case 1, nil: return CueText("A little more when you're ready.")
    case 2:
      let toward = cue.lowestZone.map { "zone \($0)" } ?? "target"
      guard numbers, let left = cue.wholeDistance else { return CueText("Building toward \(toward).") }
      return CueText("Building toward \(toward), \(left) \(unit(left)) to go.")
    default:
      return CueText("Want a lower target today? You can adjust it.", spoken: "Want a lower target? You can adjust.")
    }
  }

  private var ease: CueText {
    switch cue.level {
    case 1, nil: CueText("Ease off a touch.")
    case 2:
      CueText(
        "Still above \(cue.highestZone.map { "zone \($0)" } ?? "target"). Shorten your stride or gear down.",
        spoken: "Still above \(cue.highestZone.map { "zone \($0)" } ?? "target"). Ease off a touch.")
    default: CueText("Prefer a different target? You can adjust it.")
    }
  }

  private func unit(_ count: Int) -> String {
    cue.quantity == .power ? (count == 1 ? "watt" : "watts") : (count == 1 ? "beat" : "beats")
  }
}
