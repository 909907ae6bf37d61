// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Kinds of records whose values are kept, in the unit of their quantity.
enum HealthKind: Int, CaseIterable {
  case heartRate, restingHeartRate, cyclingPower, runningPower, cyclingSpeed, runningSpeed, cyclingCadence
  case distanceOnFoot, distanceCycling, distanceSwimming

  /// The kind with this identifier.
  init?(identifier: String) {
    guard identifier.hasPrefix("HKQuantityTypeIdentifier") else { return nil }
    switch identifier.dropFirst("HKQuantityTypeIdentifier".count) {
    case "HeartRate": self = .heartRate
    case "RestingHeartRate": self = .restingHeartRate
    case "CyclingPower": self = .cyclingPower
    case "RunningPower": self = .runningPower
    case "CyclingSpeed": self = .cyclingSpeed
    case "RunningSpeed": self = .runningSpeed
    case "CyclingCadence": self = .cyclingCadence
    case "DistanceWalkingRunning": self = .distanceOnFoot
    case "DistanceCycling": self = .distanceCycling
    case "DistanceSwimming": self = .distanceSwimming
    default: return nil
    }
  }

  /// What is measured.
  var quantity: Quantity {
    switch self {
    case .heartRate, .restingHeartRate: .heartRate
    case .cyclingPower, .runningPower: .power
    case .cyclingSpeed, .runningSpeed: .speed
    case .cyclingCadence: .cadence
    case .distanceOnFoot, .distanceCycling, .distanceSwimming: .distance
    }
  }

  /// What to multiply a value in `unit` by, or `nil` for a unit that doesn't fit.
  func factor(_ unit: String) -> Double? {
    switch quantity {
    case .heartRate, .cadence: HealthText.perMinute(unit)
    case .power: unit == "W" ? 1 : nil
    case .speed: HealthText.metresPerSecond(unit)
    default: HealthText.metres(unit)
    }
  }
}

/// A value and the time for which it stands, in seconds since 1970.
struct HealthSample {
  var start: UInt32
  var length: UInt32
  var value: Double
}

/// The values of one kind from one source and device, 16 bytes each.
final class HealthColumn {
  /// The source, with plain spaces.
  let source: String
  let device: HealthDevice?
  private var full: [[HealthSample]] = []
  private var open: [HealthSample] = []
  private var isSorted = true
  private var last: UInt32 = 0
  private(set) var count = 0

  private static let chunk = 8192

  init(source: String, device: HealthDevice?) {
    self.source = source
    self.device = device
  }

  func append(_ sample: HealthSample) {
    if open.count == Self.chunk {
      full.append(open)
      open = []
    }
    if open.isEmpty { open.reserveCapacity(full.isEmpty ? 64 : Self.chunk) }
    if sample.start < last { isSorted = false }
    last = sample.start
    open.append(sample)
    count += 1
  }

  /// All values in order of their starts; the column is empty afterwards.
  func take() -> [HealthSample] {
    var all: [HealthSample] = []
    all.reserveCapacity(count)
    for i in full.indices {
      all.append(contentsOf: full[i])
      full[i] = []
    }
    all.append(contentsOf: open)
    full = []
    open = []
    if !isSorted {
      // Of values at one moment the later in the file comes later.
      let order = all.indices.sorted { (all[$0].start, $0) < (all[$1].start, $1) }
      all = order.map { all[$0] }
    }
    return all
  }
}

/// All columns, found by kind, source and device.
struct HealthColumns {
  private(set) var columns = [[HealthColumn]](repeating: [], count: HealthKind.allCases.count)
  private var places: [Key: HealthColumn] = [:]
  /// What was looked up last for each kind: records of a source come one after the other.
  private var recent = [Recent?](repeating: nil, count: HealthKind.allCases.count)

  /// More sources than anybody has are put together in the last.
  private static let columnLimit = 2000

  private struct Key: Hashable {
    var kind: HealthKind
    var source: String
    var device: String
  }

  private struct Recent {
    var source: [CChar]
    /// What describes the device, without address and software, and without a zero byte at its end.
    var device: [CChar]
    var column: HealthColumn

    func matches(_ otherSource: UnsafePointer<CChar>?, _ otherDevice: UnsafePointer<CChar>?) -> Bool {
      if let otherSource {
        guard isSame(source, otherSource) else { return false }
      } else if source.count > 1 {
        return false
      }
      guard let otherDevice else { return device.isEmpty }
      guard !device.isEmpty else { return false }
      let start = HealthColumns.withoutAddress(otherDevice)
      let isSameDevice = device.withUnsafeBufferPointer { known in
        known.baseAddress.map { strncmp($0, start, known.count) == 0 } ?? false
      }
      guard isSameDevice else { return false }
      // What follows is another property or the end, not the rest of a longer name.
      let next = UInt8(bitPattern: start[device.count])
      return next == 0 || next == UInt8(ascii: ",") || next == UInt8(ascii: ">")
    }
  }

  /// What follows a device's address, which is another one each time.
  private static func withoutAddress(_ device: UnsafePointer<CChar>) -> UnsafePointer<CChar> {
    var start = device
    while start.pointee != 0, start.pointee != 0x2C { start += 1 }
    return start.pointee == 0 ? device : start
  }

  /// The column of a record.
  mutating func column(
    _ kind: HealthKind, source: UnsafePointer<CChar>?, device: UnsafePointer<CChar>?
  ) -> HealthColumn {
    if let recent = recent[kind.rawValue], recent.matches(source, device) { return recent.column }
    let sourceText = source.map { String(cString: $0) } ?? ""
    var deviceText = device.map { String(cString: Self.withoutAddress($0)) } ?? ""
    // An update of the software doesn't make another device.
    if let end = deviceText.firstRange(of: ", software:") { deviceText = String(deviceText[..<end.lowerBound]) }
    let key = Key(kind: kind, source: sourceText, device: deviceText)
    let column: HealthColumn
    if let known = places[key] {
      column = known
    } else if places.count >= Self.columnLimit, let last = columns[kind.rawValue].last {
      column = last
    } else {
      column = HealthColumn(
        source: HealthText.plain(sourceText), device: deviceText.isEmpty ? nil : HealthDevice(deviceText))
      places[key] = column
      columns[kind.rawValue].append(column)
    }
    recent[kind.rawValue] = Recent(
      source: Array(sourceText.utf8CString), device: Array(deviceText.utf8CString.dropLast()), column: column)
    return column
  }
}
