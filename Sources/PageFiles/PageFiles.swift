// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #endif
#endif

/// The page's own files as they lie in `Web`, held in the program: scripts, styles, the icon, words in other languages.
///
/// A module of its own, because turning files into code takes the compiler a while.
public enum PageFiles {
  /// All files with their names.
  public static let all: [(name: String, bytes: [UInt8])] = embedded.map { ($0, current($0) ?? $1) }

  private static let embedded: [(name: String, bytes: [UInt8])] = [
    ("tokens.css", PackageResources.tokens_css),
    ("zones.css", PackageResources.zones_css),
    ("base.css", PackageResources.base_css),
    ("parts.css", PackageResources.parts_css),
    ("charts.css", PackageResources.charts_css),
    ("print.css", PackageResources.print_css),
    ("icon.svg", PackageResources.icon_svg),
    ("theme.js", PackageResources.theme_js),
    ("shell.js", PackageResources.shell_js),
    ("svg.js", PackageResources.svg_js),
    ("words.js", PackageResources.words_js),
    ("trace-model.js", PackageResources.trace_model_js),
    ("trace.js", PackageResources.trace_js),
    ("menu.js", PackageResources.menu_js),
    ("import.js", PackageResources.import_js),
    ("adding.js", PackageResources.adding_js),
    ("today.js", PackageResources.today_js),
    ("plans.js", PackageResources.plans_js),
    ("worker.js", PackageResources.worker_js),
    ("workouts.js", PackageResources.workouts_js),
    ("live.css", PackageResources.live_css),
    ("live.js", PackageResources.live_js),
    ("live-ready.js", PackageResources.live_ready_js),
    ("heart.js", PackageResources.heart_js),
    ("voice.js", PackageResources.voice_js),
    ("bluetooth.js", PackageResources.bluetooth_js),
    ("workout.js", PackageResources.workout_js),
    ("settings.js", PackageResources.settings_js),
    ("zh-Hans.json", PackageResources.zh_Hans_json),
    ("ja.json", PackageResources.ja_json),
  ]

  /// In a debug build `ZONECOACH_WEB` names a folder whose files stand for those of the program, so that work on a
  /// script needs no build.
  private static func current(_ name: String) -> [UInt8]? {
    #if DEBUG
      guard let folder = getenv("ZONECOACH_WEB"), let file = fopen("\(String(cString: folder))/\(name)", "rb") else {
        return nil
      }
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
      return bytes
    #else
      return nil
    #endif
  }
}
