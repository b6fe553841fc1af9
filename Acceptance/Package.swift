// swift-tools-version: 6.1
import PackageDescription

// Tests that run PhotoDiary's programs: release builds in `.build/programs`.

let package = Package(
  name: "Acceptance",
  products: [.library(name: "TestClock", type: .dynamic, targets: ["TestClock"])],
  targets: [
    // Symbolic links, since the main package has the same sources.
    .systemLibrary(name: "CVTerm", path: "CVTerm", providers: [.apt(["libvterm-dev"])]),
    .systemLibrary(name: "CSpawn", path: "CSpawn"),
    .target(name: "TestSupport", dependencies: ["CVTerm", "CSpawn"], path: "TestSupport"),
    .target(name: "AcceptanceSupport", dependencies: ["TestSupport"], path: "Support"),
    .testTarget(
      name: "EndToEndTests", dependencies: ["TestSupport", "AcceptanceSupport"],
      path: "EndToEndTests"),
    // Records the system calls of a program, and makes them fail.
    .executableTarget(name: "CallTracer", path: "CallTracer"),
    // Sets a program's clock.
    .target(name: "TestClock", path: "TestClock"),
    .testTarget(
      name: "CrashTests",
      dependencies: ["TestSupport", "AcceptanceSupport", "CallTracer", "TestClock"],
      path: "CrashTests"),
  ],
  swiftLanguageModes: [.v6]
)
