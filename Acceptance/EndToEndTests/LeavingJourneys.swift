import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// The terminal is restored after every end.
  @Suite struct Leaving {
    /// Compares the terminal's modes before and after the diary.
    private static let script = """
      before=$(stty -g); "$DIARY"; status=$?
      [ "$before" = "$(stty -g)" ] && modes=kept || modes=CHANGED
      echo "status $status modes $modes"; read line
      """

    private func expectTerminalRestored(_ session: TerminalSession) throws {
      for mode in ["?1049", "?2004", "?1000", "?1002"] {
        let on = try require(session.written.ranges(of: mode + "h").last?.lowerBound)
        let off = try require(session.written.ranges(of: mode + "l").last?.lowerBound)
        expectLess(on, off, "\(mode)")
      }
    }

    @Test func `q restores the terminal`() throws {
      let home = try TestHome()
      try home.add("One")
      let session = try home.shell(Self.script)
      try session.waitForSelection("One")
      try session.press(.character("q"), showing: "status 0 modes kept")
      try expectTerminalRestored(session)
    }

    /// The terminal reads nothing, as over a hanging connection.
    @Test func `leaving a terminal that is stuck`() throws {
      let home = try TestHome()
      let session = try home.open()
      try session.press(.character("n"), showing: "New entry")
      try session.send("Unsaved", showing: "draft saved")
      session.terminal.fill()
      session.terminal.signal(SIGTERM)
      expect(session.terminal.waitForEndWithoutReading(until: Patience.deadline) != nil)
      try expectEqual(home.drafts().count, 1)
    }

    /// An editor keeps the terminal.
    @Test func `leaving while an editor has the terminal`() throws {
      let home = try TestHome()
      try home.add("One")
      let session = try home.open(environment: ["VISUAL": "echo in other hands; sleep 1000; true"])
      try session.press(.character("E"), showing: "in other hands")
      session.terminal.signal(SIGHUP)
      try expectEqual(session.waitForEnd(), .signal(SIGHUP))
    }
  }

  /// An open diary uses no processor time.
  @Suite(.serialized, .enabled(if: Facilities.has("inotify"), "changes are looked for"))
  struct Idling {
    @Test func `the list and the editor are idle`() throws {
      let home = try TestHome.withPhoto()
      let session = try home.open(columns: 100, rows: 30)
      try session.waitUntil("the picture") { screen in
        screen.coloredCells(columns: 47..<99, rows: 5..<17) > 200
      }
      try session.waitForIdling()
      try session.press(.character("n"), showing: "New entry")
      try session.send("Some words", showing: "draft saved")
      try session.waitForIdling()
    }
  }
}
