// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A person's sex.
public enum HKBiologicalSex: Int, Sendable {
  /// Not entered, or not shown to this program.
  case notSet = 0
  /// Female.
  case female
  /// Male.
  case male
  /// Something else.
  case other
}

/// A person's blood type.
public enum HKBloodType: Int, Sendable {
  /// Not entered, or not shown to this program.
  case notSet = 0
  /// A+.
  case aPositive
  /// A−.
  case aNegative
  /// B+.
  case bPositive
  /// B−.
  case bNegative
  /// AB+.
  case abPositive
  /// AB−.
  case abNegative
  /// 0+.
  case oPositive
  /// 0−.
  case oNegative
}

/// A person's skin type on Fitzpatrick's scale.
public enum HKFitzpatrickSkinType: Int, Sendable {
  /// Not entered, or not shown to this program.
  case notSet = 0
  /// Type I.
  case I
  /// Type II.
  case II
  /// Type III.
  case III
  /// Type IV.
  case IV
  /// Type V.
  case V
  /// Type VI.
  case VI
}

/// Whether a person uses a wheelchair.
public enum HKWheelchairUse: Int, Sendable {
  /// Not entered, or not shown to this program.
  case notSet = 0
  /// No.
  case no
  /// Yes.
  case yes
}

/// What a person's goal for a day is counted in.
public enum HKActivityMoveMode: Int, Sendable {
  /// Active energy.
  case activeEnergy = 1
  /// Time of moving.
  case appleMoveTime
}

/// A person's sex, as an object.
open class HKBiologicalSexObject: NSObject, @unchecked Sendable {
  /// The sex.
  public let biologicalSex: HKBiologicalSex

  init(_ value: HKBiologicalSex) {
    biologicalSex = value
    super.init()
  }
}

/// A person's blood type, as an object.
open class HKBloodTypeObject: NSObject, @unchecked Sendable {
  /// The blood type.
  public let bloodType: HKBloodType

  init(_ value: HKBloodType) {
    bloodType = value
    super.init()
  }
}

/// A person's skin type, as an object.
open class HKFitzpatrickSkinTypeObject: NSObject, @unchecked Sendable {
  /// The skin type.
  public let skinType: HKFitzpatrickSkinType

  init(_ value: HKFitzpatrickSkinType) {
    skinType = value
    super.init()
  }
}

/// Whether a person uses a wheelchair, as an object.
open class HKWheelchairUseObject: NSObject, @unchecked Sendable {
  /// Whether they do.
  public let wheelchairUse: HKWheelchairUse

  init(_ value: HKWheelchairUse) {
    wheelchairUse = value
    super.init()
  }
}

/// What a person's goal for a day is counted in, as an object.
open class HKActivityMoveModeObject: NSObject, @unchecked Sendable {
  /// What it is counted in.
  public let activityMoveMode: HKActivityMoveMode

  init(_ value: HKActivityMoveMode) {
    activityMoveMode = value
    super.init()
  }
}
