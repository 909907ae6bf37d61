// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
import FoundationEssentials
import Synchronization
import Workouts

/// How an athlete wants to be coached; kept with the library.
public struct CoachPreferences: Codable, Sendable, Equatable {
  /// How much is said.
  public var verbosity = CoachSettings.Verbosity.all
  /// Whether cues are spoken.
  public var voice = false
  /// Whether cues are felt, where something can vibrate.
  public var haptics = true
  /// Whether another zone is called out once it has been held for five seconds. Off unless the athlete wants it.
  public var zoneChanges: Bool? = nil
  /// In which language.
  public var language = CoachLanguage.english
  /// What differs from the usual numbers, by name; seconds, beats per minute or watts.
  public var numbers: [String: Double] = [:]

  /// As the coach is by itself.
  public init() {}

  /// A number that can be changed.
  public struct Parameter: Sendable {
    /// What it is called: `heart-rate.dwell`.
    public var name: String
    /// What it is.
    public var help: String
    /// What it may be.
    public var bounds: ClosedRange<Double>
    /// Its unit.
    public var unit: String
    /// What it usually is, for an athlete without a known FTP.
    public var usual: Double
    let isPower: Bool
    let set: @Sendable (inout CoachSettings.Pace, Double) -> Void
  }

  /// All numbers that can be changed.
  public static let parameters: [Parameter] = [false, true].flatMap { isPower -> [Parameter] in
    let pace = isPower ? CoachSettings.Pace.power(ftp: nil) : .heartRate
    let prefix = isPower ? "power." : "heart-rate."
    func seconds(
      _ name: String, _ help: String, _ bounds: ClosedRange<Double>,
      _ path: any WritableKeyPath<CoachSettings.Pace, Int64> & Sendable
    ) -> Parameter {
      Parameter(
        name: prefix + name, help: help, bounds: bounds, unit: "s", usual: Double(pace[keyPath: path]) / 1000,
        isPower: isPower
      ) { $0[keyPath: path] = Int64(($1 * 1000).rounded()) }
    }
    return [
      Parameter(
        name: prefix + "tolerance", help: "how far outside of the target is still on it",
        bounds: isPower ? 0...50 : 0...15, unit: isPower ? "W" : "bpm", usual: pace.hysteresis, isPower: isPower
      ) { $0.hysteresis = $1 },
      seconds("dwell", "how long outside before something is said", 5...120, \.dwell),
      seconds("work-grace", "how long work may take to reach its target", 0...300, \.workGrace),
      seconds("recovery-grace", "how long recovery may take", 0...300, \.recoveryGrace),
      seconds("steady-grace", "how long other steps may take", 0...300, \.steadyGrace),
      seconds("gap", "least time between two corrections", 30...600, \.gap),
      seconds("lead-in", "how long before work it is announced", 3...30, \.leadIn),
    ]
  }

  /// The coach's settings for an athlete.
  public func settings(ftp: Double?) -> CoachSettings {
    var settings = CoachSettings(ftp: ftp, verbosity: verbosity)
    for parameter in Self.parameters {
      guard let value = numbers[parameter.name], parameter.bounds.contains(value) else { continue }
      if parameter.isPower { parameter.set(&settings.power, value) } else { parameter.set(&settings.heartRate, value) }
    }
    return settings
  }
}

extension WorkoutLibrary {
  /// How the athlete wants to be coached.
  public var coachPreferences: CoachPreferences {
    refreshSettings()
    return state.withLock { $0.settings.coach } ?? CoachPreferences()
  }

  /// Keeps how the athlete wants to be coached.
  ///
  /// - Throws: where the database can't be written.
  public func setCoachPreferences(_ preferences: CoachPreferences) throws {
    try changeSettings { $0.coach = preferences == CoachPreferences() ? nil : preferences }
  }
}
