// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension ZoneScheme {
  /// All schemes, heart rate first. Percentages are lower limits; sources stand beside each.
  ///
  /// The percentages are conventions of coaching on a continuum, not switches of physiology.
  public static let all: [ZoneScheme] = heartRate + power + speed

  private static let heartRate: [ZoneScheme] = [
    ZoneScheme(
      id: "apple-hr5", quantity: .heartRate, title: "Five zones of heart-rate reserve, as Apple's samples have them",
      basis: .heartRateReserve, percentages: [0, 60, 70, 80, 90],
      names: ["Recovery", "Easy", "Steady", "Hard", "Very hard"],
      reference: "derived from the limits in Apple's HealthKit documentation", easyThrough: 2, hardFrom: 4),
    ZoneScheme(
      id: "hrmax5", quantity: .heartRate, title: "Five zones of maximum heart rate", basis: .maximumHeartRate,
      percentages: [50, 60, 70, 80, 90], names: ["Very light", "Light", "Moderate", "Hard", "Maximum"],
      reference: "Garmin and Polar manuals", easyThrough: 2, hardFrom: 4),
    ZoneScheme(
      id: "karvonen5", quantity: .heartRate, title: "Five zones of heart-rate reserve (Karvonen)",
      basis: .heartRateReserve, percentages: [50, 60, 70, 80, 90],
      names: ["Very light", "Light", "Moderate", "Hard", "Maximum"], reference: "Karvonen 1957", easyThrough: 2,
      hardFrom: 4),
    ZoneScheme(
      id: "acsm5", quantity: .heartRate, title: "ACSM intensity bands of heart-rate reserve", basis: .heartRateReserve,
      percentages: [0, 30, 40, 60, 90], names: ["Very light", "Light", "Moderate", "Vigorous", "Near-maximal"],
      reference: "Garber 2011 (ACSM)", easyThrough: 3, hardFrom: 5),
    ZoneScheme(
      id: "acsm-hrmax5", quantity: .heartRate, title: "ACSM intensity bands of maximum heart rate",
      basis: .maximumHeartRate, percentages: [0, 57, 64, 77, 96],
      names: ["Very light", "Light", "Moderate", "Vigorous", "Near-maximal"], reference: "Garber 2011 (ACSM)",
      easyThrough: 3, hardFrom: 5),
    ZoneScheme(
      id: "friel-run7", quantity: .heartRate, title: "Friel's seven running zones", basis: .thresholdHeartRate,
      percentages: [0, 85, 90, 95, 100, 103, 106],
      names: ["Recovery", "Aerobic", "Tempo", "Subthreshold", "5a Threshold", "5b Aerobic capacity", "5c Anaerobic"],
      reference: "Joe Friel, via 220triathlon.com", easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "friel-bike7", quantity: .heartRate, title: "Friel's seven cycling zones", basis: .thresholdHeartRate,
      percentages: [0, 81, 90, 94, 100, 103, 106],
      names: ["Recovery", "Aerobic", "Tempo", "Subthreshold", "5a Threshold", "5b Aerobic capacity", "5c Anaerobic"],
      reference: "Joe Friel, via 220triathlon.com", easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "coggan-hr5", quantity: .heartRate, title: "Coggan's five heart-rate zones", basis: .thresholdHeartRate,
      percentages: [0, 68, 83, 94, 105], names: ["Recovery", "Endurance", "Tempo", "Threshold", "VO2max"],
      reference: "Allen & Coggan", easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "british-cycling-hr5", quantity: .heartRate, title: "British Cycling's zones of threshold heart rate",
      basis: .thresholdHeartRate, percentages: [0, 68, 83, 94, 105],
      names: ["Recovery", "Endurance", "Tempo", "Threshold", "VO2max"],
      reference: "British Cycling; its sixth zone has no heart rate", easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "bcf6", quantity: .heartRate, title: "British six zones of maximum heart rate, over recovery",
      basis: .maximumHeartRate, percentages: [60, 65, 75, 82, 89, 94],
      names: ["Level 1", "Level 2", "Level 3", "Level 4", "Level 5", "Level 6"],
      reference: "BCF/ABCC/WCPP, revised", easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "olympiatoppen8", quantity: .heartRate, title: "Norwegian intensity scale (I1–I5 have a heart rate)",
      basis: .maximumHeartRate, percentages: [55, 72, 82, 87, 92], names: ["I1", "I2", "I3", "I4", "I5–I8"],
      reference: "Olympiatoppen; Seiler & Tønnessen 2009; I6 to I8 are anaerobic and have no heart-rate range",
      easyThrough: 2, hardFrom: 4),
    ZoneScheme(
      id: "seiler3", quantity: .heartRate, title: "Seiler's three zones", basis: .ventilatoryThresholds,
      percentages: [0, 82, 87], names: ["Low", "Threshold", "High"], reference: "Seiler & Kjerland 2006",
      easyThrough: 1, hardFrom: 3),
  ]

  private static let power: [ZoneScheme] = [
    ZoneScheme(
      id: "coggan7", quantity: .power, title: "Coggan's seven power zones", basis: .functionalThresholdPower,
      percentages: [0, 55, 75, 90, 105, 120, 150], names: cogganNames, reference: "Allen & Coggan", easyThrough: 2,
      hardFrom: 5),
    ZoneScheme(
      id: "friel-power7", quantity: .power, title: "Friel's seven power zones", basis: .functionalThresholdPower,
      percentages: [0, 55, 75, 90, 105, 120, 150], names: cogganNames, reference: "Joe Friel", easyThrough: 2,
      hardFrom: 5),
    ZoneScheme(
      id: "apple-power6", quantity: .power, title: "Six power zones, assumed for Apple's unpublished percentages",
      basis: .functionalThresholdPower, percentages: [0, 55, 75, 90, 105, 120],
      names: ["Recovery", "Endurance", "Tempo", "Threshold", "VO2max", "Anaerobic"],
      reference: "six zones by default (Apple, WWDC26); percentages assumed", easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "british-cycling6", quantity: .power, title: "British Cycling's six power zones",
      basis: .functionalThresholdPower, percentages: [0, 55, 75, 90, 105, 120],
      names: ["Recovery", "Endurance", "Tempo", "Threshold", "VO2max", "Anaerobic"], reference: "British Cycling",
      easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "trainerroad7", quantity: .power, title: "TrainerRoad's seven power zones with sweet spot",
      basis: .functionalThresholdPower, percentages: [0, 55, 76, 88, 95, 106, 121],
      names: ["Recovery", "Endurance", "Tempo", "Sweet spot", "Threshold", "VO2max", "Anaerobic"],
      reference: "TrainerRoad support pages", easyThrough: 2, hardFrom: 6),
    ZoneScheme(
      id: "zwift6", quantity: .power, title: "Zwift's six power zones", basis: .functionalThresholdPower,
      percentages: [0, 60, 76, 90, 105, 119], names: ["Grey", "Blue", "Green", "Yellow", "Orange", "Red"],
      reference: "zwiftinsider.com", easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "wahoo7", quantity: .power, title: "Wahoo's seven power zones", basis: .functionalThresholdPower,
      percentages: [0, 55, 75, 90, 105, 120, 140], names: cogganNames, reference: "inferred from a published example",
      easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "composite8", quantity: .power, title: "Eight power zones with sweet spot and sprint",
      basis: .functionalThresholdPower, percentages: [0, 55, 76, 88, 95, 106, 121, 150],
      names: ["Recovery", "Endurance", "Tempo", "Sweet spot", "Threshold", "VO2max", "Anaerobic", "Sprint"],
      reference: "ZoneCoach: TrainerRoad's with the anaerobic zone split at 150 %", easyThrough: 2, hardFrom: 6),
    ZoneScheme(
      id: "cp7", quantity: .power, title: "Coggan's percentages of critical power", basis: .criticalPower,
      percentages: [0, 55, 75, 90, 105, 120, 150], names: cogganNames, reference: "GoldenCheetah's default",
      easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "domains3", quantity: .power, title: "Exercise domains: moderate, heavy, severe", basis: .exerciseDomains,
      percentages: [], names: ["Moderate", "Heavy", "Severe"], reference: "Skiba & Clarke 2021", easyThrough: 1,
      hardFrom: 3),
    ZoneScheme(
      id: "stryd5", quantity: .power, title: "Stryd's five running-power zones", basis: .criticalPower,
      percentages: [65, 80, 90, 100, 115], names: ["Easy", "Moderate", "Threshold", "Interval", "Repetition"],
      reference: "Stryd, percent of critical power", easyThrough: 1, hardFrom: 4),
  ]

  /// Pace is sorted as speed, so that a higher zone has the larger number.
  private static let speed: [ZoneScheme] = [
    ZoneScheme(
      id: "run-speed6", quantity: .speed, title: "Six running zones of critical speed", basis: .criticalSpeed,
      percentages: [0, 80, 87, 95, 105, 119],
      names: ["Recovery", "Endurance", "Tempo", "Threshold", "Interval", "Repetition"],
      reference: "GoldenCheetah, after Skiba", easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "swim-speed6", quantity: .speed, title: "Six swimming zones of critical speed", basis: .criticalSpeed,
      percentages: [0, 93, 97, 99, 102, 109],
      names: ["Recovery", "Endurance", "Tempo", "Threshold", "Interval", "Sprint"], reference: "GoldenCheetah",
      easyThrough: 2, hardFrom: 5),
    ZoneScheme(
      id: "friel-pace7", quantity: .speed, title: "Friel's seven running zones by pace", basis: .criticalSpeed,
      // Printed as percent of threshold pace, a time: 129, 114, 106, 100, 97 and 90 % of the time are 100/1.29 … of the
      // speed. 99–105 and 97–100 overlap in print; 100 is taken as the border.
      percentages: [0, 100 / 1.29, 100 / 1.14, 100 / 1.06, 100, 100 / 0.97, 100 / 0.90],
      names: ["Recovery", "Aerobic", "Tempo", "Subthreshold", "5a Threshold", "5b Aerobic capacity", "5c Anaerobic"],
      reference: "Joe Friel, via 220triathlon.com", easyThrough: 2, hardFrom: 5),
  ]

  private static let cogganNames = [
    "Recovery", "Endurance", "Tempo", "Threshold", "VO2max", "Anaerobic", "Neuromuscular",
  ]
}

extension ZoneSet {
  /// The highest zone number that is easy: the scheme's, or two fifths of the zones of a set without one.
  public var easyThrough: Int {
    if let scheme, let known = try? ZoneScheme.named(scheme) { return known.easyThrough }
    let numbered = boundaries.zoneCount - (1 - firstNumber)
    return numbered == 3 ? 1 : max(1, Int((Double(numbered) * 0.4).rounded(.down)))
  }

  /// The lowest zone number that is hard: the scheme's, or the top two fifths of the zones of a set without one.
  public var hardFrom: Int {
    if let scheme, let known = try? ZoneScheme.named(scheme) { return known.hardFrom }
    let numbered = boundaries.zoneCount - (1 - firstNumber)
    if numbered == 3 { return 3 }
    if quantity == .power && numbered >= 6 { return 5 }
    return numbered - Int((Double(numbered) * 0.4).rounded(.down)) + 1
  }
}
