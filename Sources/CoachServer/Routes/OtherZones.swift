// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Workouts
import Zones

/// Zones through which a workout is looked at without keeping it so.
struct OtherZones: Sendable {
  /// The zones, by quantity.
  var sets: [Quantity: ZoneSet] = [:]
  /// What was chosen, and what to change about it.
  var fields: ZoneFields
  /// Whether they are those it was recorded with.
  var isRecorded = false
  /// The query that leads here again, without its question mark.
  var query: String {
    let parts = ["zones", "look", "of"].compactMap { name in
      fields[name].isEmpty ? nil : "\(name)=\(URLCoding.encode(fields[name]))"
    }
    return sets.isEmpty ? "" : parts.joined(separator: "&")
  }
}

extension Router {
  /// The zones that the query of a workout's page asks for; none with a problem where they can't be made.
  func otherZones(for entry: WorkoutEntry, _ request: Request) -> OtherZones {
    var other = OtherZones(fields: ZoneFields(values: request.query))
    guard !other.fields["zones"].isEmpty else { return other }
    if other.fields["zones"] == "recorded" {
      other.sets = library.recordedZones(of: entry.id)
      other.isRecorded = true
      if other.sets.isEmpty { other.fields.problems["zones"] = t("It was recorded with no zones.") }
      return other
    }
    let history = library.zoneHistory
    let day = Day(of: entry.start.instant, utcOffsetSeconds: entry.start.offsetSeconds)
    guard let choice = other.fields.choice(history),
      let (model, title) = ZoneFields.model(choice.zones, history, on: day)
    else {
      if other.fields.problems.isEmpty { other.fields.problems["zones"] = t("Choose zones from the list.") }
      return other
    }
    let sport = Sport(rawValue: entry.sport)
    guard model.quantity != .speed || sport.readsPace else {
      other.fields.problems["zones"] = t("These sort pace, which is read on foot, in the water and in a rowing boat.")
      return other
    }
    if let made = history.zones(model, title: title, sport: sport, on: day)?.zones {
      other.sets[model.quantity] = made
    } else {
      do {
        _ = try model.zones(for: history.anchors(on: day, sport: sport, standingIn: true))
      } catch {
        other.fields.problems[model.followsAnchors && other.fields["zones"] != "own" ? "zones" : "limits"] =
          ZoneWords.sentence(error)
      }
    }
    return other
  }

  /// The published schemes that can be made for a workout's quantities on its day.
  func schemes(for entry: WorkoutEntry, _ quantities: [String]) -> [ZoneScheme] {
    let history = library.zoneHistory
    let day = Day(of: entry.start.instant, utcOffsetSeconds: entry.start.offsetSeconds)
    return ZoneScheme.all.filter { scheme in
      guard quantities.contains(scheme.quantity.rawValue), let model = try? ZoneModel(scheme: scheme.id) else {
        return false
      }
      return history.zones(model, sport: Sport(rawValue: entry.sport), on: day) != nil
    }
  }

  /// Leaves a flagged stretch out, or takes it in again.
  func leaveOut(_ id: String, flag text: String, isOut: Bool, _ request: Request) -> Response {
    guard let flags = library.workout(id)?.summary.quality, let number = Int(text), flags.indices.contains(number)
    else {
      return notFound(request, t("This stretch is not marked in this workout."))
    }
    var out = Set(flags.indices.filter { flags[$0].isLeftOut })
    if isOut { out.insert(number) } else { out.remove(number) }
    do {
      try library.leaveOut(out.sorted(), of: id)
    } catch {
      return notStored
    }
    let path = "/workouts/\(URLCoding.encode(id))"
    let time = Format.clock(flags[number].seconds)
    return tell(
      isOut ? t("Left out, \(time). What was recorded is kept.") : t("Counted again, \(time)."),
      undoPath: "\(path)/flags/\(number)/\(isOut ? "count" : "leave-out")", at: path)
  }
}
