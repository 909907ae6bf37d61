// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Collects what is wrong with a file, each kind once with its first place and how often it was met.
struct FITProblems {
  private struct Entry {
    var problem: FileProblem
    var count: Int
  }

  private var entries: [Entry] = []

  /// Notes a problem.
  mutating func add(_ code: String, _ message: String, at offset: Int? = nil, count: Int = 1) {
    let code = FileProblem.Code(rawValue: code)
    if let place = entries.firstIndex(where: { $0.problem.code == code }) {
      entries[place].count += count
    } else {
      entries.append(Entry(problem: FileProblem(code, message, offset: offset), count: count))
    }
  }

  /// Takes in all of another's.
  mutating func add(_ other: FITProblems) {
    for entry in other.entries {
      add(entry.problem.code.rawValue, entry.problem.message, at: entry.problem.offset, count: entry.count)
    }
  }

  /// The problems in file order, those without a place last.
  var all: [FileProblem] {
    let ordered = entries.enumerated().sorted {
      ($0.element.problem.offset ?? .max, $0.offset) < ($1.element.problem.offset ?? .max, $1.offset)
    }
    return ordered.map { _, entry in
      var problem = entry.problem
      if entry.count > 1 { problem.message += " (\(entry.count) times)" }
      return problem
    }
  }
}
