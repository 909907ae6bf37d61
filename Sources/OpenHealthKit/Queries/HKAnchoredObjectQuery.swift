// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

/// Asks for what was saved and deleted since an anchor, and, with an update handler, for what is from then on: by this
/// process at once, by others within about a tenth of a second.
///
/// Objects come in the order in which they were saved or deleted, each once. With a limit, saved and deleted objects count
/// together, and the new anchor is that of the last one, from which a next query goes on.
open class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
  /// What such a query calls with what it found.
  public typealias Handler =
    @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void

  private let questions: [SampleQuestion]
  private let anchor: HKQueryAnchor?
  private let limit: Int?
  private let handler: Handler
  private let updating = Lock<Handler?>(nil)

  /// What was saved of a type since an anchor; from the beginning where that is nil.
  public init(
    type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
    resultsHandler handler:
      @escaping @Sendable (
        HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
      ) -> Void
  ) {
    questions = [HKQueryDescriptor(sampleType: type, predicate: predicate).question]
    self.anchor = anchor
    self.limit = limit == HKObjectQueryNoLimit ? nil : limit
    self.handler = handler
    super.init(type, predicate)
  }

  /// The same of several types.
  public init(
    queryDescriptors: [HKQueryDescriptor], anchor: HKQueryAnchor?, limit: Int,
    resultsHandler handler:
      @escaping @Sendable (
        HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
      ) -> Void
  ) {
    questions = queryDescriptors.map(\.question)
    self.anchor = anchor
    self.limit = limit == HKObjectQueryNoLimit ? nil : limit
    self.handler = handler
    super.init(queryDescriptors.count == 1 ? queryDescriptors[0].sampleType : nil, nil)
  }

  /// Takes what changes after the first answer; set before the query is executed. With a limit it isn't called.
  open var updateHandler:
    (
      @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void
    )?
  {
    get { updating.withLock { $0 } }
    set { updating.withLock { $0 = newValue } }
  }

  override func run(_ backend: HealthBackend) {
    let place = Lock(Int64(anchor?.value ?? 0))
    let first = Result { [questions, limit] in
      try backend.changes(questions, after: place.withLock { $0 }, limit: limit)
    }
    guard isRunning else { return }
    answer(handler, first)
    guard limit == nil, let update = updateHandler, case .success(let changes) = first else { return }
    place.withLock { $0 = changes.anchor }
    watch(backend) { [weak self] in
      guard let self else { return }
      let next = Result { try backend.changes(self.questions, after: place.withLock { $0 }, limit: nil) }
      if case .success(let changes) = next {
        place.withLock { $0 = changes.anchor }
        if changes.isEmpty { return }
      }
      if self.isRunning { self.answer(update, next) }
    }
  }

  private func answer(_ handler: Handler, _ result: Result<AnchoredChanges, any Error>) {
    switch result {
    case .success(let changes):
      handler(self, changes.added, changes.deleted, HKQueryAnchor(fromValue: Int(changes.anchor)), nil)
    case .failure(let error): handler(self, nil, nil, nil, error)
    }
  }
}
