// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The folder of real files from real devices, which is not part of the project.
///
/// It is looked for at `$ZONECOACH_CORPUS`, then at `../shared/corpus` beside the checkout. Tests that need it are
/// enabled only where it is found, and say so otherwise.
public enum Corpus {
  /// The folder, or `nil` where there is none.
  public static let folder: URL? = {
    let environment = ProcessInfo.processInfo.environment["ZONECOACH_CORPUS"]
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let candidates = [environment.map { URL(filePath: $0) }, checkout.appending(path: "../shared/corpus").standardized]
    return candidates.compactMap(\.self).first {
      FileManager.default.fileExists(atPath: $0.appending(path: "oracle.json").path)
    }
  }()

  /// What tests without the corpus say.
  public static let absence =
    "the corpus of real files was not found; set ZONECOACH_CORPUS to its folder to run this test"

  /// The bytes of a file in the corpus.
  public static func bytes(_ name: String) throws -> [UInt8] {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  /// All FIT files of which something can be read: all but the empty one.
  public static func readableFITFiles() -> [String] { fitFiles().filter { $0 != "fit/el-empty.fit" } }

  /// All FIT files, by name.
  public static func fitFiles() -> [String] { files(in: "fit", endingIn: ".fit") }

  /// All files of a folder whose names end so, by name.
  public static func files(in subfolder: String, endingIn ending: String) -> [String] {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: subfolder).path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { subfolder + "/" + $0 }
  }
}
