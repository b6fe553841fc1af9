import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Broken remotes") struct BadRemoteTests {
  private let machines: TwoMachines
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() async throws {
    machines = try TwoMachines()
    try await machines.laptop.output("add", "Fog", "--photo", Checkout.photo("river-fog.jpg"))
  }

  private func failure(_ home: TestHome) async throws -> String {
    let result = try await home.run(["sync"])
    expectEqual(result.status, 1)
    expectEqual(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
    return result.errorText
  }

  private func expectAll(_ titles: Set<String>) async throws {
    try await machines.syncBoth()
    try await machines.expectSame()
    try await expectEqual(Set(laptop.titles()), titles)
  }

  private func shell(_ script: String, _ arguments: String...) throws {
    let result = try ProgramResult.run("/bin/sh", ["-c", script] + arguments)
    try require(result.status == 0, "\(result.errorText)")
  }

  private func path(_ name: String) -> String { machines.shared + "/" + name }

  /// The folder of the laptop's segments, as long as the desktop has sent none.
  private func firstLog() async throws -> String {
    let files = try machines.sharedFiles()
    let log = try require(files.first { $0.hasPrefix("log/") })
    return String(try require(log.lastIndex(of: "/").map { log[..<$0] }))
  }

  @Test func `an emptied remote is reported, and nothing is lost`() async throws {
    try await machines.clone(with: machines.addRemote())
    try shell("rm -r \"$0\"/*", machines.shared)
    try await expectContains(failure(laptop), "is empty now")
    try await expectEqual(Set(laptop.titles()), ["Fog"])
  }

  @Test func `a sync and a clone report photos that they couldn't receive`() async throws {
    let words = try await machines.addRemote()
    let photo = try require(try machines.sharedFiles().first { $0.hasPrefix("assets/") })
    unlink(path(photo))
    let missing = "home: 1 file couldn't be received yet. Sync on a machine that has it.\n"
    let clone = try await machines.clone(to: desktop, with: words)
    expectEqual(clone.status, 1)
    expectEqual(clone.text, "The diary is in \(desktop.store): 1 entry.\n")
    expectContains(clone.errorText, missing)
    let sync = try await desktop.run(["sync"])
    expectEqual(sync.status, 1)
    expectEqual(sync.text, "home  1 still to receive\n")
    expectEqual(sync.errorText, "photodiary: " + missing)
    let json = try await JSONParser.parse(desktop.run(["sync", "--format", "json"]).text)
    expectEqual(json.array?.first?["missingFiles"], .integer(1))
    let third = try TestHome()
    try await expectEqual(
      machines.clone(to: third, with: words, "--photos", "none").status, 0)
    try await laptop.output("sync")
    try await expectPrefix(desktop.output("sync"), "home  received ")
    try await expectAll(["Fog"])
  }

  @Test func `a photo that is missing on one remote is received from another`() async throws {
    let stick = laptop.folder.path("stick")
    try await machines.addRemote("--plain")
    try await laptop.output("remote", "add", "stick", stick, "--plain")
    try await desktop.output("clone", machines.shared)
    try await desktop.output("remote", "add", "stick", stick, "--plain")
    try await machines.syncBoth()
    let known = Set(try machines.sharedFiles())
    try await laptop.output("add", "Snow", "--photo", Checkout.photo("first-snow.jpg"))
    try await laptop.output("sync")
    let photo = try machines.sharedFiles().first { $0.hasPrefix("assets/") && !known.contains($0) }
    unlink(path(try require(photo)))
    try await expectEqual(desktop.notes("sync"), "")
    try expectContains(machines.sharedFiles(), require(photo))
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
    try shell(script, machines.shared, log)
    try await expectAll(["Fog", "Snow"])
    try await desktop.output("add", "Soup")
    try await expectAll(["Fog", "Snow", "Soup"])
    try await expectLacks(desktop.output("remote").unicodeScalars, "\u{1B}")
  }

  @Test(arguments: ["log", "keys/7.age", "FORMAT.txt"])
  func `a file of 10 GB is reported, not fetched`(place: String) async throws {
    let words = try await machines.addRemote()
    let log = try await firstLog()
    try await machines.clone(with: words)
    try await laptop.output("add", "Snow")
    let name = place == "log" ? log + "/00000900-00000901-12345678.jsonl.age" : place
    let before = try access(path(name), F_OK) == 0 ? machines.bytes(ofShared: name) : nil
    try shell("truncate -s \"$1\" \"$0\"", path(name), "10000000000")
    let reported = try await laptop.notes("sync")
    expectContains(reported, name, "\(reported)")
    expectContains(reported, "10 GB", "\(reported)")
    expectContains(reported, "Remove it", "\(reported)")
    expectEqual(reported.split(separator: "\n").count, 1)
    try await expectEqual(Set(laptop.titles()), ["Fog", "Snow"])
    // It blocks no one, and the format is sent again.
    for home in [desktop, laptop] { try await expectEqual(home.run(["sync"]).status, 0) }
    try await machines.expectSame()
    if let before { try expectEqual(machines.bytes(ofShared: name), before) }
    unlink(path(name))
    try await expectAll(["Fog", "Snow"])
  }

  @Test func `lines of 40 and 100 MB aren't applied`() async throws {
    try await machines.addRemote("--plain")
    let log = try await firstLog()
    try await expectEqual(desktop.run(["clone", machines.shared]).status, 0)
    let script = """
      f="$0/$1/line"
      { printf '{"title":"'; head -c "$2" /dev/zero | tr '\\0' x; printf '"}\\n'; } > "$f" \\
        && mv "$f" "$0/$1/00000900-00000900-0000$(sha256sum < "$f" | head -c 4).jsonl"
      """
    for size in [100_000_000, 40_000_000] {
      try shell(script, machines.shared, log, "\(size)")
      let result = try await laptop.run(["sync"])
      expectEqual(result.status, 0, "\(result.errorText)")
      if size > 64 << 20 { expectContains(result.errorText, "Remove it") }
      expectAtMost(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
      try await expectEqual(laptop.titles(), ["Fog"])
      try shell("rm \"$0\"/00000900*", path(log))
    }
    try await laptop.output("add", "Snow")
    try await expectAll(["Fog", "Snow"])
  }

  @Test(.enabled(if: Tool.path("git") != nil, "git isn't installed"))
  func `a compressed bomb in a repository isn't unpacked`() async throws {
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
    for home in [laptop, desktop, laptop] { try await home.output("sync") }
    try await machines.expectSame()
    try await expectEqual(desktop.titles(), ["Snow", "Fog"])
    let used = try Tool.run("du", ["-sk", desktop.folder.path("cache")]).text
    try expectLess(require(Int(used.prefix { $0.isNumber })), 20_000)
  }
}

@Suite("Recovery words on the command line") struct RecoveryWordsTests {
  private let machines: TwoMachines
  private let words: String
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() async throws {
    machines = try TwoMachines()
    try await machines.laptop.output("add", "첫눈")
    words = try await machines.addRemote()
  }

  @Test func `without words or a terminal, proposes --recovery-file`() async throws {
    try await expectContains(desktop.failure("clone", machines.shared), "--recovery-file FILE")
    let none = desktop.folder.path("none")
    try await expectContains(
      desktop.failure("clone", machines.shared, "--recovery-file", none),
      "Couldn't read the recovery words from \(none)")
    expectNotEqual(access(desktop.store, F_OK), 0)
  }

  @Test func `a second remote of the same diary has the same words`() async throws {
    let other = laptop.folder.path("other")
    try await expectEqual(laptop.output("remote", "add", "other", other), "")
    try await desktop.output("clone", other, "--recovery-file", "-", input: words)
    try await expectEqual(desktop.titles(), ["첫눈"])
  }
}
