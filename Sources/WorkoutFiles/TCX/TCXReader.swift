// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Reads TCX files, the format of Garmin's Training Center, which most services export.
///
/// An activity becomes a recording; those of one multisport session are its legs, unless more than an hour lies between
/// them. A new track inside a lap is a pause, and so is a gap where a lap's timer time is that much shorter than the
/// lap. Courses, planned workouts and folders decode to no recordings, with their kind in `contents`. A partial file
/// gives every complete point.
public enum TCXReader {
  /// Decodes a file; the bytes need to stay only for the time of the call.
  ///
  /// - Throws: `empty` for no bytes, `not-tcx` for another kind of document, and what the XML reader failed with where
  ///   nothing came before it: `malformed`, `truncated`, `too-large`.
  public static func decode(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> DecodedFile {
    guard !bytes.isEmpty else { throw FileError(FileProblem.Code(rawValue: "empty"), "the file is empty") }
    let handler = TCXHandler()
    let reader = XMLReader(vocabulary: TCXName.vocabulary, handler: handler)
    _ = reader.feed(bytes)
    reader.finish()
    handler.finish()
    let elements = handler.elements
    guard elements.isTCX == true else {
      if let failure = reader.failure, elements.isTCX == nil { throw failure.error(in: "TCX") }
      throw FileError(FileProblem.Code(rawValue: "not-tcx"), "this is no TCX file: its root element is another")
    }
    if let failure = reader.failure, elements.counts.points == 0, elements.legs.allSatisfy(\.isEmpty) {
      throw failure.error(in: "TCX")
    }
    var problems = FITProblems()
    reader.note(in: &problems)
    elements.counts.note(in: &problems)
    let contents = contents(elements, byteCount: bytes.count)
    let recordings = TrackAssembly.recordings(from: elements.legs, joining: .bySession, &problems)
    if recordings.isEmpty { problems.add("no-recording", reason(contents)) }
    if recordings.contains(where: { $0.series.isEmpty }) {
      problems.add("no-records", "An activity has no points, only totals; so no time in zone can be told.")
    }
    return DecodedFile(recordings: recordings, contents: contents, problems: problems.all)
  }

  private static func contents(_ elements: TCXElements, byteCount: Int) -> FileContents {
    var contents = FileContents(format: .tcx, byteCount: byteCount)
    contents.partCount = 1
    elements.counts.fill(&contents)
    for (number, name) in TCXName.counted.enumerated() {
      let count = TCXName.all.firstIndex(of: name).map { elements.elementCounts[$0] } ?? 0
      if count > 0 {
        contents.messages.append(FileContents.MessageCount(number: number, name: name.rawValue, count: count))
      }
      switch name {
      case .activity:
        contents.sessionCount = count
        if count > 0 { contents.kind = "activity" }
      case .lap: contents.lapCount = count
      case .course: if count > 0, contents.kind == nil { contents.kind = "course" }
      case .workout: if count > 0, contents.kind == nil { contents.kind = "workout" }
      default: break
      }
    }
    return contents
  }

  private static func reason(_ contents: FileContents) -> String {
    switch contents.kind {
    case "course": "The file is a course to follow, not a workout that was done."
    case "workout": "The file is a planned workout, not one that was done."
    case "activity": "The file is an activity, but none of its points or laps has a time."
    default: "The file holds no activity."
    }
  }
}
