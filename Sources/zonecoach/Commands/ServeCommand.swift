// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachServer
import CoachService

/// `zonecoach serve`: the page.
enum ServeCommand: Command {
  static let name = "serve"
  static let abstract = "Serves the page on this computer until Ctrl-C."
  static let synopsis = "zonecoach serve [--port 8227] [--samples]"
  static let options = [
    Option("--port", "N", "the port on 127.0.0.1 (default 8227; 0 takes a free one)"),
    Option("--samples", nil, "load the sample workouts if there are no workouts yet"),
  ]
  static let discussion = """
    Only programs on this computer can reach the page, and nothing leaves it.

      zonecoach serve
      zonecoach serve --data /tmp/try --samples
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    throw UsageError("not yet")
  }
}
