// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How a store of a test's own is. Ours, not Apple's.
///
/// ```swift
/// let store = HKHealthStore(testing: HealthStoreConfiguration(permissions: .denied))
/// ```
public struct HealthStoreConfiguration: Sendable {
  /// What the person allows.
  public enum Permissions: Sendable {
    /// Everything, without being asked.
    case granted
    /// Nothing: every type was asked for and refused.
    case denied
    /// What the closure answers, once for each type that a program asks for.
    case asked(@Sendable (PermissionRequest) -> PermissionAnswer)
  }

  /// What the person allows.
  public var permissions: Permissions
  /// What tells the time; nil for the computer's.
  public var clock: (any HealthStoreClock)?
  /// Whether misuse that Apple ignores in silence ends the program with a sentence.
  public var isStrict: Bool
  /// Takes the sentence instead, so that the program goes on.
  public var onMisuse: (@Sendable (String) -> Void)?
  /// As which program the store saves; nil for this one. Several stores with one folder and different names are several
  /// programs.
  public var program: String?
  /// The folder of the database; nil for one in memory that goes with the store.
  public var folder: String?
  /// Whether several workout sessions may go on in one process, as on a server. Else a second one ends the first, as on
  /// Apple's systems.
  public var allowsManySessions: Bool

  /// A store in memory that allows everything and takes the time from the computer.
  public init(
    permissions: Permissions = .granted, clock: (any HealthStoreClock)? = nil, isStrict: Bool = false,
    onMisuse: (@Sendable (String) -> Void)? = nil, program: String? = nil, folder: String? = nil,
    allowsManySessions: Bool = false
  ) {
    self.permissions = permissions
    self.clock = clock
    self.isStrict = isStrict
    self.onMisuse = onMisuse
    self.program = program
    self.folder = folder
    self.allowsManySessions = allowsManySessions
  }
}

/// What a program asks the person for. Ours, not Apple's.
public struct PermissionRequest: Sendable {
  /// Which program.
  public var program: String
  /// What it wants to save.
  public var toShare: Set<HKSampleType>
  /// What it wants to read.
  public var read: Set<HKObjectType>
}

/// What the person answers. Ours, not Apple's.
public struct PermissionAnswer: Sendable {
  /// What the program may save; the rest of what it asked for is denied.
  public var toShare: Set<HKSampleType>
  /// What the program may read; the rest of what it asked for is denied.
  public var read: Set<HKObjectType>
  /// From when on it may read samples of types of which the person shows only the recent past.
  public var readableFrom: [HKObjectType: Date]

  /// An answer; by default no to everything.
  public init(
    toShare: Set<HKSampleType> = [], read: Set<HKObjectType> = [], readableFrom: [HKObjectType: Date] = [:]
  ) {
    self.toShare = toShare
    self.read = read
    self.readableFrom = readableFrom
  }

  /// Yes to everything that is asked for.
  public static func everything(of request: PermissionRequest) -> PermissionAnswer {
    PermissionAnswer(toShare: request.toShare, read: request.read)
  }
}
