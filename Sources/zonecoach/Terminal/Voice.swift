// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Dispatch
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Speaks cues through a program of the system: speech-dispatcher's `spd-say`, else `espeak-ng`, else macOS's `say`.
final class Voice: Sendable {
  private let program: String
  private let queue = DispatchQueue(label: "zonecoach.voice")

  /// The voice of this computer; `nil` where it has none.
  init?() {
    guard let found = ["spd-say", "espeak-ng", "say"].first(where: Self.isInstalled) else { return nil }
    program = found
  }

  /// What to do about a missing voice.
  static let remedy = "Cues are shown as text; for a voice install one: sudo apt-get install espeak-ng"

  private static func isInstalled(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Says something, after what is being said.
  func say(_ text: String, in language: String) {
    guard !text.isEmpty else { return }
    queue.async { [program] in
      let words: [String] =
        switch program {
        case "spd-say": ["spd-say", "--wait", "--language", language, "--", text]
        case "espeak-ng": ["espeak-ng", "-v", Self.espeakVoice(language), "--", text]
        default: ["say", "--", text]
        }
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      defer { for argument in arguments { free(argument) } }
      var pid: pid_t = 0
      guard posix_spawnp(&pid, program, nil, nil, &arguments, environ) == 0 else { return }
      var status: Int32 = 0
      waitpid(pid, &status, 0)
    }
  }

  private static func espeakVoice(_ language: String) -> String {
    language.hasPrefix("zh") ? "cmn" : language
  }
}
