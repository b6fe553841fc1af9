import AcceptanceSupport
import TestSupport
import Testing

@Suite("Photos that are on another machine, on the command line")
struct CommandLinePhotosTests {
  private let machines: TwoMachines
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() throws {
    machines = try TwoMachines()
    for (title, photo) in [("강", "river-fog.jpg"), ("눈", "first-snow.jpg")] {
      try laptop.output("add", title, "--photo", Checkout.photo(photo))
    }
    let words = try machines.addRemote()
    let clone = try machines.clone(to: desktop, with: words, "--photos", "small")
    expectEqual(clone.status, 0, "\(clone.errorText)")
    try machines.syncBoth()
  }

  /// How many files are on a machine, and how many elsewhere.
  private func counts(_ home: TestHome) throws -> [Int?] {
    let json = try JSON.parse(home.output("photos", "--format", "json"))
    return [json["here"]?.integer, json["elsewhere"]?.integer]
  }

  @Test func `an export and a backup fetch what they need`() throws {
    try expectEqual(counts(desktop), [0, 2])
    try desktop.output("export", desktop.folder.path("out"), "--format", "markdown", "--tag", "없음")
    try expectEqual(counts(desktop), [0, 2])
    let exported = try desktop.run([
      "export", desktop.folder.path("out2"), "--format", "json",
    ])
    expectEqual(exported.status, 0, "\(exported.errorText)")
    expectEqual(exported.errorText, "", "\(exported.errorText)")
    try expectEqual(counts(desktop), [2, 0])
    // That is all there is.
    try expectEqual(desktop.run(["photos", "--free", "1G"]).status, 1)
    try expectEqual(counts(desktop), [0, 2])
    let backup = try desktop.run(["backup", desktop.folder.path("backups")])
    expectEqual(backup.status, 0, "\(backup.errorText)")
    expectContains(backup.text, ": 2 files, ", "\(backup.errorText)")
    try expectEqual(counts(desktop), [2, 0])
  }

  @Test func `what can't be fetched is named, and what is here stays`() throws {
    try machines.detach()
    let backup = try desktop.run(["backup", desktop.folder.path("backups")])
    expectEqual(backup.status, 1)
    expectContains(backup.errorText, "without 2 files that couldn't be fetched")
    let export = try desktop.run(["export", desktop.folder.path("out"), "--format", "html"])
    expectEqual(export.status, 1)
    expectContains(export.errorText, "“강” was left out: it's on another machine")
    let fetched = try desktop.run(["photos", "--fetch"])
    expectEqual(fetched.status, 1)
    expectContains(fetched.errorText, "doesn't exist")
    try machines.attach()
    try desktop.output("photos", "--fetch")
    try expectEqual(counts(desktop), [2, 0])
    try machines.expectSame()
  }

  @Test func `a machine that keeps all photos makes no room, until it is told otherwise`() throws {
    let refused = try laptop.run(["photos", "--free", "1M"])
    expectEqual(refused.status, 1)
    expectContains(refused.errorText, "photodiary remote photos home small")
    try laptop.output("remote", "photos", "home", "none")
    let freed = try laptop.run(["photos", "--free", "1"])
    expectEqual(freed.status, 0)
    expectContains(freed.errorText, "Removed 1 file from here")
    try expectEqual(counts(laptop), [1, 1])
    try expectEqual(laptop.run(["verify"]).status, 0)
    try expectEqual(laptop.output("remote", "photos", "home", "all"), "")
    try laptop.output("sync")
    try expectEqual(counts(laptop), [2, 0])
  }

  @Test(
    arguments: [
      ["photos", "--free", "5Q"], ["photos", "--free", "0"], ["photos", "--fetch", "--free", "1K"],
      ["remote", "photos", "home", "some"],
    ])
  func `wrong usage changes nothing`(arguments: [String]) throws {
    try expectEqual(laptop.run(arguments).status, 64)
    try expectEqual(counts(laptop), [2, 0])
  }
}
