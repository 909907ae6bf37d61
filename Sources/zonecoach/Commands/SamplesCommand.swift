// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import FoundationEssentials
import Workouts

/// `zonecoach samples`: the sample workouts as files.
enum SamplesCommand: Command {
  static let name = "samples"
  static let abstract = "Writes the sample workouts, which are simulated, as FIT files."
  static let synopsis = "zonecoach samples DIR"
  static let options: [Option] = []
  static let discussion = """
    A file that is there already is replaced by the sample of the same name.

      zonecoach samples /tmp/samples && zonecoach summary /tmp/samples/*.fit
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.count == 1, let folder = arguments.words.first else { throw UsageError("Name one folder.") }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw InputError("\(folder) can't be made a folder; name another, or check its permissions")
    }
    let now = Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970) * 1000)
    for file in try SampleFiles.all(before: now) {
      let path = folder + "/" + file.name
      do {
        try Data(file.bytes).write(to: URL(filePath: path), options: .atomic)
      } catch {
        throw InputError("\(path) can't be written; check the free space and the permissions of the folder")
      }
      Terminal.print(path)
    }
    return .done
  }
}
