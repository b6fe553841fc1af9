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
