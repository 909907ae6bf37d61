// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Who may ask: a page that we served ourselves, or a program on this computer; never another web site.
struct AccessRules: Sendable {
  /// The port we answer on.
  var port: UInt16
  /// The names and addresses we answer under.
  var names = ["127.0.0.1", "localhost"]
  /// `http` for this computer, `https` for its network.
  var scheme = "http"

  private var authorities: [String] {
    names.map { "\($0):\(port)" } + (port == (scheme == "https" ? 443 : 80) ? names : [])
  }

  /// Why a request is turned away, or `nil` if it is welcome.
  ///
  /// Other sites may link to a page of ours, and that is all: nothing of ours is loaded into theirs, however their browser
  /// would keep it from them. A foreign `Host` means that a foreign name points at this computer (DNS rebinding). A change asked for by another
  /// site shows in `Sec-Fetch-Site`, or in older browsers in `Origin`. Under our own `no-referrer` policy a form of
  /// ours is sent with the origin `null`, so `null` counts as ours where `Sec-Fetch-Site` vouches for it.
  func refusal(of request: Request) -> String? {
    guard let host = request.headers["host"]?.lowercased(), authorities.contains(host) else {
      return t("This page answers only under the address that ZoneCoach printed when it started.")
    }
    let site = request.headers["sec-fetch-site"]
    guard request.method != "GET" && request.method != "HEAD" else {
      guard site == "cross-site" || site == "same-site" else { return nil }
      let isLink = request.headers["sec-fetch-mode"] == "navigate" && request.headers["sec-fetch-dest"] == "document"
      return isLink ? nil : t("Another web site asked for this. Open it from your own page.")
    }
    let foreign = t("Another web site asked for this change, so nothing was changed.")
    if let site, site != "same-origin" { return foreign }
    if let origin = request.headers["origin"]?.lowercased() {
      let ours = authorities.contains { origin == "\(scheme)://\($0)" }
      if !ours && !(origin == "null" && site != nil) { return foreign }
    }
    return nil
  }
}
