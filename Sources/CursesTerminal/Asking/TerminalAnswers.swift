import TerminalUI

/// What a terminal has answered, and what follows from it.
struct TerminalAnswers: Hashable {
  private(set) var name: TerminalName?
  /// It shows sixels: the attribute 4.
  private(set) var hasSixels = false
  private(set) var hasKittyGraphics = false
  /// It draws nothing between the beginning and the end of an update
  /// (https://contour-terminal.org/vt-extensions/synchronized-output/).
  private(set) var synchronizes = false
  private(set) var reportsKeys = false
  private(set) var cell: PixelSize?
  private(set) var textArea: PixelSize?
  private(set) var background: UInt32?
  /// What the terminal that tmux runs in has answered.
  private var outerName: TerminalName?
  private var hasOuterKittyGraphics = false
  private var largestSixel: PixelSize?
  private var sixelColors: Int?

  mutating func record(_ reply: TerminalReply) {
    switch reply {
    case .name(let name): self.name = TerminalName(name)
    case .attributes(let attributes): hasSixels = attributes.dropFirst().contains(4)
    case .kitty(let isUnderstood): hasKittyGraphics = isUnderstood
    case .cell(let size): cell = Self.plausible(size, atMost: 1000)
    case .textArea(let size): textArea = Self.plausible(size, atMost: 1 << 16)
    case .background(let color): background = color
    case .mode(2026, let isKnown): synchronizes = isKnown
    case .mode: break
    case .keyReports: reportsKeys = true
    case .graphics(1, let values):
      if let count = values.first, count > 1 { sixelColors = count }
    case .graphics(2, let values):
      guard values.count == 2,
        let size = Self.plausible(PixelSize(width: values[0], height: values[1]), atMost: 1 << 16)
      else { break }
      largestSixel = PixelSize(
        width: max(size.width, largestSixel?.width ?? 0),
        height: max(size.height, largestSixel?.height ?? 0))
    case .graphics: break
    }
  }

  /// Takes the answer of the terminal that tmux runs in.
  mutating func recordBeyondTmux(_ reply: TerminalReply) {
    switch reply {
    case .name(let name): outerName = TerminalName(name)
    case .kitty(let isUnderstood): hasOuterKittyGraphics = isUnderstood
    default: break
    }
  }

  /// The sizes are to be asked again.
  mutating func forgetSizes() { (cell, textArea) = (nil, nil) }

  /// What follows for the program, in a window of that size.
  func facts(
    _ display: PhotoDisplay, _ surroundings: TerminalEnvironment, window: WindowSize
  ) -> TerminalFacts {
    let area = textArea.flatMap { WindowSize(cells: window.cells, pixels: $0).cell }
    let cell = self.cell ?? window.cell ?? area
    let method = method(display, surroundings)
    var facts = TerminalFacts(cell: cell, background: background)
    switch method {
    case .kitty:
      facts.graphics = PixelGraphics(
        .kitty, cell: cell ?? Self.usualCell, isThroughTmux: surroundings.isInTmux)
    case .iterm:
      facts.graphics = PixelGraphics(.iterm, cell: cell ?? Self.usualCell)
    case .sixel:
      // Without the size of a cell nobody knows how many of them a picture covers.
      guard let cell = cell ?? (display == .sixel ? Self.usualCell : nil) else { break }
      facts.graphics = PixelGraphics(
        .sixel, cell: cell, largest: largestSixel ?? Self.largestUntoldSixel,
        colors: min(256, sixelColors ?? 256), limit: name?.pictureLimit,
        // ssh takes along what tmux answers, and not what it says in the environment.
        isThroughTmux: surroundings.isInTmux || name?.isMultiplexer ?? false)
    case nil: break
    }
    return facts
  }

  private func method(
    _ display: PhotoDisplay, _ surroundings: TerminalEnvironment
  ) -> PixelGraphics.Method? {
    switch display {
    case .kitty: return .kitty
    case .sixel: return .sixel
    case .iterm: return .iterm
    case .cells, .off: return nil
    case .auto: break
    }
    // What it says of itself outweighs what another terminal left in the environment.
    let name = name ?? surroundings.name
    if hasOuterKittyGraphics, outerName?.hasPlaceholders ?? false { return .kitty }
    if hasKittyGraphics, name?.hasSoundKittyGraphics ?? true { return .kitty }
    if let name, name.prefersInlineImages { return .iterm }
    if hasSixels { return .sixel }
    if let name, name.hasInlineImages { return .iterm }
    return nil
  }

  /// What terminals have that don't say it, or aren't told by anyone.
  private static let usualCell = PixelSize(width: 10, height: 20)
  /// xterm takes no more in each direction unless it is set to, nor did its predecessors.
  private static let largestUntoldSixel = PixelSize(width: 1000, height: 1000)

  private static func plausible(_ size: PixelSize, atMost most: Int) -> PixelSize? {
    (1...most).contains(size.width) && (1...most).contains(size.height) ? size : nil
  }
}
