// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import TestSupport
import Testing

@testable import OpenHealthKit

struct `A sample` {
  static let start = Date(timeIntervalSinceReferenceDate: 1000)
  static let beats = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 152)

  private func heartRate(until end: Date = start, metadata: [String: Any]? = nil) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(.heartRate), quantity: Self.beats, start: Self.start, end: end, metadata: metadata)
  }

  @Test func `of a type that is averaged is a discrete one`() throws {
    let sample = heartRate(until: Self.start + 5)
    let discrete = try #require(sample as? HKDiscreteQuantitySample)
    #expect(discrete.averageQuantity == Self.beats && discrete.minimumQuantity == Self.beats)
    #expect(discrete.maximumQuantity == Self.beats && discrete.mostRecentQuantity == Self.beats)
    #expect(discrete.mostRecentQuantityDateInterval == DateInterval(start: Self.start, duration: 5))
    #expect(sample.quantity == Self.beats && sample.count == 1 && !sample.hasUndeterminedDuration)
    #expect(sample.quantityType == HKQuantityType(.heartRate) && sample.sampleType == sample.quantityType)
    #expect(sample.startDate == Self.start && sample.endDate == Self.start + 5)
  }

  @Test func `of a type that is summed is a cumulative one`() throws {
    let steps = HKQuantity(unit: .count(), doubleValue: 12)
    let sample = HKQuantitySample(
      type: HKQuantityType(.stepCount), quantity: steps, start: Self.start, end: Self.start + 60)
    #expect(try #require(sample as? HKCumulativeQuantitySample).sumQuantity == steps)
    #expect(!(sample is HKDiscreteQuantitySample))
  }

  @Test func `of every type is of one of the two classes, by its style`() {
    for (name, traits) in QuantityTraits.byIdentifier {
      let sample = HKQuantitySample(
        type: HKQuantityType(HKQuantityTypeIdentifier(rawValue: name)),
        quantity: HKQuantity(unit: traits.unit, doubleValue: 1), start: Self.start, end: Self.start)
      #expect((sample is HKCumulativeQuantitySample) == (traits.style == .cumulative), "\(name)")
      #expect((sample is HKDiscreteQuantitySample) == (traits.style != .cumulative), "\(name)")
    }
  }

  @Test func `has a UUID of its own, by which it is equal`() {
    let (a, b) = (heartRate(), heartRate())
    #expect(a == a && a != b)
    #expect(Set([a, b, a]).count == 2)
  }

  @Test func `has a UUID of version 4 of its own, which all threads count on`() async {
    let made = await withTaskGroup(of: [UUID].self) { group in
      for _ in 0..<8 { group.addTask { (0..<2000).map { _ in UUID.random() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(made).count == 16_000)
    for uuid in made {
      let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
      #expect(bytes[6] >> 4 == 4 && bytes[8] >> 6 == 0b10)
      // The upper half is the process's own.
      #expect(bytes.prefix(8) == withUnsafeBytes(of: made[0].uuid) { Array($0) }.prefix(8))
    }
  }

  @Test func `that nobody saved is this program's`() {
    #expect(heartRate().sourceRevision.source == .default())
    #expect(heartRate().device == nil && heartRate().metadata == nil)
  }

  @Test func `keeps device and metadata`() {
    let metadata: [String: Any] = [
      HKMetadataKeyHeartRateMotionContext: 2, HKMetadataKeySyncIdentifier: "a", "flag": true, "when": Self.start,
      "speed": HKQuantity(unit: HKUnit(from: "m/s"), doubleValue: 3), "float": Float(1.5), "number": NSNumber(value: 4),
    ]
    let sample = HKQuantitySample(
      type: HKQuantityType(.heartRate), quantity: Self.beats, start: Self.start, end: Self.start, device: .local(),
      metadata: metadata)
    #expect(sample.device == .local() && sample.metadata?.count == metadata.count)
    #expect(sample.metadata?[HKMetadataKeyHeartRateMotionContext] as? Int == 2)
  }

  @Test func `that can't be stops the program, as on Apple's systems`() async {
    await #expect(processExitsWith: .failure) {
      let watts = HKQuantity(unit: .watt(), doubleValue: 1)
      _ = HKQuantitySample(type: HKQuantityType(.heartRate), quantity: watts, start: Date(), end: Date())
    }
    await #expect(processExitsWith: .failure) {
      let beats = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 1)
      let now = Date()
      _ = HKQuantitySample(type: HKQuantityType(.heartRate), quantity: beats, start: now, end: now - 1)
    }
    await #expect(processExitsWith: .failure) {
      let beats = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 1)
      let now = Date()
      _ = HKQuantitySample(
        type: HKQuantityType(.heartRate), quantity: beats, start: now, end: now, metadata: ["list": [1, 2]])
    }
    await #expect(processExitsWith: .failure) {
      let beats = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 1)
      _ = HKCumulativeQuantitySample(type: HKQuantityType(.heartRate), quantity: beats, start: Date(), end: Date())
    }
  }

  @Test func `from outside that can't be is refused with a sentence`() throws {
    func refusal(_ type: HKQuantityTypeIdentifier, _ unit: HKUnit, _ duration: TimeInterval) -> String {
      do {
        _ = try HKQuantitySample.sample(
          type: HKQuantityType(type), quantity: HKQuantity(unit: unit, doubleValue: 4711), start: Self.start,
          end: Self.start + duration)
        return "taken"
      } catch { return HKError.errorInvalidArgument ~= error ? error.localizedDescription : "another error" }
    }
    #expect(refusal(.heartRate, .watt(), 0).contains("can't be given in W"))
    #expect(refusal(.heartRate, .hertz(), 0).contains("can't be given in Hz"))
    #expect(refusal(.stepCount, .count(), -1).contains("starts before it ends"))
    #expect(refusal(.stepCount, .count(), .nan).contains("starts before it ends"))
    #expect(refusal(.stepCount, .count(), 345_601).contains("at most 345600 seconds"))
    #expect(refusal(.stepCount, .count(), 345_600) == "taken")
    #expect(!refusal(.heartRate, .watt(), 0).contains("4711"), "an error holds no values")
  }

  @Test func `in an archive under a class that doesn't fit its type is not read`() throws {
    let data = try NSKeyedArchiver.archivedData(withRootObject: heartRate(), requiringSecureCoding: true)
    for (other, isRead) in [
      (HKCumulativeQuantitySample.self, false), (HKQuantitySample.self, false), (HKDiscreteQuantitySample.self, true),
    ] as [(HKQuantitySample.Type, Bool)] {
      let archive = try NSKeyedUnarchiver(forReadingFrom: data)
      archive.decodingFailurePolicy = .setErrorAndReturn
      archive.setClass(other, forClassName: NSStringFromClass(HKDiscreteQuantitySample.self))
      let read = archive.decodeObject(of: other, forKey: NSKeyedArchiveRootObjectKey)
      #expect((read != nil) == isRead, "\(other)")
    }
  }

  @Test func `comes back from an archive as it was`() throws {
    for seed in 0..<50 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let entry = try #require(QuantityTraits.byIdentifier.sorted { $0.key < $1.key }.randomElement(using: &random))
      let start = Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &random))
      let sample = try HKQuantitySample.sample(
        type: HKQuantityType(HKQuantityTypeIdentifier(rawValue: entry.key)),
        quantity: HKQuantity(unit: entry.value.unit, doubleValue: .random(in: 0...500, using: &random)), start: start,
        end: start + .random(in: 0...1000, using: &random),
        identity: ObjectIdentity(metadata: ["n": 1.5], device: Bool.random(using: &random) ? .local() : nil))
      let data = try NSKeyedArchiver.archivedData(withRootObject: sample, requiringSecureCoding: true)
      let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: type(of: sample), from: data))
      #expect(
        back == sample && back.quantity == sample.quantity && back.sampleType == sample.sampleType, "seed \(seed)")
      #expect(back.startDate == sample.startDate && back.endDate == sample.endDate, "seed \(seed)")
      #expect(back.device == sample.device && back.sourceRevision == sample.sourceRevision, "seed \(seed)")
      #expect(back.metadata?["n"] as? Double == 1.5, "seed \(seed)")
    }
  }
}
