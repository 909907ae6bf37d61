// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import HealthDatabase
import Synchronization
import Workouts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Who was let in: browsers that came by a link which worked once, and hold a cookie since.
///
/// Of each cookie only the SHA-256 is kept, in a file that its owner alone reads, so that a page stays open when the
/// program starts again. Several programs may share the file.
final class Access: Sendable {
  /// A browser that was let in.
  struct Browser: Codable, Sendable, Equatable {
    /// What it is called here; no secret.
    var id: String
    /// The SHA-256 of its cookie, in hexadecimal digits.
    var hash: String
    /// What it calls itself, in two words.
    var name: String
    /// When it was let in.
    var since: Instant
    /// When it was last here, to the day.
    var used: Instant
  }

  /// A browser that has not been here for 90 days is let in no more.
  static let lifetime: Milliseconds = 90 * day
  private static let day: Milliseconds = 86_400_000

  private let cookie: String
  /// The cookie of devices that come over TLS.
  private let secureCookie: String
  private let file: BrowserFile?
  private let clock: @Sendable () -> Instant
  private let state = Mutex(State())

  private struct State {
    /// The hash of the link that still works.
    var link: String?
    /// Those in the file, or all where there is none.
    var browsers: [Browser] = []
    var version: BrowserFile.Version?
  }

  /// Access to the page on a port. Without a path it is forgotten at the end.
  init(
    port: UInt16, lanPort: UInt16 = 0, path: String?,
    clock: @escaping @Sendable () -> Instant = HealthDatabase.systemClock
  ) {
    // Browsers don't tell ports apart: two pages on one computer need two names.
    cookie = "zonecoach-\(port)"
    // With this beginning browsers take it over TLS only, and for no other host.
    secureCookie = "__Host-zonecoach-\(lanPort)"
    file = path.map { BrowserFile(path: $0) }
    self.clock = clock
  }

  /// 256 random bits that may stand in an address.
  private static func secret() -> String {
    (0..<4).map { _ in
      let text = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
  }

  private static func hash(_ secret: String) -> String {
    ContentHash.of(Array(secret.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  // MARK: The link

  /// The last part of a new link. One made before works no more.
  func newLink() -> String {
    let secret = Self.secret()
    state.withLock { $0.link = Self.hash(secret) }
    return secret
  }

  /// Whether a link works, which it does once.
  func use(_ link: String) -> Bool {
    // Hashes are compared: how long that takes says nothing about the secret.
    let hash = Self.hash(link)
    return state.withLock { state in
      guard state.link == hash else { return false }
      state.link = nil
      return true
    }
  }

  // MARK: The cookie

  /// Lets a browser in, and returns the cookie that it shows from now on.
  func letIn(_ name: String, to request: Request? = nil) -> String {
    let secret = Self.secret(), now = clock()
    let browser = Browser(
      id: String(Self.secret().prefix(12)), hash: Self.hash(secret), name: name, since: now, used: now)
    change { $0.append(browser) }
    return field(secret, isSecure: request?.isLAN ?? false)
  }

  private func field(_ secret: String, isSecure: Bool) -> String {
    "\(isSecure ? secureCookie : cookie)=\(secret); Max-Age=\(Self.lifetime / 1000); HttpOnly; SameSite=Strict; Path=/"
      + (isSecure ? "; Secure" : "")
  }

  /// The browser that asks, if it was let in.
  func browser(of request: Request) -> Browser? { known(request)?.browser }

  private func known(_ request: Request) -> (browser: Browser, secret: String)? {
    guard let header = request.headers["cookie"] else { return nil }
    let browsers = browsers, cookie = request.isLAN ? secureCookie : cookie
    for part in header.split(separator: ";") {
      let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0] == cookie else { continue }
      let secret = String(pair[1]), hash = Self.hash(secret)
      if let browser = browsers.first(where: { $0.hash == hash }) { return (browser, secret) }
    }
    return nil
  }

  /// Notes once a day that a browser was here, and has it keep its cookie for another 90 days.
  func renew(_ request: Request, _ response: Response) -> Response {
    guard let (browser, secret) = known(request), clock() - browser.used >= Self.day else { return response }
    let now = clock()
    change { browsers in
      if let index = browsers.firstIndex(where: { $0.id == browser.id }) { browsers[index].used = now }
    }
    var response = response
    response.headers.append(("Set-Cookie", field(secret, isSecure: request.isLAN)))
    return response
  }

  // MARK: All of them

  /// The browsers that are let in, the latest first.
  var browsers: [Browser] {
    let now = clock()
    return state.withLock { state in
      refresh(&state)
      return state.browsers.filter { now - $0.used < Self.lifetime }.sorted { $0.since > $1.since }
    }
  }

  /// Lets some in no more. `which` must not ask for browsers itself.
  func end(_ which: (Browser) -> Bool) { change { $0.removeAll(where: which) } }

  /// What another program wrote since counts.
  private func refresh(_ state: inout State) {
    guard let file, let version = file.version, version != state.version else { return }
    (state.browsers, state.version) = (file.read(), version)
  }

  private func change(_ body: (inout [Browser]) -> Void) {
    let now = clock()
    state.withLock { state in
      let changed = file?.change { browsers in
        browsers.removeAll { now - $0.used >= Self.lifetime }
        body(&browsers)
      }
      guard let changed else { return body(&state.browsers) }
      (state.browsers, state.version) = (changed, file?.version)
    }
  }
}
