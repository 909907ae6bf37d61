// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import Synchronization
import Testing
import Workouts

@testable import CoachServer

/// Who is let in, and for how long.
struct AccessTests {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary
  let router: Router

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
    router = Router(library: library, port: 8227)
  }

  func head(_ method: String = "GET", _ path: String, cookie: String? = nil) -> Request {
    var request = Request(method: method, path: path, headers: ["host": "127.0.0.1:8227"])
    request.headers["cookie"] = cookie
    return request
  }

  /// Uses a link, and returns the answer with the cookie that it gives.
  func use(_ link: String, cookie: String? = nil) -> (response: Response, cookie: String?) {
    let response = router.respond(to: head("GET", "/open/\(link)", cookie: cookie))
    return (response, response[header: "Set-Cookie"]?.split(separator: ";").first.map(String.init))
  }

  @Test func `without the cookie there are only the page's own files and the link`() throws {
    for path in ["/", "/workouts", "/privacy", "/privacy/everything.sqlite", "/nowhere", "/zones"] {
      let refused = try #require(router.admit(head("GET", path)), "\(path)")
      #expect(refused.status == 401 && String(decoding: refused.body, as: UTF8.self).contains("Open the link"))
    }
    for (method, path) in [
      ("GET", "/api/workouts"), ("POST", "/api/import"), ("DELETE", "/api/samples"), ("GET", "/api/"),
      ("PATCH", "/api/workouts/1"),
    ] {
      let refused = router.admit(head(method, path))
      #expect(refused?.status == 401 && refused?[header: "Content-Type"] == "application/json", "\(method) \(path)")
    }
    for path in [Assets.path("shell.js"), "/open/x", "/manifest.webmanifest", "/worker.js"] {
      #expect(router.admit(head("GET", path)) == nil, "\(path)")
    }
    for path in ["/assetsx", "//assets/../workouts", "/opens"] {
      #expect(router.admit(head("GET", path)) != nil || path.hasPrefix("//"), "\(path)")
    }
    let cookies = [
      "zonecoach-8227=", "zonecoach-8227=\(String(repeating: "0", count: 64))", "x=y", ";;", "zonecoach-8227",
    ]
    for cookie in cookies {
      #expect(router.admit(head("GET", "/workouts", cookie: cookie))?.status == 401, "\(cookie)")
    }
  }

  @Test func `a link lets one browser in, once`() throws {
    let link = router.access.newLink()
    let (response, cookie) = use(link)
    #expect(response.status == 303 && response[header: "Location"] == "/")
    let field = try #require(response[header: "Set-Cookie"])
    let parts = field.split(separator: ";").dropFirst().map { $0.drop { $0 == " " } }
    #expect(Set(parts) == ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=7776000"])
    let given = try #require(cookie)
    #expect(!given.contains(link), "the address says nothing of the cookie")
    #expect(router.admit(head("GET", "/workouts", cookie: given)) == nil)
    #expect(router.admit(head("GET", "/workouts", cookie: "a=b; \(given); c=d")) == nil)
    let again = use(link)
    #expect(again.response.status == 410 && again.cookie == nil)
    #expect(String(decoding: again.response.body, as: UTF8.self).contains("press Enter"))
    // Who was let in is only sent on.
    let known = use(link, cookie: given)
    #expect(known.response.status == 303 && known.cookie == nil)
    #expect(use("").response.status != 303 && use(String(repeating: "0", count: 64)).response.status == 410)
  }

  @Test func `a new link ends the one before, and a look at the head uses none`() {
    let first = router.access.newLink(), second = router.access.newLink()
    #expect(use(first).response.status == 410)
    #expect(use(second).response.status == 303)
    #expect(first != second && first.count == 64)
  }

  @Test func `access outlives the program, in a file that its owner alone reads and that holds no cookie`() throws {
    let cookie = try #require(use(router.access.newLink()).cookie)
    let path = folder.path + "/health.sqlite-browsers"
    let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(rights?.intValue == 0o600)
    let content = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!content.contains(try #require(cookie.split(separator: "=").last)))
    let again = Router(library: library, port: 8227)
    #expect(again.admit(head("GET", "/workouts", cookie: cookie)) == nil)
    // The link does not outlive it.
    #expect(again.respond(to: head("GET", "/open/\(router.access.newLink())")).status == 410)
  }

  @Test func `access ends after 90 days without use, and each day of use begins them anew`() throws {
    let now = Mutex(Instant(secondsSince1970: 1_800_000_000))
    func pass(days: Int64) { now.withLock { $0 = $0 + days * 86_400_000 } }
    let access = Access(port: 8227, path: folder.path + "/b", clock: { now.withLock { $0 } })
    let cookie = try #require(access.letIn("Firefox on Linux").split(separator: ";").first.map(String.init))
    let request = head("GET", "/workouts", cookie: cookie)
    let answer = Response(type: "text/plain", body: [])
    #expect(access.renew(request, answer)[header: "Set-Cookie"] == nil, "once a day is enough")
    pass(days: 89)
    #expect(access.renew(request, answer)[header: "Set-Cookie"]?.hasPrefix("\(cookie); Max-Age=7776000") == true)
    pass(days: 89)
    #expect(access.browser(of: request) != nil)
    pass(days: 1)
    #expect(access.browser(of: request) == nil && access.browsers.isEmpty)
    #expect(access.renew(request, answer)[header: "Set-Cookie"] == nil)
  }

  @Test func `the page about privacy lists who was let in, and ends it`() throws {
    var request = head("GET", "/open/\(router.access.newLink())")
    request.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    let given = router.respond(to: request)[header: "Set-Cookie"]?.split(separator: ";").first
    let cookie = try #require(given.map(String.init))
    let others = try (0..<3).map { _ in try #require(use(router.access.newLink()).cookie) }
    let page = String(decoding: router.respond(to: head("GET", "/privacy", cookie: cookie)).body, as: UTF8.self)
    #expect(page.contains("Firefox on Linux · this one") && page.ranges(of: "A program</h3>").count == 3)
    func end(_ name: String) {
      var post = head("POST", "/privacy/browsers", cookie: cookie)
      post.body = Array("browser=\(name)".utf8)
      #expect(router.respond(to: post).status == 303)
    }
    func isIn(_ cookie: String) -> Bool { router.access.browser(of: head("GET", "/", cookie: cookie)) != nil }
    end(try #require(router.access.browser(of: head("GET", "/", cookie: others[0]))).id)
    #expect(!isIn(others[0]) && isIn(others[1]) && isIn(cookie))
    end("others")
    #expect(!isIn(others[1]) && !isIn(others[2]) && isIn(cookie))
    end("nobody")
    #expect(isIn(cookie))
    end(try #require(router.access.browsers.first).id)
    #expect(!isIn(cookie))
  }

  @Test func `two programs with one data folder see whom the other let in, and whom it ended`() throws {
    let first = Access(port: 8227, path: folder.path + "/b"), second = Access(port: 8227, path: folder.path + "/b")
    let cookies = [first, second].map { String($0.letIn("").prefix { $0 != ";" }) }
    for access in [first, second] {
      #expect(cookies.allSatisfy { access.browser(of: head("GET", "/", cookie: $0)) != nil })
    }
    second.end { _ in true }
    #expect(cookies.allSatisfy { first.browser(of: head("GET", "/", cookie: $0)) == nil })
  }

  @Test func `what is no list of browsers lets nobody in and is replaced`() throws {
    let path = folder.path + "/b"
    for content in ["", "nonsense", "{}", "[1]", String(repeating: "[", count: 1000)] {
      try Data(content.utf8).write(to: URL(filePath: path))
      let access = Access(port: 1, path: path)
      #expect(access.browsers.isEmpty)
      _ = access.letIn("x")
      #expect(access.browsers.count == 1)
    }
    // A place where nothing can be written: access lasts as long as the program.
    let access = Access(port: 1, path: folder.path + "/no/such/folder")
    let cookie = String(access.letIn("").prefix { $0 != ";" })
    #expect(access.browser(of: head("GET", "/", cookie: cookie)) != nil)
  }

  @Test(arguments: [
    ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
    (
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36",
      "Chrome on Android"
    ),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari on iPhone"
    ),
    ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge on Windows"), ("curl/8.0", ""),
    ("<script>", ""),
  ])
  func `browsers are called by name and system`(agent: String, name: String) { #expect(Browsers.name(agent) == name) }

  @Test func `through the socket, too`() async throws {
    let page = try ServedPage(library)
    #expect(try await page.get("/workouts").status == 200)
    let stranger = ServedPage.Client(port: page.port)
    #expect(try await stranger.get("/workouts").status == 401)
    #expect(try await stranger.get("/api/import", method: "POST", body: Data(count: 10)).status == 401)
    #expect(try await stranger.get(Assets.path("shell.js")).status == 200)
    #expect(page.server.newLink().hasPrefix("http://127.0.0.1:\(page.port)/open/"))
  }
}
