// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import WorkoutFiles
import Workouts

struct HealthWorkoutTests {
  private typealias Make = HealthDocuments

  private func only(_ elements: String) throws -> AppleHealthWorkout {
    let export = Make.read(elements)
    #expect(export.workouts.count == 1)
    return try #require(export.workouts.first)
  }

  private func pauses(_ workout: AppleHealthWorkout) -> [[Int64]] {
    workout.recording.pauses.map {
      [Make.seconds($0.span.start), Make.seconds($0.span.end), $0.kind == .manual ? 1 : 0]
    }
  }

  @Test func `totals are read from attributes, from statistics, and statistics count where both are there`() throws {
    let old = try only(
      Make.workout(
        attributes: """
          duration="50" durationUnit="min" totalDistance="5" totalDistanceUnit="mi" totalEnergyBurned="418.4" \
          totalEnergyBurnedUnit="kJ"
          """))
    #expect(old.recording.activities.first?.totals.distance == 8046.72)
    #expect(old.recording.activities.first?.totals.energy ?? 0 > 99.99)
    #expect(old.recording.activities.first?.totals.timer == 3_000_000)
    let new = try only(
      Make.workout(
        """
        <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="8.1" unit="km"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="500" unit="Cal"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="2.5" maximum="3" unit="count/s"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierRunningPower" average="240" maximum="300" unit="W"/>
        <MetadataEntry key="HKElevationAscended" value="6575 cm"/>
        """, attributes: "duration=\"3000\" durationUnit=\"s\" totalDistance=\"5\" totalDistanceUnit=\"km\""))
    let totals = new.recording.activities[0].totals
    #expect(totals.timer == 3_000_000)
    #expect(totals.distance == 8100)
    #expect(totals.energy == 500)
    #expect(totals.averageHeartRate == 150)
    #expect(totals.maximumHeartRate == 180)
    #expect(totals.averagePower == 240)
    #expect(totals.ascent == 65.75)
  }

  @Test func `pauses of athlete and watch are told apart, and where both stand still the athlete's counts`() throws {
    let workout = try only(
      Make.workout(
        Make.event("Pause", "10:10:00") + Make.event("Resume", "10:15:00")
          + Make.event("MotionPaused", "10:09:00") + Make.event("MotionResumed", "10:16:00")
          + Make.event("MotionPaused", "10:30:00") + Make.event("MotionResumed", "10:31:00")
          + Make.event("PauseOrResumeRequest", "10:40:00") + Make.event("Marker", "10:41:00")))
    #expect(pauses(workout) == [[540, 600, 0], [600, 900, 1], [900, 960, 0], [1800, 1860, 0]])
  }

  @Test func `the same events in workout and activity count once, and a pause without an end lasts to the end`() throws
  {
    let events = Make.event("Pause", "10:10:00") + Make.event("Resume", "10:11:00") + Make.event("Pause", "10:50:00")
    let workout = try only(
      Make.workout(
        events
          + """
          <WorkoutActivity uuid="A" startDate="2024-01-15 10:00:00 +0000" endDate="2024-01-15 11:00:00 +0000">\(events)
          </WorkoutActivity>
          """))
    #expect(pauses(workout) == [[600, 660, 1], [3000, 3600, 1]])
    #expect(workout.eventCounts["HKWorkoutEventTypePause"] == 4)
    #expect(workout.identifiers == ["A"])
    #expect(workout.recording.activities.count == 1)
  }

  @Test func `segments are no laps; laps are, with their lengths or from mark to mark`() throws {
    #expect(
      try only(Make.workout(Make.event("Segment", "10:00:00", "duration=\"5\" durationUnit=\"min\""))).recording.laps
        .isEmpty)
    let long = try only(
      Make.workout(
        Make.event("Lap", "10:00:00", "duration=\"5\" durationUnit=\"min\"")
          + Make.event("Lap", "10:05:00", "duration=\"6\" durationUnit=\"min\"")))
    #expect(long.recording.laps.map { $0.span.duration } == [300_000, 360_000])
    let marks = try only(Make.workout(Make.event("Lap", "10:20:00") + Make.event("Lap", "10:30:00")))
    #expect(marks.recording.laps.map { $0.span.duration } == [1_200_000, 600_000, 1_800_000])
  }

  @Test func `a workout of three sports has three legs, told by the way each counted`() throws {
    func leg(_ from: String, _ to: String, _ way: String?) -> String {
      let inside = way.map { "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\($0)\" sum=\"1\" unit=\"km\"/>" } ?? ""
      return """
        <WorkoutActivity uuid="\(from)" startDate="2024-01-15 \(from) +0000" endDate="2024-01-15 \(to) +0000" \
        duration="10" durationUnit="min">\(inside)</WorkoutActivity>
        """
    }
    let workout = try only(
      Make.workout(
        leg("10:00:00", "10:10:00", "DistanceSwimming") + leg("10:10:00", "10:12:00", nil)
          + leg("10:12:00", "10:40:00", "DistanceCycling") + leg("10:40:00", "11:00:00", "DistanceWalkingRunning"),
        type: "SwimBikeRun"))
    #expect(workout.recording.sport == .multisport)
    #expect(workout.recording.activities.map(\.sport) == [.swimming, .transition, .cycling, .running])
    #expect(workout.recording.activities.map { Make.seconds($0.span.start) } == [0, 600, 720, 2400])
    #expect(workout.recording.activities[2].totals.distance == 1000)
  }

  @Test func `steps of a planned workout are steps, not legs`() throws {
    let workout = try only(
      Make.workout(
        (0..<3).map {
          """
          <WorkoutActivity uuid="\($0)" startDate="2024-01-15 10:0\($0):00 +0000" endDate="2024-01-15 10:0\($0 + 1):00 +0000">
          <MetadataEntry key="WOIntervalStepKeyPath" value="1.\($0).0"/>
          <MetadataEntry key="WOIntervalStepSuccessful" value="1"/></WorkoutActivity>
          """
        }.joined()))
    #expect(workout.recording.activities.count == 1)
    #expect(workout.steps.map(\.keyPath) == ["1.0.0", "1.1.0", "1.2.0"])
    #expect(workout.steps.allSatisfy { $0.isSuccessful == true && $0.span.duration == 60_000 })
  }

  @Test(
    arguments: [
      ("Running", "running", nil), ("Cycling", "cycling", nil), ("Swimming", "swimming", nil),
      ("Hiking", "hiking", nil),
      ("TraditionalStrengthTraining", "training", "strength_training"), ("MindAndBody", "mind_and_body", nil),
      ("Other", "generic", nil), ("HighIntensityIntervalTraining", "hiit", nil), ("", "generic", nil),
    ] as [(String, String, String?)])
  func `sports get our names, and unknown ones keep their own`(_ type: String, _ sport: String, _ sub: String?) throws {
    let workout = try only(Make.workout(type: type))
    #expect(workout.recording.sport.rawValue == sport)
    #expect(workout.recording.subSport == sub)
    #expect(workout.activityType == "HKWorkoutActivityType\(type)")
  }

  @Test func `indoors, time zone and names are kept`() throws {
    let workout = try only(
      Make.workout(
        """
        <MetadataEntry key="HKIndoorWorkout" value="1"/><MetadataEntry key="HKTimeZone" value="Europe/Paris"/>
        <MetadataEntry key="HKExternalUUID" value="X"/><MetadataEntry key="HKMetadataKeySyncIdentifier" value="S"/>
        <MetadataEntry key="HKMetadataKeySyncVersion" value="3"/><MetadataEntry key="HKTimeZone" value="Europe/Paris"/>
        <WorkoutRoute sourceName="w"><MetadataEntry key="HKMetadataKeySyncVersion" value="9"/>
        <FileReference path="/workout-routes/a.gpx"/></WorkoutRoute>
        <WorkoutRoute><FileReference path="/workout-routes/a.gpx"/></WorkoutRoute>
        <WorkoutRoute><FileReference path="/workout-routes/b.gpx"/><Location date="x" latitude="1"/></WorkoutRoute>
        """, type: "Cycling",
        attributes:
          "device=\"&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,2, software:11.5, creation date:2025-05-14 22:06:53 +0000&gt;\""
      ))
    #expect(workout.recording.subSport == "indoor_cycling")
    #expect(workout.isIndoor == true)
    #expect(workout.timeZone == "Europe/Paris")
    #expect(workout.recording.utcOffsetSeconds == 3600)
    #expect(workout.identifiers == ["X", "S"])
    #expect(workout.syncVersion == 3)
    #expect(workout.routePaths == ["/workout-routes/a.gpx", "/workout-routes/b.gpx"])
    #expect(workout.routeCount == 3)
    #expect(workout.locationCount == 1)
    #expect(workout.recording.device == Device(manufacturer: "apple", product: "Watch7,2", software: "11.5"))
  }

  @Test func `points of a route in the document itself, as old phones wrote them, are the workout's way`() throws {
    func location(_ time: String, _ attributes: String) -> String {
      "<Location date=\"2024-01-15 \(time) +0000\" \(attributes) horizontalAccuracy=\"2.4\" course=\"-1\"/>"
    }
    let workout = try only(
      Make.workout(
        "<WorkoutRoute>"
          + location("10:00:02", "latitude=\"37.7778\" longitude=\"-122.425\" altitude=\"21.5\" speed=\"-1\"")
          + location("10:00:01", "latitude=\"37.7777\" longitude=\"-122.426\" altitude=\"21.25\" speed=\"2.5\"")
          + location("10:00:03", "latitude=\"137\" longitude=\"-122.426\"")
          + location("09:00:00", "latitude=\"37\" longitude=\"-122\"") + "</WorkoutRoute>"))
    #expect(workout.locationCount == 4)
    let latitude = try #require(workout.recording.series(.latitude))
    #expect(latitude.times.map { Make.seconds(Instant(millisecondsSince1970: $0)) } == [1, 2])
    #expect(latitude.values == [37.7777, 37.7778])
    #expect(workout.recording.series(.longitude)?.values == [-122.426, -122.425])
    #expect(workout.recording.series(.altitude)?.values == [21.25, 21.5])
    #expect(workout.recording.series(.speed)?.values.first == 2.5)
    #expect(workout.recording.series(.speed)?.values.last?.isNaN == true)
  }

  @Test func `age is that of the day of the workout, resting heart rate the latest before it`() throws {
    func resting(_ value: Int, _ day: String) -> String {
      """
      <Record type="HKQuantityTypeIdentifierRestingHeartRate" sourceName="W" unit="count/min" \
      startDate="\(day) 00:00:00 +0000" endDate="\(day) 09:00:00 +0000" value="\(value)"/>
      """
    }
    let export = Make.read(
      "<Me HKCharacteristicTypeIdentifierDateOfBirth=\"1990-01-16\"/>" + resting(52, "2024-02-01")
        + resting(55, "2024-01-10") + resting(58, "2023-12-01") + Make.workout())
    #expect(export.workouts.first?.recording.athlete.age == 33)
    #expect(export.workouts.first?.recording.athlete.restingHeartRate == 55)
    #expect(export.athlete.age == 34)
    #expect(export.athlete.restingHeartRate == 52)
  }
}
