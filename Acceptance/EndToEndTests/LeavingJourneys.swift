import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Out of the diary and back: whatever happens, the shell finds its terminal as it was.
  @Suite struct Leaving {
    /// Says what the terminal's modes are, before the diary and after it.
    private static let script = """
      before=$(stty -g); "$DIARY"; status=$?
      [ "$before" = "$(stty -g)" ] && modes=kept || modes=CHANGED
      echo "status $status modes $modes"; read line
      """

    private func expectTerminalGivenBack(_ session: TerminalSession) throws {
      for mode in ["?1049", "?2004", "?1000", "?1002"] {
        let on = try require(session.written.ranges(of: mode + "h").last?.lowerBound)
        let off = try require(session.written.ranges(of: mode + "l").last?.lowerBound)
        expectLess(on, off, "\(mode)")
      }
    }

    @Test func byAKey() throws {
      let home = try TestHome()
      try home.add("One")
      let session = try home.shell(Self.script)
      try session.waitForSelection("One")
      try session.press(.character("q"), showing: "status 0 modes kept")
      try expectTerminalGivenBack(session)
    }

    /// The terminal takes nothing any more, as behind a connection that hangs.
    @Test func onATerminalThatIsStuck() throws {
      let home = try TestHome()
      let session = try home.open()
      try session.press(.character("n"), showing: "New entry")
      try session.send("Unsaved", showing: "draft kept")
      session.terminal.fill()
      session.terminal.signal(SIGTERM)
      expect(session.terminal.waitForEndWithoutReading(until: Patience.deadline) != nil)
      try expectEqual(home.drafts().count, 1)
    }

    /// A program at the terminal that doesn't end by itself.
    @Test func whileAnEditorHasTheTerminal() throws {
      let home = try TestHome()
      try home.add("One")
      let session = try home.open(environment: ["VISUAL": "echo in other hands; sleep 1000; true"])
      try session.press(.character("E"), showing: "in other hands")
      session.terminal.signal(SIGHUP)
      try expectEqual(session.waitForEnd(), .signal(SIGHUP))
    }
  }

  /// A diary that is left open costs nothing.
  @Suite(.serialized, .enabled(if: Facilities.has("inotify"), "changes are looked for"))
  struct Idling {
    @Test func inTheListAndInTheEditor() throws {
      let home = try TestHome.withPhoto()
      let session = try home.open(columns: 100, rows: 30)
      try session.waitUntil("the picture") { screen in
        screen.coloredCells(columns: 47..<99, rows: 5..<17) > 200
      }
      try session.waitForIdling()
      try session.press(.character("n"), showing: "New entry")
      try session.send("Some words", showing: "draft kept")
      try session.waitForIdling()
    }
  }
}
