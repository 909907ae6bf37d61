// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of `HKError`.
public let HKErrorDomain: String = "com.apple.healthkit"

/// What went wrong, with Apple's codes. Its description says nothing of health data.
public struct HKError: Error, CustomNSError {
  private let stored: NSError

  /// An error with a code. What `userInfo` says under `NSLocalizedDescriptionKey` is its description.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    let described = [NSLocalizedDescriptionKey: code.sentence].merging(userInfo) { $1 }
    stored = NSError(domain: HKErrorDomain, code: code.rawValue, userInfo: described)
  }

  /// What kind of error it is.
  public var code: Code { Code(rawValue: stored.code) ?? .unknownError }

  /// What else is known, a description at least.
  public var userInfo: [String: Any] { stored.userInfo }

  /// `HKErrorDomain`.
  public static var errorDomain: String { HKErrorDomain }

  /// The number of the code.
  public var errorCode: Int { stored.code }

  /// What else is known.
  public var errorUserInfo: [String: Any] { stored.userInfo }
}

extension HKError {
  /// Kinds of errors.
  public enum Code: Int, Sendable {
    /// Something went wrong of which nothing more is known.
    case unknownError = 0
    /// There is no health data here.
    case errorHealthDataUnavailable
    /// Health data may not be used here.
    case errorHealthDataRestricted
    /// An argument can't be used.
    case errorInvalidArgument
    /// The person has not allowed it.
    case errorAuthorizationDenied
    /// The person has not been asked.
    case errorAuthorizationNotDetermined
    /// The stored data can't be reached now.
    case errorDatabaseInaccessible
    /// The person stopped it.
    case errorUserCanceled
    /// Another workout session was started.
    case errorAnotherWorkoutSessionStarted
    /// The person left the workout session.
    case errorUserExitedWorkoutSession
    /// The person has not allowed what is required.
    case errorRequiredAuthorizationDenied
    /// There is no data to answer with.
    case errorNoData
    /// A session of this activity is not allowed.
    case errorWorkoutActivityNotAllowed
    /// There is more data than can be sent.
    case errorDataSizeExceeded
    /// A session can't be started in the background.
    case errorBackgroundWorkoutSessionNotAllowed
    /// It is not allowed for a guest.
    case errorNotPermissibleForGuestUserMode

    /// The name that 0 had before.
    @available(*, deprecated, renamed: "unknownError")
    public static var noError: Code { .unknownError }

    /// Whether an error is of this kind, so that it can stand after `catch`.
    public static func ~= (code: Code, error: any Error) -> Bool { (error as? HKError)?.code == code }

    var sentence: String {
      switch self {
      case .unknownError: "Something went wrong of which nothing more is known."
      case .errorHealthDataUnavailable: "There is no health data here."
      case .errorHealthDataRestricted: "Health data may not be used here."
      case .errorInvalidArgument: "An argument can't be used."
      case .errorAuthorizationDenied: "The person has not allowed it."
      case .errorAuthorizationNotDetermined: "The person has not been asked."
      case .errorDatabaseInaccessible: "The stored data can't be reached now."
      case .errorUserCanceled: "The person stopped it."
      case .errorAnotherWorkoutSessionStarted: "Another workout session was started."
      case .errorUserExitedWorkoutSession: "The person left the workout session."
      case .errorRequiredAuthorizationDenied: "The person has not allowed what is required."
      case .errorNoData: "There is no data to answer with."
      case .errorWorkoutActivityNotAllowed: "A session of this activity is not allowed."
      case .errorDataSizeExceeded: "There is more data than can be sent."
      case .errorBackgroundWorkoutSessionNotAllowed: "A session can't be started in the background."
      case .errorNotPermissibleForGuestUserMode: "It is not allowed for a guest."
      }
    }
  }

  /// Something went wrong of which nothing more is known.
  public static var unknownError: Code { .unknownError }

  /// There is no health data here.
  public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }

  /// Health data may not be used here.
  public static var errorHealthDataRestricted: Code { .errorHealthDataRestricted }

  /// An argument can't be used.
  public static var errorInvalidArgument: Code { .errorInvalidArgument }

  /// The person has not allowed it.
  public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }

  /// The person has not been asked.
  public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }

  /// The stored data can't be reached now.
  public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }

  /// The person stopped it.
  public static var errorUserCanceled: Code { .errorUserCanceled }

  /// Another workout session was started.
  public static var errorAnotherWorkoutSessionStarted: Code { .errorAnotherWorkoutSessionStarted }

  /// The person left the workout session.
  public static var errorUserExitedWorkoutSession: Code { .errorUserExitedWorkoutSession }

  /// The person has not allowed what is required.
  public static var errorRequiredAuthorizationDenied: Code { .errorRequiredAuthorizationDenied }

  /// There is no data to answer with.
  public static var errorNoData: Code { .errorNoData }

  /// A session of this activity is not allowed.
  public static var errorWorkoutActivityNotAllowed: Code { .errorWorkoutActivityNotAllowed }

  /// There is more data than can be sent.
  public static var errorDataSizeExceeded: Code { .errorDataSizeExceeded }

  /// A session can't be started in the background.
  public static var errorBackgroundWorkoutSessionNotAllowed: Code { .errorBackgroundWorkoutSessionNotAllowed }

  /// It is not allowed for a guest.
  public static var errorNotPermissibleForGuestUserMode: Code { .errorNotPermissibleForGuestUserMode }

  /// An error of an argument, with what to do instead.
  static func invalid(_ sentence: String) -> HKError {
    HKError(.errorInvalidArgument, userInfo: [NSLocalizedDescriptionKey: sentence])
  }
}
