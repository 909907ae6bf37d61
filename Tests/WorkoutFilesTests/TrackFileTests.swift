// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import WorkoutFiles
import Workouts

@Suite("TCX and GPX files")
struct TrackFileTests {
  @Test("a TCX run is read with all it says")
  func run() throws {
    let file = try WorkoutFile.decode(try TrackText.fixture("tcx/run-with-a-pause.tcx"))
    let recording = try #require(file.recordings.first)
    #expect(recording.sport == .running && recording.name == "Morning run")
    #expect(recording.series(.cadence)?.values == [168, 170], "strides of one foot become steps")
    #expect(recording.series(.power)?.values == [240] && recording.series(.speed)?.values == [3])
    #expect(recording.series(.latitude)?.values == [48.1] && recording.series(.altitude)?.values == [520.5])
    #expect(recording.series(.distance)?.values == [0, 3, 6, 9, 12, 15])
    let lap = try #require(recording.laps.first)
    #expect(lap.trigger == .distance && lap.intensity == "active" && lap.totals.energy == 2)
    #expect(lap.totals.averageHeartRate == 131 && lap.totals.maximumHeartRate == 134)
    #expect(
      recording.device
        == Device(manufacturer: "garmin", product: "Forerunner 955", serial: 3_999_999_999, software: "19.18"))
    #expect(file.contents.format == .tcx && file.contents.kind == "activity")
    #expect(
      file.contents.messages.map { "\($0.name ?? "") \($0.count)" } == [
        "Activity 1", "Lap 1", "Track 2", "Trackpoint 6",
      ])
  }

  @Test(
    "Sport is read in any case, and other words as sports",
    arguments: [
      ("running", "running"), ("BIKING", "cycling"), ("Other", "generic"), ("", "generic"), ("Swimming", "swimming"),
      ("MountainBiking", "cycling"),
    ])
  func sports(word: String, sport: String) throws {
    let text = TrackText.tcx(TrackText.activity(TrackText.lap(0, [0, 1]), sport: word))
    #expect(try TrackText.recording(text).sport.rawValue == sport)
  }

  @Test(
    "Strava's numbers and Garmin's words are sports in GPX",
    arguments: [
      ("9", "running", nil), ("17", "cycling", "virtual_activity"), ("1", "cycling", nil), ("99", "generic", nil),
      ("trail_running", "running", "trail"), ("Running", "running", nil), ("mountain biking", "cycling", "mountain"),
      ("lap_swimming", "swimming", "lap_swimming"), ("Fell Walking", "fell_walking", nil), ("unknown", "generic", nil),
    ] as [(String, String, String?)])
  func types(word: String, sport: String, subSport: String?) throws {
    let text = TrackText.gpx("<trk><type>\(word)</type><trkseg>\(TrackText.point(0))</trkseg></trk>")
    let recording = try TrackText.recording(text)
    #expect(recording.sport.rawValue == sport && recording.subSport == subSport)
  }

  @Test("the legs of a multisport session are one workout, with distance and laps of their own")
  func legs() throws {
    func distance(_ base: Int) -> (Int) -> String { { "<DistanceMeters>\(base + $0)</DistanceMeters>" } }
    let text = TrackText.tcx(
      """
      <MultiSportSession><Id>2026-05-28T06:00:00Z</Id><FirstSport>
      \(TrackText.activity(TrackText.lap(0, timer: 100, distance: 100, [0, 50, 100], distance(0)), sport: "Other"))
      </FirstSport><NextSport><Transition StartTime="\(TrackText.time(100))"><TotalTimeSeconds>60</TotalTimeSeconds>
      <DistanceMeters>132</DistanceMeters><Track>
      <Trackpoint><Time>\(TrackText.time(110))</Time><DistanceMeters>40500</DistanceMeters></Trackpoint>
      <Trackpoint><Time>\(TrackText.time(160))</Time><DistanceMeters>40632</DistanceMeters></Trackpoint>
      </Track></Transition>
      \(TrackText.activity(TrackText.lap(160, timer: 100, distance: 260, [160, 260], distance(0))))
      </NextSport></MultiSportSession>
      """)
    let file = try TrackText.decode(text)
    #expect(file.recordings.count == 1)
    let recording = try #require(file.recordings.first)
    #expect(recording.sport == .multisport)
    #expect(recording.activities.map(\.sport) == [.generic, .transition, .cycling])
    #expect(recording.activities[1].totals.distance == 132)
    #expect(recording.series(.distance)?.values == [0, 50, 100, 100, 232, 392, 492])
    #expect(recording.laps.count == 3)
    check(recording)
  }

  @Test("activities more than an hour apart are workouts of their own, and so are two of one sport")
  func apart() throws {
    let first = TrackText.activity(TrackText.lap(0, [0, 10])), late = TrackText.activity(TrackText.lap(4000, [4000]))
    let soon = TrackText.activity(TrackText.lap(60, [60, 70]))
    let run = TrackText.activity(TrackText.lap(60, [60, 70]), sport: "Running")
    func session(_ next: String) -> String {
      TrackText.tcx(
        "<MultiSportSession><FirstSport>\(first)</FirstSport><NextSport>\(next)</NextSport></MultiSportSession>")
    }
    #expect(try TrackText.decode(session(late)).recordings.count == 2)
    #expect(try TrackText.decode(session(soon)).recordings.count == 1)
    #expect(try TrackText.decode(TrackText.tcx(first + soon)).recordings.count == 2)
    #expect(try TrackText.decode(TrackText.tcx(first + run)).recordings.map(\.activities.count) == [2])
  }

  @Test("GPX tracks within an hour are one workout with a pause between them, later ones another")
  func tracks() throws {
    func track(_ seconds: [Int], _ type: String = "") -> String {
      "<trk>\(type)<trkseg>\(seconds.map { TrackText.point($0) }.joined())</trkseg></trk>"
    }
    let file = try TrackText.decode(TrackText.gpx(track([0, 1]) + track([100, 101]) + track([9000, 9001])))
    #expect(file.recordings.map { $0.span.duration } == [101_000, 1000])
    #expect(file.recordings.first?.activities.count == 1 && file.recordings.first?.pauses.count == 1)
    let two = try TrackText.recording(
      TrackText.gpx(track([0, 1], "<type>running</type>") + track([100, 101], "<type>cycling</type>")))
    #expect(two.sport == .multisport && two.activities.count == 2 && two.pauses.count == 1)
    check(two)
  }

  @Test("courses, planned workouts, routes and tracks without times are no workouts, and say so")
  func noWorkouts() throws {
    for (text, kind) in [
      (
        "<TrainingCenterDatabase><Courses><Course><Lap/><Track><Trackpoint><Time>2010-01-01T00:00:00Z</Time></Trackpoint></Track></Course></Courses></TrainingCenterDatabase>",
        "course"
      ),
      ("<TrainingCenterDatabase><Workouts><Workout Sport='Biking'/></Workouts></TrainingCenterDatabase>", "workout"),
      (TrackText.gpx("<wpt lat='1' lon='2'/>"), "route"),
      (TrackText.gpx("<rte><rtept lat='1' lon='2'/></rte>"), "route"),
      (TrackText.gpx("<trk><trkseg><trkpt lat='1' lon='2'/><trkpt lat='1' lon='3'/></trkseg></trk>"), "route"),
    ] {
      let file = try TrackText.decode(text)
      #expect(file.recordings.isEmpty && file.contents.kind == kind && file.codes.contains("no-recording"), "\(text)")
    }
  }

  @Test("a lap that starts after its points, and an Id after them, do not move the start; steps back are sorted")
  func hints() throws {
    let text = TrackText.tcx(
      TrackText.activity(TrackText.lap(7, timer: 20, [0, 10, 20]) + TrackText.lap(15, timer: 10, [15, 30])))
    let file = try TrackText.decode(text)
    let recording = try #require(file.recordings.first)
    #expect(recording.span == TimeSpan(start: TrackText.six, end: TrackText.six + 30_000))
    #expect(recording.laps.first?.span.start == TrackText.six)
    #expect(
      recording.series(.heartRate)?.times.map { $0 - TrackText.six.millisecondsSince1970 } == [
        0, 10_000, 15_000, 20_000, 30_000,
      ])
    #expect(file.codes.contains("time-backwards"))
  }

  @Test("distances that start anew in each lap go on")
  func distances() throws {
    let laps =
      TrackText.lap(0, timer: 10, distance: 100, [0, 10]) { "<DistanceMeters>\($0 * 10)</DistanceMeters>" }
      + TrackText.lap(10, timer: 10, distance: 100, [10, 20]) { "<DistanceMeters>\(($0 - 10) * 10)</DistanceMeters>" }
    let recording = try TrackText.recording(TrackText.tcx(TrackText.activity(laps)))
    #expect(recording.series(.distance)?.values == [0, 100, 100, 200])
  }

  @Test("cadence on foot is doubled where it counts strides, not where it counts steps")
  func cadence() throws {
    func values(_ cadence: Int, sport: String) throws -> [Double]? {
      let lap = TrackText.lap(0, [0]) { _ in "<Cadence>\(cadence)</Cadence>" }
      return try TrackText.recording(TrackText.tcx(TrackText.activity(lap, sport: sport))).series(.cadence)?.values
    }
    #expect(try values(85, sport: "Running") == [170])
    #expect(try values(170, sport: "Running") == [170])
    #expect(try values(85, sport: "Biking") == [85])
    #expect(try values(255, sport: "Biking") == nil)
  }

  @Test("other documents are told by their root")
  func others() {
    for (text, code) in [
      ("<HealthData/>", "unknown-format"), ("<html><gpx/></html>", "unknown-format"), ("   ", "unknown-format"),
      ("<gpx", "truncated"), ("<gpx>&x;</gpx>", "malformed"),
    ] {
      let error = #expect(throws: FileError.self) { try TrackText.decode(text) }
      #expect(error?.code.rawValue == code, "\(text)")
    }
    #expect(throws: Never.self) { try TrackText.decode("\u{FEFF}\n  <?xml version='1.0'?><x:gpx/>") }
  }

  @Test("points of every fifth second are no smart recording, varied steps are")
  func smart() throws {
    func isSmart(_ seconds: [Int]) throws -> Bool {
      try TrackText.recording(TrackText.tcx(TrackText.activity(TrackText.lap(0, seconds)))).isSmartRecording
    }
    #expect(try !isSmart(Array(0...60)))
    #expect(try !isSmart(Array(stride(from: 0, to: 300, by: 5))))
    #expect(try isSmart([0, 3, 8, 10, 17, 20, 21, 26, 33, 37, 40]))
  }
}
