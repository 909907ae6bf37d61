// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts
import Zones

struct `Bad limits get a sentence that says what to type instead` {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var quantity: Quantity?
    var basis: ZoneScheme.Basis?
    var says: [String]

    init(_ text: String, as quantity: Quantity? = nil, of basis: ZoneScheme.Basis? = nil, _ says: String...) {
      self.text = text
      self.quantity = quantity
      self.basis = basis
      self.says = says
    }

    var testDescription: String { text }
  }

  static let cases: [Case] = [
    // Percent where beats are meant.
    Case("60,70,80,90", "look like percent, not beats per minute", "60%,70%,80%,90%", "--of max-hr"),
    Case("55,75,90,105,120,150", as: .power, "look like percent", "55%,75%,90%,105%,120%,150%", "--of ftp", "55W,75W"),
    Case("80,90,100,105", as: .speed, "look like percent", "--of cs"),
    Case("60%,70%,80%,90%", "say of what the percentages are", "--of max-hr"),
    // Several units in one list.
    Case("80,88,92,152,156,163", "mix percent and beats per minute"),
    Case("60%,70%,150", "mix percent and beats per minute"),
    Case("120bpm,150W,180", "mix percent and"),
    // Order.
    Case("140,120,160", "120 follows 140", "give 120,140,160"),
    Case("120,140,140,160", "140 stands twice", "give 120,140,160"),
    // Numbers.
    Case("-5,120,140", "must be a number above 0, not -5"),
    Case("0,120,140", "must be a number above 0, not 0"),
    Case("nan,120,140", "“nan” is no number"),
    Case("inf,120,140", "“inf” is no number"),
    Case("120;140;160", "“120;140;160” is no number", "commas"),
    Case("120,,160", "“” is no number"),
    Case("", "“” is no number"),
    // 2 and 10 zones.
    Case("140", "1 boundary makes 2 zones", "2 to 8 boundaries for 3 to 9"),
    Case("110,120,130,140,150,160,170,180,190", "9 boundaries make 10 zones", "2 to 8 boundaries"),
    // Out of reach.
    Case("120,140,300", "can't all be limits in beats per minute", "120,140,160,180"),
    Case("130,150,260", "can't all be limits in beats per minute"),
    Case("100,200,5000", as: .power, "can't all be watts"),
    Case("5%,70%", of: .maximumHeartRate, "can't be percentages of one basis"),
    // The wrong quantity.
    Case("150W,200W,240W", as: .heartRate, "W sorts power, but heart rate is asked for"),
    Case("60%,80%", as: .power, of: .maximumHeartRate, "max-hr sorts heart rate, but power is asked for"),
    Case("5:60,5:00,4:30", as: .speed, "“5:60” is no number"),
  ]

  @Test(arguments: cases)
  func says(_ bad: Case) {
    let error = #expect(throws: ZoneError.self) {
      try TypedLimits(bad.text).model(quantity: bad.quantity, of: bad.basis)
    }
    for part in bad.says {
      #expect(error?.description.contains(part) == true, "“\(error?.description ?? "nothing")” lacks “\(part)”")
    }
  }

  @Test func `no names but one for each zone, of a sensible length`() {
    func names(_ names: [String]) throws {
      _ = try TypedLimits("120,140,160").model(quantity: nil, of: nil, names: names)
    }
    #expect(throws: ZoneError.wrongNameCount(2, 4)) { try names(["Easy", "Hard"]) }
    #expect(throws: ZoneError.badName) { try names(["Easy", "Steady", "", "Max"]) }
    #expect(throws: Never.self) { try names(["Easy", "Steady", "Hard", "Max"]) }
  }

  @Test func `good limits are taken in every way of writing them`() throws {
    #expect(
      try TypedLimits("120, 140,160").model(quantity: nil, of: nil).limits == .absolute([120, 140, 160]))
    #expect(try TypedLimits("120bpm,140bpm").model(quantity: nil, of: nil).quantity == .heartRate)
    // Someone whose watts look like percentages says that they are watts.
    let small = try TypedLimits("55W,75w,90W,105W").model(quantity: nil, of: nil)
    #expect(small.quantity == .power && small.limits == .absolute([55, 75, 90, 105]))
    #expect(try TypedLimits("53,72,86,101").model(quantity: .power, of: nil).limits == .absolute([53, 72, 86, 101]))
    let own = try TypedLimits("60%,70.5%").model(quantity: nil, of: .thresholdHeartRate)
    #expect(own.limits == .percentages([60, 70.5], of: .thresholdHeartRate))
    #expect(
      try TypedLimits("60,70").model(quantity: nil, of: .thresholdHeartRate).limits
        == .percentages([60, 70], of: .thresholdHeartRate))
    // A pace is a speed; slower paces come first, so that higher zones are faster.
    let pace = try TypedLimits("6:00/km,5:00/km,4:10").model(quantity: .speed, of: nil)
    let speeds = [360, 300, 250].map { (seconds: Double) in 1000 / seconds }
    #expect(pace.limits == .absolute(speeds))
    #expect(throws: ZoneError.self) { try TypedLimits("4:10,5:00").model(quantity: .speed, of: nil) }
  }
}
