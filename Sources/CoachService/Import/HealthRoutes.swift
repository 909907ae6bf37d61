// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import WorkoutFiles
import Workouts

/// Workouts of an Apple Health export that wait for their routes, which lie in files of their own, in any order.
///
/// A long export has thousands of routes. Each is read once, joined and forgotten, and a workout leaves as soon as it has
/// all of its routes. Where the order makes many wait half joined, those that began last give back what they have and
/// get it on another way over the files; so memory holds `pointLimit` points, or the routes of one workout if they have
/// more.
struct HealthRoutes {
  /// A workout that has what there is.
  struct Complete {
    var workout: AppleHealthWorkout
    /// The export it is from.
    var export: String
    /// What was wrong with its routes.
    var problems: [FileProblem]
  }

  private struct Waiting {
    let export: String
    /// As the document has it.
    let original: AppleHealthWorkout
    var joined: AppleHealthWorkout
    var missing: Set<String>
    var problems: [FileProblem] = []
    var points = 0
    /// Whether it gave back its points, and has to wait for another way over the files.
    var isPutOff = false

    init(_ workout: AppleHealthWorkout, of export: String) {
      self.export = export
      original = workout
      joined = workout
      missing = Set(workout.routePaths)
    }

    /// As it was before any route.
    var anew: Waiting { Waiting(original, of: export) }
    var complete: Complete { Complete(workout: joined, export: export, problems: problems) }
  }

  /// How many points of routes are held for workouts that wait for more, 64 bytes each.
  private let pointLimit: Int
  private var waiting: [Int: Waiting] = [:]
  /// Which workouts refer to a file of this name.
  private var places: [Substring: [Int]] = [:]
  private var count = 0
  private var points = 0
  /// Files that were there and that no waiting workout refers to.
  private(set) var unclaimed: Set<String> = []
  /// Names of files that were not there, with the export that refers to them.
  private(set) var absent: [(export: String, path: String)] = []

  init(pointLimit: Int = 1_000_000) { self.pointLimit = pointLimit }

  /// Whether workouts wait.
  var isEmpty: Bool { waiting.isEmpty }

  /// Lets a workout wait.
  mutating func add(_ workout: AppleHealthWorkout, of export: String) {
    waiting[count] = Waiting(workout, of: export)
    for path in workout.routePaths { places[Self.file(path), default: []].append(count) }
    count += 1
  }

  /// Whether a workout that waits refers to this file.
  func isWanted(_ path: String) -> Bool { places[Self.file(path)]?.contains { refers($0, to: path) } == true }

  /// Notes that no workout refers to a file.
  mutating func leave(_ path: String) { unclaimed.insert(path) }

  /// Joins a route to the workouts that refer to its file, and gives back those that are complete with it.
  ///
  /// - Parameters:
  ///   - path: the file's name in the archive.
  ///   - route: what was read from it; `nil` if nothing could be.
  ///   - problems: what was wrong with it.
  mutating func take(_ path: String, _ route: DecodedFile?, _ problems: [FileProblem]) -> [Complete] {
    var complete: [Complete] = []
    unclaimed.remove(path)
    for place in places[Self.file(path)] ?? [] where refers(place, to: path) {
      guard var entry = waiting[place] else { continue }
      // Held once while it changes, so that no column is copied for each route.
      waiting[place] = nil
      points -= entry.points
      for recording in route?.recordings ?? [] {
        entry.joined.addRoute(recording)
        entry.points += recording.series(.latitude)?.count ?? 0
      }
      entry.problems += problems
      entry.missing = entry.missing.filter { !AppleHealthWorkout.refers($0, to: path) }
      if entry.missing.isEmpty {
        complete.append(entry.complete)
      } else {
        waiting[place] = entry
        points += entry.points
      }
    }
    while points > pointLimit, putOffLast() {}
    return complete
  }

  /// Ends a way over the files. Workouts that were there all the way and whose routes are not all there are given back
  /// as they are, the rest waits for another way.
  mutating func endOfWay() -> [Complete] {
    var complete: [Complete] = []
    for place in waiting.keys.sorted() {
      guard var entry = waiting[place] else { continue }
      if entry.isPutOff {
        entry.isPutOff = false
        waiting[place] = entry
        continue
      }
      points -= entry.points
      waiting[place] = nil
      complete.append(entry.complete)
      for path in entry.joined.routePaths where entry.missing.contains(path) {
        absent.append((entry.export, path))
      }
    }
    return complete
  }

  /// Lets all that wait begin anew: what came before they did may be theirs.
  mutating func beginAnew() {
    for (place, entry) in waiting { waiting[place] = entry.anew }
    points = 0
  }

  /// Takes the points from the workout that began to wait last, unless it is the only one that has any.
  private mutating func putOffLast() -> Bool {
    let holding = waiting.filter { $0.value.points > 0 }.keys.sorted()
    guard holding.count > 1, let last = holding.last, let entry = waiting[last] else { return false }
    points -= entry.points
    var anew = entry.anew
    anew.isPutOff = true
    waiting[last] = anew
    return true
  }

  private func refers(_ place: Int, to path: String) -> Bool {
    guard let entry = waiting[place], !entry.isPutOff else { return false }
    return entry.missing.contains { AppleHealthWorkout.refers($0, to: path) }
  }

  private static func file(_ path: String) -> Substring { path.split(separator: "/").last ?? Substring(path) }
}
