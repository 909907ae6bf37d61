// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HealthDatabase
import WorkoutFiles
import Workouts
import Zones

/// A file to bring in.
struct ImportItem: Sendable {
  /// What it is called, archives before the name in them.
  var label: String
  /// Its bytes, unpacked; of a recording that is decoded already, bytes that name it.
  var bytes: [UInt8]
  /// What the place it comes from says of it.
  var hints = Hints()
  /// The recording, where it was decoded as a part of something larger, such as a health export.
  var recording: Recording?
  /// What was wrong with that recording.
  var problems: [FileProblem] = []

  /// About how much memory it takes, in bytes.
  var size: Int { bytes.count + (recording?.series.reduce(0) { $0 + $1.count * 16 } ?? 0) }

  /// What an archive says of a file in it.
  struct Hints: Sendable, Hashable {
    /// The workout's name.
    var name: String?
    /// The sport, where the file does not say.
    var sport: Sport?
    /// Its number or UUID where it comes from.
    var externalID: String?
    /// The archive's hash.
    var archiveHash: [UInt8]?
    /// The archive's name, without its folders.
    var archiveName: String?
    /// Whether it is one of the samples.
    var isSample = false
  }
}

/// A file decoded, summed up and compressed, ready for the one writer. Making one is most of the work of an import and
/// touches nothing shared.
struct PreparedFile: Sendable {
  var label: String
  var hash: [UInt8]
  var byteCount: Int
  /// The name of the archive it lies in, if it lies in one.
  var archiveName: String?
  var outcome: Outcome

  enum Outcome: Sendable {
    case workouts([PreparedRecording], problems: [FileProblem])
    case skipped(reason: String)
    case failed(code: String, message: String)
  }

  init(_ item: ImportItem, of athlete: AthleteID, zones request: ZoneRequest, now: Instant) {
    label = item.label
    hash = ContentHash.of(item.bytes)
    byteCount = item.bytes.count
    archiveName = item.hints.archiveName
    if let recording = item.recording {
      var source = SourceRecord(format: FileFormat.appleHealth.rawValue, importedAt: now)
      source.fileName = item.label.split(separator: "/").last.map(String.init) ?? item.label
      source.contentHash = hash
      source.archiveHash = item.hints.archiveHash
      source.externalID = item.hints.externalID
      byteCount = 0
      outcome = .workouts(
        [
          PreparedRecording(
            recording, of: athlete, from: source, problems: item.problems, zones: request, isSample: false)
        ], problems: item.problems)
      return
    }
    let file: DecodedFile
    do throws(FileError) {
      file = try WorkoutFile.decode(item.bytes)
    } catch {
      outcome = .failed(code: error.code.rawValue, message: error.message)
      return
    }
    guard !file.recordings.isEmpty else {
      outcome = .skipped(reason: WorkoutLibrary.whyNoWorkout(file))
      return
    }
    var source = SourceRecord(format: file.contents.format.rawValue, importedAt: now)
    // Folders are the person's own business.
    source.fileName = item.label.split(separator: "/").last.map(String.init) ?? item.label
    source.byteCount = item.bytes.count
    source.contentHash = hash
    source.archiveHash = item.hints.archiveHash
    source.externalID = item.hints.isSample ? PreparedRecording.sampleMark : item.hints.externalID
    outcome = .workouts(
      file.recordings.map { recording in
        var named = recording
        // What the athlete called it in the service is newer than what the device put into the file.
        if let name = item.hints.name { named.name = name }
        if named.sport == .generic, let sport = item.hints.sport { named.sport = sport }
        return PreparedRecording(
          named, of: athlete, from: source, problems: file.problems, zones: request, isSample: item.hints.isSample)
      }, problems: file.problems)
  }
}

/// A recording with all that is stored of it.
struct PreparedRecording: Sendable {
  var new: NewRecording
  var card: [UInt8]
  var richness: Richness

  /// The external name of the samples, by which they are found again.
  static let sampleMark = "zonecoach-sample"

  /// Whether it is one of the samples.
  var isSample: Bool { new.source.externalID == Self.sampleMark }

  init(
    _ recording: Recording, of athlete: AthleteID, from source: SourceRecord, problems: [FileProblem],
    zones request: ZoneRequest, isSample: Bool
  ) {
    var unfolded = recording
    unfolded.series = recording.series.map {
      $0.unfoldingEnds(
        hold: SampleHold.holdCap(for: $0.quantity, smartRecording: recording.isSmartRecording))
    }
    let analysis = WorkoutAnalysis(unfolded, zones: request)
    let derived = analysis.derived
    new = NewRecording(
      unfolded, of: athlete, from: source,
      problems: problems.map { StoredProblem(code: $0.code.rawValue, message: $0.message, offset: $0.offset) },
      zoneGroups: derived.groups, histograms: derived.histograms,
      efforts: analysis.efforts)
    card = WorkoutCard.encode(analysis.entry(id: "", isSample: isSample, problems: problems))
    richness = Richness(recording, format: source.format)
  }
}

extension WorkoutAnalysis {
  /// The version of the rule of time in zone by which stored totals were counted.
  static let algorithmVersion = 1

  /// Time in zone and time at value of the whole recording and of each leg.
  var derived: (groups: [StoredZoneGroup], histograms: [StoredHistogram]) {
    var groups: [StoredZoneGroup] = [], histograms: [StoredHistogram] = []
    for quantity in Self.graded {
      // Time at speed is kept where athletes read pace.
      guard let signal = signals[quantity],
        quantity != .speed || recording.activities.contains(where: { $0.sport.readsPace })
      else { continue }
      let isSingle = recording.activities.count <= 1
      let parts: [(leg: Int?, window: TimeSpan?)] =
        [(nil, nil)] + (isSingle ? [] : recording.activities.enumerated().map { ($0.offset, $0.element.span) })
      for part in parts {
        // A fractional signal keeps tenths, so that later limits err by little; speed keeps centimetres a second.
        var bins = signal.timeAtValue(in: part.window, binWidth: quantity == .speed ? 0.01 : 1)
        if !bins.isExact, quantity != .speed { bins = signal.timeAtValue(in: part.window, binWidth: 0.1) }
        histograms.append(
          StoredHistogram(
            leg: part.leg, quantity: quantity, binWidth: bins.binWidth, firstBin: bins.firstBin, bins: bins.bins,
            unknown: bins.unknown, isExact: bins.isExact))
        let set = part.leg.map { zones[$0][quantity] } ?? sharedZones(quantity)
        guard let set, isSnapshot(quantity, leg: part.leg) else { continue }
        groups.append(StoredZoneGroup(set, leg: part.leg, signal.timeInZone(set.boundaries, in: part.window)))
      }
    }
    return (groups, histograms)
  }

  /// Whether the zones of a leg, or those that all legs share, are kept with the workout.
  private func isSnapshot(_ quantity: Quantity, leg: Int?) -> Bool {
    let asked = leg.map { [origins[$0]] } ?? origins
    return asked.allSatisfy { $0[quantity]?.isSnapshot ?? true }
  }
}
