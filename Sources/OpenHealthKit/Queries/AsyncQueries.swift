// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A query that is asked once and waited for.
public protocol HKAsyncQuery {
  /// What it answers with.
  associatedtype Output

  /// Asks a store.
  func result(for healthStore: HKHealthStore) async throws -> Output
}

/// A query that goes on answering.
public protocol HKAsyncSequenceQuery {
  /// Its answers.
  associatedtype Sequence: AsyncSequence

  /// Asks a store; it is asked as long as somebody goes through the answers.
  func results(for healthStore: HKHealthStore) -> Sequence
}

/// Asks for samples once.
public struct HKSampleQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
  /// What is asked for.
  public var predicates: [HKSamplePredicate<Sample>]
  /// By what the samples are sorted; where it is empty, by start.
  public var sortDescriptors: [SortDescriptor<Sample>]
  /// The most samples; nil for all.
  public var limit: Int?

  /// Samples that one of the predicates holds for.
  public init(
    predicates: [HKSamplePredicate<Sample>], sortDescriptors: [SortDescriptor<Sample>], limit: Int? = nil
  ) {
    self.predicates = predicates
    self.sortDescriptors = sortDescriptors
    self.limit = limit
  }

  /// The samples.
  ///
  /// - Throws: `HKError` with the code `errorDatabaseInaccessible` where they can't be read.
  public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
    let questions = predicates.map(\.question)
    let orders = sortDescriptors.map { SampleOrder($0) }
    let limit = limit
    return try await healthStore.waiting { health in
      try health.samples(questions, limit: limit == HKObjectQueryNoLimit ? nil : limit, sortedBy: orders)
        .compactMap { $0 as? Sample }
    }
  }
}

extension SampleOrder {
  init<Sample: HKSample>(_ descriptor: SortDescriptor<Sample>) {
    let path = descriptor.keyPath.flatMap { Key($0) }
    if let path {
      self.init(key: path, isAscending: descriptor.order == .forward)
    } else {
      let order = ForeignOrder { left, right in
        guard let left = left as? Sample, let right = right as? Sample else { return .orderedSame }
        return descriptor.compare(left, right)
      }
      self.init(key: .foreign(order), isAscending: true)
    }
  }
}

/// Asks for what was saved and deleted since an anchor: once, or again and again.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
  /// What was saved and deleted.
  public struct Result: Sendable {
    /// What was saved, in that order.
    public let addedSamples: [Sample]
    /// What was deleted, in that order.
    public let deletedObjects: [HKDeletedObject]
    /// From where to ask next.
    public let newAnchor: HKQueryAnchor
  }

  /// Answers one after the other: the first with what is there, then one whenever something changed.
  public struct Results: AsyncSequence, Sendable {
    /// What was saved and deleted since the answer before.
    public typealias Element = Result
    let stream: @Sendable () -> AsyncThrowingStream<Result, any Error>

    /// Goes through answers.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var iterator: AsyncThrowingStream<Result, any Error>.AsyncIterator

      /// Waits for the next answer.
      public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Result? {
        try await iterator.next(isolation: actor)
      }
    }

    /// Asks from the anchor on.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: stream().makeAsyncIterator()) }
  }

  /// What is asked for.
  public var predicates: [HKSamplePredicate<Sample>]
  /// From where; nil for the beginning.
  public var anchor: HKQueryAnchor?
  /// The most objects of an answer, saved and deleted together; nil for all. A sequence of answers has no limit.
  public var limit: Int?

  /// What was saved of these samples since an anchor.
  public init(predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil) {
    self.predicates = predicates
    self.anchor = anchor
    self.limit = limit
  }

  /// What was saved and deleted.
  ///
  /// - Throws: `HKError` with the code `errorDatabaseInaccessible` where that can't be read.
  public func result(for healthStore: HKHealthStore) async throws -> Result {
    let questions = predicates.map(\.question)
    let (after, limit) = (Int64(anchor?.value ?? 0), limit == HKObjectQueryNoLimit ? nil : limit)
    return try await healthStore.waiting { Self.result(try $0.changes(questions, after: after, limit: limit)) }
  }

  private static func result(_ changes: AnchoredChanges) -> Result {
    Result(
      addedSamples: changes.added.compactMap { $0 as? Sample }, deletedObjects: changes.deleted,
      newAnchor: HKQueryAnchor(fromValue: Int(changes.anchor)))
  }

  /// What was saved and deleted up to now, then what is from now on.
  public func results(for healthStore: HKHealthStore) -> Results {
    let descriptors = predicates.map { HKQueryDescriptor(sampleType: $0.sampleType, predicate: $0.nsPredicate) }
    let anchor = anchor
    return Results {
      AsyncThrowingStream { continuation in
        let handler: HKAnchoredObjectQuery.Handler = { _, added, deleted, anchor, error in
          guard let anchor else {
            continuation.finish(throwing: error ?? HKError(.unknownError))
            return
          }
          continuation.yield(
            Result(
              addedSamples: (added ?? []).compactMap { $0 as? Sample }, deletedObjects: deleted ?? [],
              newAnchor: anchor))
        }
        let query = HKAnchoredObjectQuery(
          queryDescriptors: descriptors, anchor: anchor, limit: HKObjectQueryNoLimit, resultsHandler: handler)
        query.updateHandler = handler
        continuation.onTermination = { _ in healthStore.stop(query) }
        healthStore.execute(query)
      }
    }
  }
}

/// Asks once what samples of a type say together.
public struct HKStatisticsQueryDescriptor: HKAsyncQuery, Sendable {
  /// Which samples.
  public var predicate: HKSamplePredicate<HKQuantitySample>
  /// Which numbers.
  public var options: HKStatisticsOptions

  /// Statistics of samples. Asking traps where their type can't have what `options` ask for.
  public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
    self.predicate = predicate
    self.options = options
  }

  /// The statistics; nil where there are no samples.
  ///
  /// - Throws: `HKError` with the code `errorDatabaseInaccessible` where samples can't be read.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
    let (question, options) = (predicate.question, options)
    guard let type = question.type as? HKQuantityType else { return nil }
    if let fault = options.fault(for: type) { preconditionFailure(fault) }
    return try await healthStore.waiting { try $0.statistics(type, question.condition, options) }
  }
}

/// Asks what samples of a type say together in each interval of time: once, or again whenever that changes.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
  /// Statistics, and what of them is new.
  public struct Result: @unchecked Sendable {
    /// The statistics of all intervals.
    public let statisticsCollection: HKStatisticsCollection
    /// Those that changed since the answer before; nil in the first.
    public let updatedStatistics: [HKStatistics]?
  }

  /// Answers one after the other.
  public struct Results: AsyncSequence, Sendable {
    /// Statistics, and what of them is new.
    public typealias Element = Result
    let stream: @Sendable () -> AsyncThrowingStream<Result, any Error>

    /// Goes through answers.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var iterator: AsyncThrowingStream<Result, any Error>.AsyncIterator

      /// Waits for the next answer.
      public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Result? {
        try await iterator.next(isolation: actor)
      }
    }

    /// Asks the store.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: stream().makeAsyncIterator()) }
  }

  /// Which samples.
  public var predicate: HKSamplePredicate<HKQuantitySample>
  /// Which numbers.
  public var options: HKStatisticsOptions
  /// A moment at which an interval begins.
  public var anchorDate: Date
  /// How long intervals are.
  public var intervalComponents: DateComponents

  /// Statistics by interval. Asking traps where the type can't have what `options` ask for.
  public init(
    predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions, anchorDate: Date,
    intervalComponents: DateComponents
  ) {
    self.predicate = predicate
    self.options = options
    self.anchorDate = anchorDate
    self.intervalComponents = intervalComponents
  }

  /// The statistics.
  ///
  /// - Throws: `HKError` with the code `errorDatabaseInaccessible` where samples can't be read.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
    let (question, options, date, components) = (predicate.question, options, anchorDate, intervalComponents)
    guard let type = question.type as? HKQuantityType else { throw HKError(.errorInvalidArgument) }
    if let fault = options.fault(for: type) { preconditionFailure(fault) }
    return try await healthStore.waiting {
      try $0.statistics(type, question.condition, options, every: components, from: date)
    }
  }

  /// The statistics as they are, then again whenever they change.
  public func results(for healthStore: HKHealthStore) -> Results {
    let descriptor = self
    return Results {
      AsyncThrowingStream { continuation in
        guard let type = descriptor.predicate.sampleType as? HKQuantityType else {
          continuation.finish(throwing: HKError(.errorInvalidArgument))
          return
        }
        let query = HKStatisticsCollectionQuery(
          quantityType: type, quantitySamplePredicate: descriptor.predicate.nsPredicate, options: descriptor.options,
          anchorDate: descriptor.anchorDate, intervalComponents: descriptor.intervalComponents)
        query.initialResultsHandler = { _, collection, error in
          if let collection {
            continuation.yield(Result(statisticsCollection: collection, updatedStatistics: nil))
          } else {
            continuation.finish(throwing: error ?? HKError(.unknownError))
          }
        }
        query.statisticsUpdateHandler = { _, statistics, collection, error in
          if let collection {
            continuation.yield(
              Result(statisticsCollection: collection, updatedStatistics: statistics.map { [$0] } ?? []))
          } else {
            continuation.finish(throwing: error ?? HKError(.unknownError))
          }
        }
        continuation.onTermination = { _ in healthStore.stop(query) }
        healthStore.execute(query)
      }
    }
  }
}

/// Asks once who saved samples of a type.
public struct HKSourceQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
  /// Which samples.
  public var predicate: HKSamplePredicate<Sample>

  /// The sources of samples.
  public init(predicate: HKSamplePredicate<Sample>) { self.predicate = predicate }

  /// The sources.
  ///
  /// - Throws: `HKError` with the code `errorDatabaseInaccessible` where samples can't be read.
  public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
    let question = predicate.question
    return try await healthStore.waiting {
      try $0.sources(question.type, question.condition).sorted { $0.bundleIdentifier < $1.bundleIdentifier }
    }
  }
}
