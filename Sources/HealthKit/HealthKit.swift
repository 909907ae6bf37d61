// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// On Linux `import HealthKit` means OpenHealthKit, so that code written for Apple's framework stays as it is.
@_exported public import OpenHealthKit
