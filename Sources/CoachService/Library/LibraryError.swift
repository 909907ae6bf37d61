// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Why the library can't be opened or written, and what to do.
public struct LibraryError: Error, CustomStringConvertible, Sendable {
  /// The reason, in a sentence or two.
  public var wording: Wording
  /// The same in English.
  public var description: String { wording.description }

  init(_ wording: Wording) { self.wording = wording }
}
