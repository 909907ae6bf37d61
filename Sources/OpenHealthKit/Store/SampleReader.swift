// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Workouts

/// Reads samples at one moment of the database.
struct SampleReader {
  let backend: HealthBackend
  let access: ReadAccess
  let athlete: AthleteID

  init(_ backend: HealthBackend, _ access: ReadAccess, _ athlete: AthleteID) {
    self.backend = backend
    self.access = access
    self.athlete = athlete
  }

  /// A condition in which workouts are named by what belongs to them.
  func resolved(_ condition: SampleCondition) throws -> SampleCondition {
    switch condition {
    case .all(let parts): return .all(try parts.map(resolved))
    case .any(let parts): return .any(try parts.map(resolved))
    case .not(let part): return .not(try resolved(part))
    case .workout(let workout):
      guard let found = try access.recording(named: workout, of: athlete) else { return .names([]) }
      // Samples of a recording that was brought in belong to it as those of a collection of its name do.
      let collection = try access.programWorkout(of: found.head.id)?.collection ?? workout
      let members = try access.members(of: collection, kind: Membership.member, of: athlete).map(\.name)
      return .members(of: collection, Set(members))
    case .effort(let workout, let activity):
      let related = try access.members(of: workout, kind: Membership.effort, of: athlete)
      return .names(Set(related.filter { activity == nil || $0.part == activity }.map(\.name)))
    default: return condition
    }
  }

  /// Hands over the samples of a type that may be asked for, a chunk at a time with the places in it, until `body` answers
  /// false.
  func chunks(
    of type: HKSampleType, _ plan: SamplePlan, _ visibility: Visibility, order: SampleQuery.Order, withNames: Bool,
    after anchor: Int64? = nil, _ body: (SampleChunk, Places) throws -> Bool
  ) throws {
    var isOver = false
    func hand(_ chunk: SampleChunk) throws {
      let program = chunk.revision.source.bundleIdentifier
      guard visibility.shows(program), plan.allows(program) else { return }
      let places = chunk.places(plan, from: visibility.start(program))
      if !places.isEmpty, try !body(chunk, places) { isOver = true }
    }
    var recordings = try recordings(of: type, plan, visibility, order, after: anchor)[...]
    func handRecordings(before anchor: Int64) throws {
      let anchors = recordings.prefix { $0.anchor < anchor }.count
      var left = anchors
      try handRecordings { _ in
        left -= 1
        return left >= 0
      }
    }
    func handRecordings(_ isBefore: (TimeSpan) -> Bool) throws {
      while !isOver, let (head, anchor) = recordings.first, isBefore(head.span) {
        recordings.removeFirst()
        for chunk in try chunks(of: head, anchor, type, withNames: withNames) where !isOver { try hand(chunk) }
      }
    }
    func handBlock(_ block: SampleBlock) throws {
      guard var chunk = SampleChunk(block, backend.origins) else { return }
      let start = Instant(millisecondsSince1970: SampleTime.floor(chunk.starts.min() ?? 0))
      let end = Instant(millisecondsSince1970: SampleTime.ceiling(chunk.end(chunk.latest)))
      switch order {
      case .firstStart: try handRecordings { $0.start <= start }
      case .latestEnd: try handRecordings { $0.end >= end }
      case .anchor: try handRecordings(before: block.anchors.first ?? 0)
      }
      if type is HKCorrelationType, withNames { chunk.contents = try contents(of: chunk) }
      if !isOver { try hand(chunk) }
    }
    try blocks(of: type, plan, visibility, order, withNames: withNames, after: anchor) { block in
      try handBlock(block)
      return !isOver
    }
    try handRecordings { _ in true }
  }

  private func blocks(
    of type: HKSampleType, _ plan: SamplePlan, _ visibility: Visibility, _ order: SampleQuery.Order, withNames: Bool,
    after anchor: Int64?, _ body: (SampleBlock) throws -> Bool
  ) throws {
    // What has names or belongs to something is looked up.
    var found: [SampleBlock]?
    if let collection = plan.collection {
      found = try access.samples(inCollection: collection.whole, of: athlete)
      found? += try access.samples(named: collection.names, of: athlete).filter {
        $0.traits.collection != collection.whole
      }
    } else if let names = plan.names {
      found = try access.samples(named: names, of: athlete)
    }
    if let found {
      func first(_ block: SampleBlock) -> Double { block.columns.starts.min() ?? 0 }
      func last(_ block: SampleBlock) -> Double { (block.columns.ends ?? block.columns.starts).max() ?? 0 }
      let sorted =
        switch order {
        case .anchor: found.sorted { $0.anchors[0] < $1.anchors[0] }
        case .firstStart: found.sorted { (first($0), $0.anchors[0]) < (first($1), $1.anchors[0]) }
        case .latestEnd: found.sorted { (last($1), $0.anchors[0]) < (last($0), $1.anchors[0]) }
        }
      for block in sorted where block.traits.type == type.identifier {
        guard try body(block) else { return }
      }
      return
    }
    var query = SampleQuery(type: type.identifier)
    query.from = plan.earliestEnd
    query.through = plan.latestStart
    query.order = order
    query.after = anchor
    query.withNames = withNames || type is HKCorrelationType
    if !visibility.seesOthers { query.program = visibility.program }
    var failure: (any Error)?
    try access.samples(query, of: athlete) { block in
      do { return try body(block) } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  private func contents(of chunk: SampleChunk) throws -> Set<HKSample> {
    guard let name = chunk.names.first else { return [] }
    var contents: Set<HKSample> = []
    for block in try access.samples(inCollection: name, of: athlete) {
      guard let part = SampleChunk(block, backend.origins) else { continue }
      contents.formUnion((0..<part.count).compactMap(part.sample))
    }
    return contents
  }

  // MARK: recordings

  /// The recordings that may hold samples of a type.
  private func recordings(
    of type: HKSampleType, _ plan: SamplePlan, _ visibility: Visibility, _ order: SampleQuery.Order,
    after anchor: Int64?
  ) throws -> [(head: RecordingHead, anchor: Int64)] {
    let app = HealthBackend.app.source.bundleIdentifier
    guard RecordedType.of(type) != nil, visibility.shows(app), plan.allows(app) else { return [] }
    var found = try access.recordingsAsSamples(
      of: athlete, from: plan.earliestEnd, through: plan.latestStart, after: anchor, isCopy: false)
    if let collection = plan.collection { found = found.filter { $0.head.uuid == collection.whole } }
    if let names = plan.names {
      let its = Set(try names.compactMap { try access.recordedValue(named: $0, of: athlete)?.recording })
      found = found.filter { its.contains($0.head.id) }
    }
    switch order {
    case .anchor: return found
    case .firstStart: return found.sorted { ($0.head.span.start, $0.anchor) < ($1.head.span.start, $1.anchor) }
    case .latestEnd: return found.sorted { ($1.head.span.end, $0.anchor) < ($0.head.span.end, $1.anchor) }
    }
  }

  /// What a recording measured of a type, a chunk for each series.
  func chunks(
    of head: RecordingHead, _ anchor: Int64, _ type: HKSampleType, withNames: Bool
  ) throws -> [SampleChunk] {
    guard let recorded = RecordedType.of(type) else { return [] }
    return try access.recordedSeries(of: head, anchor: anchor, [recorded.quantity]).compactMap { part in
      chunk(part, type, recorded, withNames: withNames)
    }
  }

  private func chunk(
    _ part: RecordedSeries, _ type: HKSampleType, _ recorded: RecordedType, withNames: Bool
  ) -> SampleChunk? {
    let series = part.series
    let legs = part.legs.isEmpty ? [Activity(sport: part.head.sport, span: part.head.span)] : part.legs
    var places: [Int] = []
    var values: [Double] = []
    var leg = 0
    for index in series.values.indices {
      let moment = Instant(millisecondsSince1970: series.times[index])
      while leg + 1 < legs.count, legs[leg + 1].span.start <= moment { leg += 1 }
      var value = series.values[index]
      guard recorded.fits(legs[leg].sport), recorded.quantity.isPlausible(value) else { continue }
      if recorded.isIncrement {
        guard index > 0, series.values[index - 1].isFinite else { continue }
        value -= series.values[index - 1]
        guard value > 0 else { continue }
      }
      places.append(index)
      values.append(value)
    }
    guard !places.isEmpty else { return nil }
    func seconds(_ index: Int) -> Double {
      (Double(series.times[index]) - SampleTime.year2001) / 1000
    }
    let names = SeriesNames(part.head.uuid, part.ordinal)
    return SampleChunk(
      type: type, unit: recorded.unit, revision: HealthBackend.app, device: part.head.device.map(HKDevice.init),
      collection: part.head.uuid,
      starts: places.map { seconds(recorded.isIncrement ? $0 - 1 : $0) },
      ends: recorded.isIncrement ? places.map(seconds) : nil, values: values,
      names: withNames ? places.map { names[$0] } : [],
      firstAnchor: part.firstAnchor, anchors: withNames ? places.map { part.firstAnchor + Int64($0) } : [])
  }
}

extension HKDevice {
  /// A recorder as its file names it. Its serial number stays with the app.
  convenience init(_ device: Device) {
    self.init(
      name: device.product, manufacturer: device.manufacturer, model: device.product, hardwareVersion: nil,
      firmwareVersion: nil, softwareVersion: device.software, localIdentifier: nil, udiDeviceIdentifier: nil)
  }
}
