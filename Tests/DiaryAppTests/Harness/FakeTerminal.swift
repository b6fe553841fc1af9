import TerminalUI
import TestSupport
import Testing

/// A terminal that records frames and takes events from a test.
@MainActor final class FakeTerminal: Terminal {
  enum Call: Hashable {
    case invalidate, suspend, lend, restore
    case copy(String)
  }

  private(set) var size = Size(columns: 60, rows: 14)
  let colorDepth = ColorDepth.sixteen
  var facts = TerminalFacts()
  let events: AsyncStream<TerminalEvent>
  private let feed: AsyncStream<TerminalEvent>.Continuation
  private let shown: AsyncStream<String>
  private let show: AsyncStream<String>.Continuation
  private(set) var calls: [Call] = []
  private(set) var text = ""

  init() {
    (events, feed) = AsyncStream.makeStream()
    (shown, show) = AsyncStream.makeStream()
  }

  func handled(_ event: TerminalEvent) {}

  func press(_ keys: KeyEvent...) { for key in keys { feed.yield(.key(key)) } }
  func send(_ event: TerminalEvent) { feed.yield(event) }

  /// Waits for a frame that holds these words.
  func waitFor(_ words: String) async {
    if text.contains(words) { return }
    for await frame in shown where frame.contains(words) { return }
  }

  func show(_ frame: Frame) {
    expectSound(frame)
    text = frame.grid.text
    show.yield(text)
  }

  func use(_ photos: PhotoDisplay) {}
  func invalidate() { calls.append(.invalidate) }
  func suspend() { calls.append(.suspend) }
  func restore() { calls.append(.restore) }

  func copy(_ text: String) -> Bool {
    calls.append(.copy(text))
    return true
  }

  func lend<Result>(_ body: () -> Result) -> Result {
    calls.append(.lend)
    return body()
  }
}
