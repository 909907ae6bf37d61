// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
internal import HealthDatabase
import Synchronization
import Workouts

/// Requests in, responses out; no sockets.
///
/// It holds nothing but what a person can still take back or has not yet read: all else is the library's.
final class Router: Sendable {
  let library: WorkoutLibrary
  let rules: AccessRules
  /// The same for the network, where it is served there.
  let lanRules: AccessRules?
  /// Who was let in.
  let access: Access
  /// The code that lets in devices of the network.
  let pairing: Pairing
  private let memory = Mutex(Memory())
  /// Imports of large files.
  let jobs: ImportJobs
  /// Workouts that go on.
  let live: LiveHub
  /// Sensors that are looked at without recording.
  let monitor = SensorMonitor()
  /// Held while a copy of everything is made.
  let exporting = Mutex(())

  private struct Memory {
    /// Titles of workouts deleted since the start, for the Undo that follows.
    var deleted: [String: String] = [:]
    /// What became of files added without script, until it is closed.
    var reports: [Int: [ImportVerdict]] = [:]
    var nextReport = 1
    /// Sources made workouts of their own since the start, with the names of those, to be told of and joined again.
    var split: [Int64: String] = [:]
    /// Workouts joined since the start, to be told of once.
    var joined: Set<String> = []
    /// What just happened, to be told once at the next look.
    var notices: [Int: Frame.Toast] = [:]
    /// What takes changes of zones back.
    var undos: [Int: ZoneUndo] = [:]
    var nextNotice = 1
    /// Numbers typed to look at something, the latest last; the earliest are forgotten.
    var looks: [(name: String, typed: [String: String])] = []
    /// What workouts were called, and their sports, before they were changed.
    var edits: [Int: (id: String, title: String, sport: String)] = [:]
    /// Plans and sessions that were taken out.
    var plans: [Int: (plan: Plan?, sessions: [PlannedSession])] = [:]
    /// Receipts of deletions since the start, the latest last.
    var receipts: [DeletionReceipt] = []
  }

  init(library: WorkoutLibrary, port: UInt16, lan: AccessRules? = nil, pairing: Pairing = Pairing()) {
    self.library = library
    rules = AccessRules(port: port)
    lanRules = lan
    self.pairing = pairing
    access = Access(port: port, lanPort: lan?.port ?? 0, path: library.database.path.map { $0 + "-browsers" })
    jobs = ImportJobs(library: library)
    live = LiveHub(library: library)
    if let folder = uploadFolder { Upload.removeRemains(in: folder) }
  }

  /// Where large files wait for their import.
  var uploadFolder: String? { library.database.path.map { $0 + "-uploads" } }

  /// Files up to 4 MB are taken into memory and answered at once; larger ones go to the disk.
  static let memoryLimit: Int64 = 4 << 20

  /// Where the body of a request goes: a file for a large one to import, `nil` for memory.
  func spool(_ request: Request) -> Upload? {
    guard request.method == "POST", request.path == "/api/import", let folder = uploadFolder else { return nil }
    // A body of unknown length may be of any.
    let length = request.headers["content-length"].flatMap(Int64.init)
    return length.map { $0 <= Self.memoryLimit } ?? false ? nil : Upload(in: folder)
  }

  /// Whether a request may take seconds: what brings much in or out, or goes over everything that is stored.
  func takesLong(_ request: Request) -> Bool {
    switch request.path {
    case "/api/import", "/import", "/api/samples", "/samples/add", "/samples/remove", "/zones/apply", "/zones/import",
      "/privacy/delete", "/privacy/everything.sqlite":
      true
    default: false
    }
  }

  /// Why there is no room for a file, or `nil` if there is: a tenth more than it has must be free.
  func noRoom(for request: Request, free: Int64?) -> Response? {
    guard request.method == "POST", request.path == "/api/import",
      let length = request.headers["content-length"].flatMap(Int64.init), length > Self.memoryLimit, let free,
      free < length + length / 10
    else { return nil }
    return Self.diskFull
  }

  /// Says that the disk has no room.
  static var diskFull: Response {
    Response.problem(
      507, code: "no-room",
      t("The disk of the data folder has too little room for this file. Make room and add it again."))
  }

  /// Turns a request away from its head alone, or lets it in with `nil`.
  func gate(_ request: Request) -> Response? {
    if let reason = (request.isLAN ? lanRules ?? rules : rules).refusal(of: request) {
      return wantsData(request)
        ? .problem(403, code: "not-allowed", reason)
        : .page(MessagePage.html(title: t("Not allowed"), reason), status: 403)
    }
    // Each document for programs knows its own methods; pages have these.
    guard wantsData(request) || ["GET", "HEAD", "POST", "DELETE"].contains(request.method) else {
      return methodNotAllowed(request, ["GET"])
    }
    return noRoom(for: request, free: library.database.path.flatMap { Upload.freeBytes(at: $0) })
  }

  /// Does something in the language of a request: as chosen, else the browser's first that we speak; and with the other
  /// choices of the athlete about pages.
  func speaking<Result>(to request: Request, _ body: () -> Result) -> Result {
    speaking(to: request, as: library.knownPagePreferences, body)
  }

  private func speaking<Result>(
    to request: Request, as preferences: PagePreferences, _ body: () -> Result
  ) -> Result {
    let language = preferences.language.flatMap(Language.init) ?? .preferred(request.headers["accept-language"])
    return PagePreferences.$current.withValue(preferences) { Language.$current.withValue(language, operation: body) }
  }

  /// Answers a whole request.
  func respond(to request: Request) -> Response {
    if request.segments.first == "assets" { return speaking(to: request) { answer(request).fitted(to: request) } }
    return speaking(to: request, as: library.pagePreferences) { answer(request).fitted(to: request) }
  }

  private func answer(_ request: Request) -> Response {
    if let refusal = gate(request) { return refusal }
    var request = request
    if request.method == "HEAD" { request.method = "GET" }
    if request.isLAN && request.path == "/pair" { return pair(request) }
    if let elsewhere = withoutTypedNumbers(request) { return elsewhere }
    request = withTypedNumbers(request)
    if request.segments.first == "api" { return data(request) }
    if request.segments.first == "assets" { return asset(request) }
    return RecordingBadge.$current.withValue(RecordingBadge(live.running.first)) { page(request) }
  }

  /// Remembers what was typed, under a name that tells nothing of it.
  func keepTyped(_ typed: [String: String]) -> String {
    let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    memory.withLock { memory in
      memory.looks.append((name, typed))
      if memory.looks.count > 100 { memory.looks.removeFirst() }
    }
    return name
  }

  /// What was typed for a look, if that is still remembered.
  func typed(_ look: String) -> [String: String]? {
    memory.withLock { $0.looks.last { $0.name == look }?.typed }
  }

  /// Whether a program asks, rather than a person.
  func wantsData(_ request: Request) -> Bool { request.path.hasPrefix("/api/") }

  /// Says which methods there are.
  func methodNotAllowed(_ request: Request, _ methods: [String]) -> Response {
    let words = t("Here one can only \(Format.list(methods)).")
    var response: Response =
      wantsData(request)
      ? .problem(405, code: "method-not-allowed", words)
      : .page(MessagePage.html(title: t("Not that way"), t("\(words) Use the buttons of the page.")), status: 405)
    response.headers.append(("Allow", methods.joined(separator: ", ")))
    return response
  }

  /// Says that nothing is there.
  func notFound(_ request: Request, _ what: String = t("There is nothing under this address.")) -> Response {
    wantsData(request)
      ? .problem(404, code: "not-found", what) : .page(MessagePage.html(title: t("Not here"), what), status: 404)
  }

  private func asset(_ request: Request) -> Response {
    guard request.method == "GET" else { return methodNotAllowed(request, ["GET"]) }
    guard request.segments.count == 3, request.segments[1] == Assets.checksum,
      let asset = Assets.asset(request.segments[2])
    else { return notFound(request, t("This file is from another version of the page. Load the page again.")) }
    return .immutable(type: asset.type, body: asset.bytes, gzip: asset.gzip, tag: asset.tag)
  }

  /// Deletes a workout and remembers its title for the Undo.
  func delete(_ id: String) -> WorkoutEntry? {
    guard let entry = library.delete(id) else { return nil }
    memory.withLock { $0.deleted[id] = Names.title(entry) }
    return entry
  }

  /// Brings a deleted workout back.
  func restore(_ id: String) -> Bool {
    guard library.restore(id) else { return false }
    memory.withLock { $0.deleted[id] = nil }
    return true
  }

  /// The title of a workout deleted since the start.
  func deletedTitle(_ id: String) -> String? { memory.withLock { $0.deleted[id] } }

  /// Makes a source of a workout a workout of its own. The source that is shown stays where it is.
  func split(_ id: String, source text: String) -> SplitOutcome {
    guard let number = Int64(text), let sources = library.workout(id)?.sources,
      let source = sources.first(where: { $0.id == number })
    else { return .missing }
    guard !source.isShown else { return .isShown }
    guard let new = try? library.split(source: number) else { return .notStored }
    memory.withLock { $0.split[number] = new }
    return .done
  }

  /// Makes one again of a workout and another.
  func join(_ id: String, with other: String) -> SplitOutcome {
    guard let isDone = try? library.join(id, with: other) else { return .notStored }
    guard isDone else { return .missing }
    memory.withLock { memory in
      memory.split = memory.split.filter { $0.value != other }
      memory.joined.insert(id)
    }
    return .done
  }

  /// Whether a workout was joined since the start; true once.
  func wasJoined(_ id: String) -> Bool { memory.withLock { $0.joined.remove(id) != nil } }

  /// What became of the wish to make a source a workout of its own.
  enum SplitOutcome { case done, missing, isShown, notStored }

  /// The workout that a source was made since the start, if it was.
  func splitWorkout(_ source: String?) -> String? {
    guard let number = source.flatMap({ Int64($0) }) else { return nil }
    return memory.withLock { $0.split[number] }
  }

  /// Keeps a report until it is read; of many, the last few.
  func keep(_ verdicts: [ImportVerdict]) -> Int {
    memory.withLock { memory in
      let number = memory.nextReport
      memory.nextReport += 1
      memory.reports[number] = verdicts
      memory.reports[number - 8] = nil
      return number
    }
  }

  /// A kept report.
  func report(_ number: String?) -> [ImportVerdict] {
    guard let number = number.flatMap(Int.init) else { return [] }
    return memory.withLock { $0.reports[number] ?? [] }
  }

  /// Goes to a page that tells once what just happened, with an Undo if there is one; of many, the last few are kept.
  func tell(
    _ text: String, undo: ZoneUndo? = nil, undoPath: String? = nil, at path: String = "/zones", anchor: String = ""
  ) -> Response {
    let number = memory.withLock { memory in
      let number = memory.nextNotice
      memory.nextNotice += 1
      var toast = Frame.Toast(text: text, undoPath: undoPath)
      if let undo, !undo.isEmpty {
        memory.undos[number] = undo
        toast.undoPath = "/zones/undo/\(number)"
      }
      memory.notices[number] = toast
      memory.notices[number - 16] = nil
      memory.undos[number - 16] = nil
      return number
    }
    return .see("\(path)\(path.contains("?") ? "&" : "?")done=\(number)\(anchor.isEmpty ? "" : "#\(anchor)")")
  }

  /// What just happened; once.
  func notice(_ request: Request) -> Frame.Toast? {
    guard let number = request.query["done"].flatMap({ Int($0) }) else { return nil }
    return memory.withLock { $0.notices.removeValue(forKey: number) }
  }

  /// What takes a change of zones back; once.
  func takeUndo(_ number: String) -> ZoneUndo? {
    guard let number = Int(number) else { return nil }
    return memory.withLock { $0.undos.removeValue(forKey: number) }
  }

  /// Remembers what a workout was called before it is changed, to take that back; of many, the last few.
  func keepUndo(of entry: WorkoutEntry) -> Int {
    memory.withLock { memory in
      let number = memory.nextNotice
      memory.nextNotice += 1
      memory.edits[number] = (entry.id, entry.title, entry.sport)
      memory.edits = memory.edits.filter { $0.key > number - 32 }
      return number
    }
  }

  /// Remembers a plan and sessions that are taken out, to put them back; of many, the last few.
  func keepUndo(of plan: Plan?, sessions: [PlannedSession]) -> Int {
    memory.withLock { memory in
      let number = memory.nextNotice
      memory.nextNotice += 1
      memory.plans[number] = (plan, sessions)
      memory.plans = memory.plans.filter { $0.key > number - 32 }
      return number
    }
  }

  /// A plan and sessions that were taken out; once.
  func takePlan(_ number: String) -> (plan: Plan?, sessions: [PlannedSession])? {
    guard let number = Int(number) else { return nil }
    return memory.withLock { $0.plans.removeValue(forKey: number) }
  }

  /// What a workout was called before a change; once.
  func takeEdit(_ number: String) -> (id: String, title: String, sport: String)? {
    guard let number = Int(number) else { return nil }
    return memory.withLock { $0.edits.removeValue(forKey: number) }
  }

  /// Keeps a receipt, and forgets every name that went with what was deleted.
  func keep(_ receipt: DeletionReceipt) -> String {
    memory.withLock { memory in
      memory.deleted = [:]
      memory.reports = [:]
      memory.split = [:]
      memory.joined = []
      memory.notices = [:]
      memory.undos = [:]
      memory.edits = [:]
      memory.plans = [:]
      memory.receipts = memory.receipts.suffix(7) + [receipt]
    }
    return receipt.request
  }

  /// A kept receipt.
  func receipt(_ request: String) -> DeletionReceipt? {
    memory.withLock { $0.receipts.last { $0.request == request } }
  }
}
