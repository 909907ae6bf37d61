// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

extension Router {
  /// A form with a code is no longer than this.
  private static let pairingLimit = 256

  /// What the gate says to a device of the network that was not let in: only the form, and what it sends, come through.
  func admitToPairing(_ request: Request) -> Response? {
    if request.path == "/pair" && request.method == "POST" {
      let length = request.headers["content-length"].flatMap { Int($0) }
      if let length, length <= Self.pairingLimit, request.headers["transfer-encoding"] == nil { return nil }
      return .page(PairingPage.html(nil), status: 413)
    }
    return wantsData(request)
      ? .problem(401, code: "not-let-in", t("Open the page in a browser and type the code that the terminal shows."))
      : .page(PairingPage.html(nil), status: 401)
  }

  /// Answers the form with the code.
  func pair(_ request: Request) -> Response {
    guard access.browser(of: request) == nil else { return .see("/") }
    guard request.method == "POST" else { return methodNotAllowed(request, ["POST"]) }
    let outcome = pairing.enter(request.form["code"] ?? "")
    guard outcome == .right else { return .page(PairingPage.html(outcome), status: 401) }
    var response = Response.see("/")
    response.headers.append(("Set-Cookie", access.letIn(Browsers.name(request.headers["user-agent"]), to: request)))
    return response
  }
}
