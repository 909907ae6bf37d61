// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Hatch for "no data", dots for "paused", and a pattern for each zone in sets of 3 to 9, from sparse to solid, so that
/// order survives without colour. Drawn once a page; the stylesheet names them `p3-1` to `p9-9`.
enum PatternDefs {
  static let svg: HTML = {
    var defs: HTML = """
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse"><path class="p-unknown" d="M-1,-1 L7,7 M-1,5 L1,7 M5,-1 L7,1"/></pattern>\
      <pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse"><circle class="p-paused" cx="2.5" cy="2.5" r="1.1"/></pattern>\
      <pattern id="doubt" width="4" height="6" patternUnits="userSpaceOnUse"><path class="p-unknown" d="M2,0V6"/></pattern>
      """
    for (count, kinds) in sets {
      for (index, kind) in kinds.enumerated() {
        let (width, height, content) = drawing(kind)
        defs += """
          <pattern id="p\(count)-\(index + 1)" width="\(width)" height="\(height)" patternUnits="userSpaceOnUse">\(content)</pattern>
          """
      }
    }
    return "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\(defs)</defs></svg>"
  }()

  private enum Kind { case open, sparse, dots, slash, bold, level, upright, cross, solid }

  private static let sets: [(Int, [Kind])] = [
    (3, [.open, .slash, .solid]),
    (4, [.open, .dots, .cross, .solid]),
    (5, [.open, .dots, .slash, .cross, .solid]),
    (6, [.open, .dots, .slash, .level, .cross, .solid]),
    (7, [.open, .sparse, .dots, .slash, .level, .cross, .solid]),
    (8, [.open, .sparse, .dots, .slash, .level, .upright, .cross, .solid]),
    (9, [.open, .sparse, .dots, .slash, .bold, .level, .upright, .cross, .solid]),
  ]

  private static func drawing(_ kind: Kind) -> (Int, Int, HTML) {
    switch kind {
    case .open: (8, 8, "")
    case .sparse:
      (
        10, 10,
        "<circle class=\"p-ink\" cx=\"2.5\" cy=\"2.5\" r=\"1.1\"/><circle class=\"p-ink\" cx=\"7.5\" cy=\"7.5\" r=\"1.1\"/>"
      )
    case .dots:
      (
        6, 6,
        "<circle class=\"p-ink\" cx=\"1.5\" cy=\"1.5\" r=\"1.1\"/><circle class=\"p-ink\" cx=\"4.5\" cy=\"4.5\" r=\"1.1\"/>"
      )
    case .slash: (7, 7, "<path class=\"p-line\" stroke-width=\"1.4\" d=\"M-1,8 L8,-1 M-1,1 L1,-1 M6,8 L8,6\"/>")
    case .bold: (8, 8, "<path class=\"p-line\" stroke-width=\"3\" d=\"M-1,9 L9,-1 M-1,1 L1,-1 M7,9 L9,7\"/>")
    case .level: (6, 5, "<path class=\"p-line\" stroke-width=\"2\" d=\"M0,2.5 H6\"/>")
    case .upright: (5, 6, "<path class=\"p-line\" stroke-width=\"2.4\" d=\"M2.5,0 V6\"/>")
    case .cross: (6, 6, "<path class=\"p-line\" stroke-width=\"1.5\" d=\"M-1,7 L7,-1 M-1,-1 L7,7\"/>")
    case .solid: (8, 8, "<rect class=\"p-ink\" width=\"8\" height=\"8\"/>")
    }
  }
}
