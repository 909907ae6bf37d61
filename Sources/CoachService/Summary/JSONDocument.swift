// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// The one way in which documents are written: UTF-8, keys in alphabetical order, so that equal values give equal bytes.
public enum JSONDocument {
  /// A value as a JSON document.
  ///
  /// - Parameter pretty: with line breaks and indentation, for a terminal.
  public static func encode(_ value: some Encodable, pretty: Bool = false) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return try encoder.encode(value)
  }
}
