import Glibc
import TestSupport
import Testing

@Suite struct LifecycleTests {
  /// Compares the terminal's modes before and after the probe.
  private static let script = """
    before=$(stty -g); "$PROBE"; status=$?
    [ "$before" = "$(stty -g)" ] && modes=kept || modes=CHANGED
    echo "status $status modes $modes"; read line
    """

  private func expectTerminalRestored(_ session: TerminalSession) {
    let bytes = session.written()
    for mode in ["?1049", "?2004", "?1000"] {
      let (on, off) = (bytes.ranges(of: mode + "h").last, bytes.ranges(of: mode + "l").last)
      guard let on, let off, on.lowerBound < off.lowerBound else {
        fail("\(mode) is left on")
        continue
      }
    }
  }

  @Test(arguments: [(1, "status 13"), (2, "status 134"), (3, "status 139"), (4, "status 3")])
  func `restores the terminal after a crash`(key: Int, status: String) throws {
    let session = try ProbeSession.shell(Self.script)
    session.press(.function(key))
    try session.waitFor("modes kept")
    expectContains(session.text, status)
    expectTerminalRestored(session)
    if key == 1 {
      // Messages are held until the screen is restored.
      let bytes = session.written()
      let message = try require(bytes.ranges(of: "on purpose").last)
      let end = try require(bytes.ranges(of: "?1049l").last)
      expectGreater(message.lowerBound, end.lowerBound)
    }
    guard key == 3 else { return }
    let traced = try ProbeSession.shell(
      Self.script, environment: ["SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no"])
    traced.press(.function(3))
    try traced.waitFor("modes kept")
    expectTerminalRestored(traced)
    expectContains(traced.written(), "Backtrace took")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `ends on a signal`(signal: Int32) throws {
    let session = try ProbeSession.start()
    session.terminal.signal(signal)
    try expectEqual(session.waitForEnd(), .status(0))
    expectContains(session.text, "terminated")
    expectTerminalRestored(session)
  }

  @Test func `ends when the window closes`() throws {
    let folder = try TemporaryFolder()
    let session = try ProbeSession.start(environment: ["PROBE_LOG": folder.path("log")])
    session.terminal.hangUp()
    // The kernel's signal may arrive before or after the end of the input.
    for _ in 0..<10_000 where !session.terminal.hasEnded {
      session.terminal.signal(SIGHUP)
      usleep(200)
    }
    try expectEqual(session.waitForEnd(), .status(0))
    try expectContains(folder.text("log"), "terminate")
  }

  @Test func `suspends and resumes`() throws {
    let session = try ProbeSession.shell(
      "set -m; \"$PROBE\"; echo stopped $?; stty -a | grep -o ' icanon'; read line; fg; echo gone")
    session.press(.control("z"))
    try session.waitFor(" icanon")
    expectContains(session.text, "stopped 148")
    expectTerminalRestored(session)
    session.press(.enter)
    try session.waitFor("resumed")
    expectContains(session.text, "한글 안녕")
    session.press(.alt("x"))
    try session.waitFor("Alt-x")
    session.press(.control("c"))
    try session.waitFor("gone")
    expectTerminalRestored(session)
  }

  @Test(arguments: ["TSTP", "STOP"]) func `resumes after being stopped`(signal: String) throws {
    let session = try ProbeSession.shell(
      "set -m; \"$PROBE\"; status=$?; stty sane; echo stopped $status; read line; fg; echo gone",
      environment: ["PROBE_LOG": "/dev/null"])
    let children = try ProgramResult.run("/usr/bin/pgrep", ["-P", "\(session.terminal.pid)"]).text
    let probe = try require(Int32(children.prefix { $0.isNumber }))
    kill(probe, signal == "TSTP" ? SIGTSTP : SIGSTOP)
    try session.waitUntil("the shell") { _ in session.written().contains("stopped 1") }
    session.resize(columns: 90, rows: 20)
    session.press(.enter)
    try session.waitFor("resumed")
    try session.waitFor("size 90x20")
    session.press(.alt("x"))
    try session.waitFor("Alt-x")
    session.press(.control("c"))
    try session.waitFor("gone")
    expectTerminalRestored(session)
  }

  @Test func `lends the terminal and reclaims it, even if interrupted`() throws {
    let session = try ProbeSession.shell(
      Self.script,
      environment: ["PROBE_COMMAND": "echo in other hands; stty -a | grep -o ' icanon'; read line"])
    session.press(.control("e"))
    try session.waitFor("in other hands")
    try session.waitFor(" icanon")
    expectTerminalRestored(session)
    session.send("typed for the other\r")
    try session.waitFor("lent 0")
    expectContains(session.text, "한글 안녕")
    expectLacks(session.text, "key t")
    session.press(.control("c"))
    try session.waitFor("status 0 modes kept")
    expectTerminalRestored(session)
    let other = try ProbeSession.shell(
      Self.script, environment: ["PROBE_COMMAND": "echo in other hands; exec sleep 100"])
    other.press(.control("e"))
    try other.waitFor("in other hands")
    other.press(.control("c"))
    try other.waitFor("lent 2")
    other.press(.character("a"))
    try other.waitFor("key a")
    expectLacks(other.text, "terminate")
  }

  @Test func `reports unusable terminals`() throws {
    for type in ["no-such-terminal", "", nil] as [String?] {
      let session = try ProbeSession.start(environment: ["TERM": type])
      expectContains(session.text, "한글 안녕 漢字|")
    }
    let session = try ProbeSession.start(environment: ["TERM": "dumb"], showing: nil)
    try expectEqual(session.waitForEnd(), .status(2))
    expectContains(session.text, "no terminal: unusable(type: \"dumb\")")
    let result = try ProgramResult.run(BuiltProgram.path("TerminalProbe"))
    expectEqual(result.status, 2)
    expectContains(result.text, "notATerminal")
  }

  @Test func `uses no processor time when idle`() throws {
    let session = try ProbeSession.start()
    try session.waitForIdling()
  }
}
