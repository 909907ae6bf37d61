// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// What is said of files: what is wrong with them, what became of them, why two are one workout.
///
/// Engines write finished English sentences with places in the file. Other languages say what the code means.
enum FileWords {
  /// What was wrong with a file that was read all the same.
  static func problem(_ code: String, _ message: String) -> String {
    if Language.current == .english { return Names.fullSentence(message) }
    return known(message) ?? words(code) ?? t("Something in the file is not as it should be.")
  }

  /// What became of a file, where there is more to say than that it was taken.
  static func verdict(_ verdict: ImportVerdict, _ message: String) -> String {
    if Language.current == .english { return Names.fullSentence(message) }
    if let known = known(message) { return known }
    if let code = verdict.code, let words = words(code) { return words }
    switch verdict.outcome {
    case .skipped: return t("There is no workout in it.")
    case .failed: return t("The file could not be read.")
    default: return t("Something in the file is not as it should be.")
    }
  }

  /// A verdict in the language of the answer, for scripts.
  static func told(_ verdict: ImportVerdict) -> ImportVerdict {
    guard Language.current != .english, let message = verdict.message else { return verdict }
    var verdict = verdict
    verdict.message = self.verdict(verdict, message)
    return verdict
  }

  /// Why a source was taken for the same workout.
  static func match(_ sentence: String) -> String { t(Phrase(key: sentence)) }

  /// One thing to know before opening a workout.
  static func flag(_ flag: String) -> String {
    switch flag {
    case "Totals only": t("Totals only")
    case "Cut off": t("Cut off")
    case "No heart rate": t("No heart rate")
    default: flag.hasSuffix(" % known") ? t("\(Format.percent(Int(flag.prefix { $0 != " " }) ?? 0)) known") : flag
    }
  }

  /// A finished sentence that the catalog has as it is.
  private static func known(_ message: String) -> String? {
    let told = t(Phrase(key: message))
    return told == message ? nil : told
  }

  private static func words(_ code: String) -> String? {
    switch code {
    case "truncated": t("The file is cut off. What comes before is imported.")
    case "empty": t("The file is empty.")
    case "bad-checksum": t("The checksum does not fit, so something in the file may be damaged.")
    case "bad-header", "header-size", "data-size", "field-size", "undefined-message", "missing-description",
      "late-description":
      t("Parts of the file are not as the format says; what could be read is imported.")
    case "skipped-bytes", "trailing-bytes", "trailing-data", "bad-bytes", "bad-characters":
      t("Bytes that are no part of a workout were passed over.")
    case "clock-not-set": t("The clock of the device was not set, so the day is not known.")
    case "time-backwards", "time-jump", "time-out-of-range":
      t("The clock in the file jumps; what lies outside is left out.")
    case "timer-disagrees": t("The timer and the pauses in the file don’t agree.")
    case "too-many", "too-large": t("The file holds more than a workout can.")
    case "no-recording", "no-records", "no-session", "no-start", "no-workout": t("There is no workout in it.")
    case "no-time", "workout-without-time": t("Without times there is no workout to make of it.")
    case "no-zone": t("The file says no time zone, so its times are taken as they are.")
    case "zone-totals-implausible": t("The device’s times in zone can’t be right and are left out.")
    case "not-fit", "not-tcx", "not-gpx", "unknown-format": t("This is no workout file that we know.")
    case "not-an-archive": t("This is no archive that we know.")
    case "damaged-archive", "damaged-element": t("It is damaged; what could be read is imported.")
    case "archive-bomb", "nested-too-deep": t("This archive is not unpacked: it holds more than a person has.")
    case "unsafe-path": t("It names a place outside of the archive and is left out.")
    case "unreadable-file", "unreadable-records", "given-up", "several-roots": t("The file could not be read.")
    case "storage": t("The file could not be stored. Free some space and try again.")
    case "deleted": t("You deleted it before.")
    default: nil
    }
  }
}

/// Kinds of health data that programs ask for.
enum ProgramWords {
  /// What a person calls a type.
  static func type(_ type: ProgramPermissions.TypePermission) -> String { told(Wording(key: type.words)) }
}
