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
  static let synopsis = "zonecoach serve [--port N] [--samples] [--open] [--lan] [--lan-port N]"
  static let options = [
    Option("--port", "N", "the port on 127.0.0.1 (default 8227; 0 takes a free one)"),
    Option("--lan", nil, "serve the page to a phone in your network too, over https"),
    Option("--lan-port", "N", "the port of --lan (default: the one after --port)"),
    Option("--samples", nil, "load the sample workouts if there are no workouts yet"),
    Option("--open", nil, "open the page in the browser"),
  ]
  static let discussion = """
    Only programs on this computer can reach the page, and nothing leaves it. The
    printed link lets one browser in, once; the browser stays let in until 90 days
    go by without it. Enter, or `kill -USR1`, prints another link.

    With --lan a second port answers your network, over https only. A device types
    the code of six digits that is shown here. Its browser warns of the certificate,
    which this computer made itself: compare the fingerprint, then go on.

      zonecoach serve
      zonecoach serve --data /tmp/try --samples
      zonecoach serve --lan
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.isEmpty else { throw UsageError("serve takes no files; drop them on the page.") }
    let number = try arguments.number("--port") ?? 8227
    guard let wanted = UInt16(exactly: number) else { throw UsageError("--port is a number from 0 to 65535.") }
    let lanPort = try Self.lanPort(arguments, after: wanted)
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
    let server = CoachServer(library: library, port: wanted, lanPort: lanPort)
    let port = try server.start()
    var link = server.newLink()
    Terminal.print(link)
    let hasKeyboard = isatty(STDIN_FILENO) == 1
    Terminal.note(
      "ZoneCoach serves \(library.workouts().count) workouts from \(arguments.dataFolder). The link works once; a browser that was let in goes to http://127.0.0.1:\(port)/ at any time. \(hasKeyboard ? "Enter gives another link" : "`kill -USR1 \(getpid())` gives another link"), Ctrl-C stops it."
    )
    if let lan = server.lan {
      Terminal.note(
        "Other devices of your network: \(lan.addresses.joined(separator: " or ")). The browser warns once; go on if the certificate's SHA-256 fingerprint is"
      )
      Terminal.note(lan.fingerprint)
      showCode(of: server)
    }
    if arguments.has("--open") { open(link) }
    if hasKeyboard { askAtEnter() }
    while true {
      var caught: Int32 = 0
      sigwait(&signals, &caught)
      if caught == SIGTTIN { continue }
      guard caught == SIGUSR1 else { break }
      link = server.newLink()
      Terminal.print(link)
      if server.lan != nil { showCode(of: server) }
    }
    server.stop()
    Terminal.note("Stopped. Everything is saved.")
    return .done
  }

  /// The second port, or `nil` without `--lan`.
  private static func lanPort(_ arguments: Arguments, after port: UInt16) throws -> UInt16? {
    guard arguments.has("--lan") else {
      if try arguments.number("--lan-port") != nil { throw UsageError("--lan-port goes with --lan.") }
      return nil
    }
    let number = try arguments.number("--lan-port") ?? (port == 0 ? 0 : Double(port) + 1)
    guard let wanted = UInt16(exactly: number) else {
      throw UsageError("--lan-port is a number from 0 to 65535, by default the one after --port.")
    }
    if wanted == port && port != 0 { throw UsageError("--lan-port is another one than --port.") }
    return wanted
  }

  /// Makes a code for one device and shows it.
  private static func showCode(of server: CoachServer) {
    Terminal.note("Code for one device, for 10 minutes: \(server.newCode())")
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
