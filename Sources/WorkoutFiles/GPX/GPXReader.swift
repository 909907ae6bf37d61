// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Reads GPX files, the format of positions over time that services and GPS receivers write.
///
/// All tracks with at most an hour between them are one recording; between segments the timer stood still. There are no
/// laps and no totals. Points without a time are a route, not a workout: where no point has one, and for files of
/// waypoints and routes, there are no recordings, and a problem says why. A partial file gives every complete point.
public enum GPXReader {
  /// Decodes a file; the bytes need to stay only for the time of the call.
  ///
  /// - Throws: `empty` for no bytes, `not-gpx` for another kind of document, and what the XML reader failed with where
  ///   nothing came before it: `malformed`, `truncated`, `too-large`.
  public static func decode(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> DecodedFile {
    guard !bytes.isEmpty else { throw FileError(FileProblem.Code(rawValue: "empty"), "the file is empty") }
    let handler = GPXHandler()
    let reader = XMLReader(vocabulary: GPXName.vocabulary, handler: handler)
    _ = reader.feed(bytes)
    reader.finish()
    handler.finish()
    let elements = handler.elements
    guard elements.isGPX == true else {
      if let failure = reader.failure, elements.isGPX == nil { throw failure.error(in: "GPX") }
      throw FileError(FileProblem.Code(rawValue: "not-gpx"), "this is no GPX file: its root element is another")
    }
    if let failure = reader.failure, elements.counts.points == 0, elements.legs.allSatisfy(\.isEmpty) {
      throw failure.error(in: "GPX")
    }
    var problems = FITProblems()
    reader.note(in: &problems)
    elements.counts.note(in: &problems)
    let contents = contents(elements, byteCount: bytes.count)
    // Most points without time: a route on which somebody took a few waypoints, of which no workout can be made.
    let isRoute = elements.counts.pointsWithoutTime * 2 > elements.counts.points
    let recordings =
      isRoute ? [] : TrackAssembly.recordings(from: elements.legs, joining: .byTime, &problems)
    if recordings.isEmpty { problems.add("no-recording", reason(contents, isRoute: isRoute)) }
    return DecodedFile(recordings: recordings, contents: contents, problems: problems.all)
  }

  private static func contents(_ elements: GPXElements, byteCount: Int) -> FileContents {
    var contents = FileContents(format: .gpx, byteCount: byteCount)
    contents.partCount = 1
    elements.counts.fill(&contents)
    for (number, name) in GPXName.counted.enumerated() where elements.elementCounts[name.place] > 0 {
      contents.messages.append(
        FileContents.MessageCount(number: number, name: name.rawValue, count: elements.elementCounts[name.place]))
    }
    contents.sessionCount = elements.elementCounts[GPXName.trk.place]
    let hasTimes = elements.counts.pointsWithoutTime * 2 <= elements.counts.points && elements.counts.points > 0
    if hasTimes {
      contents.kind = "activity"
    } else if !contents.messages.isEmpty {
      contents.kind = "route"
    }
    return contents
  }

  private static func reason(_ contents: FileContents, isRoute: Bool) -> String {
    if isRoute { return "Hardly any point has a time, so this is a route, not a workout that was done." }
    if contents.kind == "route" { return "The file holds waypoints or a planned route, not a workout that was done." }
    return "The file holds no track."
  }
}
