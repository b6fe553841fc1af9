import Glibc
import TestSupport
import Testing

/// The program on simulated terminals of several kinds.
@Suite struct ActingTerminalTests {
  private func start(
    _ part: TerminalActor.Part, holdsBack: Bool = false, environment: [String: String?] = [:]
  ) throws -> (session: TerminalSession, actor: TerminalActor) {
    let actor = TerminalActor(part, holdsBack: holdsBack)
    return (try ProbeSession.start(environment: environment, playedBy: actor), actor)
  }

  /// Expects that no reply was decoded as a key.
  private func expectNothingTyped(_ session: TerminalSession) throws {
    session.press(.function(12))
    try session.waitFor("key F12")
    expectEqual(session.keys, ["key F12"])
    expectLacks(session.text, "paste")
  }

  @Test func `detects the graphics of kitty, xterm and iTerm2`() throws {
    let (session, actor) = try start(.kitty)
    try session.waitFor("learned kitty 9x20 4096x4096 256 ? 000000")
    expectEqual(actor.asked.filter { $0 == "\u{1B}[c" }.count, 2)
    try expectNothingTyped(session)
    let (xterm, other) = try start(.xterm)
    try xterm.waitFor("learned sixel 6x13 1000x1000 256 16 ffffff")
    expectContains(other.asked, "\u{1B}[?2;4;0S")
    try expectNothingTyped(xterm)
    let (iterm, _) = try start(.iterm)
    try iterm.waitFor("learned iterm 8x17 4096x4096 256 ? 15191f")
    try expectNothingTyped(iterm)
  }

  /// tmux would set a title from some queries, and its replies aren't reliable.
  @Test(arguments: [["TERM": "tmux-256color"], ["TERM": "xterm-256color"], ["TMUX": "x,1,0"]])
  func `sends tmux no query that would set a title`(environment: [String: String?]) throws {
    let (session, actor) = try start(
      .tmux, environment: environment.merging(["LC_TERMINAL": "iTerm2"]) { $1 })
    try session.waitUntil("the questions") { _ in actor.asked.contains("\u{1B}[c") }
    try session.waitForRest()
    expectLacks(actor.asked, TerminalActor.Part.kittyQuestion)
    expectLacks(session.text, "learned")
    try expectNothingTyped(session)
  }

  /// The terminal outside tmux is queried through it, and needs placeholders for pictures.
  @Test(arguments: [("kitty(0.36.4)", true), ("kitty(0.27.1)", false), ("Konsole 24.05", false)])
  func `queries the terminal outside tmux`(name: String, isSupported: Bool) throws {
    let (session, actor) = try start(.tmux(in: name), environment: ["TMUX": "x,1,0"])
    if isSupported {
      try session.waitFor("learned kitty 16x32 4096x4096 256")
    } else {
      try session.waitUntil("the questions") { _ in
        actor.asked.contains(TerminalActor.Part.questionsBeyondTmux)
      }
      try session.waitForRest()
      expectLacks(session.text, "learned")
    }
    try expectNothingTyped(session)
  }

  /// tmux drops these queries unless configured otherwise.
  @Test func `doesn't wait for replies that tmux holds back`() throws {
    let (session, _) = try start(.tmux, environment: ["TMUX": "x,1,0"])
    session.press(.character("x"))
    try session.waitFor("key x")
    try session.quit()
  }

  @Test func `works on a terminal that never replies`() throws {
    let (session, actor) = try start(.mute)
    try session.waitUntil("the questions") { _ in actor.asked.contains("\u{1B}[c") }
    try expectNothingTyped(session)
    expectLacks(session.text, "learned")
    try session.quit()
    // Only the environment identifies this one after the deadline.
    let (named, _) = try start(.mute, environment: ["LC_TERMINAL": "iTerm2"])
    named.press(.character("x"))
    try named.waitFor("key x")
    expectLacks(named.text, "iterm")
    try named.waitFor("learned iterm ? 4096x4096 256")
  }

  @Test func `doesn't query consoles, nor terminals for unwanted pixels`() throws {
    for type in ["linux", "vt100"] {
      let (session, actor) = try start(.mute, environment: ["TERM": type])
      try session.waitForRest()
      expectEqual(actor.asked, [])
      try expectNothingTyped(session)
    }
    for display in ["cells", "off"] {
      let (session, actor) = try start(.kitty, environment: ["PROBE_PHOTOS": display])
      try session.waitFor("learned none 9x20 ? ? ? 000000")
      expectLacks(actor.asked, TerminalActor.Part.kittyQuestion)
      try expectNothingTyped(session)
    }
  }

  @Test func `draws the first frame before any query`() throws {
    let (session, _) = try start(.kitty)
    let bytes = session.terminal.bytes
    let question = Array("\u{1B}[>q".utf8)
    let asked = try require(bytes.indices.first { bytes[$0...].starts(with: question) })
    let corner = Array("끝".utf8)
    let drawn = try require(bytes.indices.first { bytes[$0...].starts(with: corner) })
    expectLess(drawn, asked)
  }

  @Test func `separates replies that arrive in pieces from keys`() throws {
    let (session, actor) = try start(.kitty, holdsBack: true)
    try session.waitUntil("the questions") { _ in actor.held.count > 40 }
    for byte in actor.held {
      session.send(bytes: [byte])
      // Makes the program read each byte separately.
      usleep(2000)
    }
    session.press(.character("k"))
    try session.waitFor("key k")
    try session.waitUntil("the second round") { _ in
      actor.asked.contains(TerminalActor.Part.kittyQuestion)
    }
    session.press(.character("l"), .up)
    session.send("\u{1B}[?2026;2$y\u{1B}_Gi=31;OK")
    session.settle(for: .milliseconds(60))
    session.send("\u{1B}\\")
    session.press(.character("m"))
    session.send("\u{1B}[?62")
    session.settle(for: .milliseconds(60))
    session.send(";c")
    try session.waitFor("learned kitty")
    expectEqual(session.keys, ["key k", "key l", "key ↑", "key m"])
  }

  /// While replies are due, a reply that pauses after its Esc isn't a key.
  @Test func `an Esc that starts a reply is no key`() throws {
    let (session, actor) = try start(.kitty, holdsBack: true)
    try session.waitUntil("the questions") { _ in actor.asked.contains("\u{1B}[c") }
    session.send(bytes: [0x1B])
    session.settle(for: .milliseconds(70))
    session.send("P>|kitty(0.26.5)\u{1B}\\")
    session.press(.character("x"))
    try session.waitFor("key x")
    expectLacks(session.text, "Esc")
    session.send(bytes: [0x1B])
    try session.waitFor("key Esc")
  }

  @Test func `accepts replies after the deadline`() throws {
    let (session, actor) = try start(.kitty, holdsBack: true)
    try session.waitUntil("the questions") { _ in actor.asked.contains("\u{1B}[c") }
    // Replies are due within two seconds.
    session.settle(for: .milliseconds(2200))
    actor.holdsBack = false
    session.send(bytes: actor.held)
    try session.waitFor("learned kitty")
    try expectNothingTyped(session)
  }

  private static let script = """
    "$PROBE"; IFS= read -rsn1 -t 1 rest; printf 'left over: <%q>' "$rest"; read line
    """

  private func shell(_ part: TerminalActor.Part) throws -> (TerminalSession, TerminalActor) {
    let actor = TerminalActor(part, holdsBack: true)
    let session = try ProbeSession.shell(Self.script, playedBy: actor)
    try session.waitUntil("the questions") { _ in actor.asked.contains("\u{1B}[c") }
    return (session, actor)
  }

  /// Late replies never reach the shell.
  @Test func `swallows replies that arrive while it exits`() throws {
    let (session, actor) = try shell(.kitty)
    session.press(.control("c"))
    session.settle(for: .milliseconds(100))
    expectLacks(session.text, "left")
    session.send(bytes: Array(actor.held.prefix(20)))
    session.settle(for: .milliseconds(30))
    // Input after them belongs to the shell.
    session.send(bytes: Array(actor.held.dropFirst(20)) + Array("q".utf8))
    try session.waitFor("left over: <q>")
    expectLacks(actor.asked, TerminalActor.Part.kittyQuestion)
  }

  @Test func `doesn't wait long for a silent terminal on exit`() throws {
    let (session, _) = try shell(.mute)
    session.press(.control("c"))
    try session.waitFor("left over: <''>")
  }

  @Test func `waits for replies before it lends the terminal`() throws {
    let actor = TerminalActor(.kitty, holdsBack: true)
    let session = try ProbeSession.shell(
      Self.script,
      environment: [
        "PROBE_COMMAND": "exec bash -c 'read -rsn1 line; echo \"got: <$line>\"; read line'"
      ], playedBy: actor)
    try session.waitUntil("the questions") { _ in actor.asked.contains("\u{1B}[c") }
    session.press(.control("e"))
    session.settle(for: .milliseconds(50))
    session.send(bytes: actor.held + Array("x".utf8))
    try session.waitFor("got: <x>")
    actor.holdsBack = false
    session.press(.enter)
    try session.waitFor("lent 0")
    // The queries were given up and are repeated.
    try session.waitFor("learned kitty")
    expectLacks(session.text, "key P")
  }

  @Test func `queries the size of cells again when it changes`() throws {
    let (session, actor) = try start(.kitty)
    try session.waitFor("learned kitty 9x20")
    actor.part.cell = (12, 26)
    actor.part.answers["\u{1B}[16t"] = "\u{1B}[6;26;12t"
    session.resize(columns: 80, rows: 24)
    try session.waitFor("learned kitty 12x26")
    actor.part.cell = (6, 13)
    actor.part.answers["\u{1B}[16t"] = ""
    actor.part.answers["\u{1B}[14t"] = ""
    session.resize(columns: 120, rows: 36)
    try session.waitFor("learned kitty 6x13")
    try expectNothingTyped(session)
    // A resize alone triggers no query.
    let (other, asked) = try start(.kitty)
    try other.waitFor("learned kitty 9x20")
    let count = asked.asked.count
    other.resize(columns: 100, rows: 30)
    try other.waitFor("resize 100x30")
    try other.waitForRest()
    expectEqual(asked.asked.count, count)
  }

  @Test func `queries another terminal after a suspension`() throws {
    let actor = TerminalActor(.kitty)
    let session = try ProbeSession.shell(
      "set -m; \"$PROBE\"; echo stopped; read line; fg; echo gone", playedBy: actor)
    try session.waitFor("learned kitty")
    session.press(.control("z"))
    try session.waitFor("stopped")
    actor.part = .xterm
    session.press(.enter)
    try session.waitFor("resumed")
    try session.waitFor("learned sixel")
    session.press(.control("c"))
    try session.waitFor("gone")
  }
}
