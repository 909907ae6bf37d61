// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import FoundationEssentials
import Workouts
import Zones

extension Arguments {
  /// The data folder: `--data`, else what the environment says.
  var dataFolder: String {
    value("--data") ?? WorkoutLibrary.dataFolder(ProcessInfo.processInfo.environment)
  }

  /// Whose library: `--athlete`, else the one who has the computer.
  var athlete: String { value("--athlete") ?? "me" }

  /// The value of an option as a day, `YYYY-MM-DD`.
  ///
  /// - Throws: `UsageError` if it is none.
  func day(_ name: String) throws -> String? {
    guard let text = value(name) else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
    else { throw UsageError("\(name) needs a day such as 2026-11-30, not “\(text)”.") }
    return text
  }

  /// The workout that the only word names.
  func workout(in library: WorkoutLibrary) throws -> WorkoutDetail {
    guard words.count == 1, let word = words.first else {
      throw UsageError("Name one workout; `zonecoach workouts` lists them.")
    }
    let name = try library.fullName(word)
    guard let detail = library.workout(name) else { throw LibraryMissing(word) }
    return detail
  }

  /// The quantity that `--quantity` names.
  ///
  /// - Throws: `UsageError` for another word.
  func quantity() throws -> Quantity? {
    switch value("--quantity") {
    case nil: nil
    case "heart-rate": .heartRate
    case "power": .power
    case "speed": .speed
    case let other?: throw UsageError("--quantity is heart-rate, power or speed, not “\(other)”.")
    }
  }

  /// The anchors that the options state.
  func statedAnchors() throws -> [AnchorKind: Double] {
    var stated: [AnchorKind: Double] = [:]
    for kind in AnchorKind.allCases where Option.zones.contains(where: { $0.name == kind.option }) {
      if let number = try number(kind.option) { stated[kind] = number }
    }
    return stated
  }

  /// The zones that `--scheme`, or `--boundaries` with `--of`, name, not yet bound to an athlete's numbers; `nil` if
  /// neither is given.
  ///
  /// - Throws: `UsageError` and `ZoneError` that say what to type instead.
  func zoneModel(names: [String] = []) throws -> ZoneModel? {
    let quantity = try quantity()
    var basis: ZoneScheme.Basis?
    if let word = value("--of") {
      guard let found = ZoneScheme.Basis(word: word) else {
        throw UsageError("--of is max-hr, hr-reserve, lthr, ftp, cp or cs, not “\(word)”.")
      }
      basis = found
    }
    switch (value("--boundaries"), value("--scheme")) {
    case (nil, nil):
      if basis != nil { throw UsageError("--of goes with --boundaries in percent.") }
      return nil
    case (let text?, nil): return try TypedLimits(text).model(quantity: quantity, of: basis, names: names)
    case (nil, let name?):
      let scheme = try ZoneScheme.named(name)
      return try ZoneModel(quantity: quantity ?? scheme.quantity, limits: .scheme(name), names: names)
    case (_?, _?): throw UsageError("Give --boundaries or --scheme, not both.")
    }
  }

  /// The zones that the options name.
  ///
  /// - Throws: `UsageError` for options that make no zones.
  func zoneRequest() throws -> ZoneRequest {
    var request = ZoneRequest(WorkoutLibrary.zoneHistory(in: dataFolder, named: athlete))
    request.quantity = try quantity()
    if request.quantity == .speed { throw UsageError("This command shows heart rate and power, not speed.") }
    do {
      // What is stated here is believed before what was stated once in the data folder, which holds for the rest
      // unless it contradicts.
      request.anchors = try Anchors(stated: statedAnchors())
      if let model = try zoneModel() {
        guard model.quantity != .speed else {
          throw UsageError("These zones sort speed; this command shows heart rate and power.")
        }
        var zones = try model.zones(for: request.anchorsOfToday())
        if model.followsAnchors {
          zones.source = .app
        } else {
          zones = try ZoneSet(typed: zones.boundaries.values, quantity: model.quantity, unitIsStated: true)
        }
        request.named[model.quantity] = zones
      }
    } catch let error as ZoneError {
      throw UsageError("\(error).")
    }
    return request
  }
}
