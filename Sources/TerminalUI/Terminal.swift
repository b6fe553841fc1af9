/// A terminal that shows frames and delivers events. Use it only on the main actor.
@MainActor
package protocol Terminal: AnyObject {
  var size: Size { get }
  var colorDepth: ColorDepth { get }
  /// The known properties of the terminal; changes are delivered as events.
  var facts: TerminalFacts { get }

  /// All events from now on, for a single consumer.
  var events: AsyncStream<TerminalEvent> { get }

  /// Reports that the consumer has handled an event. The terminal limits how much input it reads
  /// ahead of this, so that keys are handled without delay.
  func handled(_ event: TerminalEvent)

  /// Shows a frame; only the difference from the last one is written.
  func show(_ frame: Frame)

  /// Forgets the content of the screen, so that the next frame is written completely.
  func invalidate()

  /// Changes the way photos are displayed.
  func use(_ photos: PhotoDisplay)

  /// Copies a text to the clipboard by way of the terminal.
  /// - Returns: `false` if the text is too long or the terminal doesn't support it. A terminal
  ///   doesn't report success.
  func copy(_ text: String) -> Bool

  /// Returns the terminal to the shell until the program is continued (Ctrl-Z).
  func suspend()

  /// Lends the terminal to another program while `body` runs.
  func lend<Result>(_ body: () -> Result) -> Result

  /// Returns the terminal to the shell permanently. Further calls do nothing.
  func restore()
}

/// The range of colors that a terminal can show.
package enum ColorDepth: Hashable, Sendable {
  case monochrome
  case sixteen
  case palette256
  case full
}

// MARK: - Events

/// An event from the terminal.
package enum TerminalEvent: Hashable, Sendable {
  case key(KeyEvent)
  /// A complete bracketed paste. Line ends are `\n`; invalid UTF-8 is replaced by U+FFFD.
  case paste(String)
  /// Keys that arrived in one burst and may be pasted lines, from a terminal without bracketed
  /// paste.
  case burst([KeyEvent])
  case mouse(MouseEvent)
  /// The state of Caps Lock, on terminals that report it.
  case capsLock(Bool)
  case resize(Size)
  /// New answers from the terminal, or another cell size.
  case learned(TerminalFacts)
  /// The program was continued after a stop; the screen must be drawn again.
  case resumed
  /// The terminal was closed or a signal asked the program to end. Save everything and exit.
  case terminate
}

// MARK: - Properties

/// The properties that a terminal reported.
package struct TerminalFacts: Hashable, Sendable {
  /// The method for pixel pictures, or `nil` if unsupported or not known yet.
  package var graphics: PixelGraphics?
  /// The size of a cell in pixels, or `nil` if unknown.
  package var cell: PixelSize?
  /// The background color as 0xRRGGBB, or `nil` if unknown.
  package var background: UInt32?
  /// The emoji sequences that the terminal draws whole, as far as it is known.
  package var emoji: EmojiSequences = []

  package init(
    graphics: PixelGraphics? = nil, cell: PixelSize? = nil, background: UInt32? = nil
  ) {
    self.graphics = graphics
    self.cell = cell
    self.background = background
  }

  /// The width of a cell divided by its height. The default is 0.5, as in most fonts.
  package var cellRatio: Double {
    guard let cell, cell.width > 0, cell.height > 0 else { return 0.5 }
    return Double(cell.width) / Double(cell.height)
  }
}

/// A terminal's support for pixel pictures.
package struct PixelGraphics: Hashable, Sendable {
  package enum Method: String, Hashable, Sendable, CaseIterable {
    /// Kitty's graphics protocol.
    case kitty
    /// DEC sixel graphics.
    case sixel
    /// iTerm2's inline images.
    case iterm
  }

  package var method: Method
  /// The size of a cell in pixels.
  package var cell: PixelSize
  /// The size of the largest picture that the terminal accepts.
  package var largest: PixelSize
  /// The maximum number of colors in a sixel picture.
  package var colors: Int
  /// The number of pictures that the terminal keeps on the screen, or `nil` for no limit.
  package var limit: Int?
  /// Indicates that tmux runs between this program and the terminal.
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

  /// Indicates that a part of a picture can be shown without sending another one.
  package var cutsPictures: Bool { method == .kitty }

  /// Indicates that a picture must fill its cells, and that its six-pixel bands must not touch
  /// other cells: tmux fills the rest of every touched cell with black.
  package var fillsCells: Bool { method == .sixel && isThroughTmux }

  /// The encoding that the method needs.
  package var encoding: PixelPicture.Encoding {
    switch method {
    case .kitty: .png
    case .sixel: .sixel
    case .iterm: .jpeg
    }
  }
}

/// The user's choice of how to display photos.
package enum PhotoDisplay: String, Hashable, Sendable, CaseIterable {
  /// The best method that the terminal supports.
  case auto
  case kitty, sixel, iterm
  /// Colored characters.
  case cells
  /// File names only.
  case off
}

/// The user's limit on colors.
package enum ColorLimit: String, Hashable, Sendable, CaseIterable {
  /// All colors that the terminal supports.
  case auto
  /// The palette's colors, which take half as many bytes. On a slow connection, photos in
  /// characters appear in half the time.
  case palette = "256"
}

// MARK: - Errors

/// The reason why a terminal can't be used.
package enum TerminalError: Error, Hashable, Sendable {
  /// Standard input or output isn't a terminal.
  case notATerminal(Stream)
  /// The terminal type (`TERM`) is unknown, or the terminal can't position its cursor.
  case unusable(type: String)

  package enum Stream: Hashable, Sendable { case input, output }
}
