// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Line drawings on a 20 × 20 grid, in the colour of the text beside them.
enum Icon: String {
  case workouts = "M3.5 5.5h13M3.5 10h13M3.5 14.5h13"
  case today =
    "M10 6.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 0 0 0-7.6ZM10 2v1.6M10 16.4V18M2 10h1.6M16.4 10H18M4.3 4.3l1.2 1.2M14.5 14.5l1.2 1.2M4.3 15.7l1.2-1.2M14.5 5.5l1.2-1.2"
  case live =
    "M10 8.2a1.8 1.8 0 1 0 0 3.6a1.8 1.8 0 0 0 0-3.6ZM6.1 6.1a5.5 5.5 0 0 0 0 7.8M13.9 6.1a5.5 5.5 0 0 1 0 7.8M3.6 3.6a9 9 0 0 0 0 12.8M16.4 3.6a9 9 0 0 1 0 12.8"
  case trends = "M3 15.5l4.5-5 3.5 3 6-8M13 5.5h4v4"
  case heart = "M10 16.5L4 10.4a3.7 3.7 0 0 1 5.2-5.2l.8.8.8-.8a3.7 3.7 0 0 1 5.2 5.2Z"
  case plans = "M4.5 4.5h11v12h-11ZM7 2.8v3.4M13 2.8v3.4M4.5 8h11M7.5 12.8l1.7 1.7 3.3-4"
  case settings =
    "M3 6h8M15 6h2M3 14h2M9 14h8M13 4.2a1.8 1.8 0 1 0 0 3.6a1.8 1.8 0 0 0 0-3.6ZM7 12.2a1.8 1.8 0 1 0 0 3.6a1.8 1.8 0 0 0 0-3.6Z"
  case more =
    "M4 10a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0M9.4 10a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0M14.8 10a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0"
  case start = "M6.5 4.5l9 5.5-9 5.5Z"
  case edit = "M4 16l.7-3.2L13.4 4l2.6 2.6-8.8 8.7ZM11.6 5.8l2.6 2.6"
  case search = "M8.7 3.5a5.2 5.2 0 1 0 0 10.4a5.2 5.2 0 0 0 0-10.4ZM12.6 12.6l4 4"
  case zones = "M3 16.5V13h3v3.5M8.5 16.5V9.5h3v7M14 16.5V4h3v12.5M2 16.5h16"
  case patterns =
    "M5 3.5h10a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V5A1.5 1.5 0 0 1 5 3.5ZM3.8 10.5l6.7-6.7M4 16l12-12M9.5 16.2l6.7-6.7"
  case theme = "M10 3.2a6.8 6.8 0 1 0 0 13.6a6.8 6.8 0 0 0 0-13.6ZM10 3.2v13.6M12.4 4.2v11.6M14.8 6v8"
  case file = "M5.5 2.8h6L15 6.3v10.9H5.5ZM11.3 2.8v3.7H15"
  case folder = "M3 5.5h4.6l1.8 2H17v8.8H3Z"
  case lock = "M6.7 9V6.4a3.3 3.3 0 0 1 6.6 0V9M5 9h10v7.5H5ZM10 12v1.6"
  case data = "M10 3.5v9M6 9l4 4 4-4M4 16.5h12"
  case delete = "M4 5.8h12M8 5.8V3.5h4v2.3M5.5 5.8l.8 11h7.4l.8-11"
  case check = "M4 10.5l4 4 8-9"
  case device =
    "M7 5.5h6a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 13V7A1.5 1.5 0 0 1 7 5.5ZM7.5 5.5l.6-3h3.8l.6 3M7.5 14.5l.6 3h3.8l.6-3"
  case note = "M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14ZM10 9.3v4.2M10 6.4v.1"
  case sample = "M10 3l2 4.6 5 .5-3.8 3.3 1.2 4.9-4.4-2.6-4.4 2.6 1.2-4.9L3 8.1l5-.5Z"
  case keys =
    "M4 5.5h12a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 13V7A1.5 1.5 0 0 1 4 5.5ZM5.8 8.5h.1M8.6 8.5h.1M11.4 8.5h.1M14.2 8.5h.1M7 11.8h6"
  case pause = "M7 4.5v11M13 4.5v11"
  case resume = "M6.5 4l9 6-9 6Z"
  case lap = "M5 17V3.5M5 4.2h9.5l-2 3 2 3H5"
  case plus = "M10 4v12M4 10h12"
  case minus = "M4 10h12"
  case skip = "M5 4.5l7.5 5.5L5 15.5ZM15 4.5v11"
  case target =
    "M10 3.2a6.8 6.8 0 1 0 0 13.6a6.8 6.8 0 0 0 0-13.6ZM10 7.4a2.6 2.6 0 1 0 0 5.2a2.6 2.6 0 0 0 0-5.2Z"
  case close = "M5 5l10 10M15 5L5 15"
  case run =
    "M12.5 2.4a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 0 0 0-3.2ZM6 8.5l3.5-1.7 3 2.2-2.5 3.5 2.5 1.8V18M10 12.5L7.5 16H4.5M12.5 9l1.5 2h2.5"
  case bike = "M5 10a3 3 0 1 0 0 6a3 3 0 0 0 0-6ZM15 10a3 3 0 1 0 0 6a3 3 0 0 0 0-6ZM5 13l3-6h5l2 6M8 7l3.5 6H5M7 5h2"
  case swim = "M2.5 14c1.5 1.2 2.5 1.2 4 0s2.5-1.2 4 0 2.5 1.2 4 0 2-1 3-.5M5 10.5l4.5-3.5 3.5 4M13 6.5h.01"
  case other = "M2.5 11h3.2L8 5l3.6 10.5L14 9.5l1 1.5h2.5"

  /// The drawing; it says nothing to a screen reader, the text beside it does.
  var svg: HTML { "<svg class=\"icon\" viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path d=\"\(rawValue)\"/></svg>" }

  /// A sport's drawing.
  static func sport(_ code: String) -> Icon {
    switch code {
    case "running", "walking", "hiking": .run
    case "cycling", "e_biking": .bike
    case "swimming": .swim
    default: .other
    }
  }
}
