// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import WorkoutFiles
import Workouts

@Suite("FIT files of the corpus", .enabled(if: Corpus.folder != nil, "the corpus of real files was not found"))
struct FITCorpusTests {
  /// Where we differ from what other decoders agree on, and why. Nothing else may differ.
  static let differences: [String: String] = [:]

  @Test("every count, time and maximum is what other decoders agree on", arguments: Corpus.fitFiles())
  func counts(name: String) throws {
    let oracle = try #require(CorpusOracle.all[name])
    let bytes = try Corpus.bytes(name)
    if bytes.isEmpty {
      #expect(throws: FileError.self) { try WorkoutFile.decode(bytes) }
      return
    }
    let file = try WorkoutFile.decode(bytes)
    let contents = file.contents
    guard let agreed = oracle.agreed, let records = agreed.records else {
      let best = oracle.decoders?.values.compactMap(\.records).max() ?? 0
      #expect(contents.recordCount >= best)
      return
    }
    var found: [String] = []
    func compare<T: Equatable>(_ what: String, _ ours: T?, _ theirs: T?) {
      if ours != theirs { found.append("\(what): \(String(describing: ours)), not \(String(describing: theirs))") }
    }
    compare("records", contents.recordCount, records)
    compare("records with heart rate", contents.recordsWithHeartRate, agreed.records_with_hr)
    compare("records with power", contents.recordsWithPower, agreed.records_with_power)
    compare("sessions", contents.sessionCount, agreed.sessions)
    compare("laps", contents.lapCount, agreed.laps)
    compare("events", contents.eventCount, agreed.events)
    compare("first", contents.firstRecord?.millisecondsSince1970, CorpusOracle.milliseconds(agreed.first_time))
    compare("last", contents.lastRecord?.millisecondsSince1970, CorpusOracle.milliseconds(agreed.last_time))
    compare("maximum heart rate", contents.maximumHeartRate, agreed.max_hr)
    compare("maximum power", contents.maximumPower, agreed.max_power)
    if Self.differences[name] == nil {
      #expect(found.isEmpty, "\(found.joined(separator: "; "))")
    } else {
      #expect(!found.isEmpty, "the table lists a difference that no longer exists")
    }
  }

  @Test("every kind of message is counted as the other decoders count it", arguments: Corpus.fitFiles())
  func messages(name: String) throws {
    let oracle = try #require(CorpusOracle.all[name])
    guard let theirs = oracle.decoders?["fitdecode"], theirs.ok, let counts = theirs.message_counts, !counts.isEmpty
    else { return }
    let file = try WorkoutFile.decode(try Corpus.bytes(name))
    #expect(file.contents.messages.reduce(0) { $0 + $1.count } == counts.values.reduce(0, +))
  }

  @Test("what is decoded keeps the promises of a recording", arguments: Corpus.fitFiles())
  func invariants(name: String) throws {
    guard let file = try? WorkoutFile.decode(try Corpus.bytes(name)) else { return }
    for recording in file.recordings { check(recording) }
    if CorpusOracle.isVerbose { print(name, describe(file), separator: "\n") }
  }

  private func describe(_ file: DecodedFile) -> String {
    var lines = ["  \(file.contents.kind ?? "-"), \(file.contents.partCount) parts"]
    for r in file.recordings {
      lines.append(
        "  \(r.sport) \(r.subSport ?? "-") “\(r.name ?? "")” \(r.span.duration / 1000) s, pauses \(r.pauses.count), "
          + "laps \(r.laps.count), legs \(r.activities.count), smart \(r.isSmartRecording), "
          + "offset \(r.utcOffsetSeconds.map(String.init) ?? "-"), \(r.device?.manufacturer ?? "-") "
          + "\(r.device?.product ?? "-") \(r.device?.software ?? "-")")
      lines.append(
        "    sensors: "
          + r.sensors.map { "\($0.manufacturer ?? "-") \($0.product ?? "-") \($0.sensor?.rawValue ?? "-")" }.joined(
            separator: ", "))
      for s in r.series {
        lines.append(
          "    \(s.quantity) \(s.count) \(s.source.sensor) \(s.source.path) \(s.source.name ?? "") "
            + "\(s.values.filter { !$0.isNaN }.min() ?? .nan)…\(s.values.filter { !$0.isNaN }.max() ?? .nan)")
      }
    }
    for p in file.problems { lines.append("  ! \(p.code.rawValue) @\(p.offset.map(String.init) ?? "-"): \(p.message)") }
    for d in file.contents.developerFields {
      lines.append("  dev \(d.name ?? "?") [\(d.units ?? "")] in \(d.message): \(d.count)")
    }
    return lines.joined(separator: "\n")
  }
}

/// Expects everything that `Recording` and `Series` promise.
func check(_ recording: Recording) {
  for series in recording.series {
    #expect(zip(series.times, series.times.dropFirst()).allSatisfy { $0 <= $1 }, "\(series.quantity) goes back")
    #expect(series.values.contains { !$0.isNaN })
  }
  var last = recording.span.start
  for pause in recording.pauses {
    #expect(pause.span.start >= last && pause.span.end <= recording.span.end && pause.span.duration > 0)
    last = pause.span.end
  }
  #expect(!recording.activities.isEmpty)
  last = recording.span.start
  for activity in recording.activities {
    #expect(activity.span.start >= last && activity.span.end <= recording.span.end)
    #expect(Set(activity.deviceZones.map(\.quantity)).count == activity.deviceZones.count)
    last = activity.span.end
  }
}
