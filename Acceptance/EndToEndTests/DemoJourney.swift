import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Demo {
    @Test func `opens and leaves nothing`() throws {
      let home = try TestHome()
      let session = try home.open(["demo"], columns: 100, rows: 30, showing: "entries")
      try session.press(.down, .enter, showing: "q back")
      try session.press(.character("q"), .character("d"), .character("y"), showing: "Deleted")
      try expectEqual(session.waitForEnd(afterPressing: .character("q")), .status(0))
      try expectEqual(home.files(in: home.folder.path), [])
    }

    @Test func `two demo diaries sync`() throws {
      let home = try TestHome()
      let session = try home.open(["demo", "--two"], columns: 140, rows: 30, showing: nil)
      try session.waitFor("Press Enter to open the first one here")
      let words = session.text.split { $0.isWhitespace }.map(String.init)
      let desktop = try require(words.first { $0.hasSuffix("/desktop.sh") })
      try session.press(.enter, showing: "entries")
      try session.press(.character("n"), showing: "New entry")
      session.send("From the laptop")
      try session.press(.control("s"), showing: "Added “From the laptop”")

      // Runs a command as in the other terminal.
      func run(_ script: String, _ arguments: String) throws -> String {
        let result = try home.runScript("exec \"$0\" \(arguments)", script)
        expectEqual(result.status, 0, "\(result.errorText)")
        return result.text
      }
      let laptop = desktop.replacing("desktop.sh", with: "laptop.sh")
      try expectContains(run(desktop, "device"), "laptop")
      _ = try run(laptop, "sync")
      _ = try run(desktop, "sync")
      try expectContains(run(desktop, "list"), "From the laptop")
      try expectEqual(session.waitForEnd(afterPressing: .character("q")), .status(0))
      expectContains(session.text, "rm -r ")
      try expectEqual(home.files(in: home.store), [])
    }
  }
}
