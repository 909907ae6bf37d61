// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// An optional that is written as `null` when absent, so that every field of a document is always there.
@propertyWrapper
public struct ExplicitNull<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  /// The value, if there is one.
  public var wrappedValue: Value?

  /// Wraps a value or its absence.
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  /// Writes the value or `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }

  /// Reads a value or `null`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }
}
