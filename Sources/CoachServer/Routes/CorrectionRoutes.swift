// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Workouts
import Zones

extension Router {
  /// Other zones over stored workouts: the question with GET, the deed with POST.
  func apply(_ request: Request) -> Response {
    switch request.method {
    case "GET": return correctionPage(ZoneFields(values: request.query), isAsked: request.query["show"] != nil)
    case "POST": return applyAndLook(request)
    default: return methodNotAllowed(request, ["GET", "POST"])
    }
  }

  private func correctionPage(_ typed: ZoneFields, isAsked: Bool) -> Response {
    var fields = typed
    let history = library.zoneHistory
    var page = CorrectionPage(
      fields: fields, customs: history.customs, sports: ZoneWords.sports(library.workouts(), history))
    guard isAsked else { return .page(page.html) }
    let corrections = corrections(&fields, history)
    page.fields = fields
    guard let corrections else { return .page(page.html, status: 422) }
    do {
      page.previews = try corrections.map { ($0.quantity, try library.preview($0)) }
    } catch {
      return notRead
    }
    return .page(page.html)
  }

  /// What the fields ask for, one for each quantity; `nil` with problems in the fields.
  private func corrections(_ fields: inout ZoneFields, _ history: ZoneHistory) -> [ZoneCorrection]? {
    let from = fields.day("from"), through = fields.day("through"), sport = fields.sport()
    if let from, let through, through < from { fields.problems["through"] = t("The last day lies before the first.") }
    var zones = ZoneCorrection.Zones.history
    var quantities: [Quantity] = [.heartRate, .power]
    if fields["quantity"] == "heartRate" { quantities = [.heartRate] }
    if fields["quantity"] == "power" { quantities = [.power] }
    if fields["quantity"] == "speed" { quantities = [.speed] }
    if !fields["zones"].isEmpty, let chosen = fields.choice(history) {
      if quantities.contains(chosen.quantity) || fields["quantity"].isEmpty {
        quantities = [chosen.quantity]
      } else {
        fields.problems["quantity"] = ZoneWords.sentence(ZoneError.otherQuantity("", chosen.quantity, quantities[0]))
      }
      switch chosen.zones {
      case .model(let model): zones = .model(model)
      case .custom(let id): zones = .custom(id)
      case .none: fields.problems["zones"] = t("Choose zones from the list.")
      }
    }
    guard fields.problems.isEmpty else { return nil }
    return quantities.map { ZoneCorrection($0, from: from, through: through, sport: sport, zones: zones) }
  }

  private func applyAndLook(_ request: Request) -> Response {
    var fields = ZoneFields(values: request.form)
    guard let corrections = corrections(&fields, library.zoneHistory) else {
      return correctionPage(fields, isAsked: true)
    }
    do {
      var undo = ZoneUndo()
      var done: [String] = []
      for correction in corrections {
        let (preview, id) = try library.apply(correction)
        guard let id else { continue }
        undo.added.append(.correction(id))
        done.append(
          t(
            "\(counted(preview.changed, "workout", "workouts")) by \(Names.quantity(correction.quantity.rawValue).lowercased())"
          )
        )
      }
      return tell(
        done.isEmpty ? t("Nothing had to change.") : t("Under other zones now: \(Format.list(done))."), undo: undo)
    } catch {
      return notStored
    }
  }
}
