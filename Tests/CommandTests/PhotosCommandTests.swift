import DiaryCore
import TestSupport
import Testing

@Suite("Photos that are on another machine, on the command line")
struct PhotosCommandTests {
  private let machines: TwoMachines
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() async throws {
    machines = try TwoMachines()
    for (title, photo) in [("강", "river-fog.jpg"), ("눈", "first-snow.jpg")] {
      try await laptop.output("add", title, "--photo", Checkout.photo(photo))
    }
    let words = try await machines.addRemote()
    let clone = try await machines.clone(to: desktop, with: words, "--photos", "small")
    expectEqual(clone.status, 0, "\(clone.errorText)")
    try await machines.syncBoth()
  }

  /// How many files are on a machine, and how many elsewhere.
  private func counts(_ home: TestHome) async throws -> [Int?] {
    let json = try await JSONParser.parse(home.output("photos", "--format", "json"))
    return [json["here"]?.integer, json["elsewhere"]?.integer]
  }

  @Test func `an export and a backup fetch what they need`() async throws {
    try await expectEqual(counts(desktop), [0, 2])
    try await desktop.output(
      "export", desktop.folder.path("out"), "--format", "markdown", "--tag", "없음")
    try await expectEqual(counts(desktop), [0, 2])
    let exported = try await desktop.run([
      "export", desktop.folder.path("out2"), "--format", "json",
    ])
    expectEqual(exported.status, 0, "\(exported.errorText)")
    expectEqual(exported.errorText, "", "\(exported.errorText)")
    try await expectEqual(counts(desktop), [2, 0])
    // That is all there is.
    try await expectEqual(desktop.run(["photos", "--free", "1G"]).status, 1)
    try await expectEqual(counts(desktop), [0, 2])
    let backup = try await desktop.run(["backup", desktop.folder.path("backups")])
    expectEqual(backup.status, 0, "\(backup.errorText)")
    expectContains(backup.text, ": 2 files, ", "\(backup.errorText)")
    try await expectEqual(counts(desktop), [2, 0])
  }

  @Test func `what can't be fetched is named, and what is here stays`() async throws {
    try machines.detach()
    let backup = try await desktop.run(["backup", desktop.folder.path("backups")])
    expectEqual(backup.status, 1)
    expectContains(backup.errorText, "without 2 files that couldn't be fetched")
    let export = try await desktop.run(["export", desktop.folder.path("out"), "--format", "html"])
    expectEqual(export.status, 1)
    expectContains(export.errorText, "“강” was left out: it's on another machine")
    let fetched = try await desktop.run(["photos", "--fetch"])
    expectEqual(fetched.status, 1)
    expectContains(fetched.errorText, "doesn't exist")
    try machines.attach()
    try await desktop.output("photos", "--fetch")
    try await expectEqual(counts(desktop), [2, 0])
    try await machines.expectSame()
  }

  @Test func `a machine that keeps all photos makes no room, until it is told otherwise`()
    async throws
  {
    let refused = try await laptop.run(["photos", "--free", "1M"])
    expectEqual(refused.status, 1)
    expectContains(refused.errorText, "photodiary remote photos home small")
    try await laptop.output("remote", "photos", "home", "none")
    let freed = try await laptop.run(["photos", "--free", "1"])
    expectEqual(freed.status, 0)
    expectContains(freed.errorText, "Removed 1 file from here")
    try await expectEqual(counts(laptop), [1, 1])
    try await expectEqual(laptop.run(["verify"]).status, 0)
    try await expectEqual(laptop.output("remote", "photos", "home", "all"), "")
    try await laptop.output("sync")
    try await expectEqual(counts(laptop), [2, 0])
  }

  @Test(
    arguments: [
      ["photos", "--free", "5Q"], ["photos", "--free", "0"], ["photos", "--fetch", "--free", "1K"],
      ["remote", "photos", "home", "some"],
    ])
  func `wrong usage changes nothing`(arguments: [String]) async throws {
    try await expectEqual(laptop.run(arguments).status, 64)
    try await expectEqual(counts(laptop), [2, 0])
  }
}
