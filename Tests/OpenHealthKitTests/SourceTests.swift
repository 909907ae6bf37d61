// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

@testable import OpenHealthKit

struct `Where data comes from` {
  private func strap(name: String? = "Strap", local: String? = "AA:BB") -> HKDevice {
    HKDevice(
      name: name, manufacturer: "Maker", model: "H1", hardwareVersion: "1", firmwareVersion: "2", softwareVersion: nil,
      localIdentifier: local, udiDeviceIdentifier: nil)
  }

  @Test func `is a device, equal where all that is said of it is`() throws {
    #expect(strap() == strap() && strap().hash == strap().hash)
    #expect(strap() != strap(local: nil) && strap() != strap(name: nil))
    let back = try archived(strap())
    #expect(back == strap() && back.softwareVersion == nil && back.localIdentifier == "AA:BB")
    #expect(strap().manufacturer == "Maker" && strap().model == "H1" && strap().hardwareVersion == "1")
    #expect(strap().firmwareVersion == "2" && strap().udiDeviceIdentifier == nil)
    #expect(HKDevice.local() == HKDevice.local())
    #expect(HKDevice.local().softwareVersion?.isEmpty == false)
    #expect(HKDevice.local().localIdentifier == nil, "what could tell computers apart is not told")
  }

  @Test func `is a source at a revision`() throws {
    let own = HKSource.default()
    #expect(!own.name.isEmpty && !own.bundleIdentifier.isEmpty)
    let other = HKSource(name: own.name, bundleIdentifier: "org.example.other")
    #expect(own == HKSource.default() && own != other)
    #expect(try archived(other) == other)
    let version = OperatingSystemVersion(majorVersion: 12, minorVersion: 4, patchVersion: 1)
    let revision = HKSourceRevision(
      source: other, version: "2.1", productType: "Watch6,2", operatingSystemVersion: version)
    let back = try archived(revision)
    #expect(back == revision && back.hash == revision.hash)
    #expect(back.source.name == own.name && back.version == "2.1" && back.productType == "Watch6,2")
    #expect(back.operatingSystemVersion.minorVersion == 4)
    #expect(HKSourceRevision(source: other, version: "2.1") != revision)
    #expect(HKSourceRevision(source: other, version: "2.1").productType == nil)
    #expect(revision.copy() as? HKSourceRevision === revision)
  }

  @Test func `is kept as an anchor across runs`() throws {
    #expect(try archived(HKQueryAnchor(fromValue: 1234)) == HKQueryAnchor(fromValue: 1234))
    #expect(try archived(HKQueryAnchor(fromValue: 1234)).value == 1234)
    #expect(HKQueryAnchor(fromValue: 0) != HKQueryAnchor(fromValue: 1))
  }

  @Test func `stays of deleted objects with what they were known by elsewhere`() throws {
    let metadata: [String: Any] = [
      HKMetadataKeySyncIdentifier: "ride-7", HKMetadataKeySyncVersion: 3, HKMetadataKeyIndoorWorkout: true,
      HKMetadataKeyAverageSpeed: HKQuantity(unit: HKUnit(from: "m/s"), doubleValue: 8.5),
      "when": Date(timeIntervalSinceReferenceDate: 12.25), "score": 0.5,
    ]
    let deleted = HKDeletedObject(uuid: UUID(), metadata: metadata)
    let back = try archived(deleted)
    #expect(back == deleted && back.uuid == deleted.uuid)
    #expect(back.metadata?.count == metadata.count)
    #expect(back.metadata?[HKMetadataKeySyncIdentifier] as? String == "ride-7")
    #expect(
      (back.metadata?[HKMetadataKeySyncVersion] as? NSNumber)?.intValue == 3
        || back.metadata?[HKMetadataKeySyncVersion] as? Int == 3)
    #expect(back.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == true)
    #expect((back.metadata?[HKMetadataKeyAverageSpeed] as? HKQuantity)?.description == "8.5 m/s")
    #expect(back.metadata?["when"] as? Date == Date(timeIntervalSinceReferenceDate: 12.25))
    #expect(back.metadata?["score"] as? Double == 0.5)
    #expect(try archived(HKDeletedObject(uuid: UUID(), metadata: nil)).metadata == nil)
  }
}
