import TerminalUI
import TestSupport
import Testing

@testable import CursesTerminal

@Suite struct InputTests {
  @Test(arguments: ["xterm-256color", "tmux-256color", "xterm", "linux", "rxvt-unicode-256color"])
  func `decodes keys on every kind of terminal`(type: String) throws {
    let session = try ProbeSession.start(environment: ["TERM": type])
    session.press(.character("a"), .escape, .control("s"), .alt("x"), .modified(.left, 3))
    session.press(.modified(.right, 5), .shiftTab, .function(8), .delete, .pageDown, .enter)
    try session.waitFor("key Enter")
    for name in [
      "a", "Esc", "Ctrl-S", "Alt-x", "Alt-←", "Ctrl-→", "Shift-Tab", "F8", "Del", "PgDn",
    ] {
      expectContains(session.text, "key \(name)\n", "\(name) in\n\(session.text)")
    }
  }

  @Test func `reads control keys, the mouse and invalid text`() throws {
    let session = try ProbeSession.start()
    for letter in ["q", "s", "\\"] as [Character] { session.press(.control(letter)) }
    try session.waitFor("key Ctrl-\\")
    expectContains(session.text, "key Ctrl-Q\nkey Ctrl-S\n")
    session.send(bytes: [0xFF, 0xC3, 0x28])
    session.press(.character("z"))
    try session.waitFor("key z")
    expectContains(session.text, "key \u{FFFD}\n")
    try session.quit()
    let other = try ProbeSession.start(environment: ["TERM": "tmux-256color"])
    other.click(column: 11, row: 22)
    other.click(column: 11, row: 22)
    other.scroll(down: true, column: 0, row: 0)
    try other.waitFor("mouse scrollDown 0,0")
    expectContains(other.text, "mouse press 11,22\nmouse release 11,22\n")
    expectContains(other.text, "mouse doublePress 11,22\nmouse release 11,22\n")
  }

  @Test func `delivers a paste as one event, even if truncated`() throws {
    let session = try ProbeSession.start()
    let text = String(repeating: "일기 한 줄, and a line of it\n", count: 30_000)
    let sum = text.utf8.reduce(UInt32(1)) { $0 &* 31 &+ UInt32($1) }
    session.paste(text)
    try session.waitFor("paste \(text.utf8.count) bytes, 30000 lines, sum \(sum): 일기")
    let folder = try TemporaryFolder()
    let log = folder.path("log")
    let other = try ProbeSession.start(environment: ["PROBE_LOG": log])
    other.send("\u{1B}[200~unfinished")
    try other.waitForRest()
    other.terminal.hangUp()
    try expectEqual(other.waitForEnd(), .status(0))
    let logged = try folder.text("log").split(separator: "\n")
    expectEqual(logged.first?.hasSuffix("unfinished"), true, "\(logged)")
    expectContains(logged, "terminate")
  }
}

/// Starts the probe, which prints every event.
enum ProbeSession {
  static func start(
    environment: [String: String?] = [:], columns: Int = 80, rows: Int = 24,
    showing first: String? = "끝|", playedBy actor: TerminalActor? = nil
  ) throws -> TerminalSession {
    let session = try TerminalSession(
      program: BuiltProgram.path("TerminalProbe"), environment: environment, columns: columns,
      rows: rows, playedBy: actor)
    if let first { try session.waitFor(first) }
    return session
  }

  /// Runs a shell script on the terminal, in which `$PROBE` is the probe.
  static func shell(
    _ script: String, environment: [String: String?] = [:], playedBy actor: TerminalActor? = nil
  ) throws -> TerminalSession {
    var environment = environment
    environment["PROBE"] = BuiltProgram.path("TerminalProbe")
    let session = try TerminalSession(
      program: "/bin/bash", arguments: ["--norc", "--noprofile", "-c", script],
      environment: environment, playedBy: actor)
    try session.waitFor("끝|")
    return session
  }
}

extension TerminalSession {
  func quit(file: String = #filePath, line: Int = #line) throws {
    press(.control("c"))
    try expectEqual(waitForEnd(), .status(0), file: file, line: line)
  }

  /// The probe's output, from an offset.
  func written(from start: Int = 0) -> String {
    String(decoding: terminal.bytes[start...], as: UTF8.self)
  }

  /// The keys the probe received, as lines of its screen.
  var keys: [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("key ") }.map(String.init)
  }
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Decodes texts that arrive at these milliseconds, each followed by silence.
func events(
  _ bursts: [(text: String, time: Int)], keys: KeySequences = KeySequences()
) -> [[TerminalEvent]] {
  let start = ContinuousClock.now
  var decoder = InputDecoder(keys: keys)
  return bursts.map { text, time in
    decoder.feed(Array(text.utf8), at: start + .milliseconds(time))
    return decoder.settle()
  }
}
