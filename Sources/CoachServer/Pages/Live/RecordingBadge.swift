// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService

/// On every other view: that a workout goes on, and the way back to it.
struct RecordingBadge: Sendable {
  /// The workout that goes on while an answer is written, if there is one.
  @TaskLocal static var current: RecordingBadge?

  private let id: String
  private let seconds: Double
  private let isPaused: Bool

  /// A workout's badge; `nil` for none.
  init?(_ run: LiveRun?) {
    guard let run else { return nil }
    let shot = run.snapshot()
    id = run.id
    seconds = (Double(shot.active) / 1000).rounded(.down)
    isPaused = shot.isPaused
  }

  /// The link; nothing where no workout goes on.
  static var html: HTML? {
    current.map { badge in
      let clock: HTML = """
        <span class="num" data-clock="\(Format.decimals(badge.seconds, 0))"\(badge.isPaused ? " data-paused" : "")>\(Format.clock(badge.seconds))</span>
        """
      return
        "<a class=\"btn recording\" href=\"/live/\(badge.id)\">● \(badge.isPaused ? t("Paused") : t("Recording")) \(clock)</a>"
    }
  }
}
