// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Foundation
import TestSupport
import Testing
import WorkoutFiles
import Workouts
import Zones

@testable import CoachService

/// Files from real devices, with what devices do that no simulator thinks of.
@Suite(.enabled(if: Corpus.folder != nil, "\(Corpus.absence)"))
struct `Summaries of real files` {
  /// Zones for those files that bring none.
  private var request: ZoneRequest {
    var settings = AthleteSettings()
    settings.age = 40
    settings.functionalThresholdPower = 230
    return ZoneRequest(settings)
  }

  @Test(arguments: Corpus.readableFITFiles()) func `conserve time and can be written`(name: String) throws {
    let file = try WorkoutFile.decode(Corpus.bytes(name))
    for summary in Summarizer.summaries(of: file, name: name, zones: request) {
      for group in summary.zoneGroups {
        let rows = group.zones.reduce(0) { $0 + ms($1.seconds) }
        #expect(rows == ms(group.knownSeconds))
        #expect(rows + ms(group.unknownSeconds) == ms(summary.activeSeconds))
        #expect(group.zones.reduce(0) { $0 + $1.percent } == (rows > 0 ? 100 : 0))
      }
      for leg in summary.activities {
        for group in leg.zoneGroups {
          #expect(ms(group.knownSeconds) + ms(group.unknownSeconds) == ms(leg.activeSeconds))
        }
      }
      for lap in summary.lapDetails {
        for group in lap.zoneGroups {
          // A lap may reach beyond the workout, where there is nothing to count.
          #expect(ms(group.knownSeconds) + ms(group.unknownSeconds) <= ms(lap.activeSeconds))
        }
      }
      #expect(ms(summary.activeSeconds) <= ms(summary.elapsedSeconds))
      for series in summary.series {
        if let mean = series.mean, let low = series.minimum, let high = series.maximum {
          #expect(mean >= low - 1e-6 && mean <= high + 1e-6, "\(series.quantity)")
        }
      }
      let document = try JSONDocument.encode(summary)
      let again = try JSONDecoder().decode(WorkoutSummary.self, from: document)
      #expect(try JSONDocument.encode(again) == document)
      if let line = summary.line { #expect(line.text.hasSuffix(".") && !line.text.contains("nan"), "\(line.text)") }
    }
    #expect(!(try JSONDocument.encode(InspectionReport(file, name: name))).isEmpty)
  }

  @Test(arguments: Corpus.readableFITFiles()) func `have ribbons from end to end and thin traces`(name: String) throws {
    for recording in try WorkoutFile.decode(Corpus.bytes(name)).recordings {
      let analysis = WorkoutAnalysis(recording, zones: request)
      for quantity in WorkoutAnalysis.graded {
        guard let ribbon = analysis.ribbon(quantity) else { continue }
        #expect(ribbon.totalSeconds == Double(recording.span.duration) / 1000)
        #expect(recording.span.duration == 0 || ribbon.runs.first?.start == 0)
        #expect(recording.span.duration == 0 || ribbon.runs.last?.end == ribbon.totalSeconds)
        #expect(zip(ribbon.runs, ribbon.runs.dropFirst()).allSatisfy { $0.end == $1.start })
        let paused = ribbon.runs.filter { $0.state == .paused }.reduce(0) { $0 + ms($1.end) - ms($1.start) }
        #expect(paused == recording.span.duration - recording.activeTime(in: recording.span))
      }
      for index in recording.activities.indices {
        guard let ribbon = analysis.legRibbon(index) else { continue }
        #expect(zip(ribbon.runs, ribbon.runs.dropFirst()).allSatisfy { $0.end == $1.start })
        #expect(recording.activities[index].span.duration == 0 || ribbon.runs.last?.end == ribbon.totalSeconds)
      }
      let chart = analysis.trace(.heartRate, width: 600, from: nil, to: nil)
      for curve in [chart.main].compactMap(\.self) + chart.lanes {
        #expect(curve.points.count <= 4 * 600, "\(curve.quantity): \(curve.points.count)")
        #expect(zip(curve.points, curve.points.dropFirst()).allSatisfy { $0.second <= $1.second }, "\(curve.quantity)")
        let values = curve.points.compactMap(\.value)
        #expect(values.min() == curve.minimum && values.max() == curve.maximum, "\(curve.quantity)")
      }
      #expect(!(try JSONDocument.encode(chart)).isEmpty)
    }
  }
}
