import DiaryCore
import Glibc
import TestSupport
import Testing

/// `remind`, with a desktop and a terminal that only note what they are told.
@Suite("Being reminded")
struct ReminderCommandTests {
  private var photodiary: TestHome
  private var units: String { "config/systemd/user/" }

  init() async throws {
    photodiary = try TestHome()
    photodiary.environment["PATH"] = photodiary.folder.path("bin") + ":/usr/bin:/bin"
    photodiary.environment["TERMINAL"] = "own-terminal"
    try await make(
      "notify-send", "for word; do printf '%s\\n' \"$word\" >> TOLD; done; echo default")
    try await make("own-terminal", "echo \"$*\" >> OPENED")
    try await make("systemctl", "echo \"$*\" >> SYSTEMD")
  }

  /// A program whose words in capitals are files of the test.
  private func make(_ name: String, _ script: String) async throws {
    let script = ["TOLD", "OPENED", "SYSTEMD"].reduce(script) {
      $0.replacing($1, with: photodiary.folder.path($1))
    }
    let program = try photodiary.folder.write("#!/bin/sh\n\(script)\n", to: "bin/" + name)
    try makeExecutable(program)
  }

  /// The lines that were noted.
  private func noted(_ name: String) -> [String] {
    ((try? photodiary.folder.text(name)) ?? "").split(separator: "\n").map(String.init)
  }

  @Test func `a day with an entry is silent, whoever asks and when`() async throws {
    try await photodiary.output("add", "Today")
    for arguments in [["remind"], ["remind", "--notify"], ["remind", "--at", "0:00"]] {
      let result = try await photodiary.run(arguments)
      expectEqual(result.status, 0)
      expectEqual(result.text, "")
      expectEqual(result.errorText, "")
    }
    expectEqual(noted("TOLD"), [])
    // One in the trash isn't one.
    let id = try await photodiary.output("list", "--format", "json")
    let entry = try require(try JSONParser.parse(id).array?.first?["id"]?.string)
    _ = try await photodiary("delete", entry)
    try await photodiary.output("remind", "--at", "0:00")
    expectContains(noted("TOLD"), "You haven't written today yet.")
  }

  @Test func `no question where the settings want none, and without a diary, too`() async throws {
    try photodiary.folder.write("prompt = false\n", to: "config/photodiary/config.toml")
    try await make("notify-send", "for word; do echo \"<$word>\" >> TOLD; done")
    try await photodiary.output("remind")
    expectEqual(noted("TOLD").suffix(2), ["<You haven't written today yet.>", "<>"])
    expectEqual(noted("OPENED"), [])
    expectNotEqual(access(photodiary.folder.path("diary"), F_OK), 0)
  }

  @Test func `an old notify-send shows the words, and none is told`() async throws {
    try await make(
      "notify-send", "case \"$*\" in *--action*) exit 1;; esac; echo \"$3\" >> TOLD")
    try await photodiary.output("remind")
    expectEqual(noted("TOLD"), ["You haven't written today yet."])
    try await make("notify-send", "exit 1")
    try await expectContains(photodiary.failure("remind"), "notify-send failed")
    try await make("notify-send", "echo default")
    var photodiary = photodiary
    photodiary.environment["TERMINAL"] = "no-terminal"
    photodiary.environment["PATH"] = photodiary.folder.path("bin")
    try await expectContains(photodiary.failure("remind"), "No terminal program was found.")
    unlink(photodiary.folder.path("bin/notify-send"))
    try await expectContains(photodiary.failure("remind"), "notify-send isn't installed")
  }

  @Test func `questions that can't be read are told, and the reminder comes`() async throws {
    try photodiary.folder.write([0xFF, 0xFE], to: "config/photodiary/prompts.txt")
    let result = try await photodiary("remind")
    expectEqual(result.status, 0)
    expectContains(result.errorText, "isn't UTF-8 text")
    expectEqual(noted("TOLD").count, 5)
  }

  @Test func `a timer of a time is installed, changed and removed`() async throws {
    for (time, written) in [("9:30pm", "21:30"), ("22:00", "22:00")] {
      let result = try await photodiary("remind", "--at", time, "--install")
      expectEqual(result.status, 0)
      expectContains(result.errorText, "Reminds you at \(written)")
      let names = try ProgramResult.run("/bin/ls", [photodiary.folder.path(units)]).text
        .split(separator: "\n")
      expectEqual(names.count, 2)
      let timer = try photodiary.folder.text(
        units + (try require(names.first { $0.hasSuffix(".timer") })))
      expectContains(timer, "\nOnCalendar=*-*-* \(written):00\n")
      let service = try photodiary.folder.text(
        units + (try require(names.first { $0.hasSuffix(".service") })))
      expectContains(service, " \"remind\" \"--notify\" \"--at\" \"\(written)\" \"--store\"")
      expectContains(service, "\nKillMode=process\n")
      expectContains(service, "\nEnvironment=\"TERMINAL=own-terminal\"\n")
    }
    expect(noted("SYSTEMD").contains { $0.hasPrefix("--user enable --now photodiary-remind-") })
    let result = try await photodiary("remind", "--uninstall")
    expectEqual(result.status, 0)
    expectContains(result.errorText, "Nothing reminds you any more.")
    try await expectEqual(
      photodiary("remind", "--uninstall").errorText, "There's no timer to remove.\n")
    expectEqual(noted("TOLD"), [])
  }

  @Test(arguments: [
    ["--install"], ["--at", "25:00"], ["--at", "soon"], ["--install", "--uninstall"],
    ["--uninstall", "--at", "21:30"], ["--install", "--at", "21:30", "--notify"],
  ])
  func `wrong usage is told`(_ options: [String]) async throws {
    try await expectEqual(photodiary.run(["remind"] + options).status, 64)
    expectNotEqual(access(photodiary.folder.path("config/systemd"), F_OK), 0)
  }

  @Test(.enabled(if: access("/usr/bin/systemd-analyze", X_OK) == 0))
  func `systemd understands what is written`() async throws {
    var photodiary = photodiary
    photodiary.environment["PHOTODIARY_STORE"] = nil
    try await photodiary.output("remind", "--at", "21:30", "--install")
    let result = try ProgramResult.run(
      "/usr/bin/systemd-analyze",
      ["--user", "verify", photodiary.folder.path(units + "photodiary-remind.timer")],
      environment: ["XDG_RUNTIME_DIR": photodiary.folder.path])
    expectEqual(result.status, 0, "\(result.errorText)")
    expectEqual(result.errorText, "", "\(result.errorText)")
  }
}
