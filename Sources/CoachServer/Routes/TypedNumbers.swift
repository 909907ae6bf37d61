// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

extension Router {
  /// Fields of forms that are sent with GET and hold numbers of a person.
  static let typedNumbers = ["limits", "above"]

  /// Numbers of a person stay out of addresses, which browsers keep: what was typed is remembered here and the page is
  /// found under a name for it. `nil` where nothing was typed.
  func withoutTypedNumbers(_ request: Request) -> Response? {
    guard request.method == "GET", request.segments.first != "assets" else { return nil }
    let typed = request.query.filter { Self.typedNumbers.contains($0.key) && !$0.value.isEmpty }
    guard !typed.isEmpty else { return nil }
    var parts: [String] = []
    for (name, value) in request.query.sorted(by: { $0.key < $1.key })
    where !Self.typedNumbers.contains(name) && name != "look" {
      for each in request.queryValues[name] ?? [value] {
        parts.append("\(URLCoding.encode(name))=\(URLCoding.encode(each))")
      }
    }
    parts.append("look=\(keepTyped(typed))")
    return .see("\(request.path)?\(parts.joined(separator: "&"))")
  }

  /// The request with what was typed for the look it names; nothing where that is forgotten.
  func withTypedNumbers(_ request: Request) -> Request {
    guard let look = request.query["look"], let typed = typed(look) else { return request }
    var request = request
    request.query.merge(typed) { $1 }
    return request
  }
}
