import DiaryCore
import Glibc
import TestSupport
import Testing

/// `sync --install`, with a `systemctl` that only notes what it is told.
@Suite("A timer that syncs")
struct SyncTimerTests {
  private var photodiary: TestHome
  private var units: String { "config/systemd/user/" }

  init() async throws {
    photodiary = try TestHome()
    photodiary.environment["PATH"] = photodiary.folder.path("bin")
    photodiary.environment["PHOTODIARY_STORE"] = nil
    try await makeSystemctl(status: 0)
  }

  private func makeSystemctl(status: Int) async throws {
    let notes = photodiary.folder.path("notes")
    let program = try photodiary.folder.write(
      "#!/bin/sh\necho \"$*\" >> \(notes)\nexit \(status)\n", to: "bin/systemctl")
    try makeExecutable(program)
  }

  @Test func `syncs the diary that was named, whatever its name is`() async throws {
    let store = photodiary.folder.path("a \"b\" 100% $HOME \\ 일기")
    try await photodiary.output("sync", "--install", "--store", store)
    try await photodiary.output("sync", "--install")
    let names = try ProgramResult.run("/bin/ls", [photodiary.folder.path(units)]).text
      .split(separator: "\n").filter { $0.hasSuffix(".service") }
    expectEqual(names.count, 2)
    expectContains(names, "photodiary-sync.service")
    let name = try require(names.first { $0 != "photodiary-sync.service" })
    let folder = photodiary.folder.path
    try expectContains(
      photodiary.folder.text(units + name),
      #" "--store" "\#(folder)/a \"b\" 100%% $$HOME \\ 일기""# + "\n")
    // Each diary has its own.
    try await photodiary.output("sync", "--uninstall", "--store", store)
    expectNotEqual(access(photodiary.folder.path(units + name), F_OK), 0)
    expectEqual(access(photodiary.folder.path(units + "photodiary-sync.service"), F_OK), 0)
  }

  @Test func `without systemd it says what to run`() async throws {
    try await makeSystemctl(status: 1)
    let line =
      "systemctl --user daemon-reload && systemctl --user enable --now photodiary-sync.timer"
    let refused = try await photodiary("sync", "--install")
    expectEqual(refused.status, 0, "\(refused.errorText)")
    expectContains(refused.errorText, line, "\(refused.errorText)")
    unlink(photodiary.folder.path("bin/systemctl"))
    try await expectContains(photodiary("sync", "--install").errorText, line)
    expectEqual(access(photodiary.folder.path(units + "photodiary-sync.timer"), F_OK), 0)
    let removed = try await photodiary("sync", "--uninstall")
    expectEqual(removed.status, 0)
    expectContains(removed.errorText, "systemctl --user stop")
    expectNotEqual(access(photodiary.folder.path(units + "photodiary-sync.timer"), F_OK), 0)
  }

  @Test func `a folder that can't be written to is told`() async throws {
    try photodiary.folder.write("text", to: "config/systemd")
    try await expectContains(photodiary.failure("sync", "--install"), "Couldn't write ")
  }

  @Test(.enabled(if: access("/usr/bin/systemd-analyze", X_OK) == 0))
  func `systemd understands what is written`() async throws {
    try await photodiary.output("sync", "--install")
    let result = try ProgramResult.run(
      "/usr/bin/systemd-analyze",
      ["--user", "verify", photodiary.folder.path(units + "photodiary-sync.timer")],
      environment: ["XDG_RUNTIME_DIR": photodiary.folder.path])
    expectEqual(result.status, 0, "\(result.errorText)")
    expectEqual(result.errorText, "", "\(result.errorText)")
  }
}
