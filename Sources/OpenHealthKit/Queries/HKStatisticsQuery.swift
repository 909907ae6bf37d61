// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

/// Asks once what samples of a type say together.
///
/// Samples count whole, as they are in the predicate; the statistics are told to be from the start of the first to the end
/// of the last. Where there are none, the error is `errorNoData`.
open class HKStatisticsQuery: HKQuery, @unchecked Sendable {
  private let type: HKQuantityType
  private let options: HKStatisticsOptions
  private let handler: @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

  /// Statistics of a type. Traps where the type can't have what `options` ask for, as Apple's raises an exception.
  public init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [],
    completionHandler handler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
  ) {
    if let fault = options.fault(for: quantityType) { preconditionFailure(fault) }
    type = quantityType
    self.options = options
    self.handler = handler
    super.init(quantityType, quantitySamplePredicate)
  }

  override func run(_ backend: HealthBackend) {
    let result = Result { [type, condition, options] in try backend.statistics(type, condition, options) }
    guard isRunning else { return }
    switch result {
    case .success(let statistics?): handler(self, statistics, nil)
    case .success(nil): handler(self, nil, HKError(.errorNoData))
    case .failure(let error): handler(self, nil, error)
    }
  }
}

/// Asks what samples of a type say together in each interval of time, and, with an update handler, again whenever that
/// changes.
///
/// A sample over the edge of an interval counts in both, a sum by the part inside.
open class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
  /// A moment at which an interval begins.
  public let anchorDate: Date
  /// How long intervals are.
  public let intervalComponents: DateComponents
  /// Which numbers are asked for.
  public let options: HKStatisticsOptions

  /// What takes the first answer.
  public typealias InitialHandler =
    @Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void
  /// What takes later ones, with the statistics that changed.
  public typealias UpdateHandler =
    @Sendable (HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?) -> Void

  private struct Handlers {
    var initial: InitialHandler?
    var update: UpdateHandler?
  }

  private let handlers = Lock(Handlers())
  private let type: HKQuantityType

  /// Statistics of a type by interval. Traps where the type can't have what `options` ask for, or an interval has no length,
  /// as Apple's raises an exception.
  public init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [],
    anchorDate: Date, intervalComponents: DateComponents
  ) {
    if let fault = options.fault(for: quantityType) { preconditionFailure(fault) }
    precondition(
      StatisticsIntervals(anchorDate: anchorDate, components: intervalComponents) != nil, "An interval has a length.")
    type = quantityType
    self.options = options
    self.anchorDate = anchorDate
    self.intervalComponents = intervalComponents
    super.init(quantityType, quantitySamplePredicate)
  }

  /// Takes the first answer; set before the query is executed.
  open var initialResultsHandler:
    (@Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void)?
  {
    get { handlers.withLock { $0.initial } }
    set { handlers.withLock { $0.initial = newValue } }
  }

  /// Takes later answers, one call for each interval whose statistics changed; set before the query is executed.
  open var statisticsUpdateHandler:
    (
      @Sendable (HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?) -> Void
    )?
  {
    get { handlers.withLock { $0.update } }
    set { handlers.withLock { $0.update = newValue } }
  }

  override func run(_ backend: HealthBackend) {
    let anchor = Lock(backend.lastAnchor)
    let (type, condition, options) = (type, condition, options)
    let (date, components) = (anchorDate, intervalComponents)
    @Sendable func collect() -> Result<HKStatisticsCollection, any Error> {
      Result { try backend.statistics(type, condition, options, every: components, from: date) }
    }
    let first = collect()
    guard isRunning else { return }
    initialResultsHandler?(self, try? first.get(), first.failure)
    guard let update = statisticsUpdateHandler, case .success(let collection) = first else { return }
    let known = Lock(collection)
    watch(backend) { [weak self] in
      guard let self else { return }
      let question = SampleQuestion(type: type, condition: nil)
      let now = backend.lastAnchor
      let since = anchor.withLock { $0 }
      guard now > since, (try? backend.changes([question], after: since, limit: 1).isEmpty) != true else { return }
      anchor.withLock { $0 = now }
      let next = collect()
      switch next {
      case .success(let collection):
        let before = known.withLock { known in
          defer { known = collection }
          return known
        }
        for statistics in collection.changed(since: before) where self.isRunning {
          update(self, statistics, collection, nil)
        }
      case .failure(let error): if self.isRunning { update(self, nil, nil, error) }
      }
    }
  }
}

extension HKStatisticsCollection {
  /// The statistics that are new or different, also of intervals that have no samples any more.
  func changed(since before: HKStatisticsCollection) -> [HKStatistics] {
    let old = Dictionary(before.statistics().map { ($0.startDate, $0) }) { $1 }
    let new = Set(statistics().map(\.startDate))
    let gone = before.statistics().filter { !new.contains($0.startDate) }.map {
      HKStatistics(type: $0.quantityType, start: $0.startDate, end: $0.endDate, numbers: StatisticsNumbers())
    }
    return (statistics().filter { old[$0.startDate] != $0 } + gone).sorted { $0.startDate < $1.startDate }
  }
}
