import System
import TerminalUI

/// A terminal that has nothing but lines: a screen reader's, a dumb one, the shell of an editor.
/// What the screens say is written line by line; nothing is ever moved or drawn over, and no escape
/// sequence is sent.
@MainActor
package final class LinearTerminal: Terminal {
  package let events: AsyncStream<TerminalEvent>
  package let colorDepth = ColorDepth.monochrome
  package let facts = TerminalFacts()

  private let continuation: AsyncStream<TerminalEvent>.Continuation
  private let shellModes: TypingModes
  private let lines: LineInput
  private let signals = SignalPipe()
  private var decoder = InputDecoder()
  private var speaker = Speaker()
  private let input = KeyboardInput()
  private var isRestored = false

  package init(environment: [String: String]) throws(TerminalError) {
    guard let modes = TypingModes(of: .standardInput) else { throw .notATerminal(.input) }
    guard Descriptor.standardOutput.isTerminal else { throw .notATerminal(.output) }
    shellModes = modes
    lines = LineInput(environment)
    (events, continuation) = AsyncStream.makeStream()
    acquire()
    signals.watch { [weak self] in self?.receive(signal: $0) }
    input.watch { [weak self] in self?.readInput() }
  }

  /// A text is given a few lines at a time, as wide as the window, where that is known.
  package var size: Size { Size(columns: max(40, WindowSize.now()?.cells.columns ?? 80), rows: 12) }

  package func handled(_ event: TerminalEvent) { input.handled(event) }

  package func show(_ frame: Frame) {
    guard !isRestored, let accessibleText = frame.accessibleText else { return }
    write(speaker.say(accessibleText))
  }

  package func invalidate() { speaker.forget() }

  package func copy(_ text: String) -> Bool { false }

  package func use(_ photos: PhotoDisplay) {}

  package func suspend() {
    guard !isRestored else { return }
    giveBack()
    signals.stop()
    acquire()
    continuation.yield(.resumed)
  }

  package func lend<Result>(_ body: () -> Result) -> Result {
    guard !isRestored else { return body() }
    giveBack()
    let result = signals.lend(body)
    acquire()
    return result
  }

  package func restore() {
    guard !isRestored else { return }
    isRestored = true
    giveBack()
    input.cancel()
    signals.end()
    continuation.finish()
  }

  // MARK: Taking and giving back

  /// Keys come one by one and aren't shown by the terminal; Ctrl-C, Ctrl-Z, Ctrl-S and Ctrl-Q are
  /// keys. What is written goes through as ever.
  private func acquire() {
    shellModes.forRawKeys.set(on: .standardInput)
    speaker.forget()
  }

  private func giveBack() {
    write(speaker.close())
    shellModes.set(on: .standardInput)
  }

  private func write(_ text: String) {
    if !text.isEmpty { TerminalModes.write(Array(text.utf8)) }
  }

  // MARK: What comes in

  private func receive(signal: Signal) {
    guard !isRestored else { return }
    switch signal {
    case .windowChange: continuation.yield(.resize(size))
    case .stop: suspend()
    case .go:
      acquire()
      continuation.yield(.resumed)
    default: terminate()
    }
  }

  private func readInput() {
    let reading = input.read(into: &decoder, bytes: lines.keys)
    guard reading != .gone else { return terminate() }
    let events = reading == .part ? decoder.drainEvents() : decoder.settle()
    for event in events { continuation.yield(event) }
    input.deliver(events.count)
  }

  private func terminate() {
    signals.endInTime()
    for event in decoder.finish() { continuation.yield(event) }
    continuation.yield(.terminate)
  }
}

/// Turns what the screens say into lines, of which only those are written that are new. A field
/// stands on a line that isn't ended, so that letters typed at its end simply follow.
struct Speaker {
  private var last: AccessibleText?
  /// Whether the last line isn't ended.
  private(set) var isOpen = false

  /// Says everything the next time.
  mutating func forget() { last = nil }

  /// The text to write; lines end in a line feed.
  mutating func say(_ accessibleText: AccessibleText) -> String {
    defer { last = accessibleText }
    var text = ""
    let isOtherScreen = last?.title != accessibleText.title
    if isOtherScreen { put(accessibleText.title, in: &text) }
    for line in isOtherScreen
      ? accessibleText.lines : Self.new(in: accessibleText.lines, after: last?.lines ?? [])
    {
      put(line, in: &text)
    }
    if let notice = accessibleText.notice, notice != last?.notice { put(notice, in: &text) }
    if let selected = accessibleText.selected, isOtherScreen || selected != last?.selected {
      put(selected, in: &text)
    }
    if let field = accessibleText.field {
      put(field, after: isOtherScreen ? nil : last?.field, in: &text)
    }
    return text
  }

  /// Ends the line that a field stands on.
  mutating func close() -> String {
    defer { isOpen = false }
    return isOpen ? "\n" : ""
  }

  private mutating func put(_ line: String, in text: inout String) {
    text += close() + line + "\n"
  }

  private mutating func put(
    _ field: AccessibleText.Field, after old: AccessibleText.Field?, in text: inout String
  ) {
    let isAtEnd = field.caret >= field.text.count
    if isOpen, let old, old.label == field.label, isAtEnd, old.caret >= old.text.count,
      field.text.unicodeScalars.starts(with: old.text.unicodeScalars)
    {
      text.unicodeScalars += field.text.unicodeScalars.dropFirst(old.text.unicodeScalars.count)
      return
    }
    if isOpen, field == old { return }
    text += close()
    // The caret is where the line ends, and else it is told.
    let place = isAtEnd ? "" : " [\(field.caret + 1)/\(field.text.count)]"
    text += "\(field.label)\(place): \(field.text)"
    isOpen = true
  }

  /// Of lines that may have been scrolled by some, those that came into view.
  private static func new(in lines: [String], after old: [String]) -> [String] {
    guard lines != old else { return [] }
    for shift in 1..<max(1, old.count) where lines.starts(with: old[shift...]) {
      return Array(lines[(old.count - shift)...])
    }
    for shift in 1..<max(1, lines.count) where old.starts(with: lines[shift...]) {
      return Array(lines[..<shift])
    }
    return lines
  }
}

/// What comes from a terminal that sends whole lines, as the shell of Emacs does (`M-x shell`): the
/// end of a line only sends it, and an empty line is Enter.
struct LineInput {
  private let sendsLines: Bool

  init(_ environment: [String: String]) {
    // https://www.gnu.org/software/emacs/manual/html_node/emacs/Interactive-Shell.html
    sendsLines = environment["INSIDE_EMACS"]?.contains("comint") == true
  }

  /// The bytes of the keys that are meant.
  func keys(in bytes: [UInt8]) -> [UInt8] {
    guard sendsLines, bytes.count > 1, bytes.last == 0x0A else { return bytes }
    return Array(bytes.dropLast())
  }
}
