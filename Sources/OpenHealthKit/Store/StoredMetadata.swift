// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase

/// Metadata as JSON text. Numbers are texts in it, as those of JSON lose what isn't finite.
enum StoredMetadata {
  static func text(_ metadata: [String: Any]?) -> String? {
    guard let metadata, !metadata.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts are all there is in it, and encoding them can't fail.
    return (try? encoder.encode(metadata.mapValues(coded))).map { String(decoding: $0, as: UTF8.self) }
  }

  static func metadata(_ text: String?) -> [String: Any]? {
    guard let text, let coded = try? JSONDecoder().decode([String: [String]].self, from: Data(text.utf8)) else {
      return nil
    }
    return coded.compactMapValues(value)
  }

  private static func coded(_ value: Any) -> [String] {
    switch value {
    case let text as String: return ["text", text]
    case let date as Date: return ["date", "\(date.timeIntervalSinceReferenceDate)"]
    case let quantity as HKQuantity: return ["quantity", "\(quantity.value)", quantity.unit.unitString]
    default: break
    }
    // NB: every number converts to every other here, so the type itself is asked, not the conversion.
    if type(of: value) == Bool.self, let flag = value as? Bool { return ["flag", "\(flag)"] }
    if let number = value as? any BinaryInteger { return ["whole", "\(number)"] }
    if let number = value as? any BinaryFloatingPoint { return ["number", "\(Double(number))"] }
    if let number = value as? NSNumber {
      let kind = String(cString: number.objCType)
      if kind == "d" || kind == "f" { return ["number", "\(number.doubleValue)"] }
      return kind == "B" || kind == "c" && (number === kCFTrue || number === kCFFalse)
        ? ["flag", "\(number.boolValue)"] : ["whole", number.stringValue]
    }
    return ["text", "\(value)"]
  }

  private static let kCFTrue = NSNumber(value: true), kCFFalse = NSNumber(value: false)

  private static func value(_ coded: [String]) -> Any? {
    guard coded.count >= 2 else { return nil }
    switch coded[0] {
    case "text": return coded[1]
    case "flag": return coded[1] == "true"
    case "whole": return Int(coded[1]) ?? UInt64(coded[1])
    case "number": return Double(coded[1])
    case "date": return Double(coded[1]).map { Date(timeIntervalSinceReferenceDate: $0) }
    case "quantity":
      guard coded.count == 3, let value = Double(coded[1]), let unit = try? HKUnit.unit(reading: coded[2]) else {
        return nil
      }
      return HKQuantity(unit: unit, doubleValue: value)
    default: return nil
    }
  }

  /// What a program knows an object by, if it says so. A version that is missing is 0.
  static func sync(_ metadata: [String: Any]?) -> SyncMark? {
    guard let identifier = metadata?[HKMetadataKeySyncIdentifier] as? String else { return nil }
    let version = metadata?[HKMetadataKeySyncVersion]
    return SyncMark(
      identifier: identifier, version: (version as? NSNumber)?.doubleValue ?? (version as? Double) ?? 0)
  }
}

/// A source with its device, as it is kept with what it saved.
struct StoredOrigin: Codable, Hashable, Sendable {
  var name: String
  var version: String?
  var product: String?
  var system: [Int]
  var device: [String?]?

  init(_ revision: HKSourceRevision, _ device: HKDevice?) {
    name = revision.source.name
    version = revision.version
    product = revision.productType
    let system = revision.operatingSystemVersion
    self.system = [system.majorVersion, system.minorVersion, system.patchVersion]
    self.device = device.map {
      [
        $0.name, $0.manufacturer, $0.model, $0.hardwareVersion, $0.firmwareVersion, $0.softwareVersion,
        $0.localIdentifier, $0.udiDeviceIdentifier,
      ]
    }
  }

  /// As the database keeps it.
  static func origin(_ revision: HKSourceRevision, _ device: HKDevice?) -> Origin {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let details = (try? encoder.encode(StoredOrigin(revision, device))).map { String(decoding: $0, as: UTF8.self) }
    return Origin(program: revision.source.bundleIdentifier, details: details ?? "{}")
  }

  /// What the database keeps; of details that can't be read, only the program.
  static func read(_ origin: Origin) -> (revision: HKSourceRevision, device: HKDevice?) {
    guard let stored = try? JSONDecoder().decode(StoredOrigin.self, from: Data(origin.details.utf8)) else {
      let source = HKSource(name: origin.program, bundleIdentifier: origin.program)
      return (HKSourceRevision(source: source, version: nil), nil)
    }
    let numbers = stored.system + [0, 0, 0]
    let revision = HKSourceRevision(
      source: HKSource(name: stored.name, bundleIdentifier: origin.program), version: stored.version,
      productType: stored.product,
      operatingSystemVersion: OperatingSystemVersion(
        majorVersion: numbers[0], minorVersion: numbers[1], patchVersion: numbers[2]))
    guard let texts = stored.device, texts.count == 8 else { return (revision, nil) }
    let device = HKDevice(
      name: texts[0], manufacturer: texts[1], model: texts[2], hardwareVersion: texts[3], firmwareVersion: texts[4],
      softwareVersion: texts[5], localIdentifier: texts[6], udiDeviceIdentifier: texts[7])
    return (revision, device)
  }
}
