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
    Only programs on this computer can reach the page, and nothing leaves it. The
    printed link lets one browser in, once; the browser stays let in until 90 days
    go by without it. Enter, or `kill -USR1`, prints another link.

      zonecoach serve
      zonecoach serve --data /tmp/try --samples
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.isEmpty else { throw UsageError("serve takes no files; drop them on the page.") }
    let number = try arguments.number("--port") ?? 8227
    guard let wanted = UInt16(exactly: number) else { throw UsageError("--port is a number from 0 to 65535.") }
    // Ctrl-C and a polite kill end the program through the same door. Blocked before any thread starts, so that no
    // thread takes them.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGUSR1)
    // In the background reading the keyboard would stop the program.
    sigaddset(&signals, SIGTTIN)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    if arguments.has("--samples"), library.workouts().isEmpty {
      let count = library.addSamples()
      Terminal.note("Loaded \(count) sample workouts. One press on the page removes them again.")
    }
    let server = CoachServer(library: library, port: wanted)
    let port = try server.start()
    var link = server.newLink()
    Terminal.print(link)
    let hasKeyboard = isatty(STDIN_FILENO) == 1
    Terminal.note(
      "ZoneCoach serves \(library.workouts().count) workouts from \(arguments.dataFolder). The link works once; a browser that was let in goes to http://127.0.0.1:\(port)/ at any time. \(hasKeyboard ? "Enter gives another link" : "`kill -USR1 \(getpid())` gives another link"), Ctrl-C stops it."
    )
    if arguments.has("--open") { open(link) }
    if hasKeyboard { askAtEnter() }
    while true {
      var caught: Int32 = 0
      sigwait(&signals, &caught)
      if caught == SIGTTIN { continue }
      guard caught == SIGUSR1 else { break }
      link = server.newLink()
      Terminal.print(link)
    }
    server.stop()
    Terminal.note("Stopped. Everything is saved.")
    return .done
  }

  /// Has Enter do what the signal does.
  private static func askAtEnter() {
    DispatchQueue(label: "zonecoach.keyboard").async {
      while readLine() != nil { kill(getpid(), SIGUSR1) }
    }
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
