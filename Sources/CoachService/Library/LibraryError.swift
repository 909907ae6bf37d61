// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Why the library can't be opened or written, and what to do.
public struct LibraryError: Error, CustomStringConvertible, Sendable {
  /// The reason, in a sentence or two.
  public var description: String

  init(_ description: String) { self.description = description }
}
