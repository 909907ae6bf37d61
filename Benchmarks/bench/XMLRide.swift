// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CExpat
import Foundation
import WorkoutFiles
import Workouts

/// A ride as TCX and GPX documents of a wanted size, laid out with line breaks and spaces as services lay them out.
enum XMLRide {
  /// A TCX document of about so many bytes.
  static func tcx(bytes count: Int) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
      xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
        <Activities>
          <Activity Sport="Biking">
            <Id>2026-05-28T06:00:00.000Z</Id>
            <Lap StartTime="2026-05-28T06:00:00.000Z">
              <TotalTimeSeconds>3600.0</TotalTimeSeconds>
              <Track>

      """
    var second = 0
    while text.utf8.count < count {
      text += """
                  <Trackpoint>
                    <Time>\(time(second)).000Z</Time>
                    <Position>
                      <LatitudeDegrees>\(48.1 + Double(second) * 0.000031)</LatitudeDegrees>
                      <LongitudeDegrees>\(11.5 + Double(second) * 0.000047)</LongitudeDegrees>
                    </Position>
                    <AltitudeMeters>\(520 + Double(second % 300) / 5)</AltitudeMeters>
                    <DistanceMeters>\(Double(second) * 8.25)</DistanceMeters>
                    <HeartRateBpm>
                      <Value>\(120 + second % 50)</Value>
                    </HeartRateBpm>
                    <Cadence>\(80 + second % 15)</Cadence>
                    <Extensions>
                      <ns3:TPX>
                        <ns3:Speed>8.25</ns3:Speed>
                        <ns3:Watts>\(180 + second % 90)</ns3:Watts>
                      </ns3:TPX>
                    </Extensions>
                  </Trackpoint>

        """
      second += 1
    }
    text += "</Track></Lap></Activity></Activities></TrainingCenterDatabase>\n"
    return Array(text.utf8)
  }

  /// A GPX document of about so many bytes.
  static func gpx(bytes count: Int) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx creator="bench" version="1.1" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
        <trk>
          <type>cycling</type>
          <trkseg>

      """
    var second = 0
    while text.utf8.count < count {
      text += """
              <trkpt lat="\(48.1 + Double(second) * 0.000031)" lon="\(11.5 + Double(second) * 0.000047)">
                <ele>\(520 + Double(second % 300) / 5)</ele>
                <time>\(time(second)).000Z</time>
                <extensions>
                  <power>\(180 + second % 90)</power>
                  <ns3:TrackPointExtension>
                    <ns3:atemp>21.0</ns3:atemp>
                    <ns3:hr>\(120 + second % 50)</ns3:hr>
                    <ns3:cad>\(80 + second % 15)</ns3:cad>
                  </ns3:TrackPointExtension>
                </extensions>
              </trkpt>

        """
      second += 1
    }
    text += "</trkseg></trk></gpx>\n"
    return Array(text.utf8)
  }

  private static func time(_ second: Int) -> String {
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return "2026-05-\(two(1 + second / 86_400))T\(two(second / 3600 % 24)):\(two(second / 60 % 60)):\(two(second % 60))"
  }

  /// Runs the parser over a document, in the pieces that our reader feeds, and handles nothing.
  static func barePass(_ bytes: UnsafeRawBufferPointer) {
    let parser = XML_ParserCreate(nil)
    defer { XML_ParserFree(parser) }
    var position = 0
    while position < bytes.count {
      let end = min(position + 65_536, bytes.count)
      let piece = bytes[position..<end]
      guard let start = bytes.baseAddress else { return }
      let status = XML_Parse(
        parser, (start + position).assumingMemoryBound(to: CChar.self), Int32(piece.count), end == bytes.count ? 1 : 0)
      precondition(status == XML_STATUS_OK)
      position = end
    }
  }

  /// Prints megabytes a second of reading and of a bare pass as JSON: the best of runs that take turns, so that whatever
  /// else the machine does falls on both.
  static func measure(megabytes: Int, repeats: Int) throws {
    for (name, bytes) in [("tcx", tcx(bytes: megabytes << 20)), ("gpx", gpx(bytes: megabytes << 20))] {
      let count = try WorkoutFile.decode(bytes).contents.recordCount
      var decode = Double.infinity, bare = Double.infinity
      for _ in 0..<repeats {
        decode = min(decode, milliseconds(try ContinuousClock().measure { use(try WorkoutFile.decode(bytes)) }))
        bare = min(
          bare, milliseconds(bytes.withUnsafeBytes { buffer in ContinuousClock().measure { barePass(buffer) } }))
      }
      let rate = { (milliseconds: Double) in Int(Double(bytes.count) / 1000 / milliseconds) }
      print(
        """
        {"format": "\(name)", "bytes": \(bytes.count), "records": \(count), "repeats": \(repeats), \
        "decodeMegabytesPerSecond": \(rate(decode)), "barePassMegabytesPerSecond": \(rate(bare)), \
        "share": \((bare / decode * 100).rounded() / 100)}
        """)
    }
  }
}
