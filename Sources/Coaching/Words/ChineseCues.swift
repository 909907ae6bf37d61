// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Cues in Chinese, simplified characters.
struct ChineseCues {
  let cue: Cue
  let numbers: Bool

  var text: CueText {
    switch cue.code {
    case .start: start
    case .leadIn: leadIn
    case .build: build
    case .ease: ease
    case .backIn: CueText("已回到目标。")
    case .gateOpen: CueText("心率已平稳。\(inSeconds)开始下一组。")
    case .gateTimeout: CueText("心率仍在回落。\(inSeconds)开始，也可以再加一分钟。", spoken: "仍在回落。\(inSeconds)开始，也可以再等等。")
    case .gateFallback: CueText("本次休息按时间计。\(inSeconds)开始下一组。")
    case .signalLost: CueText("\(signal)信号丢失。请凭感觉继续。")
    case .signalBack: CueText("\(signal)信号已恢复。")
    case .paused: CueText("已暂停。")
    case .resumed: CueText("继续。")
    case .finish: CueText("计划完成。" + (result ?? ""))
    }
  }

  private var signal: String { cue.quantity == .power ? "功率" : "心率" }

  private var inSeconds: String {
    guard numbers, let seconds = cue.seconds else { return "稍后" }
    return "\(seconds) 秒后"
  }

  private var target: String? {
    switch (cue.lowestZone, cue.highestZone) {
    case (let low?, let high?) where low == high: "\(low) 区"
    case (let low?, let high?): "\(low) 至 \(high) 区"
    default: nil
    }
  }

  private var start: CueText {
    let what =
      switch cue.kind {
      case .warmup: "热身"
      case .work: "强度段"
      case .recovery: "恢复"
      case .cooldown: "缓和"
      case .steady: "匀速"
      }
    if let result { return CueText("\(what)。\(result)") }
    guard cue.kind != .recovery, let target else { return CueText("\(what)。") }
    return CueText("\(what)，\(target)。")
  }

  private var result: String? {
    guard let result = cue.result else { return nil }
    switch result.band {
    case .met, .close:
      guard numbers else { return result.band == .met ? "达到目标。" : "接近目标。" }
      return "目标内 \(clockText(result.onTarget))，共 \(clockText(result.known))。"
    case .below:
      return "这一段\(result.isMostlyAbove ? "高于" : "低于")目标\(cue.hasMoreWork ? "；下一段按原计划" : "")。"
    case .unscored: return nil
    }
  }

  private var leadIn: CueText {
    let toward = cue.lowestZone.map { "逐步进入 \($0) 区。" } ?? "逐步接近目标。"
    return CueText("\(inSeconds)进入强度段。\(toward)")
  }

  private var build: CueText {
    switch cue.level {
    case 1, nil: return CueText("准备好后，再加一点。")
    case 2:
      let toward = cue.lowestZone.map { "\($0) 区" } ?? "目标"
      guard numbers, let left = cue.wholeDistance else { return CueText("正在接近\(toward)。") }
      return CueText(cue.quantity == .power ? "正在接近\(toward)，还差 \(left) 瓦。" : "正在接近\(toward)，还差 \(left) 次/分。")
    default: return CueText("今天想用低一点的目标吗？可以调整目标。")
    }
  }

  private var ease: CueText {
    switch cue.level {
    case 1, nil: CueText("稍微放松一点。")
    case 2:
      CueText(
        "仍高于\(cue.highestZone.map { " \($0) 区" } ?? "目标")。可以缩小步幅或换轻一档。",
        spoken: "仍高于\(cue.highestZone.map { " \($0) 区" } ?? "目标")。稍微放松一点。")
    default: CueText("想换一个目标吗？可以调整目标。")
    }
  }
}
