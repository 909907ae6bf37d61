// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachServer
import CoachService
import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `zonecoach serve`: the page.
enum ServeCommand: Command {
  static let name = "serve"
  static let abstract = "Serves the page on this computer until Ctrl-C."
  static let synopsis = "zonecoach serve [--port N] [--samples] [--open]"
  static let options = [
    Option("--port", "N", "the port on 127.0.0.1 (default 8227; 0 takes a free one)"),
    Option("--samples", nil, "load the sample workouts if there are no workouts yet"),
    Option("--open", nil, "open the page in the browser"),
  ]
  static let discussion = """
    Only programs on this computer can reach the page, and nothing leaves it.

      zonecoach serve
      zonecoach serve --data /tmp/try --samples
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.isEmpty else { throw UsageError("serve takes no files; drop them on the page.") }
    let number = try arguments.number("--port") ?? 8227
    guard let port = UInt16(exactly: number) else { throw UsageError("--port is a number from 0 to 65535.") }
    // Ctrl-C and a polite kill end the program through the same door. Blocked before any thread starts, so that no
    // thread takes them.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    if arguments.has("--samples"), library.workouts().isEmpty {
      let count = library.addSamples()
      Terminal.note("Loaded \(count) sample workouts. One press on the page removes them again.")
    }
    let server = CoachServer(library: library, port: port)
    let actual = try server.start()
    Terminal.print("http://127.0.0.1:\(actual)/")
    Terminal.note(
      "ZoneCoach serves \(library.workouts().count) workouts from \(arguments.dataFolder). Ctrl-C stops it.")
    if arguments.has("--open") { open("http://127.0.0.1:\(actual)/") }
    var caught: Int32 = 0
    sigwait(&signals, &caught)
    server.stop()
    Terminal.note("Stopped. Everything is saved.")
    return .done
  }

  /// Asks the desktop to show an address; says so where there is none to ask.
  private static func open(_ address: String) {
    var pid: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
    defer { for word in words { free(word) } }
    if posix_spawnp(&pid, "xdg-open", nil, nil, words, environ) != 0 {
      Terminal.note("There is no browser to open it in; open the address yourself.")
    }
  }
}
