// swift-tools-version: 6.2
// ZoneCoach: training with zones. The rooms and who may see whom: docs/architecture.md.

import PackageDescription

/// One set of settings for every module of ours.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // `any` marks every dynamic dispatch
  .enableUpcomingFeature("MemberImportVisibility"),  // a file sees only what it imports itself
  .enableUpcomingFeature("InternalImportsByDefault"),  // `public import` shows what our API leans on
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // async functions stay where they are called
]

func room(_ name: String, sees dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of name: String, sees dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "ZoneCoach",
  products: [
    .executable(name: "zonecoach", targets: ["zonecoach"]),
    .library(name: "Zones", targets: ["Workouts", "Zones"]),
    .library(name: "Coaching", targets: ["Coaching"]),
    .library(name: "Training", targets: ["Training"]),
    .library(name: "WorkoutFiles", targets: ["WorkoutFiles"]),
    .library(name: "OpenHealthKit", targets: ["OpenHealthKit"]),
  ],
  targets: [
    // The words everyone shares. Without Foundation nothing else links C's mathematics, which rounding needs.
    .target(
      name: "Workouts", swiftSettings: settings,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    // Pure engines.
    room("Zones", sees: ["Workouts"]),
    room("Coaching", sees: ["Workouts", "Zones"]),
    room("Training", sees: ["Workouts", "Zones"]),
    // Bytes to values and back.
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
    room("WorkoutFiles", sees: ["Workouts", "CExpat", "CArchive"]),
    // Signals: Bluetooth, recordings played again, the simulated athlete.
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    room("Sensors", sees: ["Workouts", .target(name: "CSystemd", condition: .when(platforms: [.linux]))]),
    // Durable storage. The C library stays inside.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    room("HealthDatabase", sees: ["Workouts", "CSQLite"]),
    // What is stored of zones, as the engine knows it.
    room("ZoneStorage", sees: ["Workouts", "Zones", "HealthDatabase"]),
    // Apple's API, written anew.
    room("OpenHealthKit", sees: ["Workouts", "Zones", "HealthDatabase", "ZoneStorage"]),
    // What command and page share, then the two of them.
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    room(
      "CoachService",
      sees: [
        "Workouts", "Zones", "Coaching", "Training", "WorkoutFiles", "Sensors", "HealthDatabase", "ZoneStorage",
        "OpenHealthKit", "CNettle",
      ]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"]), .brew(["gnutls"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // What the page is made of beside its program: scripts, styles, words.
    .target(name: "PageFiles", resources: [.embedInCode("Web")], swiftSettings: settings),
    room(
      "CoachServer",
      sees: [
        "Workouts", "Zones", "Coaching", "Sensors", "WorkoutFiles", "HealthDatabase", "CoachService", "PageFiles",
        "CMicroHTTPD", "CGnuTLS", "CZlib",
      ]),
    .executableTarget(
      name: "zonecoach",
      dependencies: [
        "Workouts", "Zones", "Coaching", "Sensors", "WorkoutFiles", "HealthDatabase", "CoachService", "CoachServer",
      ],
      swiftSettings: settings),

    // Speed of what is done often; `Benchmarks/fit-decode.py` sets it beside another decoder.
    .executableTarget(
      name: "bench",
      dependencies: [
        "WorkoutFiles", "Workouts", "Zones", "Coaching", "HealthDatabase", "CoachService", "OpenHealthKit", "CExpat",
      ],
      path: "Benchmarks/bench", swiftSettings: settings),

    // Seeded random numbers, small fixtures, the way to the corpus.
    .target(
      name: "TestSupport", dependencies: ["Workouts", "CArchive"], path: "Tests/TestSupport", swiftSettings: settings),
    tests(of: "ZonesTests", sees: ["Zones", "Workouts", "TestSupport"]),
    tests(of: "WorkoutFilesTests", sees: ["WorkoutFiles", "CArchive", "Sensors", "Workouts", "Zones", "TestSupport"]),
    tests(of: "SensorsTests", sees: ["Sensors", "WorkoutFiles", "Zones", "Workouts", "TestSupport"]),
    tests(
      of: "HealthDatabaseTests", sees: ["HealthDatabase", "Sensors", "WorkoutFiles", "Workouts", "TestSupport"]),
    tests(of: "CoachingTests", sees: ["Coaching", "Zones", "Workouts", "TestSupport"]),
    tests(of: "TrainingTests", sees: ["Training", "Sensors", "Zones", "Workouts", "TestSupport"]),
    tests(
      of: "CoachServiceTests",
      sees: [
        "CoachService", "Coaching", "HealthDatabase", "Sensors", "WorkoutFiles", "Zones", "Workouts", "TestSupport",
      ]),
    tests(
      of: "CoachServerTests",
      sees: [
        "CoachServer", "CoachService", "Coaching", "HealthDatabase", "PageFiles", "Workouts", "Zones", "TestSupport",
      ]),
    // Runs the built program, so it is built first.
    tests(
      of: "CommandTests",
      sees: [
        "zonecoach", "CoachService", "HealthDatabase", "OpenHealthKit", "Sensors", "WorkoutFiles", "Workouts",
        "TestSupport",
      ]),
  ]
)

// `import HealthKit` means OpenHealthKit where there is no framework of Apple's with that name. The tests are written
// with that import, as an app is.
#if os(Linux)
  package.products.append(.library(name: "HealthKit", targets: ["HealthKit"]))
  package.targets += [
    room("HealthKit", sees: ["OpenHealthKit"]),
    // Records until it is killed; tests of recovery run it, so it is built first.
    .executableTarget(
      name: "recorder", dependencies: ["OpenHealthKit"], path: "Tests/Recorder", swiftSettings: settings),
    tests(
      of: "OpenHealthKitTests",
      sees: ["recorder", "HealthKit", "OpenHealthKit", "HealthDatabase", "Workouts", "Zones", "TestSupport"]),
  ]
#endif
