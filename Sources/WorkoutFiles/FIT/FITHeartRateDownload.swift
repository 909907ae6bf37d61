// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Heart rates that a strap kept while it could not be heard, as under water, and handed over after the workout in
/// `hr` messages.
///
/// A message with a full time anchors the strap's clock, 1/1024 s wide in 32 bits; messages after it only hold the low
/// 12 bits of that clock for up to eight beats, which are unambiguous for beats less than 4 s apart.
enum FITHeartRateDownload {
  /// The series of all parts, or `nil` if they hold nothing that can be placed in time.
  static func series(_ parts: [[FITMessage]], clock: FITClock) -> Series? {
    var beats: [(time: Int64, value: Double)] = []
    for messages in parts { read(messages, clock, &beats) }
    guard beats.contains(where: { $0.value > 0 }) else { return nil }
    let isSorted = zip(beats, beats.dropFirst()).allSatisfy { $0.time <= $1.time }
    if !isSorted {
      let order = beats.indices.sorted { (beats[$0].time, $0) < (beats[$1].time, $1) }
      beats = order.map { beats[$0] }
    }
    return Series(
      quantity: .heartRate, times: beats.map(\.time), values: beats.map(\.value),
      source: SeriesSource(sensor: .chestStrap, path: .downloaded))
  }

  private static func read(_ messages: [FITMessage], _ clock: FITClock, _ beats: inout [(time: Int64, value: Double)]) {
    // Ticks run on in 64 bits, so that the 32 of the file may roll over.
    var anchor: (milliseconds: Double, tick: UInt64)?
    var last: UInt64 = 0
    for message in messages {
      let rates = message.array(6)
      func take(_ place: Int) {
        guard let anchor, place < rates.count else { return }
        let ticks = Double(last) - Double(anchor.tick)
        let time = Int64((anchor.milliseconds + ticks * 1000 / 1024 + 0.5).rounded(.down))
        beats.append((time, rates[place].map { Double($0) } ?? .nan))
      }
      let full = message.array(9)
      if let time = clock.instant(message.timestamp), let tick = full.first ?? nil {
        let fraction = message.number(0, scale: 32768) ?? message.number(1, scale: 256) ?? 0
        anchor = (Double(time.millisecondsSince1970) + min(max(fraction, 0), 1) * 1000, tick)
        last = tick
      }
      for (place, tick) in full.enumerated() {
        guard let tick else { continue }
        last += (tick &- last) & 0xFFFF_FFFF
        take(place)
      }
      guard anchor != nil, full.isEmpty else { continue }
      let packed = message.raw(10)
      for place in 0..<packed.count / 3 * 2 {
        let a = UInt64(packed[place / 2 * 3]), b = UInt64(packed[place / 2 * 3 + 1]),
          c = UInt64(packed[place / 2 * 3 + 2])
        let low = place % 2 == 0 ? a | (b & 15) << 8 : b >> 4 | c << 4
        last += (low &- last) & 0xFFF
        take(place)
      }
    }
  }
}
