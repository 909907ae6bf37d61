// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import FoundationEssentials
import Workouts
import Zones

extension Arguments {
  /// The data folder: `--data`, else `zonecoach` in `$XDG_DATA_HOME`, else in `~/.local/share`.
  var dataFolder: String {
    if let stated = value("--data") { return stated }
    let environment = ProcessInfo.processInfo.environment
    if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") { return base + "/zonecoach" }
    return (environment["HOME"] ?? ".") + "/.local/share/zonecoach"
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

  /// The zones that the options name.
  ///
  /// - Throws: `UsageError` for options that make no zones.
  func zoneRequest() throws -> ZoneRequest {
    var request = ZoneRequest(WorkoutLibrary.athlete(in: dataFolder, named: athlete))
    switch value("--quantity") {
    case nil: break
    case "heart-rate": request.quantity = .heartRate
    case "power": request.quantity = .power
    case let other?: throw UsageError("--quantity is heart-rate or power, not “\(other)”.")
    }
    do {
      var stated: [AnchorKind: Double] = [:]
      for kind in AnchorKind.allCases where Option.zones.contains(where: { $0.name == kind.option }) {
        if let number = try number(kind.option) { stated[kind] = number }
      }
      // What is stated here is believed before what was stated once in the data folder, which holds for the rest
      // unless it contradicts.
      if !stated.isEmpty {
        var anchors = try Anchors(stated: stated)
        for (kind, anchor) in request.anchors.values where stated[kind] == nil { try? anchors.set(kind, anchor) }
        request.anchors = anchors
      }
      switch (try numbers("--boundaries"), value("--scheme")) {
      case (nil, nil): break
      case (let limits?, nil):
        let zones = try ZoneSet(typed: limits, quantity: request.quantity ?? .heartRate)
        request.named[zones.quantity] = zones
      case (nil, let name?):
        let scheme = try ZoneScheme.named(name)
        guard scheme.quantity != .speed else {
          throw UsageError("\(name) sorts speed; this command shows heart rate and power.")
        }
        if let wanted = request.quantity, wanted != scheme.quantity {
          throw UsageError("\(name) sorts \(scheme.quantity.rawValue), but --quantity asks for \(wanted.rawValue).")
        }
        request.named[scheme.quantity] = try scheme.zones(for: request.anchors)
      case (_?, _?): throw UsageError("Give --boundaries or --scheme, not both.")
      }
    } catch let error as ZoneError {
      throw UsageError("\(error).")
    }
    return request
  }
}
