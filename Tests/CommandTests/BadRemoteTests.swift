import DiaryCore
import Glibc
import TestSupport
import Testing

/// What a remote may be or hold that it shouldn't, by the real program: each is told on one clear line,
/// and nothing is lost.
@Suite("A remote that isn't as it should be")
struct BadRemoteTests {
  private let machines: TwoMachines
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() async throws {
    machines = try TwoMachines()
    try await machines.laptop.output("add", "Fog", "--photo", Checkout.photo("river-fog.jpg"))
  }

  /// What a sync that fails says, which is one line.
  private func failure(_ home: TestHome) async throws -> String {
    let result = try await home.run(["sync"])
    expectEqual(result.status, 1)
    expectEqual(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
    return result.errorText
  }

  /// That all comes to both once it is as it was.
  private func expectAll(_ titles: Set<String>) async throws {
    try await machines.syncBoth()
    try await machines.expectSame()
    try await expectEqual(Set(laptop.titles()), titles)
  }

  private func path(_ name: String) -> String { machines.shared + "/" + name }

  /// Makes a file that takes no room, whatever its size.
  private func makeSparse(_ name: String, size: Int) async throws {
    let result = try laptop.runScript("truncate -s \"$1\" \"$0\"", path(name), "\(size)")
    try require(result.status == 0, "\(result.errorText)")
  }

  /// The folder of the laptop's segments, before anybody else has sent some.
  private func firstLog() async throws -> String {
    let files = try machines.sharedFiles()
    let log = try require(files.first { $0.hasPrefix("log/") })
    return String(try require(log.lastIndex(of: "/").map { log[..<$0] }))
  }

  @Test(.enabled(if: getuid() == 0, "only root mounts"))
  func `a full disk and one that is read only`() async throws {
    let disk = machines.shared
    expectEqual(mkdir(disk, 0o755), 0)
    try require(mount("none", disk, "tmpfs", 0, "size=64k") == 0)
    defer { umount(disk) }
    let added = try await laptop.run(["remote", "add", "home", disk])
    expectEqual(added.status, 1)
    expectContains(added.errorText, "no space left there")
    let words = added.text
    // The line went there, and the photo waits for room.
    try require(mount("none", disk, "tmpfs", UInt(MS_REMOUNT), "size=16m") == 0)
    try await laptop.output("sync")
    try await machines.clone(with: words)
    try await machines.expectSame()
    try require(mount("none", disk, "tmpfs", UInt(MS_REMOUNT) | UInt(MS_RDONLY), nil) == 0)
    try await laptop.output("add", "Snow")
    try await expectContains(failure(laptop), "is read-only")
    try require(mount("none", disk, "tmpfs", UInt(MS_REMOUNT), nil) == 0)
    try await expectAll(["Fog", "Snow"])
  }

  @Test func `another diary's isn't mixed in, whether its words are known or not`() async throws {
    let words = try await machines.addRemote()
    let before = try machines.sharedFiles()
    try await desktop.output("add", "Mine")
    let locked = try await desktop.run(["remote", "add", "home", machines.shared])
    expectEqual(locked.status, 1)
    expectContains(locked.errorText, "recovery words")
    let known = try await desktop(
      "remote", "add", "home", machines.shared, "--recovery-file", "-", input: words)
    expectEqual(known.status, 1)
    expectContains(known.errorText, "holds another diary")
    for result in [locked, known] {
      expectEqual(result.errorText.split(separator: "\n").count, 1)
      expectEqual(result.text, "")
    }
    try await expect(desktop.titles() == ["Mine"] && machines.sharedFiles() == before)
  }

  @Test func `an old copy, half of it and nothing`() async throws {
    try await machines.clone(with: machines.addRemote())
    let old = laptop.folder.path("old")
    try require(laptop.runScript("cp -a \"$0\" \"$1\"", machines.shared, old).status == 0)
    try await laptop.output("add", "Snow")
    try await desktop.output("add", "Soup")
    try await machines.syncBoth()
    try require(
      laptop.runScript("rm -r \"$0\" && cp -a \"$1\" \"$0\"", machines.shared, old).status == 0)
    let result = try await laptop.run(["sync"])
    expectEqual(result.status, 0)
    expectContains(result.errorText, "an old copy came back")
    try await expectAll(["Fog", "Snow", "Soup"])
    // Everybody sends again what they have.
    try require(laptop.runScript("rm -r \"$0/log\"", machines.shared).status == 0)
    try await expectContains(laptop.run(["sync"]).errorText, "It lost files")
    for gone in ["keys", "FORMAT.txt"] {
      try require(laptop.runScript("rm -r \"$0\"", path(gone)).status == 0)
      try await expectAll(["Fog", "Snow", "Soup"])
    }
    try require(laptop.runScript("rm -r \"$0\"", path("assets")).status == 0)
    try await expectContains(laptop.run(["sync"]).errorText, "It lost files")
    try await expectAll(["Fog", "Snow", "Soup"])
    try expect(machines.sharedFiles().contains { $0.hasPrefix("assets/") })
    try require(laptop.runScript("rm -r \"$0\"/*", machines.shared).status == 0)
    try await expectContains(failure(laptop), "is empty now")
    try await expectEqual(Set(laptop.titles()), ["Fog", "Snow", "Soup"])
  }

  @Test func `20,000 small files, names with control characters, and links`() async throws {
    try await machines.clone(with: machines.addRemote())
    try await laptop.output("add", "Snow")
    let log = try await firstLog()
    let script = """
      cd "$0" && mkdir -p small/00 && (cd small/00 && seq -f %05g.age 20000 | xargs touch) \\
        && touch "$(printf 'log/\\033[2J\\nx')" "$(printf '\\r.age')" \\
        && ln -s /etc/passwd "$1/00000900-00000900-12345678.jsonl.age" && ln -s / assets/root
      """
    let made = try laptop.runScript(script, machines.shared, log)
    try require(made.status == 0, "\(made.errorText)")
    try await expectAll(["Fog", "Snow"])
    try await desktop.output("add", "Soup")
    try await expectAll(["Fog", "Snow", "Soup"])
    try await expectLacks(desktop.output("remote").unicodeScalars, "\u{1B}")
  }

  @Test func `a link in the place of a folder is named, and not followed`() async throws {
    try await machines.clone(with: machines.addRemote())
    try await laptop.output("add", "Snow")
    let script = "mv \"$0/log\" \"$1\" && ln -s \"$1\" \"$0/log\""
    let elsewhere = laptop.folder.path("elsewhere")
    try require(laptop.runScript(script, machines.shared, elsewhere).status == 0)
    let files = try laptop.files(in: elsewhere)
    let result = try await laptop.run(["sync"])
    expectEqual(result.status, 1)
    expectContains(result.errorText, "log/", "\(result.errorText)")
    expectContains(result.errorText, "leads through a link or a file")
    try expectEqual(laptop.files(in: elsewhere), files)
    try require(
      laptop.runScript("rm \"$0/log\" && mv \"$1\" \"$0/log\"", machines.shared, elsewhere).status
        == 0)
    try await expectAll(["Fog", "Snow"])
  }

  @Test(arguments: ["log", "keys/7.age", "FORMAT.txt"])
  func `a file of 10 GB is named, and comes nowhere`(place: String) async throws {
    let words = try await machines.addRemote()
    let log = try await firstLog()
    try await machines.clone(with: words)
    try await laptop.output("add", "Snow")
    let name =
      place == "log" ? log + "/00000900-00000901-12345678.jsonl.age" : place
    let before = try access(path(name), F_OK) == 0 ? machines.bytes(ofShared: name) : nil
    try await makeSparse(name, size: 10_000_000_000)
    let third = try TestHome()
    let told: String
    if place == "FORMAT.txt" {
      // Whoever knows the place already doesn't read it again.
      told = try await third.run(["clone", machines.shared]).errorText
    } else if place != "log" {
      // The diary's keys are known here.
      let result = try await laptop.run(["sync"])
      expectEqual(result.status, 0)
      told = result.errorText
    } else {
      // In a log of its own a machine looks for what it doesn't know of itself.
      told = try await failure(laptop)
    }
    expectContains(told, name, "\(told)")
    expectContains(told, "10 GB", "\(told)")
    expectContains(told, "Remove it", "\(told)")
    expectEqual(told.split(separator: "\n").count, 1)
    try await expectEqual(Set(laptop.titles()), ["Fog", "Snow"])
    unlink(path(name))
    if let before { try machines.write(String(decoding: before, as: UTF8.self), to: name) }
    try await expectAll(["Fog", "Snow"])
  }

  @Test func `a line of 100 MB isn't taken, nor is one that is only just short enough`()
    async throws
  {
    try await machines.addRemote("--plain")
    let log = try await firstLog()
    try await expectEqual(desktop.run(["clone", machines.shared]).status, 0)
    let script = """
      f="$0/$1/line"
      { printf '{"title":"'; head -c "$2" /dev/zero | tr '\\0' x; printf '"}\\n'; } > "$f" \\
        && mv "$f" "$0/$1/00000900-00000900-0000$(sha256sum < "$f" | head -c 4).jsonl"
      """
    for size in [100_000_000, 40_000_000] {
      let made = try laptop.runScript(script, machines.shared, log, "\(size)")
      try require(made.status == 0, "\(made.errorText)")
      let result = try await laptop.run(["sync"])
      if size > 64 << 20 {
        expectEqual(result.status, 1)
        expectContains(result.errorText, "Remove it")
      }
      expectAtMost(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
      try await expectEqual(laptop.titles(), ["Fog"])
      try require(laptop.runScript("rm \"$0\"/00000900*", path(log)).status == 0)
    }
    try await laptop.output("add", "Snow")
    try await expectAll(["Fog", "Snow"])
  }

  @Test(.enabled(if: Tool.path("git") != nil, "git isn't installed"))
  func `what is small in a repository only while it is compressed stays small`() async throws {
    let place = try RemotePlace(.gitPath)
    let words = try await laptop.output("remote", "add", "home", place.path)
    try await desktop.output("clone", place.path, "--recovery-file", "-", input: words)
    try await laptop.output("add", "Snow")
    let work = place.folder.path("work")
    let name = "log/evil/00000001-00000002-12345678.jsonl.age"
    try Tool.git(["init", "--quiet", "-b", "photodiary/evil", work])
    try place.folder.write("", to: "work/" + name)
    expectEqual(truncate(work + "/" + name, 100_000_000), 0)
    try Tool.git(["-C", work, "add", "-A"])
    try Tool.git(["-C", work, "commit", "--quiet", "-m", "x"])
    try Tool.git(["-C", work, "push", "--quiet", place.path, "HEAD:photodiary/evil"])
    for home in [laptop, desktop, laptop] {
      let result = try await home.run(["sync"])
      expectEqual(result.status, 0, "\(result.errorText)")
    }
    try await machines.expectSame()
    try await expectEqual(desktop.titles(), ["Snow", "Fog"])
    let used = try Tool.run("du", ["-sk", desktop.folder.path("cache")]).text
    try expectLess(require(Int(used.prefix { $0.isNumber })), 20_000)
  }

  @Test func `words typed as people do open it, and a wrong one is named`() async throws {
    let words = try await machines.addRemote()
    let list = words.split(separator: " ").map(String.init)
    func told(_ typed: String) async throws -> String {
      let result = try await machines.clone(to: TestHome(), with: typed)
      expectEqual(result.status, 1)
      expectEqual(result.errorText.split(separator: "\n").count, 1)
      return result.errorText
    }
    let last = try list.at(5)
    var wrong = list
    wrong[2] += "qq"
    try await expectContains(told(wrong.joined(separator: " ")), "Word 3, “\(wrong[2])”")
    try await expectContains(told(list.dropLast().joined(separator: " ")), "6 recovery words")
    wrong = list
    wrong[5] = last == "abacus" ? "abdomen" : "abacus"
    try await expectContains(told(wrong.joined(separator: " ")), "Compare each")
    let typed =
      "  \(list[0].uppercased()), \(list[1]),\(list[2])\n\(list[3]) \(list[4]), \(last).\n"
    let cloned = try await machines.clone(to: desktop, with: typed)
    expectEqual(cloned.status, 0, "\(cloned.errorText)")
    try await machines.expectSame()
  }
}
