import DiaryCore
import TestSupport
import Testing

@Suite("A hook after saves") struct HookTests {
  private var home: TestHome

  init() async throws { home = try TestHome() }

  private func hook(_ script: String, timeout: Int = 60) async throws {
    let path = try home.program("hook", "\(script)")
    try home.folder.write(
      "[hooks]\nsaved = \"\(path)\"\ntimeout = \(timeout)\n", to: "config/photodiary/config.toml")
  }

  /// Adds an entry, which the hook can't prevent. Returns the error output.
  private func added(_ title: String = "Snow") async throws -> String {
    let result = try await home("add", title)
    expectEqual(result.status, 0)
    expectEqual(result.text.split(separator: "\n").count, 1)
    try await expectContains(home.titles(), title)
    return result.errorText
  }

  private var runs: [JSONValue] {
    get throws {
      let text = (try? home.folder.text("runs")) ?? ""
      return try text.split(separator: "\n").map { try JSONParser.parse(String($0)) }
    }
  }

  private func noting() async throws {
    let runs = home.folder.path("runs")
    try await hook("echo \"\\\"$PHOTODIARY_CHANGE\\\"\" >> \(runs); cat >> \(runs)")
  }

  @Test func `reads entries that were added, changed, deleted and restored`() async throws {
    try await noting()
    try await expectEqual(added("첫눈 \"quoted\""), "")
    let id = try require(try runs.last?["id"]?.string)
    try expectEqual(runs.map(\.string), ["added", nil])
    try expectEqual(runs.last?["title"]?.string, "첫눈 \"quoted\"")
    try await home.output("edit", id, "--title", "Snow")
    try expectEqual(runs.suffix(2).first?.string, "updated")
    try expectEqual(runs.last?["title"]?.string, "Snow")
    // An edit without a change runs no hook.
    try await home.output("edit", id, "--title", "Snow")
    try expectEqual(runs.count, 4)
    _ = try await home("delete", id)
    try expectEqual(runs.suffix(2).first?.string, "deleted")
    try await home.output("restore", id)
    try expectEqual(runs.suffix(2).first?.string, "restored")
  }

  @Test func `reads a line for each of several entries saved together`() async throws {
    for title in ["One", "Two", "Three"] { _ = try await added(title) }
    try await noting()
    let ids = try await home.entries().compactMap { $0["id"]?.string }
    _ = try await home.run(["delete"] + ids)
    try expect(runs.count == 4 && runs.first?.string == "deleted")
    expectEqual(Set(try runs.compactMap { $0["id"]?.string }), Set(ids))
  }

  @Test func `a hook that hangs is ended with its processes`() async throws {
    let pid = home.folder.path("pid")
    try await hook("sleep 1000 & echo $! > \(pid); wait", timeout: 1)
    try await expectContains(
      added(), "had a problem: it took longer than a second and was stopped.")
    let number = try require(Int32(try home.folder.text("pid").split(separator: "\n").first ?? ""))
    // The process has ended, or waits to be reaped.
    let state = (try? ProgramResult.run("/bin/ps", ["-o", "stat=", "-p", "\(number)"]).text) ?? ""
    expect(state.isEmpty || state.hasPrefix("Z"), "\(state)")
  }

  @Test(arguments: [
    ("printf 'first\\n\\033[31mred\\007\\n\\n' >&2; exit 3", "it failed with status 3: red␇"),
    (
      "printf '\\033]0;name\\007\\033[1;31mred\\033[0m \\033(Band\\033[' >&2; exit 3",
      "it failed with status 3: red and␛["
    ), ("exit 1", "it failed with status 1."),
    ("yes | head -c 3000000 >&2; echo last >&2; exit 2", "it failed with status 2: "),
  ]) func `a failed hook is reported in one line`(_ script: String, _ words: String) async throws {
    try await hook(script)
    let line = try await added()
    expectPrefix(line, "photodiary: Saved, but hooks.saved had a problem: \(words)", "\(line)")
    expectEqual(line.split(separator: "\n").count, 1)
  }

  @Test func `a missing hook is reported`() async throws {
    try home.folder.write(
      "[hooks]\nsaved = \"/dev/null/hook\"\n", to: "config/photodiary/config.toml")
    let line = try await added()
    expectContains(line, "it failed with status 127: ", "\(line)")
  }

  @Test(arguments: [
    "exec <&- >&- 2>&-", "exit 0", "yes | head -c 5000000", "sleep 1000 & exit 0",
    "setsid sleep 1000 & exit 0",
  ]) func `a hook may ignore its input, print much or fork`(_ script: String) async throws {
    try await hook(script)
    try await expectEqual(added(), "")
  }

  @Test func `importing another diary and the sample diary don't run it`() async throws {
    try await noting()
    let file = try home.folder.write(
      #"{"date":"2024-05-03","title":"Came"}"# + "\n", to: "old.jsonl")
    try await home.output("import", file, "--format", "jsonl")
    try expect(runs.isEmpty)
  }

  @Test func `mistakes in the settings are reported with their lines`() async throws {
    try home.folder.write(
      "[hooks]\nsaved = 3\ntimeout = 0\n[commands]\nn = \"wc\"\nF9 = \"wc\"\nHyper-x = \"wc\"\nF10 = 1\n",
      to: "config/photodiary/config.toml")
    let lines = try await home("list").errorText.split(separator: "\n").map(String.init)
    expectEqual(lines.count, 6, "\(lines)")
    let problems = [
      "line 2: hooks.saved must be a command", "line 3: hooks.timeout must be 1 to 600",
      "line 5: “n” is already the key of new", "line 7: unknown key “Hyper-x”",
      "line 8: commands.F10 must be a command",
    ]
    for (line, words) in zip(lines, problems) { expectContains(line, words) }
    try await expectContains(home("config").text, "\"F9\" = \"wc\"  # config.toml, line 6")
  }
}
