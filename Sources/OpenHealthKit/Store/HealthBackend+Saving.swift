// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Workouts

extension HealthBackend {
  /// Saves objects that aren't stored yet, together or not at all. For `HKHealthStore.save`.
  ///
  /// - Throws: `errorAuthorizationNotDetermined`, `errorAuthorizationDenied`, or `errorInvalidArgument` where there is
  ///   nothing to save, something is stored already or twice in the list, or is of a kind that can't be saved.
  func saveNew(_ objects: [HKObject]) throws(HKError) {
    guard !objects.isEmpty else { throw .invalid("There is nothing to save.") }
    let samples = objects.compactMap { $0 as? HKSample }
    guard samples.count == objects.count else { throw .invalid("Only samples can be saved.") }
    guard Set(samples.lazy.map(\.uuid)).count == samples.count else {
      throw .invalid("The same object is in the list twice.")
    }
    try store(samples, collection: nil, isNew: true)
  }

  func save(_ samples: [HKSample], collection: UUID?) throws(HKError) {
    guard !samples.isEmpty else { return }
    try store(samples, collection: collection, isNew: false)
  }

  private func store(_ samples: [HKSample], collection: UUID?, isNew: Bool) throws(HKError) {
    try checkSharing(ofAll: samples)
    let earliest = earliestPermitted
    guard samples.allSatisfy({ $0.startDate >= earliest }) else { throw .invalid("A sample is too old to be saved.") }
    let workouts = samples.compactMap { $0 as? HKWorkout }
    var groups = SampleGroups(revision, origins, collection: collection)
    for sample in samples { groups.add(sample) }
    let prepared = try workouts.map { (workout) throws(HKError) in try archived(workout) }
    try savingTurn { () throws(HKError) in
      let (saved, places) = try write { access, athlete in
        var skipped: Set<UUID> = []
        let names = groups.all.map(\.columns.names)
        for list in names { skipped.formUnion(try access.stored(list, of: athlete)) }
        for workout in workouts where try access.recording(named: workout.uuid, of: athlete) != nil {
          skipped.insert(workout.uuid)
        }
        if isNew, !skipped.isEmpty { throw HKError.invalid("An object is stored already.") }
        let first = try access.lastAnchor()
        for group in groups.all { try insert(group, without: skipped, access, athlete) }
        if let collection, !skipped.isEmpty {
          let others = try access.names(skipped, outside: collection, of: athlete)
          try access.join(Array(others), to: collection, kind: Membership.member, of: athlete)
        }
        for (workout, archive) in zip(workouts, prepared) where !skipped.contains(workout.uuid) {
          try insert(workout, archive, collection: workout.uuid, access, athlete)
        }
        let last = try access.lastAnchor()
        return (skipped, first < last ? first + 1...last : nil)
      }
      guard let places else { return }
      delivery.saved(
        saved.isEmpty ? samples : samples.filter { !saved.contains($0.uuid) }, for: collection, at: places)
    }
  }

  package func join(_ samples: [UUID], to collection: UUID) throws(HKError) {
    try write { try $0.join(samples, to: collection, kind: Membership.member, of: $1) }
  }

  /// One save at a time, so that what is delivered comes in the order of the change feed.
  func savingTurn<T>(_ body: () throws(HKError) -> T) throws(HKError) -> T {
    try turn.withLock { (_) throws(HKError) in try body() }
  }

  private func insert(
    _ group: SampleGroups.Group, without skipped: Set<UUID>, _ access: WriteAccess, _ athlete: AthleteID
  ) throws {
    var columns = group.columns
    if !skipped.isEmpty {
      let places = columns.names.indices.filter { !skipped.contains(columns.names[$0]) }
      if places.isEmpty { return }
      if places.count < columns.count { columns = columns.picked(places) }
    }
    if let sync = group.traits.sync {
      let known = try access.synchronized(
        sync.identifier, program: program, type: group.traits.type, of: athlete)
      // The newest stays; what is no newer than it is not stored, as if it had been replaced already.
      if known.contains(where: { $0.version >= sync.version }) { return }
      try access.deleteSamples(Set(known.flatMap(\.block.columns.names)), of: athlete)
    }
    try access.insert(group.traits, columns, of: athlete)
  }

  /// Throws unless the program may save all the samples. Each type is asked for once.
  private func checkSharing(ofAll samples: [HKSample]) throws(HKError) {
    var known: HKSampleType?
    var checked: Set<HKSampleType> = []
    for sample in samples {
      let type = sample.sampleType
      if type === known { continue }
      known = type
      guard checked.insert(type).inserted else { continue }
      if let correlation = sample as? HKCorrelation {
        try checkSharing(ofAll: Array(correlation.objects))
        checked.remove(type)
      } else {
        try checkSharing(of: type)
      }
    }
  }

  /// The samples of a sensor: saved as the program's own and delivered to data sources.
  func receive(_ samples: [HKQuantitySample]) throws(HKError) { try save(samples, collection: nil) }

  /// Before this moment nothing can be saved: the year 1900.
  var earliestPermitted: Date { Date(timeIntervalSinceReferenceDate: -3_187_296_000) }
}

/// In which ways objects belong to others.
enum Membership {
  static let member = "member"
  static let effort = "effort"
}

/// Samples put together as the database stores them.
struct SampleGroups {
  struct Group {
    var traits: SampleTraits
    var starts: [Double] = []
    var ends: [Double] = []
    var values: [Double] = []
    var names: [UUID] = []
    var hasLength = false

    var columns: SampleColumns {
      SampleColumns(
        starts: starts, ends: hasLength ? ends : nil, values: values.isEmpty ? nil : values, names: names)
    }
  }

  private struct Key {
    var type: HKSampleType
    var unit: HKUnit?
    var device: HKDevice?
    var metadata: String?
    var collection: UUID?
  }

  private(set) var all: [Group] = []
  private var keys: [Key] = []
  private let revision: HKSourceRevision
  private let origins: OriginTable
  private let collection: UUID?
  private var last = 0

  init(_ revision: HKSourceRevision, _ origins: OriginTable, collection: UUID?) {
    self.revision = revision
    self.origins = origins
    self.collection = collection
  }

  mutating func add(_ sample: HKSample) { add(sample, in: collection) }

  private mutating func add(_ sample: HKSample, in collection: UUID?) {
    switch sample {
    case let sample as HKQuantitySample:
      append(sample, unit: sample.quantity.unit, value: sample.quantity.value, collection)
    case let sample as HKCategorySample: append(sample, unit: nil, value: Double(sample.value), collection)
    case let sample as HKCorrelation:
      append(sample, unit: nil, value: nil, collection)
      for object in sample.objects.sorted(by: { $0.uuid.uuidString < $1.uuid.uuidString }) {
        add(object, in: sample.uuid)
      }
    default: break
    }
  }

  private mutating func append(_ sample: HKSample, unit: HKUnit?, value: Double?, _ collection: UUID?) {
    let place = place(sample, unit, collection)
    last = place
    let start = sample.startDate.timeIntervalSinceReferenceDate, end = sample.endDate.timeIntervalSinceReferenceDate
    all[place].starts.append(start)
    all[place].ends.append(end)
    if start != end { all[place].hasLength = true }
    if let value { all[place].values.append(value) }
    all[place].names.append(sample.uuid)
  }

  private mutating func place(_ sample: HKSample, _ unit: HKUnit?, _ collection: UUID?) -> Int {
    func fits(_ key: Key) -> Bool {
      key.type === sample.sampleType && key.unit === unit && key.device === sample.device
        && key.collection == collection && key.metadata == nil
    }
    if sample.metadata == nil {
      if last < keys.count, fits(keys[last]) { return last }
      if let known = keys.firstIndex(where: fits) { return known }
    }
    let metadata = StoredMetadata.text(sample.metadata)
    let sync = StoredMetadata.sync(sample.metadata)
    if metadata != nil, sync == nil,
      let known = keys.firstIndex(where: {
        $0.type === sample.sampleType && $0.unit === unit && $0.device === sample.device
          && $0.collection == collection && $0.metadata == metadata
      })
    {
      return known
    }
    keys.append(
      Key(
        type: sample.sampleType, unit: unit, device: sample.device,
        // What has a name of its own shares its block with nothing.
        metadata: sync == nil ? metadata : "\(sample.uuid)", collection: collection))
    all.append(
      Group(
        traits: SampleTraits(
          type: sample.sampleType.identifier, unit: unit?.unitString, origin: origins.origin(revision, sample.device),
          collection: collection, metadata: metadata, sync: sync)))
    return all.count - 1
  }
}
