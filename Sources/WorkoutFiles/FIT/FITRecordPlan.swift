// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The columns that records always go to; columns of developer fields follow them.
enum FITColumn: Int, CaseIterable {
  case heartRate, power, cadence, speed, distance, altitude, temperature, coreTemperature, respirationRate
  case rightBalance, latitude, longitude
}

/// One step of a plan: reads one field of a run of equally laid out records into one column.
struct FITColumnStep {
  /// Widths and kinds of raw numbers.
  enum Raw: UInt8 {
    case uint8, sint8, uint16, sint16, uint32, sint32, uint64, sint64, float32, float64
    /// Three bytes of speed and distance, FIT's `compressed_speed_distance`.
    case speedDistance
    /// A field whose size fits no number.
    case unreadable
  }

  /// What becomes of a raw number.
  enum Conversion: UInt8 {
    case none, scaled, semicircles, rightShare
  }

  /// How values join the column.
  enum Mode: UInt8 {
    /// They are its next entries.
    case append
    /// They replace missing values among the entries the same run has just appended.
    case fill
    /// They add to the entries the same run has just appended.
    case add
  }

  var raw: Raw
  var conversion: Conversion
  var mode: Mode
  var isBigEndian: Bool
  var column: Int
  var offset: Int
  /// The bits that stand for "no value".
  var invalid: UInt64
  var scale: Double
  /// What the scale leaves at 0, in raw units: subtracting first keeps decimal fractions exact.
  var bias: Double
}

/// How the records of one definition become columns.
struct FITRecordPlan {
  /// In order: a column's appending step comes before those that fill or add.
  var steps: [FITColumnStep] = []
  /// Where the times lie, first valid one wins; none for records that have no time of their own.
  var timeOffsets: [Int] = []
  /// Whether the records hold anything worth a row.
  var hasContent: Bool { !steps.isEmpty || !timeOffsets.isEmpty }

  /// What a field of the profile's record message tells, or `nil` for fields that feed no column.
  private struct Source {
    var column: FITColumn
    var isSigned = false
    var conversion = FITColumnStep.Conversion.none
    var scale = 1.0
    var bias = 0.0
    var mode = FITColumnStep.Mode.append
  }

  /// Fields of `record` in the order in which they are believed: "enhanced" fields before the short ones that their
  /// values also fill. FIT profile 21.218.
  private static let sources: [(number: UInt8, source: Source)] = [
    (3, Source(column: .heartRate)),
    (7, Source(column: .power)),
    (4, Source(column: .cadence)),
    (53, Source(column: .cadence, conversion: .scaled, scale: 128, mode: .add)),
    (52, Source(column: .cadence, conversion: .scaled, scale: 256)),
    (73, Source(column: .speed, conversion: .scaled, scale: 1000)),
    (6, Source(column: .speed, conversion: .scaled, scale: 1000)),
    (5, Source(column: .distance, conversion: .scaled, scale: 100)),
    (78, Source(column: .altitude, conversion: .scaled, scale: 5, bias: 500)),
    (2, Source(column: .altitude, conversion: .scaled, scale: 5, bias: 500)),
    (13, Source(column: .temperature, isSigned: true)),
    (139, Source(column: .coreTemperature, conversion: .scaled, scale: 100)),
    (108, Source(column: .respirationRate, conversion: .scaled, scale: 100)),
    (99, Source(column: .respirationRate)),
    (30, Source(column: .rightBalance, conversion: .rightShare)),
    (0, Source(column: .latitude, isSigned: true, conversion: .semicircles)),
    (1, Source(column: .longitude, isSigned: true, conversion: .semicircles)),
  ]

  /// The column that a native field feeds, for developer fields that stand in for it.
  static func column(ofField number: Int) -> FITColumn? {
    sources.first { Int($0.number) == number && $0.source.mode == .append }?.source.column
  }

  /// A plan for messages that are no records.
  init() {}

  /// Compiles a definition of records; `developerColumn` gives the column of a developer field.
  init(_ definition: FITDefinition, developerColumn: (FITDeveloperField) -> Int?) {
    var filled = Set<Int>()
    for (number, source) in Self.sources {
      for field in definition.fields where field.number == number {
        append(
          field, to: source.column.rawValue, of: definition, isSigned: source.isSigned,
          conversion: source.conversion, scale: source.scale, bias: source.bias, mode: source.mode, &filled)
      }
    }
    for field in definition.fields where field.number == 8 && field.size == 3 {
      steps.append(
        FITColumnStep(
          raw: .speedDistance, conversion: .none, mode: .append, isBigEndian: false, column: FITColumn.speed.rawValue,
          offset: field.offset, invalid: 0, scale: 1, bias: 0))
    }
    for developerField in definition.developerFields {
      guard let column = developerColumn(developerField), let description = developerField.description else { continue }
      append(
        developerField.field, to: column, of: definition, isSigned: false, conversion: .scaled,
        scale: description.scale, bias: description.bias, mode: .append, &filled)
    }
    for field in definition.fields where field.number == FITDefinition.timestamp && field.size == 4 {
      timeOffsets.append(field.offset)
    }
  }

  private mutating func append(
    _ field: FITField, to column: Int, of definition: FITDefinition, isSigned: Bool,
    conversion: FITColumnStep.Conversion, scale: Double, bias: Double, mode: FITColumnStep.Mode,
    _ filled: inout Set<Int>
  ) {
    // An addition without anything to add to tells nothing; of several fields for one column the first valid one wins.
    if mode == .add && !filled.contains(column) { return }
    let mode = mode == .append && !filled.insert(column).inserted ? .fill : mode
    let raw: FITColumnStep.Raw =
      switch (field.elementSize, field.type) {
      case (_, .string): .unreadable
      case (4, .float32): .float32
      case (8, .float64): .float64
      case (1, let type): isSigned || type.isSigned ? .sint8 : .uint8
      case (2, let type): isSigned || type.isSigned ? .sint16 : .uint16
      case (4, let type): isSigned || type.isSigned ? .sint32 : .uint32
      case (8, let type): isSigned || type.isSigned ? .sint64 : .uint64
      default: .unreadable
      }
    let plain = conversion == .scaled && scale == 1 && bias == 0
    steps.append(
      FITColumnStep(
        raw: field.hasWrongSize && field.elementSize == 1 && field.size > 1 ? .unreadable : raw,
        conversion: plain ? .none : conversion, mode: mode, isBigEndian: definition.isBigEndian, column: column,
        offset: field.offset, invalid: field.type.invalidBits(width: field.elementSize), scale: scale,
        bias: bias * scale))
  }
}
