/// A terminal: events come in, frames go out. Used from the main actor alone.
@MainActor
package protocol Terminal: AnyObject {
  var size: Size { get }
  var colorDepth: ColorDepth { get }
  /// What is known of it by now; more comes as an event.
  var facts: TerminalFacts { get }

  /// Every event from now on. One consumer.
  var events: AsyncStream<TerminalEvent> { get }

  /// The consumer has taken an event in. Of what is typed, no more is read ahead than is soon
  /// taken in, so that what comes of a key is never long in coming.
  func handled(_ event: TerminalEvent)

  /// Shows a frame; only what differs from the last one is written.
  func show(_ frame: Frame)

  /// Forgets what is on the screen, so that the next frame is written whole.
  func invalidate()

  /// Shows photos in another way from now on.
  func use(_ photos: PhotoDisplay)

  /// Gives the terminal a text for its clipboard. `false` when it is too long, or nothing for this
  /// terminal; whether the terminal does it, it doesn't tell.
  func copy(_ text: String) -> Bool

  /// Gives the terminal back to the shell until the program is continued (Ctrl-Z).
  func suspend()

  /// Gives the terminal to another program while `body` runs, then takes it back.
  func lend<Result>(_ body: () -> Result) -> Result

  /// Gives the terminal back for good. Safe to call twice.
  func restore()
}

/// The colors that a terminal can show.
package enum ColorDepth: Hashable, Sendable {
  case monochrome
  case sixteen
  case palette256
  case full
}
