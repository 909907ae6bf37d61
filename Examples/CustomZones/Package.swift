// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CustomZones",
  platforms: [.macOS(.v15)],
  dependencies: [
    // On Linux this package stands in for Apple's framework; elsewhere the line can go.
    .package(name: "ZoneCoach", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "CustomZones",
      dependencies: [.product(name: "HealthKit", package: "ZoneCoach", condition: .when(platforms: [.linux]))])
  ]
)
