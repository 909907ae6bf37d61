// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A type with a predicate, of which a query can have several.
open class HKQueryDescriptor: NSObject, NSCopying, @unchecked Sendable {
  /// What is asked for.
  public let sampleType: HKSampleType
  /// Which of them; nil for all.
  public let predicate: NSPredicate?

  /// Samples of a type.
  public init(sampleType: HKSampleType, predicate: NSPredicate?) {
    self.sampleType = sampleType
    self.predicate = predicate
    super.init()
  }

  /// The descriptor itself, which can't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object asks for the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKQueryDescriptor else { return false }
    return sampleType == other.sampleType && predicate == other.predicate
  }

  /// Equal for equal descriptors.
  open override var hash: Int { sampleType.hash }

  var question: SampleQuestion { SampleQuestion(type: sampleType, condition: predicate.map { SampleCondition($0) }) }
}

/// Samples of a type that a condition holds for.
struct SampleQuestion: Hashable, Sendable {
  var type: HKSampleType
  var condition: SampleCondition?
}

/// Asks for samples once.
open class HKSampleQuery: HKQuery, @unchecked Sendable {
  /// The most samples to answer with; 0 for all.
  public let limit: Int
  /// By what they are sorted; nil for by start.
  public let sortDescriptors: [NSSortDescriptor]?

  private let questions: [SampleQuestion]
  private let handler: @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

  /// Samples of a type.
  public init(
    sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    self.limit = limit
    self.sortDescriptors = sortDescriptors
    questions = [HKQueryDescriptor(sampleType: sampleType, predicate: predicate).question]
    handler = resultsHandler
    super.init(sampleType, predicate)
  }

  /// Samples of several types.
  public convenience init(
    queryDescriptors: [HKQueryDescriptor], limit: Int,
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    self.init(queryDescriptors: queryDescriptors, limit: limit, sortDescriptors: [], resultsHandler: resultsHandler)
  }

  /// Samples of several types, sorted together.
  public init(
    queryDescriptors: [HKQueryDescriptor], limit: Int, sortDescriptors: [NSSortDescriptor],
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    self.limit = limit
    self.sortDescriptors = sortDescriptors
    questions = queryDescriptors.map(\.question)
    handler = resultsHandler
    super.init(
      queryDescriptors.count == 1 ? queryDescriptors[0].sampleType : nil,
      queryDescriptors.count == 1 ? queryDescriptors[0].predicate : nil)
  }

  override func run(_ backend: HealthBackend) {
    let orders = (sortDescriptors ?? []).map { SampleOrder($0) }
    let result = Result { [questions, limit] () throws -> [HKSample] in
      try backend.samples(questions, limit: limit == HKObjectQueryNoLimit ? nil : limit, sortedBy: orders)
    }
    guard isRunning else { return }
    handler(self, try? result.get(), result.failure)
  }
}

extension HealthBackend {
  /// The samples of several questions, each once, sorted together.
  func samples(
    _ questions: [SampleQuestion], limit: Int?, sortedBy orders: [SampleOrder]
  ) throws(HKError) -> [HKSample] {
    if questions.count == 1 {
      return try samples(questions[0].type, questions[0].condition, limit: limit, sortedBy: orders)
    }
    var seen: Set<UUID> = []
    var found: [HKSample] = []
    for question in questions {
      for sample in try samples(question.type, question.condition, limit: limit, sortedBy: orders)
      where seen.insert(sample.uuid).inserted { found.append(sample) }
    }
    SampleOrder.sort(&found, by: orders.isEmpty ? [.byStart] : orders)
    return limit.map { Array(found.prefix($0)) } ?? found
  }
}
