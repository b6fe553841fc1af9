import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("photodiary watch") struct CommandLineWatchTests {
  private var photodiary: TestHome

  init() throws { photodiary = try TestHome() }

  private func changes(_ lines: [String]) throws -> [String] {
    try lines.map { line in
      let json = try JSON.parse(line)
      expectEqual(json.names, ["entry", "kind"])
      return "\(json["kind"]?.string ?? "") \(json["entry"]?["title"]?.string ?? "")"
    }
  }

  private func watch(_ arguments: String...) throws -> RunningProgram {
    let watch = try photodiary.start(["watch"] + arguments)
    try watch.waitForError("Watching ")
    return watch
  }

  @Test func `every change is printed as it happens`() throws {
    try photodiary.output("add", "old")
    let watch = try watch()
    let id = try photodiary.output("add", "첫눈")
    try expectEqual(changes(watch.waitForLines(1)), ["added 첫눈"])
    let entry = try require(try photodiary.json("list", "--limit", "1", "--format", "json").array)
    try expectEqual(JSON.parse(watch.lines.at(0))["entry"], entry.at(0))
    try photodiary.output("edit", id, "--title", "눈")
    try photodiary.output("delete", id)
    try photodiary.output("restore", id)
    try photodiary.output("delete", id)
    try watch.waitForLines(5)
    try photodiary.output("trash", "--empty")
    try expectEqual(
      changes(watch.waitForLines(6)).dropFirst(),
      ["updated 눈", "deleted 눈", "restored 눈", "deleted 눈", "purged 눈"])
    watch.send(SIGTERM)
    try expectEqual(watch.waitForEnd(), .status(0))
    expectEqual(watch.lines.count, 6)
  }

  @Test func `the device of a change is named`() throws {
    let machines = try TwoMachines()
    let (laptop, desktop) = (machines.laptop, machines.desktop)
    try laptop.output("add", "One")
    try machines.clone(with: machines.addRemote())
    try desktop.output("add", "Two")
    for home in [desktop, laptop] { try home.output("sync") }
    let devices = try laptop.json("device", "list", "--format", "json").array
    let id = try require(devices?.first { $0["this"] == .bool(false) }?["id"]?.string)
    try laptop.output("device", "rename", id, "Desk")
    let watch = try laptop.start(["watch"])
    try watch.waitForError("Watching ")
    try desktop.output("add", "From there")
    for home in [desktop, laptop] { try home.output("sync") }
    let line = try JSON.parse(try watch.waitForLines(1).at(0))
    expectEqual(line.names, ["device", "entry", "kind"])
    expectEqual(line["entry"]?["title"]?.string, "From there")
    expect(line["device"]?["id"]?.string == id && line["device"]?["name"]?.string == "Desk")
    try laptop.output("add", "From here")
    try expectEqual(JSON.parse(try watch.waitForLines(2).at(1)).names, ["entry", "kind"])
  }

  @Test func `the diary may be created later, and options filter changes`() throws {
    let watch = try watch("--tag", "가족", "--from", "2026-11", "--limit", "2")
    for (title, tag, date) in [
      ("no tag", "x", "2026-11-02"), ("too old", "가족", "2026-10-31"),
      ("first", "가족", "2026-11-01"), ("second", "가족", "2026-11-02"),
    ] { try photodiary.output("add", title, "--tag", tag, "--date", date) }
    try expectEqual(watch.waitForEnd(), .status(0))
    try expectEqual(changes(watch.lines), ["added first", "added second"])
  }

  @Test func `it ends with Ctrl-C, or when its output is closed`() throws {
    let interrupted = try watch()
    interrupted.send(SIGINT)
    try expectEqual(interrupted.waitForEnd(), .status(0))
    let unread = try watch()
    unread.closeOutput()
    try expectEqual(unread.waitForEnd(), .status(0))
  }

  @Test(.enabled(if: Facilities.has("inotify"), "changes are looked for"))
  func `an idle watch uses no processor time`() throws {
    try photodiary.output("add", "old")
    let watch = try watch()
    // The start may take a moment.
    expect(
      comesTrue {
        let ticks = watch.cpuTicks()
        usleep(300_000)
        return watch.cpuTicks() == ticks
      })
  }

  @Test func `notifications get the title literally, without a shell`() throws {
    let notes = photodiary.folder.path("notes")
    try photodiary.makeProgram("notify-send", "printf '%s\\n' \"$#\" \"$@\" >> \(notes)")
    var desktop = self
    desktop.photodiary.environment["PATH"] = photodiary.programPath
    let watch = try desktop.watch("--notify", "--limit", "2")
    try photodiary.output("add", "--", "--help; $(touch hacked) <b>\u{1B}[31m")
    try photodiary.output("add", "눈")
    try expectEqual(watch.waitForEnd(), .status(0))
    try expectEqual(
      photodiary.folder.text("notes"),
      """
      3
      --app-name=PhotoDiary
      --
      “--help; $(touch hacked) <b>␛[31m” was added
      3
      --app-name=PhotoDiary
      --
      “눈” was added

      """)
    expectNotEqual(access(photodiary.folder.path("hacked"), F_OK), 0)
    expectEqual(watch.lines.count, 2)
  }

  @Test func `a missing notify-send is reported, and watching continues`() throws {
    var bare = self
    bare.photodiary.environment["PATH"] = photodiary.folder.path("none")
    let watch = try bare.watch("--notify", "--limit", "1")
    expectEqual(watch.errorText.split(separator: "\n").count, 2)
    expectContains(watch.errorText, "notify-send isn't installed")
    try photodiary.output("add", "told")
    try expectEqual(changes(watch.waitForLines(1)), ["added told"])
  }

  @Test func `wrong options are wrong usage`() throws {
    try expectContains(photodiary.failure("watch", "--limit", "0", status: 64), "--limit")
    try photodiary.folder.write("text", to: "data/photodiary")
    try expectContains(photodiary.failure("watch"), "isn't a folder")
  }
}
