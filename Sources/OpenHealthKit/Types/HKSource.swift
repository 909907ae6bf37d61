// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A program or device that saved something. Sources are equal when their bundle identifiers are.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKSource: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// What a person reads.
  public let name: String
  /// What a program is known by.
  public let bundleIdentifier: String

  package init(name: String, bundleIdentifier: String) {
    self.name = name
    self.bundleIdentifier = bundleIdentifier
    super.init()
  }

  /// This program: the main bundle's identifier where there is one, else the name of the process.
  open class func `default`() -> HKSource { own }

  private static let own: HKSource = {
    let name = ProcessInfo.processInfo.processName
    return HKSource(name: name, bundleIdentifier: Bundle.main.bundleIdentifier ?? name)
  }()

  /// The bundle identifier.
  open override var description: String { bundleIdentifier }

  /// Whether the other object is a source with the same bundle identifier.
  open override func isEqual(_ object: Any?) -> Bool {
    bundleIdentifier == (object as? HKSource)?.bundleIdentifier
  }

  /// Equal for equal sources.
  open override var hash: Int { bundleIdentifier.hashValue }

  /// The source itself, which can't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Sources are coded as name and bundle identifier.
  public static var supportsSecureCoding: Bool { true }

  /// Codes name and bundle identifier.
  open func encode(with coder: NSCoder) {
    coder.encode(text: name, forKey: "HKName")
    coder.encode(text: bundleIdentifier, forKey: "HKBundleIdentifier")
  }

  /// Decodes a source; nil where name or bundle identifier is missing.
  public required convenience init?(coder: NSCoder) {
    guard let name = coder.decodeText(forKey: "HKName"),
      let bundleIdentifier = coder.decodeText(forKey: "HKBundleIdentifier")
    else { return nil }
    self.init(name: name, bundleIdentifier: bundleIdentifier)
  }
}

/// A source at one version, on one system.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKSourceRevision: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// The source.
  public let source: HKSource
  /// The source's version.
  public let version: String?
  /// The kind of device that the source ran on.
  public let productType: String?
  /// The version of the system that the source ran on; 0.0.0 where it isn't known.
  public let operatingSystemVersion: OperatingSystemVersion

  /// A revision on a device and system that aren't known.
  public convenience init(source: HKSource, version: String?) {
    self.init(source: source, version: version, productType: nil, operatingSystemVersion: OperatingSystemVersion())
  }

  /// A revision of which all is known.
  public init(
    source: HKSource, version: String?, productType: String?, operatingSystemVersion: OperatingSystemVersion
  ) {
    self.source = source
    self.version = version
    self.productType = productType
    self.operatingSystemVersion = operatingSystemVersion
    super.init()
  }

  private var numbers: [Int] {
    [
      operatingSystemVersion.majorVersion, operatingSystemVersion.minorVersion, operatingSystemVersion.patchVersion,
    ]
  }

  /// Whether the other object is the same revision.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKSourceRevision else { return false }
    return source == other.source && version == other.version && productType == other.productType
      && numbers == other.numbers
  }

  /// Equal for equal revisions.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(source)
    hasher.combine(version)
    hasher.combine(productType)
    hasher.combine(numbers)
    return hasher.finalize()
  }

  /// The revision itself, which can't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Revisions are coded as what they are made of.
  public static var supportsSecureCoding: Bool { true }

  private static let keys = ["HKMajorVersion", "HKMinorVersion", "HKPatchVersion"]

  /// Codes source, version, product type and the system's version.
  open func encode(with coder: NSCoder) {
    coder.encode(source, forKey: "HKSource")
    coder.encode(text: version, forKey: "HKVersion")
    coder.encode(text: productType, forKey: "HKProductType")
    for (key, number) in zip(Self.keys, numbers) { coder.encode(number, forKey: key) }
  }

  /// Decodes a revision; nil where the source is missing.
  public required convenience init?(coder: NSCoder) {
    guard let source = coder.decodeObject(of: HKSource.self, forKey: "HKSource") else { return nil }
    let numbers = Self.keys.map { coder.decodeInteger(forKey: $0) }
    self.init(
      source: source, version: coder.decodeText(forKey: "HKVersion"),
      productType: coder.decodeText(forKey: "HKProductType"),
      operatingSystemVersion: OperatingSystemVersion(
        majorVersion: numbers[0], minorVersion: numbers[1], patchVersion: numbers[2]))
  }
}
