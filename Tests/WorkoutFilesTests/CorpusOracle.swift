// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// What other decoders say of the corpus.
struct CorpusOracle: Decodable {
  struct Counts: Decodable {
    var records: Int?
    var records_with_hr: Int?
    var records_with_power: Int?
    var sessions: Int?
    var laps: Int?
    var events: Int?
    var first_time: String?
    var last_time: String?
    var max_hr: Double?
    var max_power: Double?
  }

  struct Decoder: Decodable {
    var ok: Bool
    var records: Int?
    var message_counts: [String: Int]?
  }

  struct MergedHeartRate: Decodable {
    var records_with_hr: Int?
    var max_hr: Double?
    var mean_hr: Double?
  }

  var agreed: Counts?
  var decoders: [String: Decoder]?
  var merged_hr: MergedHeartRate?

  /// By file name, FIT files only.
  static let all: [String: CorpusOracle] = {
    guard let folder = Corpus.folder, let data = try? Data(contentsOf: folder.appending(path: "oracle.json")),
      let whole = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [:] }
    var result: [String: CorpusOracle] = [:]
    for (name, object) in whole where name.hasPrefix("fit/") {
      guard let part = try? JSONSerialization.data(withJSONObject: object) else { continue }
      result[name] = try? JSONDecoder().decode(CorpusOracle.self, from: part)
    }
    return result
  }()

  /// A time as the oracle writes it, in milliseconds since 1970.
  static func milliseconds(_ text: String?) -> Int64? {
    guard let text, let date = try? Date(text, strategy: .iso8601) else { return nil }
    return Int64(date.timeIntervalSince1970) * 1000
  }

  /// Whether tests should print their tables.
  static let isVerbose = ProcessInfo.processInfo.environment["ZONECOACH_VERBOSE"] == "1"
}
