import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// `remind`, with a desktop and a terminal that only note what they are told.
@Suite("Being reminded")
struct CommandLineReminderTests {
  private var photodiary: TestHome

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
