import Glibc

/// A user at a terminal, who waits for output and not for a time.
package final class TerminalSession {
  package let terminal: PseudoTerminal
  package let screen: VirtualScreen
  /// What answers in the screen's place when the program asks about the terminal.
  package let actor: TerminalActor?
  private var fed = 0

  /// Starts a program with changes to `TestEnvironment`, on a terminal that `actor` plays.
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

  // MARK: Hands

  package func send(_ text: String) { send(bytes: Array(text.utf8)) }

  package func send(bytes: [UInt8]) {
    terminal.write(bytes)
    feedScreen()
  }

  package func press(_ keys: TerminalKey...) { for key in keys { send(bytes: key.bytes) } }

  /// Presses keys, and waits until the screen shows each of the texts in turn.
  package func press(_ keys: TerminalKey..., showing text: String, _ more: String...) throws {
    for key in keys { send(bytes: key.bytes) }
    try wait(for: [text] + more)
  }

  /// Presses keys, and waits until the screen no longer shows a text.
  package func press(_ keys: TerminalKey..., hiding text: String) throws {
    for key in keys { send(bytes: key.bytes) }
    try waitForNo(text)
  }

  /// Sends a text, and waits until the screen shows each of the others in turn.
  package func send(_ text: String, showing first: String, _ more: String...) throws {
    send(text)
    try wait(for: [first] + more)
  }

  /// Sends a text, and waits until the screen no longer shows another.
  package func send(_ text: String, hiding other: String) throws {
    send(text)
    try waitForNo(other)
  }

  /// A bracketed paste.
  package func paste(_ text: String) { send("\u{1B}[200~" + text + "\u{1B}[201~") }

  /// A press and release of the left button on a cell, counted from 0.
  package func click(column: Int, row: Int) {
    send("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
  }

  /// One step of the wheel.
  package func scroll(down: Bool, column: Int, row: Int) {
    send("\u{1B}[<\(down ? 65 : 64);\(column + 1);\(row + 1)M")
  }

  package func resize(columns: Int, rows: Int) {
    feedScreen()
    screen.resize(columns: columns, rows: rows)
    terminal.resize(
      columns: columns, rows: rows, pixels: actor?.pixels(columns: columns, rows: rows) ?? (0, 0))
  }

  // MARK: Eyes

  /// The screen as text, with what has come until now.
  package var text: String {
    readWhatIsThere()
    return screen.text
  }

  /// Waits until the screen shows each of the texts in turn.
  package func waitFor(_ text: String, _ more: String...) throws { try wait(for: [text] + more) }

  private func wait(for texts: [String]) throws {
    for text in texts { try waitUntil("“\(text)” on the screen") { $0.text.contains(text) } }
  }

  /// Waits until the screen no longer shows a text.
  package func waitForNo(_ text: String) throws {
    try waitUntil("no “\(text)” on the screen") { !$0.text.contains(text) }
  }

  /// Waits until a condition holds, and reads the rest of that frame.
  package func waitUntil(
    _ what: String, takingRest: Bool = true, _ condition: (VirtualScreen) throws -> Bool
  ) throws {
    let deadline = Patience.deadline
    // A terminal that takes its time reads no more than is waited for.
    if takingRest { readWhatIsThere() }
    while try !condition(screen) {
      guard terminal.read(until: deadline) else { throw failure(what) }
      feedScreen()
    }
    if takingRest { readRestOfFrame() }
  }

  /// Reads until no output is left and the drawing thread waits, or it has drawn for too long.
  private func readRestOfFrame() {
    let start = terminal.cpuTicks() ?? 0
    while (terminal.cpuTicks() ?? 0) - start < Self.longestFrame {
      if terminal.read(until: .now + .milliseconds(5)) {
        feedScreen()
      } else if !terminal.isDrawing {
        break
      }
    }
    readWhatIsThere()
  }

  /// In clock ticks of the program's own time, which a busy machine doesn't lengthen.
  private static let longestFrame = 200

  /// Waits for the program's end.
  @discardableResult package func waitForEnd() throws -> ProgramEnd {
    guard let end = terminal.waitForEnd(until: Patience.deadline) else {
      throw failure("the program's end")
    }
    feedScreen()
    return end
  }

  /// Waits until the program has handled all input, and shown the result.
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

  /// Waits until the program has used no processor for half a second and written nothing.
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

  /// Takes what comes within a time: for keys whose meaning hangs on silence.
  package func settle(for time: Duration) {
    let deadline = ContinuousClock.now + time
    while terminal.read(until: deadline) { feedScreen() }
    // A terminal that is closed has no silence to wait for.
  }

  private func readWhatIsThere() {
    while terminal.read(until: .now) {}
    feedScreen()
  }

  private func feedScreen() {
    // While an answer is written, more may be read.
    while fed < terminal.bytes.count {
      let new = terminal.bytes[fed...]
      fed = terminal.bytes.count
      let replies = show(new)
      if !replies.isEmpty { terminal.write(replies) }
    }
  }

  /// Gives bytes to the screen; what the terminal answers.
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

/// What was waited for didn't come. Shows the screen.
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
