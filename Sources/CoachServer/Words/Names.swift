// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// Words for the codes that files and engines use.
enum Names {
  /// A sport as a person says it: `cross_country_skiing` is "Cross-country skiing".
  static func sport(_ code: String) -> String {
    switch code {
    case "", "generic", "all", "unknown": t("Workout")
    case "multisport": t("Multisport")
    case "cross_country_skiing": t("Cross-country skiing")
    case "e_biking": t("E-biking")
    case "training", "fitness_equipment": t("Training")
    default: t(Phrase(key: sentence(code.replacing("_", with: " "))))
    }
  }

  /// What a workout is called: its own name, or its sport in the language of the answer. Samples are ours to translate.
  static func title(_ entry: WorkoutEntry) -> String {
    title(entry.title, sport: entry.sport, isSample: entry.isSample)
  }

  /// The same from its parts.
  static func title(_ title: String, sport code: String, isSample: Bool = false) -> String {
    let isBySport = title == sentence(code.replacing("_", with: " ")) || bySubSport.contains(title)
    return isSample || isBySport ? t(Phrase(key: title)) : title
  }

  /// What a workout without a name is called by its finer sport.
  static let bySubSport: Set = [
    "Workout", "Triathlon", "Multisport", "Trail running", "Treadmill running", "Indoor cycling", "Mountain biking",
    "Gravel cycling", "Virtual ride", "Strength training", "Pool swim", "Open-water swim", "Indoor rowing", "Yoga",
    "Pilates",
  ]

  /// A leg's short name.
  static func leg(_ code: String, transition number: Int) -> String {
    switch code {
    case "swimming": t("Swim")
    case "cycling": t("Bike")
    case "running": t("Run")
    case "transition": "T\(number)"
    default: sport(code)
    }
  }

  /// A measured quantity.
  static func quantity(_ code: String) -> String {
    switch code {
    case "heartRate": t("Heart rate")
    case "coreTemperature": t("Core temperature")
    case "respirationRate": t("Breathing rate")
    case "rightBalance": t("Balance, right")
    case "beatInterval": t("Beat intervals")
    case "speed": t("Speed")
    case "power": t("Power")
    case "cadence": t("Cadence")
    case "altitude": t("Altitude")
    case "temperature": t("Temperature")
    case "energy": t("Energy")
    default: t(Phrase(key: sentence(code)))
    }
  }

  /// A unit as the page writes it.
  static func unit(_ quantity: String, _ unit: String) -> String {
    switch (quantity, unit) {
    case ("heartRate", _): "bpm"
    case ("cadence", _), ("respirationRate", _): t("/min")
    case ("altitude", _): Units.current.height
    case (_, "degC"): "°C"
    case (_, "deg"): "°"
    default: unit
    }
  }

  /// A kind of sensor, or `nil` if not known.
  static func sensor(_ code: String) -> String? {
    switch code {
    case "chestStrap": t("chest strap")
    case "optical": t("optical sensor")
    case "powerMeter": t("power meter")
    case "motion": t("motion sensor")
    default: nil
    }
  }

  /// What a lap was for, or `nil`.
  static func intensity(_ code: String?) -> String? {
    switch code {
    case "rest", "recovery": t("Recovery")
    case "warmup": t("Warm-up")
    case "cooldown": t("Cool-down")
    case "interval": t("Interval")
    default: nil
    }
  }

  /// A maker and a product as the files write them: `garmin`, `fr955` is "Garmin fr955".
  static func device(manufacturer: String?, product: String?) -> String? {
    let maker = manufacturer.map { sentence($0.replacing("_", with: " ")) } ?? ""
    let product = product ?? ""
    let text = product.lowercased().hasPrefix(maker.lowercased()) && !product.isEmpty ? product : "\(maker) \(product)"
    let words = text.split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// A message as a sentence: the first letter large, a full stop at the end.
  static func fullSentence(_ text: String) -> String {
    let start = sentence(text)
    return start.isEmpty || ".!?…)。！？）".contains(start.suffix(1)) ? start : start + Format.fullStop
  }

  /// The first letter large.
  static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
