// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CArchive

/// Names of members. They are labels for a person: nothing here or elsewhere uses them as a path.
enum ArchiveNames {
  /// A name from an archive's bytes: UTF-8 if they are that, whether or not the archive says so, else the code page that
  /// zip had at first.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes {
      text.unicodeScalars.append(byte < 0x80 ? Unicode.Scalar(byte) : codePage437[Int(byte) - 0x80])
    }
    return text
  }

  /// The upper half of the code page 437.
  private static let codePage437 = Array(
    """
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
    """.unicodeScalars)

  /// The last part of a name.
  static func file(_ name: String) -> Substring {
    name.split(separator: "/", omittingEmptySubsequences: true).last ?? Substring(name)
  }

  /// Whether a member is a trace of the system that packed the archive, not something that a person put there.
  static func isSystemTrace(_ name: String) -> Bool {
    let file = file(name)
    return name.hasPrefix("__MACOSX/") || name.contains("/__MACOSX/") || file == ".DS_Store" || file.hasPrefix("._")
      || file == "Thumbs.db" || file == "desktop.ini"
  }

  /// Whether a name is that of a route of an Apple Health export, whose folder has one name in all languages.
  static func isRoute(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    return parts.dropLast().last == "workout-routes" && name.lowercased().hasSuffix(".gpx")
  }

  /// Runs `body` where libarchive takes characters to be UTF-8: it converts names to the locale of the thread, and in
  /// the locale a program starts with every letter beyond ASCII would be lost.
  static func inUTF8<R>(_ body: () -> R) -> R {
    guard let locale = utf8Locale.value else { return body() }
    let before = uselocale(locale)
    defer { _ = uselocale(before) }
    return body()
  }

  /// SAFETY: a locale that is only ever read.
  private struct Locale: @unchecked Sendable { let value: locale_t? }
  private static let utf8Locale: Locale = {
    for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] {
      if let locale = newlocale(LC_CTYPE_MASK_OF_C, name, nil) { return Locale(value: locale) }
    }
    return Locale(value: nil)
  }()
}
