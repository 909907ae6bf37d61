// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Walks over the messages of one part of a file.
///
/// Every message is checked to lie inside the data before any of its bytes is read; nothing else needs checking then,
/// because definitions place all of their fields inside their size.
struct FITPartDecoder {
  /// A local type as it is defined at the moment.
  private final class Slot {
    let definition: FITDefinition
    let plan: FITRecordPlan
    /// What counts the developer fields.
    let counted: [FITCountStep]
    /// The field with times between beats.
    let beats: FITField?

    init(_ definition: FITDefinition, _ plan: FITRecordPlan) {
      self.definition = definition
      self.plan = plan
      counted = definition.developerFields.map { FITCountStep($0, isBigEndian: definition.isBigEndian) }
      beats = definition.fields.first { $0.number == 0 }
    }
  }

  /// What every message needs of its local type; most messages need no more.
  private struct Frame {
    /// Bytes of the content, or -1 if the type is not defined.
    var size = -1
    var treatment = FITTreatment.count
    var timestampOffset = -1
    var isBigEndian = false
    var hasDeveloperFields = false
    /// Messages so far.
    var count = 0
  }

  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private var position: Int
  private var frames = [Frame](repeating: Frame(), count: 16)
  private var slots = [Slot?](repeating: nil, count: 16)
  private var last: UInt32?
  private var part = FITPart()

  /// Decodes the messages in `range`.
  ///
  /// A part that described developer fields only after using them is read a second time with what it said later.
  static func decode(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> FITPart {
    var decoder = FITPartDecoder(bytes, range)
    decoder.run()
    let late = decoder.part.developerFields.late
    if !late.isEmpty {
      decoder = FITPartDecoder(bytes, range)
      decoder.part.developerFields = FITDeveloperFields(known: late)
      decoder.part.problems.add(
        "late-description", "A developer field is described after its first use; its values were kept.")
      decoder.run()
    }
    if !decoder.part.developerFields.undescribed.isEmpty {
      decoder.part.problems.add(
        "missing-description", "A developer field is never described; it was counted, its values were skipped.",
        count: decoder.part.developerFields.undescribed.count)
    }
    return decoder.part
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  private mutating func run() {
    while position < end {
      let header = bytes[position]
      let isWhole: Bool
      if header & 0x80 != 0 {
        isWhole = readCompressed(header)
      } else if header & 0x40 != 0 {
        isWhole = readDefinition(header)
      } else {
        isWhole = readData(header)
      }
      if !isWhole {
        part.isDamaged = true
        break
      }
    }
    part.end = position
    for local in slots.indices { keepCount(local) }
  }

  private mutating func keepCount(_ local: Int) {
    guard let number = slots[local]?.definition.number, frames[local].count > 0 else { return }
    part.messageCounts[number, default: 0] += frames[local].count
  }

  // MARK: Data

  private mutating func readData(_ header: UInt8) -> Bool {
    let local = Int(header & 0x0F)
    let frame = frames[local]
    guard isWhole(frame) else { return false }
    if frame.treatment == .record {
      readRecords(local, frame.size, header)
      return true
    }
    if frame.timestampOffset >= 0 { noteTime(frame) }
    take(local, frame, time: nil)
    return true
  }

  /// A header with the low five bits of a time: the seconds run on from the last time read, and a smaller number than
  /// that time's low bits says that they have rolled over.
  private mutating func readCompressed(_ header: UInt8) -> Bool {
    let local = Int(header >> 5 & 0x03)
    let frame = frames[local]
    guard isWhole(frame) else { return false }
    if let before = last {
      let offset = UInt32(header & 0x1F)
      last = (before & ~31 | offset) &+ (offset < before & 31 ? 32 : 0)
    }
    if frame.treatment == .record {
      readRecord(local, frame, time: last)
    } else {
      take(local, frame, time: last)
    }
    return true
  }

  /// Whether the message at `position` is of a defined type and all of it is there.
  private mutating func isWhole(_ frame: Frame) -> Bool {
    if frame.size >= 0, end - position - 1 >= frame.size { return true }
    if frame.size < 0 {
      part.problems.add(
        "undefined-message", "A message of a kind that was not defined; everything before it was kept.", at: position)
    } else {
      noteTruncation()
    }
    return false
  }

  private mutating func noteTruncation() {
    part.problems.add(
      "truncated", "The data end inside a message; every whole message before it was kept.", at: position)
  }

  private mutating func noteTime(_ frame: Frame) {
    let raw = bytes.loadUnaligned(fromByteOffset: position + 1 + frame.timestampOffset, as: UInt32.self)
    let seconds = frame.isBigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
    if seconds != .max { last = seconds }
  }

  /// Reads as many records as follow each other with the same header, up to one run.
  private mutating func readRecords(_ local: Int, _ size: Int, _ header: UInt8) {
    let stride = size + 1
    var count = 1
    var next = position + stride
    while count < FITRecordColumns.runLength, end - next >= stride, bytes[next] == header {
      count += 1
      next += stride
    }
    guard let slot = slots[local], let base = bytes.baseAddress else { return }
    let content = base + position + 1, plan = slot.plan
    part.records.append(
      content, stride: stride, count: count, plan: plan, isBigEndian: slot.definition.isBigEndian, time: nil,
      expected: Self.expected(end - position, stride))
    if let time = part.records.times.last, time != FITRecordColumns.noTime, !plan.timeOffsets.isEmpty {
      last = UInt32(truncatingIfNeeded: time / 1000 - FITTime.epoch)
    }
    countDeveloperFields(slot, content, stride, count)
    frames[local].count += count
    position = next
  }

  /// How many records to make room for at once; where there are more, the columns grow as arrays do.
  private static func expected(_ bytes: Int, _ stride: Int) -> Int { min(bytes / stride + 1, 1 << 20) }

  private mutating func readRecord(_ local: Int, _ frame: Frame, time: UInt32?) {
    guard let slot = slots[local], let base = bytes.baseAddress else { return }
    // A message may carry a full time in spite of its compressed header; the full one is right.
    let hasTime = frame.timestampOffset >= 0, stride = frame.size + 1
    part.records.append(
      base + position + 1, stride: stride, count: 1, plan: slot.plan, isBigEndian: frame.isBigEndian,
      time: hasTime ? nil : time, expected: Self.expected(end - position, stride))
    if hasTime { noteTime(frame) }
    countDeveloperFields(slot, base + position + 1, stride, 1)
    frames[local].count += 1
    position += stride
  }

  private func message(_ definition: FITDefinition, at place: Int, time: UInt32?) -> FITMessage {
    var message = FITMessage(
      definition: definition, bytes: UnsafeRawBufferPointer(rebasing: bytes[place..<place + definition.size]),
      timestamp: time, offset: place - 1)
    if let full = message.uint32(FITDefinition.timestamp) { message.timestamp = full }
    return message
  }

  private mutating func countDeveloperFields(_ slot: Slot, _ content: UnsafeRawPointer, _ stride: Int, _ count: Int) {
    for step in slot.counted {
      part.developerFields.counts[step.counter] += step.count(content, stride: stride, count: count)
    }
  }

  /// Does with a message, other than a record, what its kind asks for.
  private mutating func take(_ local: Int, _ frame: Frame, time: UInt32?) {
    if frame.treatment != .count || frame.hasDeveloperFields, let slot = slots[local] {
      take(slot, frame, time)
      if frame.hasDeveloperFields, let base = bytes.baseAddress {
        countDeveloperFields(slot, base + position + 1, frame.size + 1, 1)
      }
    }
    frames[local].count += 1
    position += frame.size + 1
  }

  private mutating func take(_ slot: Slot, _ frame: Frame, _ time: UInt32?) {
    let definition = slot.definition
    switch frame.treatment {
    case .count, .record: break
    case .beats: if let field = slot.beats { takeBeats(field, definition.isBigEndian) }
    case .keep:
      // A message without content tells nothing that its count doesn't.
      guard frame.size > 0 else { break }
      guard part.messages[definition.number]?.count ?? 0 < FITTreatment.limit(definition.number) else {
        part.problems.add("too-many", "There are more summaries or events than can be; the first ones were kept.")
        break
      }
      part.messages[definition.number, default: []].append(message(definition, at: position + 1, time: time))
    case .describe:
      let message = message(definition, at: position + 1, time: time)
      if definition.number == 207 {
        part.developerFields.identify(message)
      } else if let key = part.developerFields.describe(message) {
        resolveAgain(key)
      }
    }
  }

  /// `hrv`: up to five times between beats in 1/1000 s, two bytes each; unused places hold "no value".
  private mutating func takeBeats(_ field: FITField, _ isBigEndian: Bool) {
    for place in 0..<field.size / 2 {
      let raw = bytes.loadUnaligned(fromByteOffset: position + 1 + field.offset + 2 * place, as: UInt16.self)
      let interval = isBigEndian ? UInt16(bigEndian: raw) : UInt16(littleEndian: raw)
      guard interval != .max else { continue }
      part.beatRows.append(part.records.rowCount)
      part.beatIntervals.append(Double(interval))
    }
  }

  // MARK: Definitions

  private mutating func readDefinition(_ header: UInt8) -> Bool {
    let hasDeveloperFields = header & 0x20 != 0
    guard end - position >= 6 else {
      noteTruncation()
      return false
    }
    let isBigEndian = bytes[position + 2] == 1
    let first = Int(bytes[position + 3]), second = Int(bytes[position + 4])
    let number = isBigEndian ? first << 8 | second : second << 8 | first
    let fieldCount = Int(bytes[position + 5])
    var next = position + 6 + 3 * fieldCount
    var developerFieldCount = 0
    if hasDeveloperFields, next < end { developerFieldCount = Int(bytes[next]) }
    if hasDeveloperFields { next += 1 + 3 * developerFieldCount }
    guard next <= end else {
      noteTruncation()
      return false
    }
    var size = 0
    var fields: [FITField] = []
    fields.reserveCapacity(fieldCount)
    for i in 0..<fieldCount {
      let place = position + 6 + 3 * i
      let field = FITField(
        number: bytes[place], type: FITBaseType(code: bytes[place + 2]), size: Int(bytes[place + 1]), offset: size)
      if field.size > 0 { fields.append(field) }
      if field.hasWrongSize {
        part.problems.add(
          "field-size",
          "Field \(field.number) of \(FITProfile.messageName(number) ?? "message \(number)") has \(field.size) bytes, "
            + "which its type doesn't divide; it was read by its size.", at: place)
      }
      size += field.size
    }
    var developerFields: [FITDeveloperField] = []
    for i in 0..<developerFieldCount {
      let place = position + 6 + 3 * fieldCount + 1 + 3 * i
      let key = FITDeveloperKey(developer: bytes[place + 2], number: bytes[place])
      let fieldSize = Int(bytes[place + 1])
      if fieldSize > 0 {
        developerFields.append(
          part.developerFields.resolve(key, size: fieldSize, offset: size, message: number))
      }
      size += fieldSize
    }
    define(
      Int(header & 0x0F),
      FITDefinition(
        number: number, isBigEndian: isBigEndian, fields: fields, developerFields: developerFields, size: size))
    position = next
    return true
  }

  private mutating func define(_ local: Int, _ definition: FITDefinition) {
    keepCount(local)
    let treatment = FITTreatment(definition.number)
    var plan = FITRecordPlan()
    if treatment == .record { plan = FITRecordPlan(definition) { part.records.column(of: $0) } }
    slots[local] = Slot(definition, plan)
    frames[local] = Frame(
      size: definition.size, treatment: treatment, timestampOffset: definition.timestampOffset,
      isBigEndian: definition.isBigEndian, hasDeveloperFields: !definition.developerFields.isEmpty)
  }

  /// Looks up the description of a field again in the definitions that used it before it was described.
  private mutating func resolveAgain(_ key: FITDeveloperKey) {
    for local in slots.indices {
      guard let definition = slots[local]?.definition,
        definition.developerFields.contains(where: { $0.key == key && $0.description == nil })
      else { continue }
      let fields = definition.developerFields.map { field in
        field.description != nil
          ? field
          : part.developerFields.resolve(
            field.key, size: field.field.size, offset: field.field.offset, message: definition.number)
      }
      define(
        local,
        FITDefinition(
          number: definition.number, isBigEndian: definition.isBigEndian, fields: definition.fields,
          developerFields: fields, size: definition.size))
    }
  }
}
