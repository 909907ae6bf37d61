// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// One answer, without its socket.
struct Response: Sendable {
  /// The status code.
  var status: Int
  /// Header fields besides those that every answer carries.
  var headers: [(name: String, value: String)]
  /// The body.
  var body: [UInt8]
  /// The body compressed, where that was done before.
  var gzip: [UInt8]?
  /// A file that is sent instead of the body.
  var file: FileBody?
  /// Events that are sent instead of the body.
  var events: EventStream?

  /// An answer that is kept by nobody.
  init(status: Int = 200, type: String, body: [UInt8], headers: [(name: String, value: String)] = []) {
    self.status = status
    self.headers = [("Content-Type", type), ("Cache-Control", "no-store")] + headers
    self.body = body
  }

  private init(status: Int, headers: [(name: String, value: String)]) {
    self.status = status
    self.headers = headers
    body = []
  }

  /// A page.
  static func page(_ html: HTML, status: Int = 200) -> Response {
    Response(status: status, type: "text/html; charset=utf-8", body: Array(html.text.utf8))
  }

  /// A document for programs.
  static func json(_ value: some Encodable, status: Int = 200) -> Response {
    // What we encode holds finite numbers and texts only, which always can be written.
    let body = (try? JSONDocument.encode(value)).map { Array($0) } ?? Array("null".utf8)
    return Response(status: status, type: "application/json", body: body)
  }

  /// A problem, as JSON with a code for programs and a sentence for a person.
  static func problem(_ status: Int, code: String, _ message: String) -> Response {
    json(["code": code, "message": message], status: status)
  }

  /// After a form was taken: look there.
  static func see(_ path: String) -> Response {
    Response(status: 303, headers: [("Location", path), ("Cache-Control", "no-store")])
  }

  /// A file that never changes under its address.
  static func immutable(type: String, body: [UInt8], gzip: [UInt8]?, tag: String) -> Response {
    var response = Response(
      status: 200,
      headers: [
        ("Content-Type", type), ("Cache-Control", "public, max-age=31536000, immutable"), ("ETag", tag),
      ])
    response.body = body
    response.gzip = gzip
    return response
  }

  /// The value of a header field, for tests.
  subscript(header name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Header fields of every answer: nothing from outside runs, nothing leaves, no other page looks in.
enum SafetyHeaders {
  static let all: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "manifest-src 'self'; worker-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"),
  ]
}
