// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Single keys from the terminal, without Return, until it is let go.
final class Keyboard {
  private let before: termios
  private let source: any DispatchSourceRead

  /// Begins to read keys; `nil` where standard input is no terminal.
  init?(_ handler: @escaping @Sendable (Character) -> Void) {
    guard isatty(0) == 1 else { return nil }
    var settings = termios()
    guard tcgetattr(0, &settings) == 0 else { return nil }
    before = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(0, TCSANOW, &settings)
    source = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .global())
    source.setEventHandler {
      var byte: UInt8 = 0
      guard read(0, &byte, 1) == 1, byte < 0x80 else { return }
      handler(Character(Unicode.Scalar(byte)))
    }
    source.activate()
  }

  /// Gives the terminal back as it was.
  func close() {
    source.cancel()
    var settings = before
    tcsetattr(0, TCSANOW, &settings)
  }
}
