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

/// What comes in from the terminal.
package enum TerminalEvent: Hashable, Sendable {
  case key(KeyEvent)
  /// A bracketed paste, whole. Line ends are `\n`; bytes that aren't UTF-8 came as U+FFFD.
  case paste(String)
  /// Keys that came in one burst and may be a paste of lines, from a terminal that doesn't bracket it.
  case burst([KeyEvent])
  case mouse(MouseEvent)
  /// Whether Caps Lock is on now, where the terminal can tell.
  case capsLock(Bool)
  case resize(Size)
  /// The terminal has answered what it was asked, or has other cells than before.
  case learned(TerminalFacts)
  /// The program was stopped and goes on: the screen must be drawn anew.
  case resumed
  /// The terminal has closed or someone asked the program to end: leave now, keeping everything.
  case terminate
}

/// What a terminal has told of itself when it was asked.
package struct TerminalFacts: Hashable, Sendable {
  /// How it shows pictures in pixels; `nil` when it can't, or when that isn't known yet.
  package var graphics: PixelGraphics?
  /// The size of a cell in pixels; `nil` when it isn't known.
  package var cell: PixelSize?
  /// The background as 0xRRGGBB; `nil` when it isn't known.
  package var background: UInt32?

  package init(
    graphics: PixelGraphics? = nil, cell: PixelSize? = nil, background: UInt32? = nil
  ) {
    self.graphics = graphics
    self.cell = cell
    self.background = background
  }

  /// A cell's width by its height; half of it is what most fonts have.
  package var cellRatio: Double {
    guard let cell, cell.width > 0, cell.height > 0 else { return 0.5 }
    return Double(cell.width) / Double(cell.height)
  }
}

/// How a terminal shows pictures in pixels.
package struct PixelGraphics: Hashable, Sendable {
  package enum Method: String, Hashable, Sendable, CaseIterable {
    /// kitty's graphics protocol.
    case kitty
    /// DEC's sixels.
    case sixel
    /// iTerm2's inline images.
    case iterm
  }

  package var method: Method
  /// The size of a cell in pixels: known wherever pictures are shown in pixels.
  package var cell: PixelSize
  /// The largest picture that the terminal takes.
  package var largest: PixelSize
  /// How many colors a sixel picture may have.
  package var colors: Int
  /// How many pictures the terminal keeps on the screen; `nil` for as many as one likes.
  package var limit: Int?
  /// Whether tmux stands between this program and the terminal that shows them.
  package var isThroughTmux: Bool

  package init(
    _ method: Method, cell: PixelSize, largest: PixelSize = PixelSize(width: 4096, height: 4096),
    colors: Int = 256, limit: Int? = nil, isThroughTmux: Bool = false
  ) {
    self.method = method
    self.cell = cell
    self.largest = largest
    self.colors = colors
    self.limit = limit
    self.isThroughTmux = isThroughTmux
  }

  /// Whether a part of a picture can be shown without sending another one.
  package var cutsPictures: Bool { method == .kitty }

  /// Whether a picture has to fill the cells that it covers, and its bands of six rows may touch no other:
  /// tmux draws black what a sixel picture leaves of all that they touch.
  package var fillsCells: Bool { method == .sixel && isThroughTmux }

  /// The encoding that it takes.
  package var encoding: PixelPicture.Encoding {
    switch method {
    case .kitty: .png
    case .sixel: .sixel
    case .iterm: .jpeg
    }
  }
}

/// How photos are to be shown: what a person sets, and what the terminal can do otherwise.
package enum PhotoDisplay: String, Hashable, Sendable, CaseIterable {
  /// The best that the terminal says it can.
  case auto
  case kitty, sixel, iterm
  /// In colored characters.
  case cells
  /// Not at all: their names stand for them.
  case off
}

/// How many colors the terminal is sent.
package enum ColorLimit: String, Hashable, Sendable, CaseIterable {
  /// As many as it has.
  case auto
  /// Those of the palette, which take half the bytes of others: over a slow line, photos in
  /// characters are there in half the time.
  case palette = "256"
}

/// Why the diary can't be shown on a terminal.
package enum TerminalError: Error, Hashable, Sendable {
  /// Standard input or output isn't a terminal.
  case notATerminal(Stream)
  /// Nothing is known about a terminal of this type (`TERM`), or it can't place its cursor.
  case unusable(type: String)

  package enum Stream: Hashable, Sendable { case input, output }
}
