// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import HealthDatabase
import Workouts

/// What was deleted, for the athlete to keep. It holds no health value and nothing that names a person.
///
/// Its signature is the SHA-256 of all the rest; the data folder keeps that and nothing else of it
/// (docs/decisions/0007-deletion-receipts.md says why there is no key).
public struct DeletionReceipt: Codable, Sendable, Equatable {
  /// A random number that names this deletion.
  public var request: String
  /// What was asked for: `workouts`, `source`, `days` or `everything`.
  public var scope: String
  /// More about it: the days, or the kind of source.
  public var detail: String?
  /// How much of each class went.
  public var counts: DeletionCounts
  /// What it was deleted from.
  public var stores: [String]
  /// When it was asked for.
  public var requested: ZonedTime
  /// When it was done.
  public var completed: ZonedTime
  /// Whether the bytes are gone; `false` if another program held on to them and they go with its next pause.
  public var isComplete: Bool
  /// When backups made by this program expire: it makes none by itself, so this is `nil`.
  @ExplicitNull public var backupsExpire: ZonedTime?
  /// What that means, in a sentence.
  public var backups: String
  /// The program that did it, with its version.
  public var software: String
  /// `sha-256:` and 64 hexadecimal digits.
  public var signature: String

  init(
    _ request: DeletionRequest, counts: DeletionCounts, requested: Instant, completed: Instant, isComplete: Bool,
    hasCopyBeforeRestore: Bool
  ) throws {
    self.request = UUID().uuidString.lowercased()
    scope = request.word
    detail = request.detail
    self.counts = counts
    stores = ["database", "write-ahead log"]
    self.requested = ZonedTime(requested, offsetSeconds: nil)
    self.completed = ZonedTime(completed, offsetSeconds: nil)
    self.isComplete = isComplete
    backupsExpire = nil
    backups =
      "Backups and exports you made stay where you put them; ZoneCoach makes none by itself."
      + (hasCopyBeforeRestore
        ? " The copy from before the last restore stays in the data folder until you remove it." : "")
    software = "ZoneCoach \(SoftwareVersion.current)"
    signature = ""
    signature = Self.prefix + hexadecimal(try digest())
  }

  private static let prefix = "sha-256:"

  /// The SHA-256 of the receipt as compact JSON with sorted names and an empty signature.
  func digest() throws -> [UInt8] {
    var unsigned = self
    unsigned.signature = ""
    return ContentHash.of([UInt8](try JSONDocument.encode(unsigned)))
  }

  /// Reads a receipt as it was given out.
  ///
  /// - Throws: `LibraryError` if it is none, or if anything in it was changed, added or left out. Spaces and line breaks
  ///   between its parts do not count.
  public init(checking document: Data) throws {
    guard let receipt = try? JSONDecoder().decode(DeletionReceipt.self, from: document) else {
      throw LibraryError("This is no deletion receipt of ZoneCoach.")
    }
    // What was added to the document is not in the receipt, and so not under its signature.
    let isWhole = Self.withoutSpace(document) == Array(try JSONDocument.encode(receipt))
    guard isWhole, receipt.signature == Self.prefix + hexadecimal(try receipt.digest()) else {
      throw LibraryError("This receipt was changed since it was given out: its signature does not belong to it.")
    }
    self = receipt
  }

  /// JSON without the space between its parts.
  private static func withoutSpace(_ document: Data) -> [UInt8] {
    var result: [UInt8] = [], isInText = false, isEscaped = false
    for byte in document {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInText = true
      } else if [0x20, 0x0A, 0x0D, 0x09].contains(byte) {
        continue
      }
      result.append(byte)
    }
    return result
  }
}

/// The version of the program.
public enum SoftwareVersion {
  /// Three numbers.
  public static let current = "0.1.0"
}

/// Two digits for each byte.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
