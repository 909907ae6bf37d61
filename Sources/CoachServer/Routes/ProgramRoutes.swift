// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import FoundationEssentials
internal import HealthDatabase
import Workouts
import Zones

// What programs ask for beside what the page's scripts do.

extension Router {
  // MARK: How it stands

  private struct Status: Encodable {
    var version: String
    var workouts: Int
    var databaseBytes: Int64
    var rows: [String: Int]
  }

  /// How much is stored, and by which version.
  var status: Response {
    guard let statistics = try? library.database.statistics() else { return Self.notReadData }
    return .json(
      Status(
        version: SoftwareVersion.current, workouts: library.workouts().count,
        databaseBytes: statistics.fileBytes + statistics.logBytes, rows: statistics.rows))
  }

  private static var notReadData: Response {
    .problem(503, code: "not-read", "The data folder could not be read. Your data is untouched. Ask again.")
  }

  // MARK: The list

  /// So many workouts come with one answer at most.
  private static let listLimit = 500

  /// The workouts that are wanted, the newest first, in parts: the next part's address is in `Link` (RFC 8288).
  func listWorkouts(_ request: Request) -> Response {
    func bad(_ words: String) -> Response { .problem(400, code: "bad-query", words) }
    let query = request.query
    for name in ["from", "to"] {
      guard let day = query[name] else { continue }
      guard Day(iso8601: day) != nil else { return bad("“\(name)” is a day as 2026-11-30.") }
    }
    let limit = query["limit"].map { Int($0) ?? 0 } ?? 100
    guard (1...Self.listLimit).contains(limit) else { return bad("“limit” is 1 to \(Self.listLimit).") }
    guard query["quality"].map({ WorkoutFilter.Quality(rawValue: $0) != nil }) ?? true else {
      return bad("“quality” is \(WorkoutFilter.Quality.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    guard (query["q"] ?? "").unicodeScalars.count <= 100 else { return bad("“q” has 100 characters at most.") }
    let cursor = query["cursor"].map(ListCursor.init)
    if let cursor, cursor == nil { return bad("“cursor” is what the answer before gave.") }
    var entries = WorkoutFilter(request).apply(to: library.workouts()) { library.workouts(from: $0) }
    if let cursor, let place = cursor { entries = Array(entries.drop { !place.isBefore($0) }) }
    let part = entries.prefix(limit)
    var response = Response.json(Array(part))
    if let last = part.last, entries.count > limit {
      let kept = ["q", "sport", "source", "quality", "from", "to", "limit"].compactMap { name in
        query[name].map { "\(name)=\(URLCoding.encode($0))" }
      }
      let next = (kept + ["cursor=\(ListCursor(last).text)"]).joined(separator: "&")
      response.headers.append(("Link", "</api/workouts?\(next)>; rel=\"next\""))
    }
    return response
  }

  // MARK: Zones

  /// The zones that hold on a day.
  func zonesData(_ request: Request) -> Response {
    let day = request.query["on"].map { Day(iso8601: $0) } ?? library.today
    guard let day else { return .problem(400, code: "bad-query", "“on” is a day as 2026-11-30.") }
    return .json(library.preferredZones(on: day, sport: request.query["sport"].map(Sport.init(rawValue:))))
  }

  // MARK: Comparing

  /// What a comparison is asked for with. In a body, as limits and numbers of a person stay out of addresses.
  private struct ComparisonOrder: Decodable {
    var workouts: [String]
    var quantity: String?
    var zones: String?
    var boundaries: [Double]?
    var above: Double?
  }

  /// Workouts under one set of zones.
  func compareData(_ request: Request) -> Response {
    func bad(_ words: String) -> Response { .problem(422, code: "bad-value", words) }
    guard let order = try? JSONDecoder().decode(ComparisonOrder.self, from: Data(request.body)) else {
      return .problem(400, code: "bad-json", "Send JSON with “workouts”, the names of two or more.")
    }
    let all = Dictionary(library.workouts().map { ($0.id, $0) }) { a, _ in a }
    let entries = Set(order.workouts).compactMap { all[$0] }
    guard entries.count >= 2, entries.count == Set(order.workouts).count else {
      return bad("“workouts” names two or more workouts of the library.")
    }
    guard let quantity = Quantity(rawValue: order.quantity ?? "heartRate"), [.heartRate, .power].contains(quantity)
    else { return bad("“quantity” is heartRate or power.") }
    do {
      var wanted = ComparisonRequest(quantity, zones: .preferred(on: library.today))
      switch (order.zones, order.boundaries) {
      case (nil, nil), ("preferred", nil): break
      case ("each", nil): wanted.zones = .ofEachDay
      case (nil, let limits?): wanted.zones = try set(ZoneModel(quantity: quantity, limits: .absolute(limits)), entries)
      case (let scheme?, nil):
        let model = try ZoneModel(scheme: scheme)
        guard model.quantity == quantity else { throw ZoneError.otherQuantity(scheme, model.quantity, quantity) }
        wanted.zones = try set(model, entries)
      default: return bad("Give “zones” or “boundaries”, not both.")
      }
      wanted.workouts = entries.map(\.id)
      wanted.above = order.above
      return .json(try library.compare(wanted))
    } catch let error as ZoneError {
      return bad(ZoneWords.sentence(error))
    } catch let error as LibraryError {
      return bad(Names.fullSentence("\(error)"))
    } catch {
      return Self.notReadData
    }
  }

  /// The zones of a model with today's numbers, for the sport of the latest of the workouts.
  private func set(_ model: ZoneModel, _ entries: [WorkoutEntry]) throws -> ComparisonRequest.Zones {
    let history = library.zoneHistory, today = library.today
    let sport = entries.max { $0.start.instant < $1.start.instant }.map { Sport(rawValue: $0.sport) }
    if let made = history.zones(model, sport: sport, on: today) { return .set(made.zones) }
    return .set(try model.zones(for: history.anchors(on: today, sport: sport, standingIn: true)))
  }
}

/// A place in the list of workouts: after this one.
struct ListCursor: Equatable {
  private var start: Instant
  private var id: String

  init(_ entry: WorkoutEntry) {
    start = entry.start.instant
    id = entry.id
  }

  /// Reads `text`; `nil` for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let milliseconds = Int64(parts[0]) else { return nil }
    start = Instant(millisecondsSince1970: milliseconds)
    id = String(parts[1])
  }

  /// The cursor for an address.
  var text: String { "\(start.millisecondsSince1970).\(URLCoding.encode(id))" }

  /// Whether a workout comes after the place.
  func isBefore(_ entry: WorkoutEntry) -> Bool { (start, id) > (entry.start.instant, entry.id) }
}
