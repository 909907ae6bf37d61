// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// A workout as a script: what the athlete does, step by step, before any watch looks at it.
public struct SimulatedWorkout: Hashable, Sendable {
  /// What the workout is called.
  public var name: String
  /// The legs, in order; one for a workout of one sport.
  public var legs: [Leg]
  /// Temperature at the start in degrees Celsius.
  public var temperature: Double

  /// A workout of several sports.
  public init(name: String, temperature: Double = 16, legs: [Leg]) {
    self.name = name
    self.legs = legs
    self.temperature = temperature
  }

  /// A workout of one sport.
  public init(
    name: String, _ sport: Sport, _ subSport: String? = nil, temperature: Double = 16, terrain: Terrain = .rolling,
    steps: [Step]
  ) {
    self.init(
      name: name, temperature: temperature,
      legs: [Leg(sport: sport, subSport: subSport, terrain: terrain, steps: steps)])
  }

  /// Seconds from start to end, standing included.
  public var duration: Int { legs.reduce(0) { $0 + $1.duration } }

  /// A stretch in one sport.
  public struct Leg: Hashable, Sendable {
    /// The sport.
    public var sport: Sport
    /// A finer word for the sport, as FIT's sub-sports.
    public var subSport: String?
    /// Where it takes place.
    public var terrain: Terrain
    /// What is done, in order.
    public var steps: [Step]

    /// A leg.
    public init(sport: Sport, subSport: String? = nil, terrain: Terrain = .rolling, steps: [Step]) {
      self.sport = sport
      self.subSport = subSport
      self.terrain = terrain
      self.steps = steps
    }

    /// Seconds.
    public var duration: Int { steps.reduce(0) { $0 + $1.duration } }
  }

  /// Where a leg takes place.
  public enum Terrain: String, Hashable, Sendable, CaseIterable {
    /// Indoors: no altitude, no wind, no coasting.
    case indoors
    /// A track, a pool, a lake shore.
    case flat
    /// Rises and falls of some metres.
    case rolling
    /// Rises and falls of tens of metres.
    case hilly
  }

  /// A stretch of steady, rising or falling effort, or of standing still.
  public struct Step: Hashable, Sendable {
    /// Seconds, above 0.
    public var duration: Int
    /// Effort at the start, as a fraction of threshold.
    public var intensity: Double
    /// Effort at the end; in between it changes evenly.
    public var finalIntensity: Double
    /// How freely the athlete varies the effort: standard deviation as a fraction of threshold.
    public var variation: Double
    /// Whether the athlete stands still.
    public var isStill: Bool
    /// Steps or repetitions per minute of an exercise on the spot, or `nil` where the sport decides.
    public var rhythm: Double?
    /// Whether the athlete presses the lap button at the start.
    public var startsLap: Bool
    /// What a planned workout calls the lap: `warmup`, `interval`, `recovery` and so on.
    public var purpose: String?
    /// Whether the athlete stops the watch for this step.
    public var stopsTimer: Bool

    /// Effort that stays, or changes evenly to `finalIntensity`.
    public init(
      minutes: Double = 0, seconds: Int = 0, _ intensity: Double, to finalIntensity: Double? = nil,
      variation: Double = 0.01, rhythm: Double? = nil, lap purpose: String? = nil
    ) {
      duration = max(1, Int((minutes * 60).rounded()) + seconds)
      self.intensity = intensity
      self.finalIntensity = finalIntensity ?? intensity
      self.variation = variation
      isStill = false
      self.rhythm = rhythm
      startsLap = purpose != nil
      self.purpose = purpose
      stopsTimer = false
    }

    /// Standing still: at a light, at a fountain, or between sets.
    ///
    /// - Parameter stopsTimer: whether the athlete stops the watch meanwhile. A watch with auto-pause stops by itself.
    public static func stand(seconds: Int, stopsTimer: Bool = false, lap purpose: String? = nil) -> Step {
      var step = Step(seconds: seconds, 0, variation: 0, lap: purpose)
      step.isStill = true
      step.stopsTimer = stopsTimer
      return step
    }
  }
}

extension SimulatedWorkout.Terrain {
  /// Amplitude in metres and length in metres of the waves that make the ground.
  private var waves: [(height: Double, length: Double)] {
    switch self {
    case .indoors, .flat: []
    case .rolling: [(6, 2300), (1.5, 640)]
    case .hilly: [(28, 4200), (5, 1100)]
    }
  }

  /// Height above sea level in metres after a distance in metres.
  func altitude(at distance: Double) -> Double {
    waves.reduce(212) { sum, wave in
      // Two arcs of a parabola: as smooth as a sine for a road, and the same to the last bit everywhere.
      let turns = distance / wave.length
      let phase = turns - turns.rounded(.down)
      let arc = phase < 0.5 ? 16 * phase * (0.5 - phase) : -16 * (phase - 0.5) * (1 - phase)
      return sum + wave.height * arc
    }
  }

  /// Rise per distance, 0.02 for 2 %.
  func slope(at distance: Double) -> Double { (altitude(at: distance + 5) - altitude(at: distance - 5)) / 10 }
}
