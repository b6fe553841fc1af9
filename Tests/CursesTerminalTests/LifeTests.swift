import Glibc
import TestSupport
import Testing

@Suite struct LifeTests {
  /// Says what the terminal's modes are, before the probe and after it.
  private static let script = """
    before=$(stty -g); "$PROBE"; status=$?
    [ "$before" = "$(stty -g)" ] && modes=kept || modes=CHANGED
    echo "status $status modes $modes"; read line
    """

  private func written(_ session: TerminalSession) -> String {
    String(decoding: session.terminal.bytes, as: UTF8.self)
  }

  private func expectTerminalGivenBack(_ session: TerminalSession) {
    let bytes = written(session)
    for pair in [("?1049h", "?1049l"), ("?2004h", "?2004l"), ("?1000h", "?1000l")] {
      let on = bytes.lastRange(of: pair.0)
      let off = bytes.lastRange(of: pair.1)
      expect(on != nil, "\(pair)")
      expect(off != nil, "\(pair)")
      if let on, let off { expectLess(on, off, "\(pair)") }
    }
  }

  @Test func leaving() throws {
    let session = try ProbeSession.shell(Self.script)
    try session.waitFor("끝|")
    session.press(.control("c"))
    try session.waitFor("status 0 modes kept")
    expectTerminalGivenBack(session)
  }

  @Test(arguments: [(1, "status 13"), (2, "status 134"), (3, "status 139"), (4, "status 3")])
  func crashing(key: Int, status: String) throws {
    let session = try ProbeSession.shell(Self.script)
    try session.waitFor("끝|")
    session.press(.function(key))
    try session.waitFor("modes kept")
    expectContains(session.text, status)
    expectTerminalGivenBack(session)
    if key == 1 {
      // Written while the screen was taken, shown once it is given back.
      let message = written(session).lastRange(of: "on purpose")
      let end = written(session).lastRange(of: "?1049l")
      try expectGreater(require(message), require(end))
    }
  }

  @Test func crashingWithABacktrace() throws {
    let session = try ProbeSession.shell(
      Self.script, environment: ["SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no"])
    try session.waitFor("끝|")
    session.press(.function(3))
    try session.waitFor("modes kept")
    expectTerminalGivenBack(session)
    expectContains(written(session), "Backtrace took")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func beingToldToEnd(signal: Int32) throws {
    let session = try ProbeSession.start()
    session.terminal.signal(signal)
    try expectEqual(session.waitForEnd(), .status(0))
    expectContains(session.text, "terminated")
    expectTerminalGivenBack(session)
  }

  @Test func theWindowCloses() throws {
    let folder = try TemporaryFolder()
    let session = try ProbeSession.start(environment: ["PROBE_LOG": folder.path("log")])
    session.terminal.hangUp()
    // The kernel's own signal may come before the input's end is read or after it.
    for _ in 0..<10_000 where !session.terminal.hasEnded {
      session.terminal.signal(SIGHUP)
      usleep(200)
    }
    try expectEqual(session.waitForEnd(), .status(0))
    try expectContains(folder.text("log"), "terminate")
  }

  @Test func suspending() throws {
    let session = try ProbeSession.shell(
      "set -m; \"$PROBE\"; echo stopped $?; stty -a | grep -o ' icanon'; read line; fg; echo gone")
    try session.waitFor("끝|")
    session.press(.control("z"))
    try session.waitFor(" icanon")
    expectContains(session.text, "stopped 148")
    expectTerminalGivenBack(session)
    session.press(.enter)
    try session.waitFor("resumed")
    expectContains(session.text, "한글 안녕")
    session.press(.alt("x"))
    try session.waitFor("Alt-x")
    session.press(.control("c"))
    try session.waitFor("gone")
    expectTerminalGivenBack(session)
  }

  @Test(arguments: ["TSTP", "STOP"])
  func beingStopped(signal: String) throws {
    let session = try ProbeSession.shell(
      "set -m; \"$PROBE\"; status=$?; stty sane; echo stopped $status; read line; fg; echo gone",
      environment: ["PROBE_LOG": "/dev/null"])
    try session.waitFor("끝|")
    let probe = try require(try children(of: session.terminal.pid).first)
    kill(probe, signal == "TSTP" ? SIGTSTP : SIGSTOP)
    try session.waitUntil("the shell") { _ in written(session).contains("stopped 1") }
    session.resize(columns: 90, rows: 20)
    session.press(.enter)
    try session.waitFor("resumed")
    try session.waitFor("size 90x20")
    session.press(.alt("x"))
    try session.waitFor("Alt-x")
    session.press(.control("c"))
    try session.waitFor("gone")
    expectTerminalGivenBack(session)
  }

  private func children(of pid: Int32) throws -> [Int32] {
    try ProgramResult.run("/usr/bin/pgrep", ["-P", "\(pid)"]).text.split(separator: "\n")
      .compactMap { Int32($0) }
  }

  @Test func `lends the terminal and takes it back, also when interrupted`() throws {
    let session = try ProbeSession.shell(
      Self.script,
      environment: ["PROBE_COMMAND": "echo in other hands; stty -a | grep -o ' icanon'; read line"])
    try session.waitFor("끝|")
    session.press(.control("e"))
    try session.waitFor("in other hands")
    try session.waitFor(" icanon")
    expectTerminalGivenBack(session)
    session.send("typed for the other\r")
    try session.waitFor("lent 0")
    expectContains(session.text, "한글 안녕")
    expectLacks(session.text, "key t")
    session.press(.control("c"))
    try session.waitFor("status 0 modes kept")
    // Lending is interrupted.
    do {
      let session = try ProbeSession.shell(
        Self.script, environment: ["PROBE_COMMAND": "echo in other hands; exec sleep 100"])
      try session.waitFor("끝|")
      session.press(.control("e"))
      try session.waitFor("in other hands")
      session.press(.control("c"))
      try session.waitFor("lent 2")
      session.press(.character("a"))
      try session.waitFor("key a")
      expectLacks(session.text, "terminate")
    }
  }

  @Test func `names terminals that cannot be used`() throws {
    for type in ["no-such-terminal", "", nil] as [String?] {
      let session = try ProbeSession.start(environment: ["TERM": type])
      expectContains(session.text, "한글 안녕 漢字|")
    }
    // Terminals that cannot.
    let session = try TerminalSession(
      program: BuiltProgram.path("TerminalProbe"), environment: ["TERM": "dumb"])
    try expectEqual(session.waitForEnd(), .status(2))
    expectContains(session.text, "no terminal: unusable(type: \"dumb\")")
    // No terminal.
    let result = try ProgramResult.run(BuiltProgram.path("TerminalProbe"))
    expectEqual(result.status, 2)
    expectContains(result.text, "notATerminal")
  }

  @Test func idlingCostsNothing() throws {
    let session = try ProbeSession.start()
    try session.waitForIdling()
  }
}

extension String {
  /// Where a text last begins, in bytes.
  fileprivate func lastRange(of text: String) -> Int? {
    let (bytes, wanted) = (Array(utf8), Array(text.utf8))
    guard bytes.count >= wanted.count else { return nil }
    return (0...(bytes.count - wanted.count)).last { bytes[$0...].starts(with: wanted) }
  }
}
