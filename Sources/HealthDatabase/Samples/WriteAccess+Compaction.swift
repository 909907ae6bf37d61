// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension WriteAccess {
  /// Puts the samples of a collection, which came one by one while it grew, into as few blocks as hold them.
  ///
  /// Names, values, times and places in the change feed stay as they are, so nobody notices but the size of the file.
  /// Samples that are known to their program by a mark stay alone.
  public func compact(collection: UUID, of athlete: AthleteID) throws {
    let connection = try connection
    let ids = try connection.all(
      "SELECT id FROM sample_block WHERE athlete = ? AND collection = ? AND sync IS NULL ORDER BY first_anchor, id",
      [athlete.value, Value(collection)]
    ) { $0.int64(0) }
    var groups: [SampleTraits: [SampleBlock]] = [:]
    for id in ids {
      guard let block = try block(id, of: athlete) else { continue }
      groups[block.traits, default: []].append(block)
    }
    // What others saved one by one and was only joined to the collection, as far as nothing else lies with it.
    let members = Set(try self.members(of: collection, kind: "member", of: athlete).map(\.name))
    for block in try samples(named: members, of: athlete).sorted(by: { $0.anchors[0] < $1.anchors[0] })
    where block.traits.collection == nil && block.traits.sync == nil
      && block.columns.names.allSatisfy({ members.contains($0) })
    { groups[block.traits, default: []].append(block) }
    for (traits, blocks) in groups.sorted(by: { $0.value[0].id < $1.value[0].id }) where blocks.count > 1 {
      for block in blocks { try connection.run("DELETE FROM sample_block WHERE id = ?", [.integer(block.id)]) }
      let origin = try originID(traits.origin, of: athlete)
      let all = SampleColumns(joining: blocks.map(\.columns))
      let anchors = blocks.flatMap(\.anchors)
      // A block that others interleave with has places between those of theirs.
      let order = anchors.indices.sorted { anchors[$0] < anchors[$1] }
      for start in stride(from: 0, to: order.count, by: EncodedSeries.chunkLength) {
        let part = Array(order[start..<min(start + EncodedSeries.chunkLength, order.count)])
        let its = part.map { anchors[$0] }
        try insertBlock(traits, origin, all.picked(part), anchors: its, its[0], of: athlete)
      }
    }
  }
}

extension SampleColumns {
  /// The samples of several blocks, one after another.
  fileprivate init(joining parts: [SampleColumns]) {
    self.init(
      starts: parts.flatMap(\.starts),
      ends: parts.contains { $0.ends != nil } ? parts.flatMap { $0.ends ?? $0.starts } : nil,
      values: parts.allSatisfy { $0.values != nil } ? parts.flatMap { $0.values ?? [] } : nil,
      names: parts.flatMap(\.names))
  }
}
