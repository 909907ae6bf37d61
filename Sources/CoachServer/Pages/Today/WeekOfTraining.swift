// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts

/// Seven days with what was done and what is planned.
struct WeekOfTraining {
  /// One day.
  struct DayOfTraining {
    var day: Day
    /// What was done, in order of time.
    var done: [WorkoutEntry] = []
    /// What is planned and not done yet.
    var planned: [PlannedWorkout] = []
  }

  /// The days in order.
  var days: [DayOfTraining]
  /// Whether anything was planned in the week, done or not.
  var isPlanned: Bool
  /// Active time of the week before up to the same day.
  var secondsBefore: Double

  /// The week of a day.
  ///
  /// - Parameter firstWeekday: 1 for Monday to 7 for Sunday.
  init(of today: Day, firstWeekday: Int, entries: [WorkoutEntry], planned: [PlannedWorkout]) {
    let start = Self.start(of: today, firstWeekday: firstWeekday)
    days = (0..<7).map { DayOfTraining(day: Day(daysSince1970: start.daysSince1970 + $0)) }
    secondsBefore = 0
    for entry in entries {
      let offset = entry.start.day.daysSince1970 - start.daysSince1970
      if (0..<7).contains(offset) {
        days[offset].done.insert(entry, at: 0)
      } else if (-7..<0).contains(offset), offset + 7 <= today.daysSince1970 - start.daysSince1970 {
        secondsBefore += entry.activeSeconds
      }
    }
    isPlanned = false
    for session in planned {
      let offset = session.day.daysSince1970 - start.daysSince1970
      guard (0..<7).contains(offset) else { continue }
      isPlanned = true
      if !session.isDone, session.day >= today { days[offset].planned.append(session) }
    }
  }

  /// The first day of the week that a day lies in.
  static func start(of day: Day, firstWeekday: Int) -> Day {
    Day(daysSince1970: day.daysSince1970 - ((day.weekday - firstWeekday) % 7 + 7) % 7)
  }

  /// All that was done.
  var done: [WorkoutEntry] { days.flatMap(\.done) }
  /// Active seconds that were done.
  var secondsDone: Double { done.reduce(0) { $0 + $1.activeSeconds } }
  /// Seconds still planned.
  var secondsPlanned: Double { days.flatMap(\.planned).reduce(0) { $0 + $1.outline.totalSeconds } }

  /// The time that a full width stands for: the longest of the week, done or planned.
  var scale: Double {
    max(600, (done.map(\.elapsedSeconds) + days.flatMap(\.planned).map(\.outline.totalSeconds)).max() ?? 600)
  }
}

/// Seconds in each zone, summed up over the workouts whose zones are as many as those of most of the time.
struct ZoneSums {
  var seconds: [Double]
  /// The number of the lowest zone, 0 or 1.
  var firstNumber: Int
  /// How many workouts with zones of another kind, or none, are not in it.
  var left: Int

  private struct Kind: Hashable {
    var count: Int
    var first: Int
  }

  /// `nil` where no workout has zones.
  init?(_ entries: [WorkoutEntry]) {
    var sums: [Kind: [Double]] = [:]
    var counts: [Kind: Int] = [:]
    for entry in entries {
      guard let zones = entry.zoneSeconds, let ribbon = entry.ribbon else { continue }
      let kind = Kind(count: zones.count, first: ribbon.firstNumber)
      sums[kind] = sums[kind].map { zip($0, zones).map { $0 + $1 } } ?? zones
      counts[kind, default: 0] += 1
    }
    guard
      let best = sums.max(by: {
        ($0.value.reduce(0, +), $0.key.count) < ($1.value.reduce(0, +), $1.key.count)
      }), best.value.reduce(0, +) > 0
    else { return nil }
    seconds = best.value
    firstNumber = best.key.first
    left = entries.count - (counts[best.key] ?? 0)
  }

  /// The zones' names for labels.
  var names: [String] {
    seconds.indices.map { index in
      firstNumber + index == 0 ? t("below zone 1") : t("zone \(firstNumber + index)")
    }
  }

  /// How many of the lowest zones are easy: two of five and more, one of three and four; what is below zone 1 with them.
  var easyZones: Int? {
    [3: 1, 4: 1, 5: 2, 6: 2, 7: 2][seconds.count - (1 - firstNumber)].map { $0 + (1 - firstNumber) }
  }
}

extension ZonedTime {
  /// The local day.
  var day: Day { Day(of: instant, utcOffsetSeconds: offsetSeconds) }
}

/// The week as seven ribbons on one time scale, and its minutes by zone.
struct WeekStrip {
  var week: WeekOfTraining
  var today: Day

  var html: HTML {
    let done = week.done.isEmpty ? t("nothing") : Format.span(week.secondsDone),
      all = Format.span(week.secondsDone + week.secondsPlanned)
    let sum = week.secondsPlanned > 0 ? t("\(done) done · \(all) with what is planned") : t("\(done) done")
    return """
      <section class="section" aria-labelledby="week-h"><div class="head"><h2 id="week-h">\(t("This week"))</h2><p class="muted small num">\(sum)</p></div>
      <ol class="week">\(week.days.map(day))</ol>
      <div class="stack week-zones">\(minutes)</div></section>
      """
  }

  private func day(_ day: WeekOfTraining.DayOfTraining) -> HTML {
    let isToday = day.day == today
    let mark: HTML = isToday ? "<span class=\"hidden\"> \(t("today"))</span>" : ""
    let done = day.done.map { entry -> HTML in
      let share = max(0.06, entry.elapsedSeconds / week.scale)
      let picture: HTML =
        entry.ribbon.map {
          RibbonPicture(ribbon: $0, width: Format.svg(share * 100), columns: max(8, Int(share * 110))).html
        } ?? "<span class=\"bare\"></span>"
      return """
        <a href="/workouts/\(URLCoding.encode(entry.id))">\(picture)<span class="what"><b class="num">\(Format.clock(entry.elapsedSeconds))</b> \(Names.title(entry))</span></a>
        """
    }
    let planned = day.planned.map { session -> HTML in
      let share = max(0.06, session.outline.totalSeconds / week.scale)
      return """
        <a href="/plans?plan=\(URLCoding.encode(session.name))">\(PlanPicture(outline: session.outline, width: Format.svg(share * 100)).html)<span class="what"><b class="num">\(PlanWords.length(session.outline))</b> \(session.name)<span class="hidden">\(t(", planned"))</span></span></a>
        """
    }
    let rest: HTML =
      done.isEmpty && planned.isEmpty
      ? (day.day < today || week.isPlanned
        ? "<p class=\"rest\">\(t("Rest"))</p>" : "<p class=\"rest\" aria-hidden=\"true\">·</p>") : ""
    return """
      <li class="day\(isToday ? " today" as HTML : "")"><h3 class="num">\(Dates.shortWeekday(day.day))\(mark)</h3>\(done)\(planned)\(rest)</li>
      """
  }

  private var minutes: HTML {
    guard let sums = ZoneSums(week.done) else {
      let before = week.secondsBefore > 0 ? t("At this point last week: \(Format.span(week.secondsBefore)).") : ""
      return before.isEmpty ? "" : "<p class=\"muted\">\(before)</p>"
    }
    let seconds = sums.seconds, left = sums.left
    let total = seconds.reduce(0, +)
    let easy = sums.easyZones.map { seconds.prefix($0).reduce(0, +) / total }
    let before: HTML? =
      week.secondsBefore > 0
      ? " <span class=\"muted\">\(t("At this point last week: \(Format.span(week.secondsBefore))."))</span>" : nil
    let sentence: HTML =
      easy.map { share -> HTML in
        let zones = sums.easyZones == 2 - sums.firstNumber ? t("zone 1") : t("zones 1 and 2")
        return "<b>\(t("\(Format.share(share)) easy so far"))</b> <span class=\"muted\">\(t("(\(zones))."))</span>"
      } ?? ""
    let legend = seconds.enumerated().map { index, time -> HTML in
      "<li>\(ZoneMark.html(index: index, count: seconds.count, number: index + sums.firstNumber)) \(Format.span(time))</li>"
    }
    let others: HTML =
      left > 0
      ? "<p class=\"caption\">\(counted(left, "workout has other zones and is not in this bar.", "workouts have other zones and are not in this bar."))</p>"
      : ""
    return """
      <p>\(sentence)\(before)</p>
      <div data-zones="\(ZoneColours.set(seconds.count))">\(ZoneBar.html(seconds, ranges: sums.names))
      <ul class="legend num">\(legend)</ul></div>\(others)
      """
  }
}
