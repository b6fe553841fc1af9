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
      for mode in ["?1049", "?2004", "?1000"] {
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

    @Test(arguments: [(SIGHUP, "status 0"), (SIGSEGV, "status 139")])
    func bySignal(_ signal: Int32, status: String) throws {
      let home = try TestHome()
      try home.add("One")
      let session = try home.shell(Self.script)
      try session.waitForSelection("One")
      kill(try home.diary(of: session), signal)
      try session.waitFor("modes kept")
      expectContains(session.text, status)
      try expectTerminalGivenBack(session)
    }

    /// More keys than the program can handle.
    @Test func inTheMidstOfAFlood() throws {
      let home = try TestHome()
      try home.add("One", "Two")
      let session = try home.open()
      session.terminal.write(Array(String(repeating: "jk", count: 50_000).utf8))
      session.terminal.signal(SIGHUP)
      // A machine that is too busy to take all these keys in ends it by the signal, in the end.
      let end = try session.waitForEnd()
      expect(end == .status(0) || end == .signal(SIGHUP))
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

    @Test func suspended() throws {
      let home = try TestHome()
      try home.add("One", "Two")
      let session = try home.shell(
        "set -m; \"$DIARY\"; echo stopped $?; stty -a | grep -o ' icanon'; read line; fg; echo gone"
      )
      try session.waitForSelection("Two")
      try session.press(.down, selecting: "One")
      try session.press(.control("z"), showing: " icanon")
      expectContains(session.text, "stopped 148")
      try expectTerminalGivenBack(session)
      session.resize(columns: 90, rows: 20)
      try session.press(.enter, selecting: "One")
      try session.waitUntil("the whole width") { $0.cell(column: 89, row: 1).text == "─" }
      try session.press(.up, selecting: "Two")

      // Where text is typed, the same key undoes.
      try session.press(.character("n"), showing: "New entry")
      try session.send("word other", showing: "word other")
      try session.press(.control("z"), hiding: "other")
      try session.waitFor("New entry")
      try session.press(.control("y"), showing: "word other")
      try session.press(.control("c"), showing: "gone")
      try expectTerminalGivenBack(session)
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

extension TestHome {
  /// The process of the diary that a shell has started.
  func diary(of session: TerminalSession) throws -> Int32 {
    let found = try ProgramResult.run("/usr/bin/pgrep", ["-P", "\(session.terminal.pid)"])
    return try require(found.text.split(separator: "\n").compactMap { Int32($0) }.first)
  }
}
