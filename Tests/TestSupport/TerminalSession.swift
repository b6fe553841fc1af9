import Glibc

/// A user at a terminal, waiting for output rather than time.
package final class TerminalSession {
  package let terminal: PseudoTerminal
  package let screen: VirtualScreen
  /// Replies to queries instead of the screen.
  package let actor: TerminalActor?
  private var fed = 0

  /// Starts a program with changes to `TestEnvironment`, on the terminal simulated by `actor`.
  package init(
    program: String, arguments: [String] = [], environment: [String: String?] = [:],
    folder: String? = nil, columns: Int = 80, rows: Int = 24, playedBy actor: TerminalActor? = nil
  ) throws {
    self.actor = actor
    screen = VirtualScreen(columns: columns, rows: rows)
    terminal = try PseudoTerminal(
      program: program, arguments: arguments, environment: TestEnvironment.with(environment),
      folder: folder, columns: columns, rows: rows,
      pixels: actor?.pixels(columns: columns, rows: rows) ?? (0, 0))
  }

  package func send(_ text: String) { send(bytes: Array(text.utf8)) }

  package func send(bytes: [UInt8]) {
    terminal.write(bytes)
    feedScreen()
  }

  package func press(_ keys: TerminalKey...) { for key in keys { send(bytes: key.bytes) } }

  /// Presses keys, and waits until the screen shows each text in turn.
  package func press(_ keys: TerminalKey..., showing text: String, _ more: String...) throws {
    for key in keys { send(bytes: key.bytes) }
    try wait(for: [text] + more)
  }

  package func press(_ keys: TerminalKey..., hiding text: String) throws {
    for key in keys { send(bytes: key.bytes) }
    try waitForNo(text)
  }

  /// Sends a text, and waits until the screen shows each of the others in turn.
  package func send(_ text: String, showing first: String, _ more: String...) throws {
    send(text)
    try wait(for: [first] + more)
  }

  package func send(_ text: String, hiding other: String) throws {
    send(text)
    try waitForNo(other)
  }

  package func paste(_ text: String) { send("\u{1B}[200~" + text + "\u{1B}[201~") }

  /// Clicks the left button on a cell, counted from 0.
  package func click(column: Int, row: Int) {
    send("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
  }

  package func scroll(down: Bool, column: Int, row: Int) {
    send("\u{1B}[<\(down ? 65 : 64);\(column + 1);\(row + 1)M")
  }

  package func resize(columns: Int, rows: Int) {
    feedScreen()
    screen.resize(columns: columns, rows: rows)
    terminal.resize(
      columns: columns, rows: rows, pixels: actor?.pixels(columns: columns, rows: rows) ?? (0, 0))
  }

  /// The screen as text, with all output so far.
  package var text: String {
    readAvailable()
    return screen.text
  }

  /// Waits until the screen shows each text in turn.
  package func waitFor(_ text: String, _ more: String...) throws { try wait(for: [text] + more) }

  private func wait(for texts: [String]) throws {
    for text in texts { try waitUntil("“\(text)” on the screen") { $0.text.contains(text) } }
  }

  package func waitForNo(_ text: String) throws {
    try waitUntil("no “\(text)” on the screen") { !$0.text.contains(text) }
  }

  /// Waits for a condition, then reads the rest of the frame.
  package func waitUntil(
    _ what: String, takingRest: Bool = true, _ condition: (VirtualScreen) throws -> Bool
  ) throws {
    let deadline = Patience.deadline
    // A slow terminal reads no more than needed.
    if takingRest { readAvailable() }
    while try !condition(screen) {
      guard terminal.read(until: deadline) else { throw failure(what) }
      feedScreen()
    }
    if takingRest { readRestOfFrame() }
  }

  /// Reads until no output is left and the drawing thread sleeps, or `longestFrame` has passed.
  private func readRestOfFrame() {
    let start = terminal.cpuTicks() ?? 0
    while (terminal.cpuTicks() ?? 0) - start < Self.longestFrame {
      if terminal.read(until: .now + .milliseconds(5)) {
        feedScreen()
      } else if !terminal.isDrawing {
        break
      }
    }
    readAvailable()
  }

  /// Measured in the program's CPU ticks, which other processes don't affect.
  private static let longestFrame = 200

  @discardableResult package func waitForEnd() throws -> ProgramEnd {
    guard let end = terminal.waitForEnd(until: Patience.deadline) else {
      throw failure("the program's end")
    }
    feedScreen()
    return end
  }

  /// Waits until the program has handled all input and shown the result.
  package func waitForRest() throws {
    let deadline = Patience.deadline
    var quiet = 0
    while quiet < 3 {
      guard ContinuousClock.now < deadline else { throw failure("the program's rest") }
      quiet = terminal.isAtRest ? quiet + 1 : 0
      if terminal.read(until: .now + .milliseconds(10)) {
        feedScreen()
        quiet = 0
      }
    }
  }

  /// Waits until the program has used no CPU and written nothing for half a second.
  package func waitForIdling() throws {
    let deadline = Patience.deadline
    while true {
      try waitForRest()
      let (ticks, count) = (terminal.cpuTicks(), terminal.bytes.count)
      settle(for: .milliseconds(500))
      if terminal.cpuTicks() == ticks, terminal.bytes.count == count { return }
      guard ContinuousClock.now < deadline else { throw failure("the program's idling") }
    }
  }

  /// Reads output for a while, for keys whose meaning depends on silence.
  package func settle(for time: Duration) {
    let deadline = ContinuousClock.now + time
    while terminal.read(until: deadline) { feedScreen() }
  }

  private func readAvailable() {
    while terminal.read(until: .now) {}
    feedScreen()
  }

  private func feedScreen() {
    // Writing a reply may read more output.
    while fed < terminal.bytes.count {
      let new = terminal.bytes[fed...]
      fed = terminal.bytes.count
      let replies = show(new)
      if !replies.isEmpty { terminal.write(replies) }
    }
  }

  /// Feeds the screen. Returns the terminal's replies.
  private func show(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard let actor else {
      screen.feed(bytes)
      return screen.takeReplies()
    }
    let (shown, answers) = actor.read(bytes)
    screen.feed(shown[...])
    _ = screen.takeReplies()
    return answers
  }

  private func failure(_ what: String) -> TerminalSessionError {
    TerminalSessionError(
      waitedFor: what, screen: screen.text, end: terminal.waitForEnd(until: .now))
  }
}

/// An expected screen that didn't appear, with the actual one.
package struct TerminalSessionError: Error, CustomStringConvertible {
  let waitedFor: String
  let screen: String
  let end: ProgramEnd?

  package var description: String {
    let line = String(repeating: "─", count: 40)
    let state = end.map { "the program has ended: \($0)" } ?? "the program runs"
    return "waited for \(waitedFor); \(state)\n\(line)\n\(screen)\n\(line)"
  }
}
