// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CExpat
import Foundation
import WorkoutFiles
import Workouts

/// Reading an Apple Health export beside a parser that makes nothing of it.
enum HealthBench {
  /// Reads a file in blocks as they come from an archive.
  static func forEachBlock(_ path: String, _ body: (UnsafeRawBufferPointer) -> Void) throws -> Int {
    guard let file = fopen(path, "rb") else { throw CocoaError(.fileReadNoSuchFile) }
    defer { fclose(file) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    while case let count = fread(buffer.baseAddress, 1, buffer.count, file), count > 0 {
      body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      total += count
    }
    return total
  }

  /// Elements that a bare parser sees; both handlers are set and look at nothing.
  static func bareElements(_ path: String) throws -> Int {
    guard let parser = XML_ParserCreate("UTF-8") else { return 0 }
    defer { XML_ParserFree(parser) }
    var count = 0
    try withUnsafeMutablePointer(to: &count) { count in
      XML_SetUserData(parser, count)
      XML_SetElementHandler(
        parser, { owner, _, _ in owner?.assumingMemoryBound(to: Int.self).pointee += 1 }, { _, _ in })
      _ = try forEachBlock(path) {
        _ = XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), 0)
      }
      _ = XML_Parse(parser, nil, 0, 1)
    }
    return count
  }

  static func export(_ path: String) throws -> AppleHealthExport {
    let reader = AppleHealthReader()
    _ = try forEachBlock(path) { reader.feed($0) }
    return reader.finish()
  }

  /// The most memory that the process has had, in megabytes.
  static var peakMegabytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1024
  }

  /// Lets the most memory be counted anew from now on.
  static func forgetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  /// Prints both rates in turns, the better of each counting, and the most memory that reading took.
  static func run(_ path: String) throws {
    let clock = ContinuousClock()
    var bare: [Double] = [], ours: [Double] = []
    var size = 0, workouts = 0, records = 0, samples = 0, peak = 0
    for _ in 0..<3 {
      let time = try clock.measure {
        let export = try export(path)
        size = export.contents.byteCount
        workouts = export.workouts.count
        records = export.contents.recordCount
        samples = export.recordings.reduce(0) { $0 + $1.series.reduce(0) { $0 + $1.count } }
      }
      ours.append(milliseconds(time))
      peak = peakMegabytes
      bare.append(milliseconds(try clock.measure { use(try bareElements(path)) }))
    }
    let best = (ours.min() ?? 1, bare.min() ?? 1)
    func rate(_ time: Double) -> Int { Int(Double(size) / 1e6 / (time / 1000)) }
    print(
      """
      {"bytes": \(size), "records": \(records), "workouts": \(workouts), "samplesInWorkouts": \(samples), \
      "megabytesPerSecond": \(rate(best.0)), "bareMegabytesPerSecond": \(rate(best.1)), \
      "ratio": \(((best.1 / best.0) * 1000).rounded() / 1000), "peakMegabytes": \(peak)}
      """)
  }
}
