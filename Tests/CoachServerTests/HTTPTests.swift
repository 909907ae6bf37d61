// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CoachServer

/// Requests taken apart, and who may make them.
struct HTTPTests {
  let rules = AccessRules(port: 8227)

  @Test(arguments: ["127.0.0.1:8227", "localhost:8227", "LOCALHOST:8227"])
  func `our own address is welcome`(host: String) {
    #expect(rules.refusal(of: Request(method: "GET", path: "/", headers: ["host": host])) == nil)
  }

  @Test(arguments: [
    nil, "", "evil.example", "evil.example:8227", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil.example:8227",
  ])
  func `a foreign name that points here is turned away`(host: String?) {
    var request = Request(method: "GET", path: "/")
    request.headers["host"] = host
    #expect(rules.refusal(of: request) != nil)
  }

  @Test(
    arguments: [
      ([:], true),
      (["sec-fetch-site": "same-origin"], true),
      (["sec-fetch-site": "same-origin", "origin": "http://127.0.0.1:8227"], true),
      (["sec-fetch-site": "same-origin", "origin": "null"], true),
      (["origin": "http://localhost:8227"], true),
      (["sec-fetch-site": "cross-site"], false),
      (["sec-fetch-site": "same-site"], false),
      (["sec-fetch-site": "none"], false),
      (["sec-fetch-site": "cross-site", "origin": "http://127.0.0.1:8227"], false),
      (["origin": "null"], false),
      (["origin": "http://evil.example"], false),
      (["origin": "https://127.0.0.1:8227"], false),
      (["origin": "http://127.0.0.1:9999"], false),
    ] as [([String: String], Bool)])
  func `only our own page changes something`(headers: [String: String], isWelcome: Bool) {
    for method in ["POST", "DELETE"] {
      let request = Request(
        method: method, path: "/", headers: headers.merging(["host": "127.0.0.1:8227"]) { a, _ in a })
      #expect((rules.refusal(of: request) == nil) == isWelcome)
    }
  }

  @Test(
    arguments: [
      ("none", "navigate", "document", true), ("same-origin", "cors", "empty", true),
      ("same-origin", "no-cors", "script", true), ("cross-site", "navigate", "document", true),
      ("same-site", "navigate", "document", true), ("cross-site", "navigate", "iframe", false),
      ("same-site", "no-cors", "image", false), ("cross-site", "no-cors", "script", false),
      ("same-site", "cors", "empty", false), ("cross-site", "navigate", "embed", false),
    ])
  func `other sites may link to us, and load nothing of ours`(
    site: String, mode: String, kind: String, isWelcome: Bool
  ) {
    for method in ["GET", "HEAD"] {
      let headers = [
        "host": "127.0.0.1:8227", "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": kind,
      ]
      #expect((rules.refusal(of: Request(method: method, path: "/", headers: headers)) == nil) == isWelcome)
    }
  }

  @Test(arguments: [("a%20b", "a b"), ("%C3%A9", "é"), ("100%", "100%"), ("%zz", "%zz"), ("a+b", "a+b"), ("", "")])
  func `escapes are decoded, the rest is left`(text: String, decoded: String) {
    #expect(URLCoding.decode(text) == decoded)
  }

  @Test func `what is encoded decodes to itself`() {
    for text in ["Läufe & <b>\"Ritte\"</b>.fit", "a/b?c#d%", "日本", ""] {
      #expect(URLCoding.decode(URLCoding.encode(text)) == text)
    }
  }

  @Test func `forms are read`() {
    let form = URLCoding.form(Array("age=41&name=a+b%26c&empty=&flag".utf8))
    #expect(form == ["age": "41", "name": "a b&c", "empty": "", "flag": ""])
  }

  @Test func `files in a form come out byte for byte`() throws {
    let content: [UInt8] = [0, 13, 10, 45, 45, 88, 13, 10, 255]
    let body =
      Array("--X1\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n--X1\r\n".utf8)
      + Array(
        "Content-Disposition: form-data; name=\"files\"; filename=\"a %22b.fit\"\r\nContent-Type: x/y\r\n\r\n".utf8)
      + content + Array("\r\n--X1--\r\n".utf8)
    let parts = Multipart.parts(of: body, boundary: "X1")
    try #require(parts.count == 2)
    #expect(parts[0].name == "note" && parts[0].fileName == nil && Array(parts[0].bytes) == Array("hello".utf8))
    #expect(parts[1].fileName == "a \"b.fit" && Array(parts[1].bytes) == content)
  }

  @Test(
    arguments: [
      ("multipart/form-data; boundary=abc", "abc"), ("multipart/form-data; boundary=\"a b\"", "a b"),
      ("Multipart/Form-Data; charset=x; Boundary=q", "q"), ("text/plain; boundary=abc", nil),
      ("multipart/form-data", nil),
    ] as [(String, String?)])
  func `boundaries are found`(type: String, boundary: String?) {
    #expect(Multipart.boundary(contentType: type) == boundary)
  }

  @Test func `damaged forms give what is whole and never trap`() {
    let whole = Array("--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\nabc\r\n--B--".utf8)
    for cut in 0...whole.count {
      let parts = Multipart.parts(of: Array(whole.prefix(cut)), boundary: "B")
      #expect(parts.count <= 1)
    }
  }
}
