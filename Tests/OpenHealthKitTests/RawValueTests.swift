// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

struct `Numbers that are stored and sent` {
  static let activities: [(HKWorkoutActivityType, UInt)] = [
    (.americanFootball, 1),
    (.archery, 2),
    (.australianFootball, 3),
    (.badminton, 4),
    (.baseball, 5),
    (.basketball, 6),
    (.bowling, 7),
    (.boxing, 8),
    (.climbing, 9),
    (.cricket, 10),
    (.crossTraining, 11),
    (.curling, 12),
    (.cycling, 13),
    (.elliptical, 16),
    (.equestrianSports, 17),
    (.fencing, 18),
    (.fishing, 19),
    (.functionalStrengthTraining, 20),
    (.golf, 21),
    (.gymnastics, 22),
    (.handball, 23),
    (.hiking, 24),
    (.hockey, 25),
    (.hunting, 26),
    (.lacrosse, 27),
    (.martialArts, 28),
    (.mindAndBody, 29),
    (.paddleSports, 31),
    (.play, 32),
    (.preparationAndRecovery, 33),
    (.racquetball, 34),
    (.rowing, 35),
    (.rugby, 36),
    (.running, 37),
    (.sailing, 38),
    (.skatingSports, 39),
    (.snowSports, 40),
    (.soccer, 41),
    (.softball, 42),
    (.squash, 43),
    (.stairClimbing, 44),
    (.surfingSports, 45),
    (.swimming, 46),
    (.tableTennis, 47),
    (.tennis, 48),
    (.trackAndField, 49),
    (.traditionalStrengthTraining, 50),
    (.volleyball, 51),
    (.walking, 52),
    (.waterFitness, 53),
    (.waterPolo, 54),
    (.waterSports, 55),
    (.wrestling, 56),
    (.yoga, 57),
    (.barre, 58),
    (.coreTraining, 59),
    (.crossCountrySkiing, 60),
    (.downhillSkiing, 61),
    (.flexibility, 62),
    (.highIntensityIntervalTraining, 63),
    (.jumpRope, 64),
    (.kickboxing, 65),
    (.pilates, 66),
    (.snowboarding, 67),
    (.stairs, 68),
    (.stepTraining, 69),
    (.wheelchairWalkPace, 70),
    (.wheelchairRunPace, 71),
    (.taiChi, 72),
    (.mixedCardio, 73),
    (.handCycling, 74),
    (.discSports, 75),
    (.fitnessGaming, 76),
    (.cardioDance, 77),
    (.socialDance, 78),
    (.pickleball, 79),
    (.cooldown, 80),
    (.swimBikeRun, 82),
    (.transition, 83),
    (.underwaterDiving, 84),
    (.other, 3000),
  ]

  @Test func `are those of Apple for activities`() {
    for (activity, number) in Self.activities {
      #expect(activity.rawValue == number)
      #expect(HKWorkoutActivityType(rawValue: number) == activity)
    }
    // Three old ones are left out of the table, as their names are deprecated.
    let known = (0...4000 as ClosedRange<UInt>).filter { HKWorkoutActivityType(rawValue: $0) != nil }
    #expect(Set(known) == Set(Self.activities.map(\.1)).union([14, 15, 30]))
  }

  static let errors: [(HKError.Code, Int)] = [
    (.unknownError, 0),
    (.errorHealthDataUnavailable, 1),
    (.errorHealthDataRestricted, 2),
    (.errorInvalidArgument, 3),
    (.errorAuthorizationDenied, 4),
    (.errorAuthorizationNotDetermined, 5),
    (.errorDatabaseInaccessible, 6),
    (.errorUserCanceled, 7),
    (.errorAnotherWorkoutSessionStarted, 8),
    (.errorUserExitedWorkoutSession, 9),
    (.errorRequiredAuthorizationDenied, 10),
    (.errorNoData, 11),
    (.errorWorkoutActivityNotAllowed, 12),
    (.errorDataSizeExceeded, 13),
    (.errorBackgroundWorkoutSessionNotAllowed, 14),
    (.errorNotPermissibleForGuestUserMode, 15),
  ]

  @Test func `are those of Apple for errors`() {
    #expect(HKErrorDomain == "com.apple.healthkit" && HKError.errorDomain == HKErrorDomain)
    #expect(Set(Self.errors.map(\.1)) == Set(0...15))
    for (code, number) in Self.errors {
      let error = HKError(code)
      #expect(error.code == code && code.rawValue == number && error.errorCode == number)
      #expect((error as any Error).localizedDescription.count > 10)
    }
    #expect(HKError.Code(rawValue: 16) == nil)
  }

  @Test func `of errors can stand after catch`() {
    do { throw HKError(.errorNoData, userInfo: ["why": "nothing yet"]) } catch HKError.errorNoData {
      return
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `of errors carry what is said of them`() {
    let error = HKError(.errorInvalidArgument, userInfo: [NSLocalizedDescriptionKey: "Give 2 to 8 boundaries."])
    #expect((error as any Error).localizedDescription == "Give 2 to 8 boundaries.")
    #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == "Give 2 to 8 boundaries.")
    #expect(!(HKError.errorNoData ~= error) && HKError.errorInvalidArgument ~= error)
    #expect(!(HKError.errorNoData ~= CocoaError(.fileNoSuchFile)))
  }

  @Test func `are those of Apple for prefixes and styles`() {
    let prefixes: [HKMetricPrefix] = [
      .none, .pico, .nano, .micro, .milli, .centi, .deci, .deca, .hecto, .kilo, .mega, .giga, .tera, .femto,
    ]
    #expect(prefixes.map(\.rawValue) == Array(0...13))
    let styles: [HKQuantityAggregationStyle] = [
      .cumulative, .discreteArithmetic, .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel,
    ]
    #expect(styles.map(\.rawValue) == Array(0...3))
  }
}
