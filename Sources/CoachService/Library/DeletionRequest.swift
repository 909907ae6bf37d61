// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import HealthDatabase

/// What a person wants deleted.
public enum DeletionRequest: Sendable, Hashable {
  /// These workouts, by their whole names in the library.
  case workouts([String])
  /// What came from somewhere; a workout that another source holds as well stays.
  case source(SourceName)
  /// The workouts whose local day is one of these, `YYYY-MM-DD`, the first and the last included; an end may be open.
  case days(from: String?, to: String?)
  /// Everything: all workouts, and what was stated, allowed and noted too.
  case everything

  /// The word for a receipt.
  var word: String {
    switch self {
    case .workouts: "workouts"
    case .source: "source"
    case .days: "days"
    case .everything: "everything"
    }
  }

  /// What was asked for beyond the word, where that names neither a person nor a file nor one device.
  var detail: String? {
    switch self {
    case .workouts, .everything: nil
    case .days(let from, let to):
      [from.map { "from \($0)" }, to.map { "to \($0)" }].compactMap(\.self).joined(separator: " ")
    case .source(.format(let format)): "format \(format)"
    case .source(.device): "one kind of device"
    case .source(.file): "one file"
    case .source(.archive): "one archive"
    }
  }
}

/// Where workouts come from, as a person names it: `format:gpx`, `device:garmin`, `device:garmin/3121/123456`,
/// `device:/Edge 530` where the files name no maker,
/// `file:NAME`, `archive:NAME`; a file or an archive also by the first eight or more digits of its hash.
public enum SourceName: Sendable, Hashable {
  /// Files of a format: `fit`, `tcx`, `gpx`, `apple-health`.
  case format(String)
  /// A recorder: maker, if the files name one, and, if given, product and serial number.
  case device(maker: String?, product: String?, serial: UInt32?)
  /// A file, by its name or the beginning of its hash.
  case file(String)
  /// An archive, by its name or the beginning of its hash.
  case archive(String)

  /// Reads a name; `nil` for a text of another form.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "format": self = .format(parts[1].lowercased())
    case "file": self = .file(parts[1])
    case "archive": self = .archive(parts[1])
    case "device":
      let words = parts[1].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard (1...3).contains(words.count) else { return nil }
      let maker = words[0].isEmpty ? nil : words[0]
      let product = words.count > 1 && !words[1].isEmpty ? words[1] : nil
      guard maker != nil || product != nil else { return nil }
      var serial: UInt32?
      if words.count > 2 {
        guard let number = UInt32(words[2]) else { return nil }
        serial = number
      }
      self = .device(maker: maker, product: product, serial: serial)
    default: return nil
    }
  }

  /// The text that `init(_:)` reads.
  public var text: String {
    switch self {
    case .format(let format): "format:\(format)"
    case .file(let name): "file:\(name)"
    case .archive(let name): "archive:\(name)"
    case .device(let maker, let product, let serial):
      "device:"
        + ([maker ?? ""] + (product.map { [$0] } ?? (serial == nil ? [] : [""])) + (serial.map { ["\($0)"] } ?? []))
        .joined(separator: "/")
    }
  }
}

/// Something that workouts come from, for a list.
public struct SourceSummary: Codable, Sendable, Equatable {
  /// What `delete --source` takes.
  public var source: String
  /// `format`, `device` or `archive`.
  public var kind: String
  /// What it is called: the format, the maker, the archive's name; `nil` for an archive without one.
  public var name: String?
  /// The product of a device, if known.
  public var product: String?
  /// How many workouts have something of it.
  public var workouts: Int
}

/// What a deletion would do.
public struct DeletionSummary: Codable, Sendable, Equatable {
  /// `workouts`, `source`, `days` or `everything`.
  public var scope: String
  /// What was asked for beyond that word, if there is more to say.
  public var detail: String?
  /// How much of each class goes, everything derived included.
  public var counts: DeletionCounts
  /// When the first of the workouts starts.
  public var first: ZonedTime?
  /// When the last of them starts.
  public var last: ZonedTime?
  /// Workouts that lose a source and stay, because another one holds them.
  public var stayingWorkouts: Int

  /// Whether there is nothing to delete.
  public var isEmpty: Bool { counts == DeletionCounts() }
}
