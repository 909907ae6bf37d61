// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

extension Response {
  /// The answer as the request wants it: nothing where it is known, a part, compressed, or as it is.
  ///
  /// Parts are given of what has a tag, so that nobody puts together what does not belong together.
  func fitted(to request: Request) -> Response {
    guard status == 200, events == nil else { return self }
    let tag = self[header: "ETag"]
    if let tag, let known = request.headers["if-none-match"], Self.matches(known, tag) { return notModified(tag) }
    if let tag {
      if request.method == "GET", let wanted = request.headers["range"],
        request.headers["if-range"].map({ $0 == tag }) ?? true, let range = ByteRange(wanted, of: length)
      {
        return part(range)
      }
    }
    return tag == nil ? compressed(for: request) : compressed(for: request).adding("Accept-Ranges", "bytes")
  }

  /// How many bytes there are.
  private var length: Int { file?.count ?? body.count }

  private func adding(_ name: String, _ value: String) -> Response {
    var response = self
    response.headers.append((name, value))
    return response
  }

  private func replacing(_ name: String, _ value: String) -> Response {
    var response = self
    response.headers = headers.map { $0.name == name ? (name, value) : $0 }
    return response
  }

  // MARK: Known already

  /// Whether one of the tags that somebody holds is this one, compressed or not.
  private static func matches(_ known: String, _ tag: String) -> Bool {
    known.split(separator: ",").contains { each in
      let text = each.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      let held = text.starts(with: "W/") ? String(text.dropFirst(2)) : String(text)
      return held == "*" || held == tag || held == gzipTag(tag)
    }
  }

  private static func gzipTag(_ tag: String) -> String { "\(tag.dropLast())-gzip\"" }

  private func notModified(_ tag: String) -> Response {
    var response = self
    response.status = 304
    response.body = []
    response.file = nil
    response.gzip = nil
    response.headers = headers.filter { ["ETag", "Cache-Control", "Vary"].contains($0.name) }
    if isCompressible { response.headers.append(("Vary", "Accept-Encoding")) }
    return response
  }

  // MARK: A part

  private func part(_ range: ByteRange) -> Response {
    var response = self
    response.gzip = nil
    switch range {
    case .outside:
      response.status = 416
      response.body = []
      response.file = nil
      response.headers = headers.filter { $0.name == "ETag" || $0.name == "Cache-Control" }
      return response.adding("Content-Range", "bytes */\(length)")
    case .part(let range):
      response.status = 206
      if let file {
        response.file = file.part(range)
      } else {
        response.body = Array(body[range])
      }
      if isCompressible { response.headers.append(("Vary", "Accept-Encoding")) }
      return response.adding("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)")
    }
  }

  // MARK: Compressed

  /// Text between these sizes is compressed for one answer. What is less fits into a packet; what is more would keep the
  /// answer waiting longer than it saves.
  private static let quickSizes = 1024...262_144

  private var isCompressible: Bool {
    let type = (self[header: "Content-Type"] ?? "").prefix { $0 != ";" }
    return file == nil
      && (type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml"))
  }

  private func compressed(for request: Request) -> Response {
    guard isCompressible else { return self }
    var response = adding("Vary", "Accept-Encoding")
    guard AcceptEncoding.wantsGzip(request.headers["accept-encoding"]),
      let made = gzip ?? (Self.quickSizes.contains(body.count) ? Gzip.compress(body, .quick) : nil)
    else { return response }
    response.body = made
    if let tag = self[header: "ETag"] { response = response.replacing("ETag", Self.gzipTag(tag)) }
    return response.adding("Content-Encoding", "gzip")
  }
}
