import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// `sync --install`, with a `systemctl` that only notes what it is told.
@Suite("A timer that syncs")
struct CommandLineTimerTests {
  private var photodiary: TestHome
  private var units: String { "config/systemd/user/" }

  init() throws {
    photodiary = try TestHome()
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
      expectEqual(result.status, 0)
      expectEqual(result.text, "")
      expectContains(result.errorText, "every 15 minutes")
      try expectEqual(
        takeNotes(), "--user daemon-reload\n--user enable --now photodiary-sync.timer\n")
      let text = try photodiary.folder.text(service)
      let program = BuiltProgram.path("photodiary")
      expectContains(text, "\nExecStart=\"\(program)\" \"sync\"\n", "\(text)")
      expectContains(
        text, "\nEnvironment=\"XDG_CONFIG_HOME=\(photodiary.folder.path("config"))\"\n")
      let timer = try photodiary.folder.text(units + "photodiary-sync.timer")
      expectContains(timer, "\nOnCalendar=*:0/15\n")
      expectContains(timer, "\nWantedBy=timers.target\n")
    }
    let result = try photodiary("sync", "--uninstall")
    expectEqual(result.status, 0)
    expectPrefix(result.errorText, "Removed the timer.")
    try expectEqual(
      takeNotes(), "--user disable --now photodiary-sync.timer\n--user daemon-reload\n")
    expectNotEqual(access(photodiary.folder.path(service), F_OK), 0)
    expectNotEqual(access(photodiary.folder.path(units + "photodiary-sync.timer"), F_OK), 0)
    let again = try photodiary("sync", "--uninstall")
    expectEqual(again.status, 0)
    expectEqual(again.errorText, "There's no timer to remove.\n")
    try expectEqual(takeNotes(), "")
  }
}
