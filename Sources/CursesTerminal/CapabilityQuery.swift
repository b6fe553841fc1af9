import Dispatch
import TerminalUI

/// Queries the terminal about itself without waiting: the answers arrive among the keys.
@MainActor
final class CapabilityQuery {
  /// The time after which the program continues with the answers that have arrived. Later ones
  /// still count.
  private static let deadline = DispatchTimeInterval.seconds(2)
  /// The time after which no more answers are expected.
  private static let patience = Duration.seconds(20)

  var display: PhotoDisplay
  private let terminalEnvironment: TerminalEnvironment
  private let write: @MainActor ([UInt8]) -> Void
  /// A closure called when all answers have arrived, and when they are late.
  var conclude: (@MainActor () -> Void)?
  /// A closure that writes the `EmojiProbe`.
  var probeEmoji: (@MainActor () -> Void)?
  private(set) var answers = TerminalAnswers()
  /// The number of outstanding answers to DA1; each ends a round.
  private var fences = 0
  private var round = Round.second
  private var generation = 0
  private var isLate = false
  private var sizesHaveChanged = false
  private var lastQuery = ContinuousClock.now

  private var hasQueriedOuterTerminal = false

  /// The time until which an answer to an abandoned query may still arrive.
  private var strayAnswersEnd = ContinuousClock.now

  private enum Round { case first, second, outerTerminal }

  init(
    display: PhotoDisplay, terminalEnvironment: TerminalEnvironment,
    write: @escaping @MainActor ([UInt8]) -> Void
  ) {
    self.display = display
    self.terminalEnvironment = terminalEnvironment
    self.write = write
  }

  /// Indicates that answers are outstanding.
  var isOpen: Bool { fences > 0 && .now - lastQuery < Self.patience }
  /// Indicates that answers may still arrive.
  var mayBeAnswered: Bool { isOpen || .now < strayAnswersEnd }
  /// The time to wait for answers before the terminal is returned. Queries that tmux drops are
  /// never answered.
  var exitTimeout: Duration {
    let most = Duration.milliseconds(250)
    return round == .outerTerminal ? most - (.now - lastQuery) : most
  }
  /// Indicates that answers may arrive at any moment, so the rest of an incomplete sequence will
  /// follow.
  var isFresh: Bool { isOpen && !isLate }

  func facts(window: WindowSize) -> TerminalFacts {
    answers.facts(display, terminalEnvironment, window: window)
  }

  /// Sends the first round of queries; the others follow.
  func ask() {
    guard terminalEnvironment.supportsQueries else { return }
    answers = TerminalAnswers()
    hasQueriedOuterTerminal = false
    round = .first
    send(TerminalQueries.first)
  }

  /// Queries the size of the cells again. If it changes while answers are outstanding, queries once
  /// more after them.
  func querySizes() {
    guard terminalEnvironment.supportsQueries else {
      conclude?()
      return
    }
    if isOpen {
      sizesHaveChanged = true
      return
    }
    answers.forgetSizes()
    send(TerminalQueries.size)
  }

  /// Sends no further queries until the next call of `ask()` or `querySizes()`.
  func stop() {
    if round == .first { round = .second }
    hasQueriedOuterTerminal = true
    sizesHaveChanged = false
  }

  func receive(_ replies: [TerminalReply]) {
    for reply in replies {
      record(reply)
      guard case .attributes = reply, fences > 0 else { continue }
      fences -= 1
      if fences == 0 { endRound() }
    }
  }

  private func endRound() {
    if round == .first {
      round = .second
      let queries = TerminalQueries.second(after: answers, terminalEnvironment, display)
      if !queries.isEmpty {
        if answers.name != nil { probeEmoji?() }
        send(queries)
        return
      }
    }
    if round == .outerTerminal { round = .second }
    generation += 1
    isLate = false
    if sizesHaveChanged {
      sizesHaveChanged = false
      querySizes()
    } else {
      conclude?()
      if !hasQueriedOuterTerminal { queryOuterTerminal() }
    }
  }

  /// Queries the terminal outside of tmux, if any. It may not answer.
  private func queryOuterTerminal() {
    hasQueriedOuterTerminal = true
    let queries = TerminalQueries.outerTerminal(terminalEnvironment, display)
    guard !queries.isEmpty else { return }
    round = .outerTerminal
    send(queries)
  }

  /// Stops waiting, since tmux seems to drop the queries.
  private func abandonOuterQuery() {
    fences = 0
    round = .second
    strayAnswersEnd = .now + Self.patience
    guard sizesHaveChanged else { return }
    sizesHaveChanged = false
    querySizes()
  }

  private func record(_ reply: TerminalReply) {
    switch reply {
    case .name(let name) where terminalEnvironment.isInTmux && !TerminalName(name).isMultiplexer:
      answers.recordOuter(reply)
    case .kitty where terminalEnvironment.isInTmux: answers.recordOuter(reply)
    case .attributes where round == .outerTerminal || fences == 0: break
    default: answers.record(reply)
    }
  }

  private func send(_ queries: [UInt8]) {
    fences += 1
    isLate = false
    lastQuery = .now
    generation += 1
    write(queries)
    let asked = generation
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.deadline) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.generation == asked else { return }
        self.isLate = true
        self.conclude?()
        if self.round == .outerTerminal { self.abandonOuterQuery() }
      }
    }
  }
}

// MARK: - Queries

/// Queries in two rounds; the second depends on the answers to the first. Each round ends with DA1,
/// which every terminal answers, and terminals answer in order: anything not answered by then won't
/// be.
enum TerminalQueries {
  private static let attributes = "\u{1B}[c"

  /// Queries of the name, the size of a cell and the background. All terminals with
  /// `supportsQueries` parse these without showing anything.
  static let first = bytes("\u{1B}[>q\u{1B}[16t\u{1B}[14t\u{1B}]11;?\u{1B}\\" + attributes)

  /// The query of the cell size alone, after the window's font has changed.
  static let size = bytes("\u{1B}[16t\u{1B}[14t" + attributes)

  /// Returns the queries for terminals that have reported a name or other capabilities, or an empty
  /// array if there are none. (Apple's Terminal, for example, reports no name and prints the end of
  /// a mode query.)
  static func second(
    after answers: TerminalAnswers, _ terminalEnvironment: TerminalEnvironment,
    _ display: PhotoDisplay
  ) -> [UInt8] {
    var text = ""
    if answers.name != nil { text += "\u{1B}[?2026$p" + KeyReport.question }
    if display == .auto, !terminalEnvironment.isMultiplexer,
      answers.name?.supportsApplicationCommands ?? terminalEnvironment.isKitty
    {
      text += graphics
    }
    if display == .sixel || display == .auto && answers.hasSixels {
      // The number of colors, the size that fits the window, and the maximum size.
      text += "\u{1B}[?1;1;0S\u{1B}[?2;1;0S\u{1B}[?2;4;0S"
    }
    return text.isEmpty ? [] : bytes(text + attributes)
  }

  /// A transfer of a single pixel, which the terminal doesn't keep.
  private static let graphics = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

  /// Returns the queries for the terminal outside of tmux, its name and support for kitty's
  /// graphics, or an empty array if they don't matter. There is no answer unless tmux allows
  /// passthrough.
  static func outerTerminal(_ terminalEnvironment: TerminalEnvironment, _ display: PhotoDisplay)
    -> [UInt8]
  {
    guard terminalEnvironment.isInTmux, display == .auto else { return [] }
    return TmuxPassthrough.wrapped(bytes("\u{1B}[>q" + graphics + attributes))
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}

/// A measurement of the terminal's emoji sequences: each sample is followed by a query of the
/// cursor's position. A query of mode 2027 wouldn't suffice: kitty and tmux don't have it, and the
/// others differ in the kinds that they draw in two columns.
enum EmojiProbe {
  /// The row, which must be written again afterwards. It isn't the first, because a position there
  /// looks like F3.
  static let row = 1

  /// Returns whether even a terminal that draws each scalar by itself has enough columns.
  static func fits(_ size: Size) -> Bool { size.rows > row && size.columns >= 16 }

  /// The samples in hidden text, one over the other.
  static let bytes =
    CursorPosition.save + Array("\u{1B}[8m".utf8)
    + EmojiSequences.samples.flatMap { sample in
      CursorPosition.move(column: 0, row: row) + Array((sample.text + "\u{1B}[6n").utf8)
    } + CursorPosition.restore
}

// MARK: - Replies

/// An answer to a query (`ctlseqs.ms`, kitty's graphics protocol).
enum TerminalReply: Hashable {
  /// XTVERSION: the name and version, as the terminal spells them.
  case name(String)
  /// DA1: the conformance level and extensions.
  case attributes([Int])
  /// The answer to a kitty graphics query.
  case kitty(isUnderstood: Bool)
  case cell(PixelSize)
  /// The size of the window's text area.
  case textArea(PixelSize)
  /// XTSMGRAPHICS: 1 for color registers, 2 for the size of sixel pictures; no values if the query
  /// failed.
  case graphics(item: Int, values: [Int])
  /// OSC 11: the background color as 0xRRGGBB.
  case background(UInt32)
  /// DECRQM: support for a mode.
  case mode(Int, isKnown: Bool)
  /// The answer to a query of kitty's keyboard protocol, from a terminal that supports it.
  case keyReports
  /// CPR: the cursor's column from 1, in the row of the `EmojiProbe`.
  case cursor(column: Int)

  /// Parses a control sequence `ESC [ parameters final`.
  init?(parameters: ArraySlice<UInt8>, final: UInt8) {
    let isPrivate = parameters.first == UInt8(ascii: "?")
    let numbers = Self.numbers(isPrivate ? parameters.dropFirst() : parameters)
    switch (isPrivate, final) {
    case (true, UInt8(ascii: "c")): self = .attributes(numbers)
    case (true, UInt8(ascii: "u")): self = .keyReports
    case (true, UInt8(ascii: "S")):
      guard numbers.count >= 2 else { return nil }
      self = .graphics(item: numbers[0], values: numbers[1] == 0 ? Array(numbers[2...]) : [])
    case (true, UInt8(ascii: "y")):
      guard numbers.count == 2, parameters.last == UInt8(ascii: "$") else { return nil }
      // 1 is set, 2 reset and 3 permanently set; 0 is unknown and 4 permanently reset.
      self = .mode(numbers[0], isKnown: (1...3).contains(numbers[1]))
    case (false, UInt8(ascii: "t")):
      guard numbers.count == 3, numbers[0] == 4 || numbers[0] == 6 else { return nil }
      let size = PixelSize(width: numbers[2], height: numbers[1])
      self = numbers[0] == 4 ? .textArea(size) : .cell(size)
    case (false, UInt8(ascii: "R")):
      guard numbers.count == 2, numbers[0] == EmojiProbe.row + 1 else { return nil }
      self = .cursor(column: numbers[1])
    default: return nil
    }
  }

  /// Parses the content of a control string, without the ESC of its introducer and without its
  /// terminator.
  init?(string: ArraySlice<UInt8>) {
    let text = String(decoding: string, as: UTF8.self)
    if text.hasPrefix("P>|") {
      self = .name(String(text.dropFirst(3)))
    } else if text.hasPrefix("_G") {
      self = .kitty(isUnderstood: text.hasSuffix(";OK"))
    } else if text.hasPrefix("]11;"), let color = Self.color(text.dropFirst(4)) {
      self = .background(color)
    } else {
      return nil
    }
  }

  /// Returns whether bytes after an ESC may be the start of a reply that isn't typed by hand. Fewer
  /// than `count` bytes don't suffice.
  static func isBeginning(_ bytes: ArraySlice<UInt8>, atLeast count: Int = 2) -> Bool {
    bytes.count >= count
      && Self.beginnings.contains { bytes.starts(with: $0) || $0.starts(with: bytes) }
  }

  private static let beginnings: [[UInt8]] = [
    "[?", "[2;", "[4;", "[6;", "P>|", "P1$", "P0$", "]11;", "_G",
  ].map { Array($0.utf8) }

  /// Returns the numeric parameters of a control sequence.
  static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      part.prefix { (0x30...0x39).contains($0) }
        .reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 24) }
    }
  }

  /// Parses a color in X11 notation: `rgb:ff/80/00` with one to four digits each, or `rgba:` with
  /// an alpha part, which is ignored.
  private static func color(_ text: Substring) -> UInt32? {
    guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:"),
      let parts = text.split(separator: ":").last?.split(separator: "/"), parts.count >= 3
    else { return nil }
    var color: UInt32 = 0
    for part in parts.prefix(3) {
      guard (1...4).contains(part.count), let value = UInt32(part, radix: 16) else { return nil }
      let most = UInt32(1) << (4 * part.count) - 1
      color = color << 8 | (value * 255 + most / 2) / most
    }
    return color
  }
}

// MARK: - Answers

/// The answers of a terminal, and the properties that follow from them.
struct TerminalAnswers: Hashable {
  private(set) var name: TerminalName?
  /// Support for sixels: the attribute 4.
  private(set) var hasSixels = false
  private(set) var hasKittyGraphics = false
  /// Support for synchronized updates, which the terminal shows as one
  /// (https://contour-terminal.org/vt-extensions/synchronized-output/).
  private(set) var synchronizes = false
  private(set) var reportsKeys = false
  private(set) var cell: PixelSize?
  private(set) var textArea: PixelSize?
  private(set) var background: UInt32?
  /// The answers of the terminal outside of tmux.
  private var outerName: TerminalName?
  private var hasOuterKittyGraphics = false
  private var largestSixel: PixelSize?
  private var sixelColors: Int?
  /// The cursor's columns after the samples of emoji sequences.
  private var cursorColumns: [Int] = []

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
    case .cursor(let column): cursorColumns.append(column)
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

  /// The emoji sequences that the terminal draws in two columns.
  private var emoji: EmojiSequences {
    let samples = EmojiSequences.samples
    guard cursorColumns.count == samples.count else { return [] }
    let drawn = EmojiSequences(zip(samples, cursorColumns).filter { $1 == 3 }.map { $0.0.kind })
    return name?.cutsLongEmoji ?? false
      ? drawn.subtracting([.taggedFlag, .longJoined, .longestJoined]) : drawn
  }

  /// Records an answer of the terminal outside of tmux.
  mutating func recordOuter(_ reply: TerminalReply) {
    switch reply {
    case .name(let name): outerName = TerminalName(name)
    case .kitty(let isUnderstood): hasOuterKittyGraphics = isUnderstood
    default: break
    }
  }

  /// Forgets the sizes, to query them again.
  mutating func forgetSizes() { (cell, textArea) = (nil, nil) }

  /// Returns the terminal's properties for a window size.
  func facts(
    _ display: PhotoDisplay, _ terminalEnvironment: TerminalEnvironment, window: WindowSize
  ) -> TerminalFacts {
    let area = textArea.flatMap { WindowSize(cells: window.cells, pixels: $0).cell }
    let cell = self.cell ?? window.cell ?? area
    let method = method(display, terminalEnvironment)
    var facts = TerminalFacts(cell: cell, background: background)
    facts.emoji = emoji
    switch method {
    case .kitty:
      facts.graphics = PixelGraphics(
        .kitty, cell: cell ?? Self.defaultCell, isThroughTmux: terminalEnvironment.isInTmux)
    case .iterm:
      facts.graphics = PixelGraphics(.iterm, cell: cell ?? Self.defaultCell)
    case .sixel:
      // Without the size of a cell, the number of cells that a picture covers is unknown.
      guard let cell = cell ?? (display == .sixel ? Self.defaultCell : nil) else { break }
      facts.graphics = PixelGraphics(
        .sixel, cell: cell, largest: largestSixel ?? Self.defaultLargestSixel,
        colors: min(256, sixelColors ?? 256), limit: name?.pictureLimit,
        // Over ssh, tmux still answers queries, but its environment isn't passed on.
        isThroughTmux: terminalEnvironment.isInTmux || name?.isMultiplexer ?? false)
    case nil: break
    }
    return facts
  }

  private func method(
    _ display: PhotoDisplay, _ terminalEnvironment: TerminalEnvironment
  ) -> PixelGraphics.Method? {
    switch display {
    case .kitty: return .kitty
    case .sixel: return .sixel
    case .iterm: return .iterm
    case .cells, .off: return nil
    case .auto: break
    }
    // The terminal's own answer counts more than the environment, which another terminal may have
    // left.
    let name = name ?? terminalEnvironment.name
    if hasOuterKittyGraphics, outerName?.hasPlaceholders ?? false { return .kitty }
    if hasKittyGraphics, name?.hasReliableKittyGraphics ?? true { return .kitty }
    if let name, name.prefersInlineImages { return .iterm }
    if hasSixels { return .sixel }
    if let name, name.hasInlineImages { return .iterm }
    return nil
  }

  /// The assumed cell size for terminals that don't report it.
  private static let defaultCell = PixelSize(width: 10, height: 20)
  /// The assumed limit: xterm's default, and that of earlier terminals.
  private static let defaultLargestSixel = PixelSize(width: 1000, height: 1000)

  private static func plausible(_ size: PixelSize, atMost most: Int) -> PixelSize? {
    (1...most).contains(size.width) && (1...most).contains(size.height) ? size : nil
  }
}

// MARK: - Environment and name

/// The kind of terminal according to the environment.
struct TerminalEnvironment {
  private let environment: [String: String]
  private let type: String

  init(_ environment: [String: String]) {
    self.environment = environment
    type = environment["TERM"] ?? ""
  }

  /// Indicates that queries are safe. Some consoles print them or have nothing to answer: those of
  /// Linux and BSD, terminals from before the VT300, and Emacs.
  var supportsQueries: Bool {
    let silent = [
      "linux", "dumb", "cons25", "ansi", "unknown", "eterm", "vt52", "vt1", "vt2", "sun",
    ]
    return !silent.contains { type.hasPrefix($0) } && environment["INSIDE_EMACS"] == nil
  }

  /// Indicates that the terminal parses link sequences or at least ignores them. VTE printed them
  /// before version 0.49, and 0.50.0 crashes on them; GNU screen drops links and has small buffers
  /// for sequences that it doesn't know. `NO_COLOR` doesn't affect links.
  var supportsLinks: Bool {
    let isScreen = !(environment["STY"] ?? "").isEmpty || type.hasPrefix("screen") && !isInTmux
    let isOldVTE = environment["VTE_VERSION"].flatMap { Int($0) }.map { $0 <= 5000 } ?? false
    return supportsQueries && !isScreen && !isOldVTE
  }

  var isMultiplexer: Bool {
    type.hasPrefix("tmux") || type.hasPrefix("screen") || isInTmux
      || !(environment["STY"] ?? "").isEmpty
  }

  var isInTmux: Bool { !(environment["TMUX"] ?? "").isEmpty }

  var isKitty: Bool { type == "xterm-kitty" }

  /// The terminal's name, for terminals that don't report it. `LC_TERMINAL` is passed on by ssh.
  /// Both variables are also visible inside a multiplexer, which may not support what the terminal
  /// does.
  var name: TerminalName? {
    if isMultiplexer { return nil }
    switch (environment["LC_TERMINAL"] ?? "", environment["TERM_PROGRAM"] ?? "") {
    case ("iTerm2", _), (_, "iTerm.app"): return TerminalName("iTerm2")
    case (_, "WezTerm"): return TerminalName("WezTerm")
    case (_, "mintty"): return TerminalName("mintty")
    default: return nil
    }
  }
}

/// Quirks of terminals by name, for cases where their answers alone are misleading.
struct TerminalName: Hashable {
  /// The answer to XTVERSION in lower case.
  private let text: String

  init(_ text: String) { self.text = text.lowercased() }

  private func begins(with names: String...) -> Bool { names.contains { text.hasPrefix($0) } }

  /// Indicates a multiplexer between this program and the terminal. It supports only those pictures
  /// that it reports.
  var isMultiplexer: Bool { begins(with: "tmux", "screen", "zellij") }

  /// Indicates that the terminal ignores unknown application program commands. Terminology and
  /// RLogin print them (https://github.com/hpjansson/chafa/issues/349); tmux and GNU screen use
  /// them as titles.
  var supportsApplicationCommands: Bool {
    !isMultiplexer && !begins(with: "terminology", "rlogin", "kermit")
  }

  /// Indicates a sound implementation of kitty's graphics. WezTerm answers the query if the user
  /// has enabled the protocol, but it ignores the request for no answers, and more
  /// (https://github.com/kovidgoyal/kitty/issues/6292).
  var hasReliableKittyGraphics: Bool { !begins(with: "wezterm") }

  /// Support for Unicode placeholders in place of kitty's pictures: kitty since 0.28, and Ghostty.
  /// Konsole and WezTerm show the placeholder characters.
  var hasPlaceholders: Bool {
    guard begins(with: "kitty(") else { return begins(with: "ghostty") }
    return !isOlder(than: [0, 28], after: "kitty(")
  }

  /// Indicates that the end of an emoji sequence is lost, while the cursor moves as if it wasn't:
  /// tmux before 3.6 keeps 21 bytes (https://github.com/tmux/tmux/issues/4506).
  var cutsLongEmoji: Bool { begins(with: "tmux") && isOlder(than: [3, 6], after: "tmux ") }

  /// Compares the version, which follows `prefix`.
  private func isOlder(than version: [Int], after prefix: String) -> Bool {
    text.dropFirst(prefix.count).split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
      .lexicographicallyPrecedes(version)
  }

  /// Support for iTerm2's inline images: https://iterm2.com/documentation-images.html
  var hasInlineImages: Bool { begins(with: "iterm2", "wezterm", "mintty", "konsole") }

  /// Indicates that inline images work better than sixels. WezTerm's sixels are incomplete
  /// (https://github.com/wezterm/wezterm/issues/217), and iTerm2 scales them on high-resolution
  /// screens (https://github.com/endernoke/ink-picture/issues/1).
  var prefersInlineImages: Bool { begins(with: "iterm2", "wezterm") }

  /// Support for inline images in several parts, which only iTerm2 has.
  var supportsMultipartImages: Bool { begins(with: "iterm2") }

  /// The maximum number of sixel pictures. xterm keeps this number (MAX_GRAPHICS in its graphics.c)
  /// and drops the oldest for a new one. So does tmux, for all its windows together (image.c: 10
  /// including the new one, 20 since 3.7).
  var pictureLimit: Int? { begins(with: "xterm(") ? 16 : begins(with: "tmux") ? 9 : nil }
}
