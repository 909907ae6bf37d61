// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Workouts
import Zones

extension Router {
  /// Workouts side by side under one set of zones.
  func compare(_ request: Request) -> Response {
    var ids: [String] = []
    for id in request.queryValues["id"] ?? request.query["id"].map({ [$0] }) ?? [] where !ids.contains(id) {
      ids.append(id)
    }
    let all = library.workouts()
    let entries = ids.compactMap { id in all.first { $0.id == id } }
    var fields = ZoneFields(values: request.query)
    var page = ComparePage(entries: entries, fields: fields, customs: library.zoneHistory.customs)
    page.isMissing = entries.count < ids.count
    guard entries.count >= 2 else { return .page(page.html) }
    page.schemes = schemes(among: entries)
    guard let wanted = comparisonRequest(&fields, entries) else {
      page.fields = fields
      return .page(page.html, status: 422)
    }
    do {
      page.comparison = try library.compare(wanted)
      page.above = wanted.above
    } catch {
      return notRead
    }
    return .page(page.html)
  }

  /// The latest of the workouts: its sport and today's numbers make the zones for all.
  private func latest(_ entries: [WorkoutEntry]) -> Sport? {
    entries.max { $0.start.instant < $1.start.instant }.map { Sport(rawValue: $0.sport) }
  }

  private func schemes(among entries: [WorkoutEntry]) -> [ZoneScheme] {
    let history = library.zoneHistory, sport = latest(entries), today = library.today
    return ZoneScheme.all.filter { scheme in
      scheme.quantity != .speed
        && (try? ZoneModel(scheme: scheme.id)).flatMap { history.zones($0, sport: sport, on: today) } != nil
    }
  }

  /// What the fields ask for; `nil` with problems in the fields.
  private func comparisonRequest(_ fields: inout ZoneFields, _ entries: [WorkoutEntry]) -> ComparisonRequest? {
    let history = library.zoneHistory, today = library.today
    var quantity: Quantity = fields["quantity"] == "power" ? .power : .heartRate
    var zones = ComparisonRequest.Zones.preferred(on: today)
    switch fields["zones"] {
    case "": break
    case "each": zones = .ofEachDay
    default:
      guard let choice = fields.choice(history),
        let (model, title) = ZoneFields.model(choice.zones, history, on: today)
      else {
        if fields.problems.isEmpty { fields.problems["zones"] = t("Choose zones from the list.") }
        return nil
      }
      let sport = latest(entries)
      guard model.quantity != .speed else {
        fields.problems["zones"] = t("Pace can’t be compared yet; heart rate and power can.")
        return nil
      }
      quantity = model.quantity
      guard let made = history.zones(model, title: title, sport: sport, on: today) else {
        do {
          _ = try model.zones(for: history.anchors(on: today, sport: sport, standingIn: true))
        } catch {
          fields.problems[fields["zones"] == "own" ? "limits" : "zones"] = ZoneWords.sentence(error)
        }
        return nil
      }
      zones = .set(made.zones)
    }
    var request = ComparisonRequest(quantity, zones: zones)
    request.workouts = entries.map(\.id)
    request.above = fields.number("above")
    return fields.problems.isEmpty ? request : nil
  }
}
