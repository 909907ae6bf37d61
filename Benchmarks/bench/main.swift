// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Speed of what is done often. Build in release: `swift run -c release bench`.
//
//   bench fit-write PATH [RECORDS]   writes the FIT file of a ride, 100,000 records unless told otherwise
//   bench rides COUNT DIR            writes that many one-hour rides with positions
//   bench import DIR DATA            imports them into a new data folder, prints rate, size and the time of the list
//   bench fit PATH [REPEATS] [--fresh]  decodes a file, prints the median time of each stage as JSON
//   bench health-write PATH [MEGABYTES]  writes the document of an Apple Health export, 200 MB unless told otherwise
//   bench health PATH                reads such a document beside a bare parser, prints both rates and the peak of memory
//   bench health-import DOCUMENT FILE… [--once]  brings each file, the document or an archive that holds it, into a new
//                                    library, beside a bare parser over the document; prints rates and peaks of memory
//   bench archive PATH               unpacks an archive, prints what is in it, the time and the peak of memory
//   bench compare DATA               sorts all workouts of a data folder under other zones, warm
//   bench record DATA [SAMPLES]      saves and zones a workout of 1,000,000 heart rates in a new data folder
//   bench live DATA [SESSIONS] [SAMPLES]  time from a sensor's sample to the delegate that hears of another zone
//   bench coach [ATHLETES] [SECONDS]  zone clock and coach: cost of a sample, then 10,000 athletes in one process
//   bench store DIR [DAYS]           saves a year of heart rate, every five seconds, in HealthKit's store of a new folder, and
//                                    asks for statistics of all of it, by day, the newest sample and the last hour
//   bench xml [MEGABYTES] [REPEATS]  reads a TCX and a GPX ride of 10 MB, beside the parser alone

import CoachService
import Foundation
import HealthDatabase
import WorkoutFiles

#if canImport(Glibc)
  import Glibc
#endif

let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--fresh" && $0 != "--once" }
let isFresh = CommandLine.arguments.contains("--fresh")

/// Milliseconds of the middle one of `repeats` runs, after one that warms up.
func median(_ repeats: Int, _ body: () throws -> Void) rethrows -> Double {
  try body()
  var times: [Duration] = []
  for _ in 0..<repeats { times.append(try ContinuousClock().measure(body)) }
  return milliseconds(times.sorted()[repeats / 2])
}

func milliseconds(_ time: Duration) -> Double {
  Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1000
}

/// Lets freed memory stay with the process, as a program that reads many files wants it: else every run pays the kernel
/// for the same pages again. `--fresh` leaves the allocator as it is.
func keepMemory() {
  #if canImport(Glibc)
    _ = mallopt(-3, 1 << 28)  // M_MMAP_THRESHOLD
    _ = mallopt(-1, 1 << 30)  // M_TRIM_THRESHOLD
  #endif
}

#if canImport(Glibc)
  /// The corresponding C function is `mallopt`, which Swift's module of the C library leaves out.
  @_silgen_name("mallopt") func mallopt(_ parameter: Int32, _ value: Int32) -> Int32
#endif

/// Keeps the optimiser from leaving out work whose result nobody reads.
@inline(never) func use<T>(_ value: T) { withExtendedLifetime(value) {} }

func run() throws {
  switch arguments.first {
  case "fit-write" where arguments.count >= 2:
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 100_000 : 100_000
    try Data(FITRide.bytes(records: count)).write(to: URL(filePath: arguments[1]))
  case "rides" where arguments.count >= 3:
    let bytes = try RideSet.write(Int(arguments[1]) ?? 5000, to: arguments[2])
    print("{\"bytes\": \(bytes)}")
  case "store" where arguments.count >= 2:
    keepMemory()
    try StoreBench.run(arguments[1], days: arguments.count > 2 ? Int(arguments[2]) ?? 365 : 365)
  case "import" where arguments.count >= 3:
    let library = try WorkoutLibrary(folder: arguments[2])
    let (report, _) = try library.importPaths([arguments[1]])
    let size = try library.database.statistics().fileBytes + library.database.statistics().logBytes
    let again = try WorkoutLibrary(folder: arguments[2])
    let clock = ContinuousClock(), start = clock.now
    let count = again.workouts().count
    let first = milliseconds(clock.now - start)
    let list = median(11) { use(again.workouts()) }
    print(
      """
      {"files": \(report.read), "imported": \(report.imported), "seconds": \(report.seconds), \
      "filesPerSecond": \(Double(report.read) / report.seconds), "bytes": \(report.bytes), "databaseBytes": \(size), \
      "share": \(Double(size) / Double(report.bytes)), "listed": \(count), "firstListMilliseconds": \(first), \
      "listMilliseconds": \(list)}
      """)
  case "compare" where arguments.count >= 2: try CompareBench.run(arguments[1])
  case "fit" where arguments.count >= 2:
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: arguments[1])))
    let repeats = arguments.count > 2 ? max(1, Int(arguments[2]) ?? 51) : 51
    if !isFresh { keepMemory() }
    let clock = ContinuousClock(), start = clock.now
    let file = try WorkoutFile.decode(bytes)
    let first = clock.now - start
    let decode = try median(repeats) { use(try WorkoutFile.decode(bytes)) }
    let checksum = bytes.withUnsafeBytes { buffer in median(repeats) { use(FITReader.checksum(of: buffer)) } }
    let columns = bytes.withUnsafeBytes { buffer in median(repeats) { use(FITReader.messageCount(of: buffer)) } }
    let framing = bytes.withUnsafeBytes { buffer in median(repeats) { use(frameCount(buffer)) } }
    print(
      """
      {"bytes": \(bytes.count), "records": \(file.contents.recordCount), "repeats": \(repeats), \
      "firstDecodeMilliseconds": \(milliseconds(first)), \
      "decodeMilliseconds": \(decode), "columnsAndChecksumMilliseconds": \(columns), \
      "checksumMilliseconds": \(checksum), "framingMilliseconds": \(framing)}
      """)
  case "health-write" where arguments.count >= 2:
    let size = arguments.count > 2 ? Int(arguments[2]) ?? 200 : 200
    guard let file = fopen(arguments[1], "wb") else { exit(1) }
    _ = HealthDocument.write(byteCount: size * 1_000_000) { piece in
      piece.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
    }
    fclose(file)
  case "health" where arguments.count >= 2: try HealthBench.run(arguments[1])
  case "health-import" where arguments.count >= 3:
    try HealthImportBench.run(
      arguments[1], Array(arguments.dropFirst(2)), repeats: CommandLine.arguments.contains("--once") ? 1 : 3)
  case "record" where arguments.count >= 2:
    if !isFresh { keepMemory() }
    try RecordBench.past(arguments.count > 2 ? Int(arguments[2]) ?? 1_000_000 : 1_000_000, folder: arguments[1])
  case "live" where arguments.count >= 2:
    try RecordBench.live(
      sessions: arguments.count > 2 ? Int(arguments[2]) ?? 100 : 100,
      samples: arguments.count > 3 ? Int(arguments[3]) ?? 10_000 : 10_000, folder: arguments[1])
  case "archive" where arguments.count >= 2: try ArchiveBench.run(arguments[1])
  case "coach":
    try CoachBench.run(
      athletes: arguments.count > 1 ? max(1, Int(arguments[arguments.startIndex + 1]) ?? 10_000) : 10_000,
      seconds: arguments.count > 2 ? max(1, Int(arguments[arguments.startIndex + 2]) ?? 20) : 20)
  case "xml":
    if !isFresh { keepMemory() }
    try XMLRide.measure(
      megabytes: arguments.count > 1 ? max(1, Int(arguments[arguments.startIndex + 1]) ?? 10) : 10,
      repeats: arguments.count > 2 ? max(1, Int(arguments[arguments.startIndex + 2]) ?? 11) : 11)
  default:
    print(
      "usage: bench fit-write PATH [RECORDS] | fit PATH [REPEATS] | xml [MEGABYTES] [REPEATS]"
        + " | health-write PATH [MEGABYTES] | health PATH | health-import DOCUMENT FILE… [--once] | archive PATH"
        + " | record DATA [SAMPLES] | live DATA [SESSIONS] [SAMPLES] | coach [ATHLETES] [SECONDS]")
    exit(2)
  }
}

/// Walks over the messages of a plain FIT file of one part and reads none of their fields.
func frameCount(_ bytes: UnsafeRawBufferPointer) -> Int {
  var sizes = [Int](repeating: 0, count: 16)
  var position = Int(bytes[0]), count = 0
  while position + 6 <= bytes.count - 2 {
    let header = bytes[position]
    if header & 0x40 == 0 {
      position += 1 + sizes[Int(header & 15)]
      count += 1
      continue
    }
    let fields = Int(bytes[position + 5])
    guard position + 6 + 3 * fields < bytes.count else { break }
    sizes[Int(header & 15)] = (0..<fields).reduce(0) { $0 + Int(bytes[position + 6 + 3 * $1 + 1]) }
    position += 6 + 3 * fields
  }
  return count
}

try run()
