// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import TestSupport
import Testing
import Workouts

struct `Samples that came one by one` {
  private let traits = SampleTraits(
    type: "heart", unit: "count/min", origin: Origin(program: "test", details: "{}"), collection: UUID())
  private let other = SampleTraits(
    type: "power", unit: "W", origin: Origin(program: "test", details: "{}"), collection: UUID())

  /// All samples of a type by place in the change feed.
  private func all(_ type: String, _ access: ReadAccess, _ athlete: AthleteID) throws -> [Int64: (
    Double, Double?, UUID
  )] {
    var found: [Int64: (Double, Double?, UUID)] = [:]
    try access.samples(SampleQuery(type: type), of: athlete) { block in
      for place in 0..<block.columns.count {
        found[block.anchors[place]] = (
          block.columns.starts[place], block.columns.values?[place], block.columns.names[place]
        )
      }
      return true
    }
    return found
  }

  private func blocks(_ type: String, _ access: ReadAccess, _ athlete: AthleteID) throws -> Int {
    var count = 0
    try access.samples(SampleQuery(type: type), of: athlete) { _ in
      count += 1
      return true
    }
    return count
  }

  @Test func `become one block with the same names, values and places, others between them or not`() throws {
    let database = try HealthDatabase.inMemory()
    let athlete = try database.write { try $0.athlete(named: "me") }
    var interleaved = other
    interleaved.collection = traits.collection
    for second in 0..<300 {
      try database.write { access in
        let start = Double(second) + 0.25
        let one = SampleColumns(starts: [start], ends: nil, values: [120 + Double(second % 40)], names: [UUID()])
        try access.insert(traits, one, of: athlete)
        if second % 3 == 0 {
          let two = SampleColumns(starts: [start], ends: [start + 1], values: [200], names: [UUID()])
          try access.insert(interleaved, two, of: athlete)
        }
        if second == 100 {
          let foreign = SampleColumns(starts: [1], ends: nil, values: [99], names: [UUID()])
          try access.insert(other, foreign, of: athlete)
        }
      }
    }
    let before = try database.read { (try all("heart", $0, athlete), try all("power", $0, athlete)) }
    try database.write { try $0.compact(collection: try #require(traits.collection), of: athlete) }
    let after = try database.read { (try all("heart", $0, athlete), try all("power", $0, athlete)) }
    #expect(before.0.count == 300 && before.1.count == 101)
    #expect(after.0.keys.sorted() == before.0.keys.sorted())
    #expect(after.1.keys.sorted() == before.1.keys.sorted())
    for (anchor, sample) in before.0 { #expect(after.0[anchor].map { $0 == sample } == true) }
    for (anchor, sample) in before.1 { #expect(after.1[anchor].map { $0 == sample } == true) }
    // The one of another collection stays alone.
    #expect(try database.read { try blocks("heart", $0, athlete) } == 1)
    #expect(try database.read { try blocks("power", $0, athlete) } == 2)
  }

  @Test func `can be deleted one by one afterwards`() throws {
    let database = try HealthDatabase.inMemory()
    let athlete = try database.write { try $0.athlete(named: "me") }
    let names = (0..<50).map { _ in UUID() }
    for (index, name) in names.enumerated() {
      let one = SampleColumns(starts: [Double(index)], ends: nil, values: [100], names: [name])
      try database.write { _ = try $0.insert(traits, one, of: athlete) }
    }
    try database.write { try $0.compact(collection: try #require(traits.collection), of: athlete) }
    #expect(try database.write { try $0.deleteSamples([names[7], names[30]], of: athlete) } == 2)
    let left = try database.read { try all("heart", $0, athlete) }
    #expect(Set(left.values.map(\.2)) == Set(names).subtracting([names[7], names[30]]))
    #expect(try database.integrityCheck(thoroughly: true).isEmpty)
  }
}
