import System
import TerminalUI

/// A terminal that only prints lines, for screen readers, dumb terminals and the shells of editors.
/// It prints the text of the screens line by line, never moves the cursor and sends no escape
/// sequences.
@MainActor
package final class LinearTerminal: Terminal {
  package let events: AsyncStream<TerminalEvent>
  package let colorDepth = ColorDepth.monochrome
  package let facts = TerminalFacts()

  private let continuation: AsyncStream<TerminalEvent>.Continuation
  private let shellModes: InputModes
  private let lines: LineInput
  private let signals = SignalPipe()
  private var decoder = InputDecoder()
  private var printer = LinePrinter()
  private let input = KeyboardInput()
  private var isRestored = false

  /// Opens the terminal. `environment` shows whether it sends complete lines.
  /// - Throws: `TerminalError.notATerminal` if standard input or output isn't a terminal.
  package init(environment: [String: String]) throws(TerminalError) {
    guard let modes = InputModes(of: .standardInput) else { throw .notATerminal(.input) }
    guard Descriptor.standardOutput.isTerminal else { throw .notATerminal(.output) }
    shellModes = modes
    lines = LineInput(environment)
    (events, continuation) = AsyncStream.makeStream()
    acquire()
    signals.watch { [weak self] in self?.receive(signal: $0) }
    input.watch { [weak self] in self?.readInput() }
  }

  /// The size for layout: a few lines at a time, as wide as the window if that is known.
  package var size: Size { Size(columns: max(40, WindowSize.now()?.cells.columns ?? 80), rows: 12) }

  package func handled(_ event: TerminalEvent) { input.handled(event) }

  package func show(_ frame: Frame) {
    guard !isRestored, let accessibleText = frame.accessibleText else { return }
    write(printer.output(for: accessibleText))
  }

  package func invalidate() { printer.forget() }

  package func copy(_ text: String) -> Bool { false }

  package func use(_ photos: PhotoDisplay) {}

  package func suspend() {
    guard !isRestored else { return }
    release()
    signals.stop()
    acquire()
    continuation.yield(.resumed)
  }

  package func lend<Result>(_ body: () -> Result) -> Result {
    guard !isRestored else { return body() }
    release()
    let result = signals.lend(body)
    acquire()
    return result
  }

  package func restore() {
    guard !isRestored else { return }
    isRestored = true
    release()
    input.cancel()
    signals.end()
    continuation.finish()
  }

  // MARK: Acquiring and releasing

  /// Switches to reading key by key without echo; Ctrl-C, Ctrl-Z, Ctrl-S and Ctrl-Q become keys.
  /// Output is processed as usual.
  private func acquire() {
    shellModes.forRawKeys.set(on: .standardInput)
    printer.forget()
  }

  private func release() {
    write(printer.close())
    shellModes.set(on: .standardInput)
  }

  private func write(_ text: String) {
    if !text.isEmpty { TerminalModes.write(Array(text.utf8)) }
  }

  // MARK: Input

  private func receive(signal: Signal) {
    guard !isRestored else { return }
    switch signal {
    case .windowChange: continuation.yield(.resize(size))
    case .suspend: suspend()
    case .resume:
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

// MARK: - Lines

/// Converts the text of screens to lines and prints only new ones. A field is on a line without a
/// line end, so that letters typed at its end simply follow.
struct LinePrinter {
  private var last: AccessibleText?
  /// Indicates that the last line has no line end yet.
  private(set) var isOpen = false

  /// Forgets the last screen, so that the next one is printed completely.
  mutating func forget() { last = nil }

  /// Returns the text to write. Lines end with a line feed.
  mutating func output(for accessibleText: AccessibleText) -> String {
    defer { last = accessibleText }
    var text = ""
    let isOtherScreen = last?.title != accessibleText.title
    if isOtherScreen { append(accessibleText.title, in: &text) }
    for line in isOtherScreen
      ? accessibleText.lines : Self.new(in: accessibleText.lines, after: last?.lines ?? [])
    {
      append(line, in: &text)
    }
    if let notice = accessibleText.notice, notice != last?.notice { append(notice, in: &text) }
    if let keys = accessibleText.keys, isOtherScreen || keys != last?.keys {
      append(keys, in: &text)
    }
    if let selected = accessibleText.selected, isOtherScreen || selected != last?.selected {
      append(selected, in: &text)
    }
    if let field = accessibleText.field {
      append(field, after: isOtherScreen ? nil : last?.field, in: &text)
    }
    return text
  }

  /// Ends the line of a field.
  mutating func close() -> String {
    defer { isOpen = false }
    return isOpen ? "\n" : ""
  }

  private mutating func append(_ line: String, in text: inout String) {
    text += close() + line + "\n"
  }

  private mutating func append(
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
    // Print the caret's position unless it is at the end of the line.
    let place = isAtEnd ? "" : " [\(field.caret + 1)/\(field.text.count)]"
    text += "\(field.label)\(place): \(field.text)"
    isOpen = true
  }

  /// Returns the lines that came into view, if the lines were scrolled, or else all lines.
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

/// Input from a terminal that sends complete lines, as the shell of Emacs (`M-x shell`): a line end
/// only sends the line, and an empty line is Enter.
struct LineInput {
  private let sendsLines: Bool

  init(_ environment: [String: String]) {
    // https://www.gnu.org/software/emacs/manual/html_node/emacs/Interactive-Shell.html
    sendsLines = environment["INSIDE_EMACS"]?.contains("comint") == true
  }

  /// Returns the bytes of the keys in a line.
  func keys(in bytes: [UInt8]) -> [UInt8] {
    guard sendsLines, bytes.count > 1, bytes.last == 0x0A else { return bytes }
    return Array(bytes.dropLast())
  }
}
