import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// A new entry from the shell, which continues after the editor closes.
  @Suite struct WritingFromTheShell {
    private func write(_ command: String = "new", in home: TestHome) throws -> TerminalSession {
      let session = try home.shell("\"$DIARY\" \(command); echo \"status $?\"; read line")
      try session.waitFor("New entry")
      return session
    }

    @Test(arguments: ["new", "add", "add --tag walks --mood calm"])
    func `an entry is saved, and its title shown`(command: String) throws {
      let home = try TestHome()
      try home.add("One")
      let session = try write(command, in: home)
      session.send("A walk")
      try session.press(.control("s"), showing: "status 0")
      let entry = try require(try home.entries().first)
      expectEqual(entry["title"]?.string, "A walk")
      expectEqual(entry["tags"]?.array?.count, (command.contains("walks") ? 1 : 0))
      expectContains(session.text, "Saved “A walk”.")
    }

    @Test func `today continues today's entry, or opens a new one`() throws {
      let home = try TestHome()
      let session = try write("today", in: home)
      session.send("A walk")
      try session.press(.control("s"), showing: "status 0")
      let again = try home.shell("\"$DIARY\" today")
      try again.waitFor("Ctrl-S save")
      again.send(" by the river")
      try again.press(.control("s"), showing: "Saved")
      again.press(.character("q"))
      try again.waitForEnd(afterPressing: .character("q"))
      try expectEqual(home.entries().map { $0["content"]?.string }, [" by the river"])
    }

    @Test func `leaving an empty entry adds nothing`() throws {
      let home = try TestHome()
      let session = try write(in: home)
      try session.press(.escape, showing: "status 0")
      expectContains(session.text, "Nothing was added.")
      try expect(home.titles().isEmpty)
    }

    @Test func `leaving a started text keeps a draft`() throws {
      let home = try TestHome()
      let session = try write(in: home)
      try session.send("Unsaved", showing: "Unsaved")
      try session.press(
        .control("c"), showing: "Press Ctrl-C again to leave. Your text is kept.")
      try session.press(.control("c"), showing: "status 0")
      expectContains(session.text, "kept as a draft")
      try expectEqual(home.drafts().count, 1)
    }

    /// A text without a draft isn't lost by a single key.
    @Test func `a text whose draft can't be kept`() throws {
      let home = try TestHome()
      try home.folder.write("in the way", to: "state/photodiary/drafts")
      let session = try write(in: home)
      session.send("Unsaved")
      try session.press(.control("c"), showing: "Press Ctrl-C again to leave.")
      try session.press(.control("c"), showing: "Couldn't save a draft", "Unsaved")
      try session.press(.control("c"), showing: "status 0")
      expectLacks(session.text, "kept as a draft")
    }
  }
}
