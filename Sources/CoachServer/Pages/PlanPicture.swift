// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// A plan as a ribbon of what is asked for: dashed, because nothing of it is done yet.
struct PlanPicture {
  var outline: PlanOutline
  /// Height in pixels, without the axis.
  var height = 34
  /// Width in percent of the room there is.
  var width = "100"
  /// Whether there is a time axis.
  var hasAxis = false
  /// Whether each column says which step it is.
  var hasPlaces = false
  /// What it shows, in one sentence; `nil` where words beside it say the same.
  var label: String?

  /// The picture.
  var html: HTML {
    let total = max(1, outline.totalSeconds), bottom = height + 1
    var at = 0.0
    let steps = outline.steps.map { step -> HTML in
      defer { at += step.seconds }
      let high = (step.zone + 1) * height / max(1, outline.zoneCount)
      let x = Format.svg(at / total * 100), width = Format.svg(step.seconds / total * 100)
      let guess: HTML = step.hasTarget ? "" : " guess"
      return """
        <rect class="planned\(guess) \(ZoneColours.fill(step.zone))"\(place(step)) x="\(x)%" y="\(bottom - high)" width="\(width)%" height="\(high)"/>
        """
    }
    let name: HTML = label.map { "role=\"img\" aria-label=\"\($0)\"" } ?? "aria-hidden=\"true\""
    return """
      <div class="ribbon" data-zones="\(ZoneColours.set(outline.zoneCount))"><svg class="ribbon-picture" width="\(width)%" height="\(bottom + (hasAxis ? 23 : 1))" \(name)>\(steps)\
      <line class="base" x2="100%" y1="\(bottom).5" y2="\(bottom).5"/>\(axis(bottom, total))</svg></div>
      """
  }

  /// Which step a column is, for the builder.
  private func place(_ step: PlanOutline.Step) -> HTML {
    hasPlaces ? " data-place=\"\(step.place.map(String.init).joined(separator: "."))\"" : ""
  }

  private func axis(_ bottom: Int, _ total: Double) -> [HTML] {
    guard hasAxis else { return [] }
    let step = TimeAxis.step(total: total, width: 420, multipleOf: 60)
    return stride(from: 0, through: total * 0.97, by: step).map { second in
      let x = Format.svg(second / total * 100)
      return "<svg x=\"\(x)%\"><text class=\"axis\" x=\"0\" y=\"\(bottom + 17)\">\(Format.clock(second))</text></svg>"
    }
  }
}

/// What a plan asks for, in words.
enum PlanWords {
  /// How long it is: `45 min`, `about 45 min` where steps don't go by time.
  static func length(_ outline: PlanOutline) -> String {
    let span = Format.span(outline.totalSeconds)
    return outline.isGuessed ? t("about \(span)") : span
  }

  /// A sentence for a picture: `Plan: 10 min zone 1, 6 × (3 min zone 4, 2 min zone 1), …`, shortened after a dozen steps.
  static func sentence(_ outline: PlanOutline) -> String {
    let steps = outline.steps.prefix(12).map { step -> String in
      let number = step.zone + outline.firstNumber, low = step.lowest + outline.firstNumber
      let span = Format.span(step.seconds)
      if !step.hasTarget { return span }
      return low == number ? t("\(span) in zone \(number)") : t("\(span) in zones \(low) to \(number)")
    }
    let more = outline.steps.count - steps.count
    let rest = more > 0 ? [counted(more, "more step", "more steps")] : []
    return t("Plan: \((steps + rest).joined(separator: t(", ")))")
  }
}
