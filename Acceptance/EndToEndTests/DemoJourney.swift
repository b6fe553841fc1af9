import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Demo {
    @Test func openedAndLeft() throws {
      let home = try TestHome()
      let session = try home.open(["demo"], columns: 100, rows: 30, showing: "entries")
      session.press(.down, .enter)
      try session.waitFor("→ later")
      session.press(.character("q"), .character("d"), .character("y"))
      try session.waitFor("Deleted")
      try expectEqual(session.waitForEnd(afterPressing: .character("q")), .status(0))
      // Neither a diary nor its temporary folder nor a draft is left.
      try expectEqual(home.files(in: home.folder.path), [])
    }

    @Test func twoThatSync() throws {
      let home = try TestHome()
      let session = try home.open(["demo", "--two"], columns: 140, rows: 30, showing: nil)
      try session.waitFor("Press Enter to open the first one here")
      let words = session.text.split { $0.isWhitespace }.map(String.init)
      let desktop = try require(words.first { $0.hasSuffix("/desktop.sh") })
      session.press(.enter)
      try session.waitFor("entries")
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.send("From the laptop")
      session.press(.control("s"))
      try session.waitFor("Added “From the laptop”")

      // In the other terminal.
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
