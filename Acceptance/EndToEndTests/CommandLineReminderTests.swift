import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// `remind`, with a desktop and a terminal that only note what they are told.
@Suite("Being reminded")
struct CommandLineReminderTests {
  private var photodiary: TestHome
  private var units: String { "config/systemd/user/" }

  init() throws {
    photodiary = try TestHome()
    photodiary.environment = [
      "PHOTODIARY_STORE": photodiary.folder.path("diary"),
      "PATH": photodiary.folder.path("bin") + ":/usr/bin:/bin", "TERMINAL": "own-terminal",
      "XDG_CONFIG_HOME": photodiary.folder.path("config"),
    ]
    try make("notify-send", "for word; do printf '%s\\n' \"$word\" >> TOLD; done; echo default")
    try make("own-terminal", "echo \"$*\" >> OPENED")
    try make("systemctl", "echo \"$*\" >> SYSTEMD")
  }

  /// A program whose words in capitals are files of the test.
  private func make(_ name: String, _ script: String) throws {
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

  /// This day in the year before.
  private func lastYear() throws -> String {
    let date = try ProgramResult.run("/bin/date", ["+%Y-%m-%d"]).text
    let parts = date.split(separator: "-").map { $0.filter(\.isNumber) }
    let day = parts[1] == "02" && parts[2] == "29" ? "28" : parts[2]
    return "\(try require(Int(parts[0])) - 1)-\(parts[1])-\(day)"
  }

  @Test func `the desktop tells of a day without an entry, and a click opens the editor`() throws {
    try photodiary.folder.write("Own <question> & \\n?\n", to: "config/photodiary/prompts.txt")
    try photodiary.output("add", "First \u{1B}[31msnow", "--date", try lastYear())
    let result = try photodiary("remind")
    expectEqual(result.status, 0)
    expectEqual(result.text, "")
    expectEqual(result.errorText, "")
    expectEqual(
      noted("TOLD"),
      [
        "--app-name=PhotoDiary", "--action=default=Write", "--", "You haven't written today yet.",
        "a year ago: First ␛[31msnow", "Own &lt;question&gt; &amp; \\\\n?",
      ])
    let command =
      BuiltProgram.path("photodiary") + " remind --store " + photodiary.folder.path("diary")
    expectEqual(noted("OPENED"), ["-e " + command])
  }

  @Test func `a day with an entry is silent, whoever asks and when`() throws {
    try photodiary.output("add", "Today")
    for arguments in [["remind"], ["remind", "--notify"], ["remind", "--at", "0:00"]] {
      let result = try photodiary.run(arguments)
      expectEqual(result.status, 0)
      expectEqual(result.text, "")
      expectEqual(result.errorText, "")
    }
    expectEqual(noted("TOLD"), [])
    // One in the trash isn't one.
    let id = try photodiary.output("list", "--format", "json")
    let entry = try require(try JSON.parse(id).array?.first?["id"]?.string)
    _ = try photodiary("delete", entry)
    try photodiary.output("remind", "--at", "0:00")
    expectContains(noted("TOLD"), "You haven't written today yet.")
  }

  @Test func `no question where the settings want none, and without a diary, too`() throws {
    try photodiary.folder.write("prompt = false\n", to: "config/photodiary/config.toml")
    try make("notify-send", "for word; do echo \"<$word>\" >> TOLD; done")
    try photodiary.output("remind")
    expectEqual(noted("TOLD").suffix(2), ["<You haven't written today yet.>", "<>"])
    expectEqual(noted("OPENED"), [])
    expectNotEqual(access(photodiary.folder.path("diary"), F_OK), 0)
  }

  @Test func `an old notify-send shows the words, and none is told`() throws {
    try make(
      "notify-send", "case \"$*\" in *--action*) exit 1;; esac; echo \"$3\" >> TOLD")
    try photodiary.output("remind")
    expectEqual(noted("TOLD"), ["You haven't written today yet."])
    try make("notify-send", "exit 1")
    try expectContains(photodiary.failure("remind"), "notify-send failed")
    try make("notify-send", "echo default")
    var photodiary = photodiary
    photodiary.environment["TERMINAL"] = "no-terminal"
    photodiary.environment["PATH"] = photodiary.folder.path("bin")
    try expectContains(photodiary.failure("remind"), "No terminal program was found.")
    unlink(photodiary.folder.path("bin/notify-send"))
    try expectContains(photodiary.failure("remind"), "notify-send isn't installed")
  }

  @Test func `questions that can't be read are told, and the reminder comes`() throws {
    try photodiary.folder.write([0xFF, 0xFE], to: "config/photodiary/prompts.txt")
    let result = try photodiary("remind")
    expectEqual(result.status, 0)
    expectContains(result.errorText, "isn't UTF-8 text")
    expectEqual(noted("TOLD").count, 5)
  }

  @Test func `a timer of a time is installed, changed and removed`() throws {
    for (time, written) in [("9:30pm", "21:30"), ("22:00", "22:00")] {
      let result = try photodiary("remind", "--at", time, "--install")
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
    let result = try photodiary("remind", "--uninstall")
    expectEqual(result.status, 0)
    expectContains(result.errorText, "Nothing reminds you any more.")
    try expectEqual(photodiary("remind", "--uninstall").errorText, "There's no timer to remove.\n")
    expectEqual(noted("TOLD"), [])
  }

  @Test(arguments: [
    ["--install"], ["--at", "25:00"], ["--at", "soon"], ["--install", "--uninstall"],
    ["--uninstall", "--at", "21:30"], ["--install", "--at", "21:30", "--notify"],
  ])
  func `wrong usage is told`(_ options: [String]) throws {
    try expectEqual(photodiary.run(["remind"] + options).status, 64)
    expectNotEqual(access(photodiary.folder.path("config/systemd"), F_OK), 0)
  }

  @Test(.enabled(if: access("/usr/bin/systemd-analyze", X_OK) == 0))
  func `systemd understands what is written`() throws {
    var photodiary = photodiary
    photodiary.environment["PHOTODIARY_STORE"] = .some(nil)
    try photodiary.output("remind", "--at", "21:30", "--install")
    let result = try ProgramResult.run(
      "/usr/bin/systemd-analyze",
      ["--user", "verify", photodiary.folder.path(units + "photodiary-remind.timer")],
      environment: ["XDG_RUNTIME_DIR": photodiary.folder.path])
    expectEqual(result.status, 0, "\(result.errorText)")
    expectEqual(result.errorText, "", "\(result.errorText)")
  }

  @Test func `it waits for its time and can be stopped`() throws {
    // Shortly before midnight there is none to wait for.
    let clock = try ProgramResult.run("/bin/date", ["+%H:%M"]).text.prefix(5)
    guard clock < "23:58" else { return }
    let waiting = try photodiary.start(["remind", "--at", "23:59"])
    try waiting.waitForError("Waits until 23:59.")
    waiting.send(SIGINT)
    try expectEqual(waiting.waitForEnd(), .signal(SIGINT))
    expectEqual(noted("TOLD"), [])
  }
}
