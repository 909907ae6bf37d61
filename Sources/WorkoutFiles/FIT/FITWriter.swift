// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Writes a recording as a FIT activity file.
///
/// The file has a 14-byte header with checksum, protocol 2.0, little-endian messages, and its summaries last: who and
/// what recorded, the timer's start, records with the timer's stops and starts among them, then laps, time in zone,
/// sessions and the activity. The same recording and options give the same bytes.
///
/// What FIT cannot hold is lost in one way only:
/// - A record stands for a whole second. Times are rounded down to the second; of several samples of a series in one
///   second the last is written. Durations keep their milliseconds.
/// - Of several series of one quantity only the first, preferred one is written.
/// - Values are rounded to the format's steps: 1 bpm, 1 W, 1/128 rpm, 1 mm/s, 1 cm, 0.2 m of altitude, 1 °C.
///   A value out of the format's range is written as "invalid", like one that is not a number.
///
/// A second at which a series has no sample has no field for it, so "told nothing" (invalid) and "not asked" (absent)
/// stay apart.
///
/// ```swift
/// let bytes = try FITWriter.encode(recording)
/// ```
public struct FITWriter {
  /// What a file says of its writer.
  public struct Options: Hashable, Sendable {
    /// The maker's number in the FIT profile; 255 is "development". Others' numbers belong to them.
    public var manufacturer: UInt16
    /// The product's number, which means something to its maker alone.
    public var product: UInt16
    /// The recorder's serial number, not 0; `nil` takes the recording's device, or 1 where it has none.
    public var serialNumber: UInt32?
    /// When the file was made; `nil` takes the start of the recording, so that nothing depends on the clock.
    public var timeCreated: Instant?
    /// The version of the writing software in hundredths.
    public var softwareVersion: UInt16

    /// ZoneCoach's own choice.
    public init(
      manufacturer: UInt16 = 255, product: UInt16 = 1, serialNumber: UInt32? = nil, timeCreated: Instant? = nil,
      softwareVersion: UInt16 = 100
    ) {
      self.manufacturer = manufacturer
      self.product = product
      self.serialNumber = serialNumber
      self.timeCreated = timeCreated
      self.softwareVersion = softwareVersion
    }
  }

  /// The bytes of a FIT activity file.
  ///
  /// - Throws: `FITWriterError` with code `timeOutOfRange` if the recording starts or ends outside the dates that FIT
  ///   can name (1998-07-03 to 2126-02-06), `tooLarge` if the file would exceed 4 GiB.
  /// - Complexity: linear in the number of samples.
  public static func encode(
    _ recording: Recording, options: Options = Options()
  ) throws(FITWriterError) -> [UInt8] {
    let created = options.timeCreated ?? recording.span.start
    for (name, instant) in [("start", recording.span.start), ("end", recording.span.end), ("creation", created)] {
      guard FITWriterTime.seconds(instant) != nil else {
        throw FITWriterError(.timeOutOfRange, "the recording's \(name) lies outside the dates that FIT can name")
      }
    }
    var output = FITWriterOutput()
    output.reserve(recordCount: recording.series.map(\.count).max() ?? 0)
    output.writeHead(recording, options: options, created: created)
    output.writeTimeline(recording)
    output.writeSummaries(recording)
    return try output.finished()
  }

  /// The checksum that FIT files end with (CRC-16/ARC): polynomial 0xA001 reflected, start 0, no final change.
  ///
  /// Run over a whole file, its own checksum included, the result is 0. The state is the checksum so far, so parts
  /// chain.
  public static func checksum(_ bytes: some Sequence<UInt8>, after state: UInt16 = 0) -> UInt16 {
    var crc = state
    for byte in bytes {
      crc = (crc >> 8) ^ FITWriterOutput.checksumTable[Int((crc ^ UInt16(byte)) & 0xFF)]
    }
    return crc
  }
}

/// Why a recording can't be written as a FIT file.
public struct FITWriterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is in the way.
  public var code: Code
  /// What is wrong, for a person, in one line.
  public var message: String

  /// Reasons. More may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// A stable word.
    public var rawValue: String
    /// The code of this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A date that FIT can't name.
    public static let timeOutOfRange = Code(rawValue: "time-out-of-range")
    /// More than 4 GiB.
    public static let tooLarge = Code(rawValue: "too-large")
  }

  /// An error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
