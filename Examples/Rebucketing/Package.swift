// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Rebucketing",
  platforms: [.macOS(.v15)],
  dependencies: [
    // On Linux this package stands in for Apple's framework; elsewhere the line can go.
    .package(name: "ZoneCoach", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Rebucketing",
      dependencies: [.product(name: "HealthKit", package: "ZoneCoach", condition: .when(platforms: [.linux]))])
  ]
)
