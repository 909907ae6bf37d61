// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// What C calls. All run on the daemon's own threads; the daemon outlives them, because stopping it waits for them.

/// poll, on threads of the library's own, with a way to wake them.
///
/// NB: with epoll a body that is broken off while it is read is noticed only when its connection times out.
let daemonFlags: UInt32 =
  MHD_USE_POLL.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue

/// A request on its way in: its head, and its body as far as it has arrived. One thread at a time holds it.
final class Exchange {
  var request: Request
  var received = 0
  var isAnsweredEarly = false
  /// The answer, when a worker has made it.
  var response: Response?
  /// The connection's socket.
  let link: Link

  init(_ request: Request, link: Link) {
    self.request = request
    self.link = link
  }

  /// Makes the answer. What the request brought is not needed any more then.
  func answer(_ make: Daemon.Answer) {
    response = make(request)
    request.body = []
    request.upload = nil
  }
}

/// Called when a connection begins, and before its socket is closed.
let connectionChanged:
  @convention(c) (
    UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    MHD_ConnectionNotificationCode
  ) -> Void = { owner, connection, slot, change in
    guard let owner, let connection, let slot else { return }
    let watch = Unmanaged<Daemon>.fromOpaque(owner).takeUnretainedValue().watch
    if change == .CONNECTION_NOTIFY_STARTED {
      let link = Link(zc_socket_of_connection(connection))
      slot.pointee = Unmanaged.passRetained(link).toOpaque()
      watch.add(link)
    } else if let known = slot.pointee {
      let link = Unmanaged<Link>.fromOpaque(known).takeRetainedValue()
      slot.pointee = nil
      link.end()
      watch.remove(link)
    }
  }

/// Called once with the head, then with each piece of the body, then with nothing when all is there.
let requestArrived:
  @convention(c) (
    UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
    UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> MHD_Result = { owner, connection, url, method, _, data, size, slot in
    guard let owner, let connection, let url, let method, let size, let slot else { return .NO }
    let daemon = Unmanaged<Daemon>.fromOpaque(owner).takeUnretainedValue()
    guard let known = slot.pointee else {
      guard let context = zc_context_of_connection(connection) else { return .NO }
      let exchange = Exchange(
        head(of: connection, method: String(cString: method), path: String(cString: url)),
        link: Unmanaged<Link>.fromOpaque(context).takeUnretainedValue())
      exchange.request.isLAN = daemon.isLAN
      exchange.link.begin(.body)
      slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
      if let early = daemon.gate(exchange.request) {
        exchange.isAnsweredEarly = true
        return send(early, for: exchange, on: connection, of: daemon)
      }
      exchange.request.upload = daemon.spool(exchange.request)
      return .YES
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if size.pointee > 0 {
      exchange.link.received(size.pointee)
      if !exchange.isAnsweredEarly, let data {
        exchange.received += size.pointee
        if let upload = exchange.request.upload {
          upload.append(UnsafeRawBufferPointer(start: data, count: size.pointee))
        } else if exchange.received <= daemon.bodyLimit {
          let bytes = UnsafeRawBufferPointer(start: data, count: size.pointee)
          exchange.request.body.append(contentsOf: bytes)
        } else {
          exchange.request.body = []
        }
      }
      size.pointee = 0
      return .YES
    }
    if exchange.isAnsweredEarly { return .YES }
    if let response = exchange.response { return send(response, for: exchange, on: connection, of: daemon) }
    exchange.link.begin(.answer)
    if exchange.request.upload == nil && exchange.received > daemon.bodyLimit {
      return send(daemon.tooLarge(exchange.request), for: exchange, on: connection, of: daemon)
    }
    return daemon.answerLater(exchange, on: connection) ? .YES : .NO
  }

/// Called when an exchange is over, however it ended.
let requestCompleted:
  @convention(c) (
    UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    MHD_RequestTerminationCode
  ) -> Void = { _, _, slot, _ in
    guard let slot, let known = slot.pointee else { return }
    Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue().link.begin(.head)
    slot.pointee = nil
  }

private func head(of connection: OpaquePointer, method: String, path: String) -> Request {
  var request = Request(method: method, path: path)
  withUnsafeMutablePointer(to: &request) { place in
    _ = MHD_get_connection_values(connection, .HEADER_KIND, addHeader, place)
    _ = MHD_get_connection_values(connection, .GET_ARGUMENT_KIND, addQuery, place)
  }
  return request
}

private let addHeader:
  @convention(c) (UnsafeMutableRawPointer?, MHD_ValueKind, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> MHD_Result =
    { place, _, name, value in
      guard let place, let name else { return .YES }
      let text = value.map { String(cString: $0) } ?? ""
      let request = place.assumingMemoryBound(to: Request.self)
      request.pointee.headers[String(cString: name).lowercased()] = text
      return .YES
    }

private let addQuery:
  @convention(c) (UnsafeMutableRawPointer?, MHD_ValueKind, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> MHD_Result =
    { place, _, name, value in
      guard let place, let name else { return .YES }
      let text = value.map { String(cString: $0) } ?? ""
      let request = place.assumingMemoryBound(to: Request.self)
      request.pointee.query[String(cString: name)] = text
      request.pointee.queryValues[String(cString: name), default: []].append(text)
      return .YES
    }

private func send(
  _ response: Response, for exchange: Exchange, on connection: OpaquePointer, of daemon: Daemon
) -> MHD_Result {
  let made =
    if let stream = response.events {
      body(stream, link: exchange.link, on: connection, of: daemon)
    } else if let file = response.file {
      body(file)
    } else {
      body(response.body)
    }
  guard let made else { return .NO }
  defer { MHD_destroy_response(made) }
  for (name, value) in SafetyHeaders.all + response.headers {
    // A line end in a value would begin another header field; the library refuses such values.
    _ = MHD_add_response_header(made, name, value)
  }
  return MHD_queue_response(connection, UInt32(response.status), made)
}

/// An open stream and who looks after it, held by the library's response.
private final class OpenStream {
  let stream: EventStream
  let watch: ConnectionWatch

  init(_ stream: EventStream, _ watch: ConnectionWatch) {
    self.stream = stream
    self.watch = watch
  }
}

private func body(
  _ stream: EventStream, link: Link, on connection: OpaquePointer, of daemon: Daemon
) -> OpaquePointer? {
  guard daemon.watch.add(stream) else {
    stream.close()
    return nil
  }
  stream.attach(to: connection, link: link)
  let open = Unmanaged.passRetained(OpenStream(stream, daemon.watch)).toOpaque()
  guard let made = MHD_create_response_from_callback(UInt64.max, 4096, streamReader, open, streamEnded) else {
    streamEnded(open)
    return nil
  }
  return made
}

private let streamReader: @convention(c) (UnsafeMutableRawPointer?, UInt64, UnsafeMutablePointer<CChar>?, Int) -> Int =
  {
    open, _, buffer, size in
    guard let open, let buffer else { return -1 }
    let stream = Unmanaged<OpenStream>.fromOpaque(open).takeUnretainedValue().stream
    return stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
  }

private let streamEnded: @convention(c) (UnsafeMutableRawPointer?) -> Void = { open in
  guard let open else { return }
  let ended = Unmanaged<OpenStream>.fromOpaque(open).takeRetainedValue()
  ended.watch.remove(ended.stream)
  ended.stream.close()
}

private func body(_ bytes: [UInt8]) -> OpaquePointer? {
  bytes.withUnsafeBytes {
    MHD_create_response_from_buffer(
      $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
  }
}

/// The library closes the descriptor when it has sent the file, or when it can't.
private func body(_ file: FileBody) -> OpaquePointer? {
  guard let descriptor = file.take() else { return nil }
  guard let made = MHD_create_response_from_fd_at_offset64(UInt64(file.count), descriptor, UInt64(file.start)) else {
    close(descriptor)
    return nil
  }
  return made
}
