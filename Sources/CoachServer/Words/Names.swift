// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Words for the codes that files and engines use.
enum Names {
  /// A sport as a person says it: `cross_country_skiing` is "Cross-country skiing".
  static func sport(_ code: String) -> String {
    switch code {
    case "", "generic", "all", "unknown": "Workout"
    case "multisport": "Multisport"
    case "cross_country_skiing": "Cross-country skiing"
    case "e_biking": "E-biking"
    case "training", "fitness_equipment": "Training"
    default: sentence(code.replacing("_", with: " "))
    }
  }

  /// A leg's short name.
  static func leg(_ code: String, transition number: Int) -> String {
    switch code {
    case "swimming": "Swim"
    case "cycling": "Bike"
    case "running": "Run"
    case "transition": "T\(number)"
    default: sport(code)
    }
  }

  /// A measured quantity.
  static func quantity(_ code: String) -> String {
    switch code {
    case "heartRate": "Heart rate"
    case "coreTemperature": "Core temperature"
    case "respirationRate": "Breathing rate"
    case "rightBalance": "Balance, right"
    case "beatInterval": "Beat intervals"
    case "speed": "Speed"
    default: sentence(code)
    }
  }

  /// A unit as the page writes it.
  static func unit(_ quantity: String, _ unit: String) -> String {
    switch (quantity, unit) {
    case ("heartRate", _): "bpm"
    case ("cadence", _), ("respirationRate", _): "/min"
    case (_, "degC"): "°C"
    case (_, "deg"): "°"
    default: unit
    }
  }

  /// A kind of sensor, or `nil` if not known.
  static func sensor(_ code: String) -> String? {
    switch code {
    case "chestStrap": "chest strap"
    case "optical": "optical sensor"
    case "powerMeter": "power meter"
    case "motion": "motion sensor"
    default: nil
    }
  }

  /// What a lap was for, or `nil`.
  static func intensity(_ code: String?) -> String? {
    switch code {
    case "rest", "recovery": "Recovery"
    case "warmup": "Warm-up"
    case "cooldown": "Cool-down"
    case "interval": "Interval"
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
    return start.isEmpty || ".!?…)".contains(start.suffix(1)) ? start : start + "."
  }

  /// The first letter large.
  static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
