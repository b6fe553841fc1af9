import DiaryCore
import TestSupport
import Testing

@Suite("Photos that are on another machine, on the command line")
struct CommandLinePhotosTests {
  private let machines: TwoMachines
  private var laptop: DiaryHome { machines.laptop }
  private var desktop: DiaryHome { machines.desktop }

  init() throws {
    machines = try TwoMachines()
    for (title, photo) in [("강", "river-fog.jpg"), ("눈", "first-snow.jpg")] {
      try laptop.run("add", title, "--photo", DiaryHome.photo(photo))
    }
    let words = try machines.addRemote()
    let clone = try machines.clone(to: desktop, with: words, "--photos", "small")
    #expect(clone.status == 0, "\(clone.errorText)")
    try machines.syncBoth()
  }

  /// How many files are on a machine, and how many elsewhere.
  private func counts(_ home: DiaryHome) throws -> [Int?] {
    let json = try JSONParser.parse(home.run("photos", "--format", "json"))
    return [json["here"]?.integer, json["elsewhere"]?.integer]
  }

  @Test func `an export and a backup fetch what they need`() throws {
    #expect(try counts(desktop) == [0, 2])
    try desktop.run("export", desktop.folder.path("out"), "--format", "markdown", "--tag", "없음")
    #expect(try counts(desktop) == [0, 2])
    let exported = try desktop.result([
      "export", desktop.folder.path("out2"), "--format", "json",
    ])
    #expect(exported.status == 0 && exported.errorText == "", "\(exported.errorText)")
    #expect(try counts(desktop) == [2, 0])
    // That is all there is.
    #expect(try desktop.result(["photos", "--free", "1G"]).status == 1)
    #expect(try counts(desktop) == [0, 2])
    let backup = try desktop.result(["backup", desktop.folder.path("backups")])
    #expect(backup.status == 0 && backup.text.contains(": 2 files, "), "\(backup.errorText)")
    #expect(try counts(desktop) == [2, 0])
  }

  @Test func `what can't be fetched is named, and what is here stays`() throws {
    try machines.detach()
    let backup = try desktop.result(["backup", desktop.folder.path("backups")])
    #expect(backup.status == 1)
    #expect(backup.errorText.contains("without 2 files that couldn't be fetched"))
    let export = try desktop.result(["export", desktop.folder.path("out"), "--format", "html"])
    #expect(export.status == 1)
    #expect(export.errorText.contains("“강” was left out: it's on another machine"))
    let fetched = try desktop.result(["photos", "--fetch"])
    #expect(fetched.status == 1 && fetched.errorText.contains("doesn't exist"))
    try machines.attach()
    try desktop.run("photos", "--fetch")
    #expect(try counts(desktop) == [2, 0])
    try machines.expectSame()
  }

  @Test func `a machine that keeps all photos makes no room, until it is told otherwise`() throws {
    let refused = try laptop.result(["photos", "--free", "1M"])
    #expect(refused.status == 1)
    #expect(refused.errorText.contains("photodiary remote photos home small"))
    try laptop.run("remote", "photos", "home", "none")
    let freed = try laptop.result(["photos", "--free", "1"])
    #expect(freed.status == 0 && freed.errorText.contains("Removed 1 file from here"))
    #expect(try counts(laptop) == [1, 1])
    #expect(try laptop.result(["verify"]).status == 0)
    #expect(try laptop.run("remote", "photos", "home", "all") == "")
    try laptop.run("sync")
    #expect(try counts(laptop) == [2, 0])
  }

  @Test(
    arguments: [
      ["photos", "--free", "5Q"], ["photos", "--free", "0"], ["photos", "--fetch", "--free", "1K"],
      ["remote", "photos", "home", "some"],
    ])
  func `wrong usage changes nothing`(arguments: [String]) throws {
    #expect(try laptop.result(arguments).status == 64)
    #expect(try counts(laptop) == [2, 0])
  }
}
