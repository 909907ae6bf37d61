// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

/// What an observer query's handler calls when it has done what it wanted.
public typealias HKObserverQueryCompletionHandler = @Sendable () -> Void

/// Tells that samples of a type were saved or deleted, without saying which: once at the beginning, and after every change,
/// by this process at once, by others within about a tenth of a second.
open class HKObserverQuery: HKQuery, @unchecked Sendable {
  private let questions: [SampleQuestion]
  private let handler:
    @Sendable (HKObserverQuery, Set<HKSampleType>, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void

  /// Observes a type.
  public init(
    sampleType: HKSampleType, predicate: NSPredicate?,
    updateHandler:
      @escaping @Sendable (
        HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?
      ) -> Void
  ) {
    questions = [HKQueryDescriptor(sampleType: sampleType, predicate: predicate).question]
    handler = { query, _, completion, error in updateHandler(query, completion, error) }
    super.init(sampleType, predicate)
  }

  /// Observes several types; the handler learns which of them changed.
  public init(
    queryDescriptors: [HKQueryDescriptor],
    updateHandler:
      @escaping @Sendable (
        HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
      ) -> Void
  ) {
    questions = queryDescriptors.map(\.question)
    handler = { query, types, completion, error in updateHandler(query, types, completion, error) }
    super.init(queryDescriptors.count == 1 ? queryDescriptors[0].sampleType : nil, nil)
  }

  override func run(_ backend: HealthBackend) {
    let types = Set(questions.map(\.type))
    let place = Lock(backend.lastAnchor)
    for type in types { backend.noteReading(type) }
    if isRunning { handler(self, types, {}, nil) }
    watch(backend) { [weak self] in
      guard let self else { return }
      let anchor = place.withLock { $0 }
      let now = backend.lastAnchor
      guard now > anchor else { return }
      var changed: Set<HKSampleType> = []
      for question in self.questions {
        guard let changes = try? backend.changes([question], after: anchor, limit: 1) else { continue }
        if !changes.isEmpty { changed.insert(question.type) }
      }
      place.withLock { $0 = now }
      if !changed.isEmpty, self.isRunning { self.handler(self, changed, {}, nil) }
    }
  }
}
