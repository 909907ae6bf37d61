// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

extension Router {
  /// Turns a request away from its head alone, where it must not be made or its browser was not let in; `nil` lets it in.
  func admit(_ request: Request) -> Response? {
    speaking(to: request) {
      if let refusal = gate(request) { return refusal }
      guard !isForEverybody(request), access.browser(of: request) == nil else { return nil }
      if request.isLAN { return admitToPairing(request) }
      let words = t(
        "Open the link that ZoneCoach shows in the terminal; for a new one, press Enter there or start ZoneCoach again."
      )
      return wantsData(request)
        ? .problem(401, code: "not-let-in", words)
        : .page(MessagePage.html(title: t("This browser was not let in yet"), words, leadsOn: false), status: 401)
    }
  }

  /// What needs no cookie: the page's own files, and the link that gives one. Browsers load manifests without cookies.
  private func isForEverybody(_ request: Request) -> Bool {
    request.segments.first == "assets" || (request.segments.first == "open" && !request.isLAN)
      || ["/manifest.webmanifest", "/worker.js", "/favicon.ico"].contains(request.path)
  }

  /// Answers the link that lets a browser in. It works once.
  func open(_ link: String, _ request: Request) -> Response {
    let isKnown = access.browser(of: request) != nil
    let isGood = access.use(link)
    if isKnown { return .see("/") }
    guard isGood else {
      return .page(
        MessagePage.html(
          title: t("This link was used before"),
          t("Each link lets one browser in, once. For a new one, press Enter in the terminal where ZoneCoach runs."),
          leadsOn: false), status: 410)
    }
    var response = Response.see("/")
    response.headers.append(("Set-Cookie", access.letIn(Browsers.name(request.headers["user-agent"]), to: request)))
    return response
  }

  /// Ends the access of one browser, or of all but the one that asks.
  func endBrowser(_ request: Request) -> Response {
    let form = request.form
    guard let name = form["browser"] else { return .see("/privacy#browsers") }
    if name == "others" {
      let this = access.browser(of: request)?.id
      access.end { $0.id != this }
    } else {
      access.end { $0.id == name }
    }
    return .see("/privacy#browsers")
  }
}
