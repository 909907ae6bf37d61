// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Cues in Japanese.
struct JapaneseCues {
  let cue: Cue
  let numbers: Bool

  var text: CueText {
    switch cue.code {
    case .start: start
    case .leadIn: leadIn
    case .build: build
    case .ease: ease
    case .backIn: CueText("ターゲット内です。")
    case .gateOpen: CueText("落ち着きました。\(inSeconds)次の1本です。")
    case .gateTimeout:
      CueText("まだ下がっている途中です。\(inSeconds)開始、1分追加もできます。", spoken: "まだ途中です。\(inSeconds)開始、待つこともできます。")
    case .gateFallback: CueText("このレストは時間で計ります。\(inSeconds)次です。")
    case .signalLost: CueText("\(signal)の信号が途切れました。感覚で続けましょう。")
    case .signalBack: CueText("\(signal)の信号が戻りました。")
    case .paused: CueText("一時停止中です。")
    case .resumed: CueText("再開します。")
    case .finish: CueText("プラン終了です。" + (result ?? ""))
    }
  }

  private var signal: String { cue.quantity == .power ? "パワー" : "心拍" }

  private var inSeconds: String {
    guard numbers, let seconds = cue.seconds else { return "まもなく" }
    return "\(seconds)秒後に"
  }

  private var target: String? {
    switch (cue.lowestZone, cue.highestZone) {
    case (let low?, let high?) where low == high: "ゾーン\(low)"
    case (let low?, let high?): "ゾーン\(low)から\(high)"
    default: nil
    }
  }

  private var start: CueText {
    let what =
      switch cue.kind {
      case .warmup: "ウォームアップ"
      case .work: "ワーク"
      case .recovery: "リカバリー"
      case .cooldown: "クールダウン"
      case .steady: "一定ペース"
      }
    if let result { return CueText("\(what)。\(result)") }
    guard cue.kind != .recovery, let target else { return CueText("\(what)。") }
    return CueText("\(what)、\(target)。")
  }

  private var result: String? {
    guard let result = cue.result else { return nil }
    switch result.band {
    case .met, .close:
      guard numbers else { return result.band == .met ? "ターゲット内でした。" : "ターゲットの近くでした。" }
      return "\(clockText(result.known))のうち\(clockText(result.onTarget))がターゲット内です。"
    case .below:
      return "今回はターゲットより\(result.isMostlyAbove ? "高め" : "低め")でした\(cue.hasMoreWork ? "。次も同じプランです" : "")。"
    case .unscored: return nil
    }
  }

  private var leadIn: CueText {
    let toward = cue.lowestZone.map { "ゾーン\($0)へ上げていきます。" } ?? "ターゲットへ上げていきます。"
    return CueText("\(inSeconds)ワークです。\(toward)")
  }

  private var build: CueText {
    switch cue.level {
    case 1, nil: return CueText("準備ができたら、もう少し上げましょう。")
    case 2:
      let toward = cue.lowestZone.map { "ゾーン\($0)" } ?? "ターゲット"
      guard numbers, let left = cue.wholeDistance else { return CueText("\(toward)に近づいています。") }
      return CueText("\(toward)まであと\(left)\(cue.quantity == .power ? "ワット" : "拍")です。")
    default: return CueText("今日は低めのターゲットにしますか。調整できます。")
    }
  }

  private var ease: CueText {
    switch cue.level {
    case 1, nil: CueText("少しゆるめましょう。")
    case 2:
      CueText(
        "まだ\(cue.highestZone.map { "ゾーン\($0)" } ?? "ターゲット")より高めです。歩幅を縮めるか、軽いギアにできます。",
        spoken: "まだ\(cue.highestZone.map { "ゾーン\($0)" } ?? "ターゲット")より高めです。少しゆるめましょう。")
    default: CueText("別のターゲットにしますか。調整できます。")
    }
  }
}
