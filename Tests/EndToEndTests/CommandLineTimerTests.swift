import Glibc
import TestSupport
import Testing

/// `sync --install`, with a `systemctl` that only notes what it is told.
@Suite("A timer that syncs")
struct CommandLineTimerTests {
  private var photodiary: CommandLine
  private var units: String { "config/systemd/user/" }

  init() throws {
    photodiary = try CommandLine()
    photodiary.environment = [
      "PATH": photodiary.folder.path("bin"), "PHOTODIARY_STORE": nil,
      "XDG_CONFIG_HOME": photodiary.folder.path("config"),
    ]
    try makeSystemctl(status: 0)
  }

  private func makeSystemctl(status: Int) throws {
    let notes = photodiary.folder.path("notes")
    let program = try photodiary.folder.write(
      "#!/bin/sh\necho \"$*\" >> \(notes)\nexit \(status)\n", to: "bin/systemctl")
    try makeExecutable(program)
  }

  private func takeNotes() throws -> String {
    let notes = try photodiary.folder.text("notes")
    try photodiary.folder.write("", to: "notes")
    return notes
  }

  @Test func `is installed and removed, once more too`() throws {
    let service = units + "photodiary-sync.service"
    for _ in 0..<2 {
      let result = try photodiary("sync", "--install")
      #expect(result.status == 0 && result.text == "")
      #expect(result.errorText.contains("every 15 minutes"))
      #expect(
        try takeNotes()
          == "--user daemon-reload\n--user enable --now photodiary-sync.timer\n")
      let text = try photodiary.folder.text(service)
      let program = BuiltProgram.path("photodiary")
      #expect(text.contains("\nExecStart=\"\(program)\" \"sync\"\n"), "\(text)")
      #expect(
        text.contains("\nEnvironment=\"XDG_CONFIG_HOME=\(photodiary.folder.path("config"))\"\n"))
      let timer = try photodiary.folder.text(units + "photodiary-sync.timer")
      #expect(timer.contains("\nOnCalendar=*:0/15\n"))
      #expect(timer.contains("\nWantedBy=timers.target\n"))
    }
    let result = try photodiary("sync", "--uninstall")
    #expect(result.status == 0 && result.errorText.hasPrefix("Removed the timer."))
    #expect(
      try takeNotes() == "--user disable --now photodiary-sync.timer\n--user daemon-reload\n")
    #expect(access(photodiary.folder.path(service), F_OK) != 0)
    #expect(access(photodiary.folder.path(units + "photodiary-sync.timer"), F_OK) != 0)
    let again = try photodiary("sync", "--uninstall")
    #expect(again.status == 0 && again.errorText == "There's no timer to remove.\n")
    #expect(try takeNotes() == "")
  }

  @Test func `syncs the diary that was named, whatever its name is`() throws {
    let store = photodiary.folder.path("a \"b\" 100% $HOME \\ 일기")
    try photodiary.output("sync", "--install", "--store", store)
    try photodiary.output("sync", "--install")
    let names = try ProgramResult.run("/bin/ls", [photodiary.folder.path(units)]).text
      .split(separator: "\n").filter { $0.hasSuffix(".service") }
    #expect(names.count == 2 && names.contains("photodiary-sync.service"))
    let name = try #require(names.first { $0 != "photodiary-sync.service" })
    let folder = photodiary.folder.path
    #expect(
      try photodiary.folder.text(units + name).contains(
        #" "--store" "\#(folder)/a \"b\" 100%% $$HOME \\ 일기""# + "\n"))
    // Each diary has its own.
    try photodiary.output("sync", "--uninstall", "--store", store)
    #expect(access(photodiary.folder.path(units + name), F_OK) != 0)
    #expect(access(photodiary.folder.path(units + "photodiary-sync.service"), F_OK) == 0)
  }

  @Test func `without systemd it says what to run`() throws {
    try makeSystemctl(status: 1)
    let line =
      "systemctl --user daemon-reload && systemctl --user enable --now photodiary-sync.timer"
    let refused = try photodiary("sync", "--install")
    #expect(refused.status == 0 && refused.errorText.contains(line), "\(refused.errorText)")
    unlink(photodiary.folder.path("bin/systemctl"))
    #expect(try photodiary("sync", "--install").errorText.contains(line))
    #expect(access(photodiary.folder.path(units + "photodiary-sync.timer"), F_OK) == 0)
    let removed = try photodiary("sync", "--uninstall")
    #expect(removed.status == 0 && removed.errorText.contains("systemctl --user stop"))
    #expect(access(photodiary.folder.path(units + "photodiary-sync.timer"), F_OK) != 0)
  }

  @Test func `a folder that can't be written to is told`() throws {
    try photodiary.folder.write("text", to: "config/systemd")
    #expect(try photodiary.failure("sync", "--install").contains("Couldn't write "))
  }

  @Test(.enabled(if: access("/usr/bin/systemd-analyze", X_OK) == 0))
  func `systemd understands what is written`() throws {
    try photodiary.output("sync", "--install")
    let result = try ProgramResult.run(
      "/usr/bin/systemd-analyze",
      ["--user", "verify", photodiary.folder.path(units + "photodiary-sync.timer")],
      environment: ["XDG_RUNTIME_DIR": photodiary.folder.path])
    #expect(result.status == 0 && result.errorText == "", "\(result.errorText)")
  }
}
