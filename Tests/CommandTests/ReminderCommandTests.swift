import DiaryCore
import Glibc
import TestSupport
import Testing

/// `remind`, with scripts in place of the desktop and the terminal.
@Suite("Reminders") struct ReminderCommandTests {
  private var home: TestHome
  private var units: String { "config/systemd/user/" }

  init() async throws {
    home = try TestHome()
    home.environment["PATH"] = home.folder.path("bin") + ":/usr/bin:/bin"
    home.environment["TERMINAL"] = "own-terminal"
    try await make(
      "notify-send", "for word; do printf '%s\\n' \"$word\" >> TOLD; done; echo default")
    try await make("own-terminal", "echo \"$*\" >> OPENED")
    try await make("systemctl", "echo \"$*\" >> SYSTEMD")
  }

  /// Writes a script in which words in capitals are paths of the test.
  private func make(_ name: String, _ script: String) async throws {
    let script = ["TOLD", "OPENED", "SYSTEMD"].reduce(script) {
      $0.replacing($1, with: home.folder.path($1))
    }
    try home.program("bin/" + name, script)
  }

  private func noted(_ name: String) -> [String] {
    ((try? home.folder.text(name)) ?? "").split(separator: "\n").map(String.init)
  }

  private func lastYear() throws -> String {
    let date = try ProgramResult.run("/bin/date", ["+%Y-%m-%d"]).text
    let parts = date.split(separator: "-").map { $0.filter(\.isNumber) }
    let day = parts[1] == "02" && parts[2] == "29" ? "28" : parts[2]
    return "\(try require(Int(parts[0])) - 1)-\(parts[1])-\(day)"
  }

  @Test func `notifies of a day without an entry, and a click opens the editor`() async throws {
    try home.folder.write("Own <question> & \\n?\n", to: "config/photodiary/prompts.txt")
    try await home.output("add", "First \u{1B}[31msnow", "--date", lastYear())
    let result = try await home("remind")
    expect((result.status, result.text, result.errorText) == (0, "", ""))
    let notifications = [
      "--app-name=PhotoDiary", "--action=default=Write", "--", "You haven't written today yet.",
      "a year ago: First ␛[31msnow", "Own &lt;question&gt; &amp; \\\\n?",
    ]
    expectEqual(noted("TOLD"), notifications)
    let command = BuiltProgram.path("photodiary") + " remind --store " + home.store
    expectEqual(noted("OPENED"), ["-e " + command])
  }

  @Test func `a day with an entry has no reminder`() async throws {
    try await home.output("add", "Today")
    for arguments in [["remind"], ["remind", "--notify"], ["remind", "--at", "0:00"]] {
      let result = try await home.run(arguments)
      expect((result.status, result.text, result.errorText) == (0, "", ""), "\(arguments)")
    }
    expectEqual(noted("TOLD"), [])
    // A trashed entry doesn't count.
    try await home.output("delete", require(home.entries().first?["id"]?.string))
    try await home.output("remind", "--at", "0:00")
    expectContains(noted("TOLD"), "You haven't written today yet.")
  }

  @Test func `the settings can turn off the question, with or without a diary`() async throws {
    try home.folder.write("prompt = false\n", to: "config/photodiary/config.toml")
    try await make("notify-send", "for word; do echo \"<$word>\" >> TOLD; done")
    try await home.output("remind")
    expectEqual(noted("TOLD").suffix(2), ["<You haven't written today yet.>", "<>"])
    expectEqual(noted("OPENED"), [])
    expectNotEqual(access(home.folder.path("diary"), F_OK), 0)
  }

  @Test func `an old notify-send shows the text, and a missing one is reported`() async throws {
    try await make("notify-send", "case \"$*\" in *--action*) exit 1;; esac; echo \"$3\" >> TOLD")
    try await home.output("remind")
    expectEqual(noted("TOLD"), ["You haven't written today yet."])
    try await make("notify-send", "exit 1")
    try await expectContains(home.failure("remind"), "notify-send failed")
    try await make("notify-send", "echo default")
    let home = home.with(["TERMINAL": "no-terminal", "PATH": home.folder.path("bin")])
    try await expectContains(home.failure("remind"), "Couldn't find a terminal program.")
    unlink(home.folder.path("bin/notify-send"))
    try await expectContains(home.failure("remind"), "notify-send isn't installed")
  }

  @Test func `unreadable questions are reported, and the reminder is shown`() async throws {
    try home.folder.write([0xFF, 0xFE], to: "config/photodiary/prompts.txt")
    try await expectContains(home.notes("remind"), "isn't UTF-8 text")
    expectEqual(noted("TOLD").count, 5)
  }

  @Test func `a timer is installed, changed and removed`() async throws {
    for (time, written) in [("9:30pm", "21:30"), ("22:00", "22:00")] {
      try await expectContains(
        home.notes("remind", "--at", time, "--install"), "Reminds you at \(written)")
      let names = try home.files(in: home.folder.path(units))
      expectEqual(names.count, 2)
      let timer = try home.folder.text(
        units + (try require(names.first { $0.hasSuffix(".timer") })))
      expectContains(timer, "\nOnCalendar=*-*-* \(written):00\n")
      let service = try home.folder.text(
        units + (try require(names.first { $0.hasSuffix(".service") })))
      expectContains(service, " \"remind\" \"--notify\" \"--at\" \"\(written)\" \"--store\"")
      expectContains(service, "\nKillMode=process\n")
      expectContains(service, "\nEnvironment=\"TERMINAL=own-terminal\"\n")
    }
    expect(noted("SYSTEMD").contains { $0.hasPrefix("--user enable --now photodiary-remind-") })
    try await expectContains(home.notes("remind", "--uninstall"), "You'll get no more reminders.")
    try await expectEqual(home("remind", "--uninstall").errorText, "There's no timer to remove.\n")
    expectEqual(noted("TOLD"), [])
  }

  @Test(.enabled(if: TestHome.canVerifyUnits)) func `systemd accepts the units`() async throws {
    let home = home.with(["PHOTODIARY_STORE": nil])
    try await home.output("remind", "--at", "21:30", "--install")
    try home.expectSystemdAccepts(units + "photodiary-remind.timer")
  }
}

/// `add --record`, with a recorder that writes zeros.
@Suite("Recording a voice note at the shell") struct RecordingCommandTests {
  private var home: TestHome

  init() async throws {
    home = try TestHome()
    home.environment["PATH"] = home.folder.path("bin")
  }

  private static let recording =
    "for word; do file=$word; done; /usr/bin/head -c 5000 /dev/zero > \"$file\"\n"

  @Test func `a recorder may end by itself`() async throws {
    try home.program("bin/arecord", Self.recording)
    try await home.output("add", "--record")
    try await expectContains(home.output("list"), "1")
  }

  @Test func `a failed recording is reported, and no entry added`() async throws {
    try await expectContains(home.failure("add", "Train", "--record"), "install arecord")
    try home.program("bin/arecord", "printf 'no \\033[2Jdevice\\n' >&2; exit 1")
    let words = try await home.failure("add", "Train", "--record")
    expectContains(words, "Couldn't record: no ␛[2Jdevice")
    try await expectEqual(home.output("list"), "")
  }
}
