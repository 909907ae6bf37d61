// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService

/// Workouts as files to take away.
enum Downloads {
  /// The formats, with what they are called on the page and on the wire.
  static let formats: [(name: String, title: String, type: String)] = [
    ("fit", "FIT", "application/vnd.ant.fit"),
    ("tcx", "TCX", "application/vnd.garmin.tcx+xml"),
    ("csv", "CSV", "text/csv; charset=utf-8"),
    ("json", "JSON", "application/json"),
  ]

  /// A file's name that every system takes: the day and the title in small ASCII letters and digits.
  static func name(of entry: WorkoutEntry, _ ending: String) -> String {
    let words = entry.title.lowercased().replacing("×", with: "x").split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }
    let title = String(words.joined(separator: "-").prefix(60))
    return "\(entry.start.civil.dayText)-\(title.isEmpty ? "workout" : title).\(ending)"
  }
}

extension Response {
  /// A file to keep. The name holds nothing that would need quoting.
  static func download(_ body: [UInt8], name: String, type: String) -> Response {
    Response(
      type: type, body: body,
      headers: [("Content-Disposition", "attachment; filename=\"\(name)\""), ("ETag", tag(ContentHash.of(body)))])
  }

  /// A file to keep that is sent from the disk.
  static func download(_ file: FileBody, name: String, type: String) -> Response {
    var response = Response(
      type: type, body: [],
      headers: [("Content-Disposition", "attachment; filename=\"\(name)\""), ("ETag", tag(file.hash))])
    response.file = file
    return response
  }

  /// A tag by which a download that broke off is known to go on with the same bytes.
  private static func tag(_ hash: [UInt8]) -> String {
    "\"" + hash.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\""
  }
}
