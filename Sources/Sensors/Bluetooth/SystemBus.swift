// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  private import CSystemd
  internal import Dispatch

  /// A connection to a message bus. One queue owns it: every method runs there, and so do all handlers.
  // NB: unchecked because the queue owns everything in it.
  final class SystemBus: @unchecked Sendable {
    /// What came instead of an answer.
    struct Failure: Error, Hashable {
      var name: String
      var text: String
    }

    typealias Answer = (Result<[BusValue], Failure>) -> Void

    /// A signal: where from, what it is called, and what it carries.
    struct Signal {
      var path: String
      var member: String
      var values: [BusValue]
    }

    private let queue: DispatchQueue
    private var bus: OpaquePointer?
    private var source: (any DispatchSourceRead)?
    private var timer: (any DispatchSourceTimer)?
    private var pending: [ObjectIdentifier: PendingCall] = [:]
    private var listeners: [Listener] = []
    private let onClose: () -> Void

    /// Opens a bus.
    ///
    /// - Parameters:
    ///   - address: where it is; for `nil` the system's, which `DBUS_SYSTEM_BUS_ADDRESS` may name.
    ///   - onClose: called once if the bus goes away by itself.
    /// - Throws: `BluetoothProblem.noBus`.
    init(address: String?, queue: DispatchQueue, onClose: @escaping () -> Void) throws(BluetoothProblem) {
      self.queue = queue
      self.onClose = onClose
      guard let bus = Self.opened(address) else { throw .noBus }
      self.bus = bus
      let fd = sd_bus_get_fd(bus)
      let source = DispatchSource.makeReadSource(fileDescriptor: fd, queue: queue)
      source.setEventHandler { [weak self] in self?.process() }
      // The descriptor stays open until nobody watches it any more.
      let connection = Connection(bus: bus)
      source.setCancelHandler { sd_bus_flush_close_unref(connection.bus) }
      source.activate()
      self.source = source
      // Answers that never come, and messages that did not fit into the socket at once, need a push.
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100), leeway: .milliseconds(20))
      timer.setEventHandler { [weak self] in self?.process() }
      timer.activate()
      self.timer = timer
    }

    private static func opened(_ address: String?) -> OpaquePointer? {
      var bus: OpaquePointer?
      var status: Int32
      if let address {
        status = sd_bus_new(&bus)
        if status >= 0 { status = sd_bus_set_address(bus, address) }
        if status >= 0 { status = sd_bus_set_bus_client(bus, 1) }
        if status >= 0 { status = sd_bus_start(bus) }
      } else {
        status = sd_bus_open_system(&bus)
      }
      if status >= 0, let bus, sd_bus_get_fd(bus) >= 0 { return bus }
      sd_bus_unref(bus)
      return nil
    }

    // NB: unchecked because only the source's last handler touches it.
    private struct Connection: @unchecked Sendable {
      let bus: OpaquePointer
    }

    deinit { close() }

    /// Ends the connection. Calls without an answer fail.
    func close() {
      guard bus != nil else { return }
      bus = nil
      timer?.cancel()
      timer = nil
      for listener in listeners { sd_bus_slot_unref(listener.slot) }
      listeners = []
      let unanswered = pending.values
      pending = [:]
      for call in unanswered { sd_bus_slot_unref(call.slot) }
      source?.cancel()
      source = nil
      for call in unanswered {
        call.answer(.failure(Failure(name: "org.freedesktop.DBus.Error.Disconnected", text: "the bus was closed")))
      }
    }

    private func process() {
      while let bus {
        let result = sd_bus_process(bus, nil)
        if result > 0 { continue }
        if result < 0 {
          close()
          onClose()
        }
        return
      }
    }

    // MARK: Calls

    private final class PendingCall {
      var slot: OpaquePointer?
      let answer: Answer
      weak var owner: SystemBus?
      init(_ answer: @escaping Answer, owner: SystemBus) {
        self.answer = answer
        self.owner = owner
      }
    }

    /// Calls a method; the answer comes later, always, and once.
    ///
    /// - Parameter seconds: how long to wait for it.
    func call(
      _ path: String, _ interface: String, _ member: String, _ arguments: [Argument] = [],
      destination: String = "org.bluez", seconds: Double = 5, _ answer: @escaping Answer
    ) {
      guard let bus else {
        return answer(.failure(Failure(name: "org.freedesktop.DBus.Error.Disconnected", text: "no bus")))
      }
      var message: OpaquePointer?
      var status = sd_bus_message_new_method_call(bus, &message, destination, path, interface, member)
      defer { sd_bus_message_unref(message) }
      // A service that is not there shall say so instead of being waited for.
      if status >= 0 { status = sd_bus_message_set_auto_start(message, 0) }
      for argument in arguments where status >= 0 { status = argument.append(to: message) }
      let call = PendingCall(answer, owner: self)
      if status >= 0 {
        status = sd_bus_call_async(
          bus, &call.slot, message, Self.answered, Unmanaged.passUnretained(call).toOpaque(),
          UInt64(seconds * 1_000_000))
      }
      guard status >= 0 else {
        return answer(.failure(Failure(name: "org.freedesktop.DBus.Error.Failed", text: "error \(-status)")))
      }
      pending[ObjectIdentifier(call)] = call
      queue.async { [weak self] in self?.process() }
    }

    private static let answered: sd_bus_message_handler_t = { message, context, _ in
      guard let context, let message else { return 0 }
      let call = Unmanaged<PendingCall>.fromOpaque(context).takeUnretainedValue()
      guard call.owner?.pending.removeValue(forKey: ObjectIdentifier(call)) != nil else { return 0 }
      defer { sd_bus_slot_unref(call.slot) }
      if let error = sd_bus_message_get_error(message) {
        let name = error.pointee.name.map { String(cString: $0) } ?? ""
        let text = error.pointee.message.map { String(cString: $0) } ?? ""
        call.answer(.failure(Failure(name: name, text: text)))
      } else {
        call.answer(.success(MessageReader(message).all()))
      }
      return 0
    }

    // MARK: Signals

    private final class Listener {
      var slot: OpaquePointer?
      let handler: (Signal) -> Void
      init(_ handler: @escaping (Signal) -> Void) { self.handler = handler }
    }

    /// Hears signals that a rule matches, until the bus is closed.
    func listen(_ rule: String, _ handler: @escaping (Signal) -> Void) {
      guard let bus else { return }
      let listener = Listener(handler)
      let context = Unmanaged.passUnretained(listener).toOpaque()
      guard sd_bus_add_match_async(bus, &listener.slot, rule, Self.heard, nil, context) >= 0 else { return }
      listeners.append(listener)
    }

    private static let heard: sd_bus_message_handler_t = { message, context, _ in
      guard let context, let message else { return 0 }
      let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
      let path = sd_bus_message_get_path(message).map { String(cString: $0) } ?? ""
      let member = sd_bus_message_get_member(message).map { String(cString: $0) } ?? ""
      listener.handler(Signal(path: path, member: member, values: MessageReader(message).all()))
      return 0
    }

    // MARK: Arguments

    /// What BlueZ's methods take.
    enum Argument {
      case string(String)
      case bytes([UInt8])
      /// A value in a variant.
      case variant(Bool)
      /// `a{sv}`
      case options([(String, Option)])

      enum Option {
        case string(String)
        case strings([String])
        case bool(Bool)
      }

      fileprivate func append(to message: OpaquePointer?) -> Int32 {
        switch self {
        case .string(let text): return Self.append(text, to: message)
        case .bytes(let bytes):
          return bytes.withUnsafeBytes {
            sd_bus_message_append_array(message, CChar(UInt8(ascii: "y")), $0.baseAddress, $0.count)
          }
        case .variant(let value):
          return Self.contained(message, "v", "b") { Self.append(value, to: message) }
        case .options(let entries):
          return Self.contained(message, "a", "{sv}") {
            for (name, option) in entries {
              let status = Self.contained(message, "e", "sv") {
                let status = Self.append(name, to: message)
                guard status >= 0 else { return status }
                switch option {
                case .string(let text): return Self.contained(message, "v", "s") { Self.append(text, to: message) }
                case .bool(let value): return Self.contained(message, "v", "b") { Self.append(value, to: message) }
                case .strings(let texts):
                  return Self.contained(message, "v", "as") {
                    Self.contained(message, "a", "s") {
                      texts.reduce(0) { $0 < 0 ? $0 : Self.append($1, to: message) }
                    }
                  }
                }
              }
              guard status >= 0 else { return status }
            }
            return 0
          }
        }
      }

      private static func append(_ text: String, to message: OpaquePointer?) -> Int32 {
        text.withCString { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) }
      }

      private static func append(_ value: Bool, to message: OpaquePointer?) -> Int32 {
        withUnsafePointer(to: Int32(value ? 1 : 0)) {
          sd_bus_message_append_basic(message, CChar(UInt8(ascii: "b")), $0)
        }
      }

      private static func contained(
        _ message: OpaquePointer?, _ kind: Unicode.Scalar, _ contents: String, _ body: () -> Int32
      ) -> Int32 {
        let opened = sd_bus_message_open_container(message, CChar(UInt8(ascii: kind)), contents)
        guard opened >= 0 else { return opened }
        let status = body()
        return status < 0 ? status : sd_bus_message_close_container(message)
      }
    }
  }

  /// Reads whatever a message carries.
  private struct MessageReader {
    let message: OpaquePointer
    init(_ message: OpaquePointer) { self.message = message }

    /// All values; those up to the first that can't be read.
    func all() -> [BusValue] {
      var values: [BusValue] = []
      while let value = next() { values.append(value) }
      return values
    }

    private func next() -> BusValue? {
      var type = CChar(0)
      var contents: UnsafePointer<CChar>?
      guard sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
      let inside = contents.map { String(cString: $0) } ?? ""
      switch UInt8(bitPattern: type) {
      case UInt8(ascii: "s"): return text(type).map(BusValue.string)
      case UInt8(ascii: "o"): return text(type).map(BusValue.objectPath)
      case UInt8(ascii: "g"): return text(type).map(BusValue.signature)
      case UInt8(ascii: "b"): return basic(type, Int32(0)).map { .bool($0 != 0) }
      case UInt8(ascii: "y"): return basic(type, UInt8(0)).map { .unsigned(UInt64($0)) }
      case UInt8(ascii: "n"): return basic(type, Int16(0)).map { .integer(Int64($0)) }
      case UInt8(ascii: "q"): return basic(type, UInt16(0)).map { .unsigned(UInt64($0)) }
      case UInt8(ascii: "i"): return basic(type, Int32(0)).map { .integer(Int64($0)) }
      case UInt8(ascii: "u"): return basic(type, UInt32(0)).map { .unsigned(UInt64($0)) }
      case UInt8(ascii: "x"): return basic(type, Int64(0)).map(BusValue.integer)
      case UInt8(ascii: "t"): return basic(type, UInt64(0)).map(BusValue.unsigned)
      case UInt8(ascii: "d"): return basic(type, 0.0).map(BusValue.double)
      case UInt8(ascii: "h"):
        // The descriptor belongs to the message and goes with it.
        return basic(type, Int32(0)).map { _ in .file }
      case UInt8(ascii: "a") where inside == "y": return byteArray()
      case UInt8(ascii: "a") where inside.hasPrefix("{"): return entered(type, inside, dictionary)
      case UInt8(ascii: "a"): return entered(type, inside) { .array(all()) }
      case UInt8(ascii: "v"): return entered(type, inside) { next() }
      case UInt8(ascii: "r"): return entered(type, inside) { .structure(all()) }
      default: return nil
      }
    }

    private func dictionary() -> BusValue {
      var entries: [String: BusValue] = [:]
      var type = CChar(0)
      var contents: UnsafePointer<CChar>?
      while sd_bus_message_peek_type(message, &type, &contents) > 0, let contents {
        guard sd_bus_message_enter_container(message, type, contents) > 0 else { break }
        let key = next(), value = next()
        guard sd_bus_message_exit_container(message) >= 0 else { break }
        guard let value else { continue }
        switch key {
        case .string(let name), .objectPath(let name): entries[name] = value
        case .unsigned(let number): entries[String(number)] = value
        default: break
        }
      }
      return .dictionary(entries)
    }

    private func entered(_ type: CChar, _ contents: String, _ body: () -> BusValue?) -> BusValue? {
      guard sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
      let value = body()
      guard sd_bus_message_exit_container(message) >= 0 else { return nil }
      return value
    }

    private func byteArray() -> BusValue? {
      var start: UnsafeRawPointer?
      var count = 0
      guard sd_bus_message_read_array(message, CChar(UInt8(ascii: "y")), &start, &count) >= 0 else { return nil }
      return .bytes([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    }

    private func basic<Number: BitwiseCopyable>(_ type: CChar, _ zero: Number) -> Number? {
      var number = zero
      let status = withUnsafeMutableBytes(of: &number) {
        sd_bus_message_read_basic(message, type, $0.baseAddress)
      }
      return status > 0 ? number : nil
    }

    private func text(_ type: CChar) -> String? {
      var text: UnsafePointer<CChar>?
      guard sd_bus_message_read_basic(message, type, &text) > 0, let text else { return nil }
      return String(cString: text)
    }
  }
#endif
