// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import HealthDatabase
import WorkoutFiles

/// Bringing an Apple Health export into a new library, beside a parser that makes nothing of its document.
enum HealthImportBench {
  /// Prints the rate of the bare parser over a document, and that of an import of each file, in turns, the better of
  /// `repeats` counting. Rates are bytes of the document a second, also for an archive that holds it. `workRatio` sets
  /// time of the processor against time of the processor, all threads added up: what else the machine does is left out.
  static func run(_ document: String, _ files: [String], repeats: Int) throws {
    let clock = ContinuousClock()
    let size = try FileManager.default.attributesOfItem(atPath: document)[.size] as? Int ?? 0
    var bare: [Double] = [], imports = [[Double]](repeating: [], count: files.count)
    var bareWork: [Double] = [], importWork = imports
    var peaks = [Int](repeating: 0, count: files.count), workouts = peaks
    for _ in 0..<repeats {
      let before = workSeconds()
      bare.append(milliseconds(try clock.measure { use(try HealthBench.bareElements(document)) }))
      bareWork.append(workSeconds() - before)
      for (place, file) in files.enumerated() {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zonecoach-bench-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        HealthBench.forgetPeak()
        let before = workSeconds()
        imports[place].append(
          milliseconds(
            try clock.measure {
              let library = try WorkoutLibrary(folder: folder)
              workouts[place] = try library.importPaths([file]).report.imported
              library.database.close()
            }))
        importWork[place].append(workSeconds() - before)
        peaks[place] = max(peaks[place], HealthBench.peakMegabytes)
      }
    }
    func rate(_ times: [Double]) -> Double { Double(size) / 1e3 / (times.min() ?? 1) }
    let lines = files.enumerated().map { place, file in
      """
      {"file": "\(URL(filePath: file).lastPathComponent)", "imported": \(workouts[place]), \
      "megabytesPerSecond": \(Int(rate(imports[place]))), \
      "ratio": \((rate(imports[place]) / rate(bare) * 1000).rounded() / 1000), \
      "workRatio": \(((bareWork.min() ?? 0) / (importWork[place].min() ?? 1) * 1000).rounded() / 1000), \
      "workSeconds": \(importWork[place].min() ?? 0), "peakMegabytes": \(peaks[place])}
      """
    }
    print(
      """
      {"bytes": \(size), "bareMegabytesPerSecond": \(Int(rate(bare))), "imports": [\(lines.joined(separator: ", "))]}
      """)
  }

  /// Seconds that all threads of the process have worked.
  private static func workSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
