// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Writes the document of an Apple Health export of any size: records of many types as phones write them, then workouts
/// in both dialects of totals. The same seed gives the same bytes.
struct HealthDocument {
  private var state: UInt64
  private var out: [UInt8] = []
  private var written = 0
  private let write: ([UInt8]) -> Void

  /// Writes a document of about `byteCount` bytes piece by piece and returns the size.
  static func write(byteCount: Int, seed: UInt64 = 1, _ write: @escaping ([UInt8]) -> Void) -> Int {
    var document = HealthDocument(seed: seed, write)
    document.run(byteCount)
    return document.written
  }

  private init(seed: UInt64, _ write: @escaping ([UInt8]) -> Void) {
    state = seed
    self.write = write
  }

  private mutating func random(_ range: Range<Int>) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int((state >> 33) % UInt64(range.count))
  }

  private mutating func put(_ text: String) {
    out.append(contentsOf: text.utf8)
    if out.count > 1 << 20 { flush() }
  }

  private mutating func flush() {
    written += out.count
    write(out)
    out.removeAll(keepingCapacity: true)
  }

  private static let watch =
    #"device="&lt;&lt;HKDevice: 0x301d0a210&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, "#
    + #"hardware:Watch6,7, software:10.2&gt;" "#
  private static let start = 1_577_836_800

  private mutating func run(_ byteCount: Int) {
    put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: 14 -->
      <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
      ]>
      <HealthData locale="en_GB">
       <ExportDate value="2025-01-01 12:00:00 +0100"/>
       <Me HKCharacteristicTypeIdentifierDateOfBirth="1985-03-02" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>

      """)
    // The mix of a long export: most records are steps, ways and energies; a seventh is heart rate.
    let types: [(name: String, unit: String, share: Int, seconds: Int, fromWatch: Bool)] = [
      ("HeartRate", "count/min", 15, 0, true), ("StepCount", "count", 17, 300, false),
      ("DistanceWalkingRunning", "km", 18, 300, false), ("ActiveEnergyBurned", "kcal", 24, 60, true),
      ("BasalEnergyBurned", "kcal", 14, 900, true), ("RunningPower", "W", 3, 2, true),
      ("RunningSpeed", "km/hr", 3, 2, true), ("AppleStandTime", "min", 4, 300, true),
      ("RespiratoryRate", "count/min", 2, 0, true),
    ]
    let workouts = max(1, byteCount / 400_000)
    let span = workouts * 86_400
    for type in types {
      let share = byteCount * 97 / 100 / 100 * type.share, end = written + out.count + share
      // About 380 bytes each.
      let step = max(1, span / max(1, share / 380))
      var time = Self.start
      while written + out.count < end {
        let date = Self.date(time + random(0..<step))
        let until = type.seconds == 0 ? date : Self.date(time + type.seconds)
        let value = type.unit == "count/min" ? "\(random(55..<180))" : "0.\(random(1000..<9999))"
        put(
          ###" <Record type="HKQuantityTypeIdentifier\###(type.name)" sourceName="\###(type.fromWatch ? "Alex’s Apple\u{A0}Watch" : "Alex’s iPhone")" sourceVersion="10.2" \###(type.fromWatch ? Self.watch : "")unit="\###(type.unit)" creationDate="\###(date)" startDate="\###(date)" endDate="\###(until)" value="\###(value)""###
        )
        if type.name == "HeartRate" {
          put(
            ">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"\(random(0..<3))\"/>\n </Record>\n"
          )
        } else {
          put("/>\n")
        }
        time += step
      }
    }
    for place in 0..<workouts { workout(place) }
    put("</HealthData>\n")
    flush()
  }

  private mutating func workout(_ place: Int) {
    let start = Self.start + place * 86_400 + 17 * 3600, minutes = random(20..<120)
    let from = Self.date(start), to = Self.date(start + minutes * 60)
    let head =
      ###" <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="\###(minutes)" durationUnit="min" "###
    let source =
      ###"sourceName="Alex’s Apple\###("\u{A0}")Watch" sourceVersion="10.2" \###(Self.watch)creationDate="\###(to)" startDate="\###(from)" endDate="\###(to)">"###
    let isOld = place % 2 == 0
    put(head)
    if isOld {
      put(
        ###"totalDistance="\###(minutes / 6).5" totalDistanceUnit="km" totalEnergyBurned="\###(minutes * 11)" totalEnergyBurnedUnit="kcal" "###
      )
    }
    put(source + "\n  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>\n")
    for kilometre in 0..<minutes / 6 {
      put(
        ###"  <WorkoutEvent type="HKWorkoutEventTypeSegment" date="\###(Self.date(start + kilometre * 360))" duration="6" durationUnit="min"/>\###n"###
      )
    }
    put(
      ###"  <WorkoutEvent type="HKWorkoutEventTypePause" date="\###(Self.date(start + 600))"/>\###n  <WorkoutEvent type="HKWorkoutEventTypeResume" date="\###(Self.date(start + 660))"/>\###n"###
    )
    if !isOld {
      put(
        ###"  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" startDate="\###(from)" endDate="\###(to)" sum="\###(minutes / 6).5" unit="km"/>\###n"###
      )
    }
    put(" </Workout>\n")
  }

  /// A moment as the export writes it, an hour east.
  private static func date(_ seconds: Int) -> String {
    let local = seconds + 3600, time = local % 86_400
    // Days since 1970 to a date, years beginning in March.
    let shifted = local / 86_400 + 719_468, era = shifted / 146_097, day = shifted % 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let rest = day - (365 * year + year / 4 - year / 100), month = (5 * rest + 2) / 153
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return
      "\(year + era * 400 + (month < 10 ? 0 : 1))-\(two(month < 10 ? month + 3 : month - 9))-\(two(rest - (153 * month + 2) / 5 + 1)) \(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) +0100"
  }
}
