// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService

extension Router {
  /// The service worker. It stands at the root, as it looks after the whole page, and is asked for anew each time.
  var worker: Response {
    guard let asset = Assets.asset("worker.js") else { preconditionFailure("the worker is part of the program") }
    return Response(status: 200, type: asset.type, body: asset.bytes)
  }

  /// What a browser needs to know to install the page.
  var manifest: Response {
    var response = Response.json(
      Manifest(
        name: "ZoneCoach", short_name: "ZoneCoach", lang: Language.current.rawValue, start_url: "/", scope: "/",
        display: "standalone", background_color: "#f7f6f2", theme_color: "#f7f6f2",
        icons: [.init(src: Assets.path("icon.svg"), sizes: "any", type: "image/svg+xml", purpose: "any")],
        shortcuts: [.init(name: t("Live"), url: "/live"), .init(name: t("Workouts"), url: "/workouts")]))
    response.headers = response.headers.map { name, value in
      name == "Content-Type" ? (name, "application/manifest+json") : (name, value)
    }
    return response
  }

  private struct Manifest: Encodable {
    struct Icon: Encodable {
      var src: String
      var sizes: String
      var type: String
      var purpose: String
    }
    struct Shortcut: Encodable {
      var name: String
      var url: String
    }
    var name: String
    var short_name: String
    var lang: String
    var start_url: String
    var scope: String
    var display: String
    var background_color: String
    var theme_color: String
    var icons: [Icon]
    var shortcuts: [Shortcut]
  }
}

/// What an installed page shows where nothing was seen before and the server is off.
enum OfflinePage {
  static var html: HTML {
    Frame(title: t("Not running"), place: nil).page(
      """
      <div class="stack"><h1>\(t("ZoneCoach is not running"))</h1>
      <p class="line">\(t("Your data is safe on this computer; the program that reads it is off."))</p>
      <p class="muted">\(t("Start it with “zonecoach serve” and load this page again. A workout that was being recorded can be continued then."))</p></div>
      """)
  }
}
