// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Why Bluetooth or a sensor doesn't work, with what to do about it.
public enum BluetoothProblem: Error, Hashable, Sendable {
  /// There is no system message bus, as in many containers.
  case noBus
  /// The Bluetooth service does not run.
  case noService
  /// This user may not talk to the Bluetooth service.
  case noPermission
  /// The computer has no Bluetooth adapter.
  case noAdapter
  /// The adapter is switched off.
  case adapterOff
  /// A switch, of hardware or software, keeps the adapter off.
  case blocked
  /// The sensor does not answer, or another device holds it.
  case outOfReach
  /// The sensor has no service of ours, or refuses to send values.
  case notASensor
  /// The sensor answers to paired computers only.
  case needsPairing
  /// The Bluetooth service did not answer in time.
  case timedOut
  /// Something else, by the name of the error.
  case other(String)

  /// What is so, in one sentence.
  public var line: String {
    switch self {
    case .noBus: "There is no system message bus here, so Bluetooth can't be reached."
    case .noService: "The Bluetooth service is not running."
    case .noPermission: "This user may not use Bluetooth."
    case .noAdapter: "No Bluetooth adapter was found."
    case .adapterOff: "The Bluetooth adapter is switched off."
    case .blocked: "A switch keeps the Bluetooth adapter off."
    case .outOfReach: "The sensor is out of reach, or another device holds it."
    case .notASensor: "The sensor sends no values that ZoneCoach knows."
    case .needsPairing: "The sensor answers to paired computers only."
    case .timedOut: "The Bluetooth service did not answer."
    case .other(let name): "Bluetooth answered: \(name)."
    }
  }

  /// What to do, in one sentence.
  public var remedy: String {
    switch self {
    case .noBus: "Start ZoneCoach on the computer itself, or connect the sensor in the browser."
    case .noService: "Start it: sudo systemctl enable --now bluetooth"
    case .noPermission: "Join the group and log in again: sudo usermod -aG bluetooth $USER"
    case .noAdapter: "Plug an adapter in; it is found by itself."
    case .adapterOff: "Switch it on: bluetoothctl power on"
    case .blocked: "Release it: rfkill unblock bluetooth"
    case .outOfReach: "Wear it, moisten the strap, and close other apps that may be connected to it."
    case .notASensor: "Choose a heart-rate strap, power meter, trainer, or speed and cadence sensor."
    case .needsPairing: "Pair it once: bluetoothctl pair ADDRESS"
    case .timedOut: "Start it anew: sudo systemctl restart bluetooth"
    case .other: "Try again; zonecoach doctor shows the adapter's state."
    }
  }

  /// Whether it lies with the computer, so that no sensor can be reached.
  public var concernsAdapter: Bool {
    switch self {
    case .noBus, .noService, .noPermission, .noAdapter, .adapterOff, .blocked, .timedOut: true
    case .outOfReach, .notASensor, .needsPairing, .other: false
    }
  }

  /// The problem behind an answer of the bus: its error's name and, where BlueZ uses one name for many, its text.
  init(errorName name: String, text: String) {
    switch name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.systemd1.NoSuchUnit", "org.freedesktop.DBus.Error.NoReply",
      "org.freedesktop.DBus.Error.Disconnected":
      self = .noService
    case "org.freedesktop.DBus.Error.AccessDenied": self = .noPermission
    case "org.freedesktop.DBus.Error.Timeout", "org.freedesktop.DBus.Error.TimedOut": self = .timedOut
    case "org.bluez.Error.NotReady": self = .adapterOff
    case "org.bluez.Error.Blocked": self = .blocked
    case "org.bluez.Error.NotSupported": self = .notASensor
    case "org.bluez.Error.NotPermitted": self = text.contains("paired") ? .needsPairing : .notASensor
    case "org.bluez.Error.Failed" where text.contains("Input/output error"): self = .adapterOff
    case "org.bluez.Error.Failed", "org.bluez.Error.NotConnected", "org.bluez.Error.InProgress",
      "org.freedesktop.DBus.Error.UnknownObject":
      self = .outOfReach
    default: self = .other(name)
    }
  }
}
