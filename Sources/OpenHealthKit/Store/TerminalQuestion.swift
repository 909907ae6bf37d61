// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase

/// Puts a program's request to the person who sits at the terminal.
enum TerminalQuestion {
  /// One question at a time.
  private static let turn = NSLock()

  /// The answer; nil where there is no terminal, or the person leaves the question open.
  static func ask(_ request: PermissionRequest) -> PermissionAnswer? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    return turn.withLock {
      print(text(request), terminator: "")
      fflush(nil)
      return readLine().flatMap { answer($0, to: request) }
    }
  }

  static func text(_ request: PermissionRequest) -> String {
    func names(_ types: Set<HKObjectType>) -> String { types.map(\.words).sorted().joined(separator: ", ") }
    var lines = ["“\(request.program)” asks for health data of yours."]
    if !request.read.isEmpty { lines.append("  To read: " + names(request.read)) }
    if !request.toShare.isEmpty { lines.append("  To save: " + names(Set(request.toShare.map { $0 as HKObjectType }))) }
    lines.append("Allow all (a), only reading (r), only saving (s), nothing (n)? Any other answer leaves it open: ")
    return lines.joined(separator: "\n")
  }

  static func answer(_ text: String, to request: PermissionRequest) -> PermissionAnswer? {
    switch text.trimmingCharacters(in: .whitespaces).lowercased() {
    case "a": .everything(of: request)
    case "r": PermissionAnswer(read: request.read)
    case "s": PermissionAnswer(toShare: request.toShare)
    case "n": PermissionAnswer()
    default: nil
    }
  }
}

extension HKObjectType {
  /// What a person calls it: "heart rate" for `HKQuantityTypeIdentifierHeartRate`.
  var words: String { Consent.words(ofType: identifier) }
}
