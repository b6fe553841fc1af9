import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite(
  "A diary on two devices, in a folder of Syncthing",
  .enabled(if: Tool.path("syncthing") != nil, "syncthing isn't installed"))
struct SyncthingTests {
  private let pair: SyncthingPair
  private let laptop: TestHome
  private let desktop: TestHome

  init() throws {
    pair = try SyncthingPair()
    (laptop, desktop) = (try TestHome(), try TestHome())
  }

  /// Shares a diary with a photo. Returns the words.
  private func share() throws -> String {
    try laptop.output("add", "Fog", "--photo", Checkout.photo("river-fog.jpg"))
    try pair.start()
    let words = try laptop.output("remote", "add", "home", pair.folders[0])
    try pair.waitUntilAlike()
    try desktop.output("clone", pair.folders[1], "--recovery-file", "-", input: words)
    try pair.waitUntilAlike()
    return words
  }

  /// Syncs each device with its folder, which Syncthing copies to the other.
  private func sync() throws {
    for home in [laptop, desktop, laptop, desktop] {
      try home.syncQuietly()
      try pair.waitUntilAlike()
    }
  }

  private func expectSame() throws {
    try expectEqual(desktop.listing(), laptop.listing())
    for home in [laptop, desktop] { try home.expectSound() }
  }

  @Test func `concurrent changes arrive on both devices`() throws {
    _ = try share()
    let id = try require(try laptop.entries().first?["id"]?.string)
    try laptop.output("edit", id, "--content", "The laptop's.")
    try desktop.output("edit", id, "--content", "The desktop's.")
    try desktop.output("add", "Snow", "--photo", Checkout.photo("first-snow.jpg"))
    let programs = try [laptop, desktop].map { try $0.start(["sync"]) }
    for program in programs { try expectEqual(program.waitForEnd(), .status(0)) }
    try pair.waitUntilAlike()
    try sync()
    try expectSame()
    try expectEqual(Set(laptop.titles()), ["Fog", "Snow"])
    let file = try require(
      try laptop.entries().first { $0["title"]?.string == "Snow" }?["photos"]?.array?
        .first?["file"]?.string)
    try expectEqual(
      TemporaryFolder.bytes(of: file), TemporaryFolder.bytes(of: Checkout.photo("first-snow.jpg")))
  }

  @Test func `a file that exists only as a conflict copy isn't lost`() throws {
    let words = try share()
    let before = Set(try pair.files(in: pair.folders[0]))
    try laptop.output("add", "Kept")
    try laptop.output("sync")
    try pair.waitUntilAlike()
    let line = try require(
      Set(try pair.files(in: pair.folders[0])).subtracting(before).first { $0.hasPrefix("log/") })
    let name = String(line.prefix { $0 != " " })
    // After a power cut, one side has half of a file that is newer than the complete one.
    try pair.stop()
    let (half, whole) = (pair.folders[0] + "/" + name, pair.folders[1] + "/" + name)
    expectEqual(truncate(half, 100), 0)
    try Tool.run("touch", ["-d", "1 hour ago", whole])
    try pair.start()
    try expect(
      comesTrue {
        try pair.folders.allSatisfy { folder in
          try pair.files(in: folder).contains { $0.contains(".sync-conflict-") }
        }
      })
    try pair.waitUntilAlike()
    try desktop.output("sync")
    try expectEqual(Set(desktop.titles()), ["Fog", "Kept"])
    let third = try TestHome()
    try third.output("clone", pair.folders[1], "--recovery-file", "-", input: words)
    try expectEqual(Set(third.titles()), ["Fog", "Kept"])
    try expectEqual(
      laptop.run(["sync"]).errorText,
      "photodiary: home: 1 file was damaged there and has been sent again.\n")
    try pair.waitUntilAlike()
    try sync()
    try expectSame()
  }
}
