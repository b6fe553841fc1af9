import Dispatch
import TerminalUI

/// Asks the terminal about itself and waits for nothing: the answers come in among the keys.
@MainActor
final class CapabilityQuery {
  /// How long the answers may take before the program goes on with those that have come. Later
  /// ones still count.
  private static let deadline = DispatchTimeInterval.seconds(2)
  /// After which none is expected any more.
  private static let patience = Duration.seconds(20)

  var display: PhotoDisplay
  private let surroundings: TerminalEnvironment
  private let write: @MainActor ([UInt8]) -> Void
  /// Called when all answers have come, and when they are late.
  var conclude: (@MainActor () -> Void)?
  private(set) var answers = TerminalAnswers()
  /// How many answers to DA1 are still to come.
  private var fences = 0
  private var round = Round.second
  private var generation = 0
  private var isLate = false
  private var sizesHaveChanged = false
  private var lastAsked = ContinuousClock.now

  private var hasAskedBeyondTmux = false

  /// Until when an answer may come that nobody waits for any more.
  private var strayAnswersEnd = ContinuousClock.now

  private enum Round { case first, second, beyondTmux }

  init(
    display: PhotoDisplay, surroundings: TerminalEnvironment,
    write: @escaping @MainActor ([UInt8]) -> Void
  ) {
    self.display = display
    self.surroundings = surroundings
    self.write = write
  }

  /// Answers are still to come.
  var isOpen: Bool { fences > 0 && .now - lastAsked < Self.patience }
  /// Answers may still come.
  var mayBeAnswered: Bool { isOpen || .now < strayAnswersEnd }
  /// How long whoever gives the terminal back waits for them. What tmux doesn't let through is never
  /// answered.
  var timeToLeave: Duration {
    let most = Duration.milliseconds(250)
    return round == .beyondTmux ? most - (.now - lastAsked) : most
  }
  /// They are to come any moment: a sequence that stops in its middle will go on.
  var isFresh: Bool { isOpen && !isLate }

  func facts(window: WindowSize) -> TerminalFacts {
    answers.facts(display, surroundings, window: window)
  }

  /// Asks everything.
  func ask() {
    guard surroundings.canBeAsked else { return }
    answers = TerminalAnswers()
    hasAskedBeyondTmux = false
    round = .first
    put(TerminalQuestions.first)
  }

  /// Asks for the size of the cells again; once more, if it changes while answers are on their way.
  func askSizes() {
    guard surroundings.canBeAsked else {
      conclude?()
      return
    }
    if isOpen {
      sizesHaveChanged = true
      return
    }
    answers.forgetSizes()
    put(TerminalQuestions.size)
  }

  /// Asks nothing more, whatever the answers are, until it is told to.
  func stop() {
    if round == .first { round = .second }
    hasAskedBeyondTmux = true
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
      let questions = TerminalQuestions.second(after: answers, surroundings, display)
      if !questions.isEmpty {
        put(questions)
        return
      }
    }
    if round == .beyondTmux { round = .second }
    generation += 1
    isLate = false
    if sizesHaveChanged {
      sizesHaveChanged = false
      askSizes()
    } else {
      conclude?()
      if !hasAskedBeyondTmux { askBeyondTmux() }
    }
  }

  /// Asks the terminal that tmux runs in, where there is one. No answer has to come.
  private func askBeyondTmux() {
    hasAskedBeyondTmux = true
    let questions = TerminalQuestions.beyondTmux(surroundings, display)
    guard !questions.isEmpty else { return }
    round = .beyondTmux
    put(questions)
  }

  /// tmux doesn't let the questions through, as it seems.
  private func giveUpBeyondTmux() {
    fences = 0
    round = .second
    strayAnswersEnd = .now + Self.patience
    guard sizesHaveChanged else { return }
    sizesHaveChanged = false
    askSizes()
  }

  private func record(_ reply: TerminalReply) {
    switch reply {
    case .name(let name) where surroundings.isInTmux && !TerminalName(name).isMultiplexer:
      answers.recordBeyondTmux(reply)
    case .kitty where surroundings.isInTmux: answers.recordBeyondTmux(reply)
    case .attributes where round == .beyondTmux || fences == 0: break
    default: answers.record(reply)
    }
  }

  private func put(_ questions: [UInt8]) {
    fences += 1
    isLate = false
    lastAsked = .now
    generation += 1
    write(questions)
    let asked = generation
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.deadline) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.generation == asked else { return }
        self.isLate = true
        self.conclude?()
        if self.round == .beyondTmux { self.giveUpBeyondTmux() }
      }
    }
  }
}

/// What the terminal is asked, in two rounds: the second depends on the answers to the first. Each
/// ends with DA1, which every terminal answers, and in turn: what hasn't been answered by then
/// won't be.
enum TerminalQuestions {
  private static let attributes = "\u{1B}[c"

  /// Its name, its cell's size, its background. Every terminal that `canBeAsked` reads these and
  /// shows nothing of them.
  static let first = bytes("\u{1B}[>q\u{1B}[16t\u{1B}[14t\u{1B}]11;?\u{1B}\\" + attributes)

  /// The size of the cells alone, after the window's font has changed.
  static let size = bytes("\u{1B}[16t\u{1B}[14t" + attributes)

  /// What only those are asked who have told their names or shown that they know more; nothing
  /// where there is nothing to ask. (Apple's Terminal, for one, has no name to tell and prints the
  /// end of a question about a mode.)
  static func second(
    after answers: TerminalAnswers, _ surroundings: TerminalEnvironment, _ display: PhotoDisplay
  ) -> [UInt8] {
    var text = ""
    if answers.name != nil { text += "\u{1B}[?2026$p" + KeyReport.question }
    if display == .auto, !surroundings.isMultiplexer,
      answers.name?.takesApplicationCommands ?? surroundings.isKitty
    {
      text += graphics
    }
    if display == .sixel || display == .auto && answers.hasSixels {
      // The colors, the size that fits the window, and the largest size.
      text += "\u{1B}[?1;1;0S\u{1B}[?2;1;0S\u{1B}[?2;4;0S"
    }
    return text.isEmpty ? [] : bytes(text + attributes)
  }

  /// One pixel, not to be kept.
  private static let graphics = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

  /// What the terminal that tmux runs in is asked: its name, and for kitty's graphics; nothing where that
  /// doesn't matter. Unless tmux lets it through, there is no answer.
  static func beyondTmux(_ surroundings: TerminalEnvironment, _ display: PhotoDisplay) -> [UInt8] {
    guard surroundings.isInTmux, display == .auto else { return [] }
    return TmuxPassthrough.wrapped(bytes("\u{1B}[>q" + graphics + attributes))
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}

/// What a terminal answers when it is asked about itself (`ctlseqs.ms`, kitty's graphics protocol).
enum TerminalReply: Hashable {
  /// XTVERSION: name and version, as the terminal spells them.
  case name(String)
  /// DA1: the level of conformance, and what it can do beyond.
  case attributes([Int])
  /// kitty's graphics protocol is understood, or the picture that was asked about isn't.
  case kitty(isUnderstood: Bool)
  case cell(PixelSize)
  /// The part of the window that holds text.
  case textArea(PixelSize)
  /// XTSMGRAPHICS: 1 color registers, 2 the size of sixel pictures; no values when it failed.
  case graphics(item: Int, values: [Int])
  /// OSC 11: 0xRRGGBB
  case background(UInt32)
  /// DECRQM: whether the terminal knows a mode.
  case mode(Int, isKnown: Bool)
  /// It knows kitty's keyboard protocol.
  case keyReports

  /// A control sequence `ESC [ parameters final`.
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
      // 1 set, 2 reset, 3 set for good; 0 unknown, 4 reset for good.
      self = .mode(numbers[0], isKnown: (1...3).contains(numbers[1]))
    case (false, UInt8(ascii: "t")):
      guard numbers.count == 3, numbers[0] == 4 || numbers[0] == 6 else { return nil }
      let size = PixelSize(width: numbers[2], height: numbers[1])
      self = numbers[0] == 4 ? .textArea(size) : .cell(size)
    default: return nil
    }
  }

  /// A string's content, without its introducer's Esc and without its end.
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

  /// Whether bytes after an Esc may begin a reply, of the kind that nobody types. So many bytes
  /// are needed to tell.
  static func isBeginning(_ bytes: ArraySlice<UInt8>, atLeast count: Int = 2) -> Bool {
    bytes.count >= count
      && Self.beginnings.contains { bytes.starts(with: $0) || $0.starts(with: bytes) }
  }

  private static let beginnings: [[UInt8]] = [
    "[?", "[4;", "[6;", "P>|", "P1$", "P0$", "]11;", "_G",
  ].map { Array($0.utf8) }

  /// The parameters of a control sequence.
  static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      part.prefix { (0x30...0x39).contains($0) }
        .reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 24) }
    }
  }

  /// A color as X11 writes it: `rgb:ff/80/00`, with one to four digits each; `rgba:` has a
  /// fourth part, which doesn't matter here.
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

/// What the environment says of the terminal's kind.
struct TerminalEnvironment {
  private let environment: [String: String]
  private let type: String

  init(_ environment: [String: String]) {
    self.environment = environment
    type = environment["TERM"] ?? ""
  }

  /// Consoles that print a question, or have nothing to answer: Linux' and BSD's, terminals from
  /// before the VT300, and Emacs.
  var canBeAsked: Bool {
    let silent = [
      "linux", "dumb", "cons25", "ansi", "unknown", "eterm", "vt52", "vt1", "vt2", "sun",
    ]
    return !silent.contains { type.hasPrefix($0) } && environment["INSIDE_EMACS"] == nil
  }

  /// Whether it reads the sequences of links, or passes over them. Terminals made with VTE printed
  /// them before its version 0.49, and 0.50.0 crashes on them; GNU screen keeps none and has little
  /// room for what it doesn't know. Links are no color: `NO_COLOR` leaves them.
  var takesLinks: Bool {
    let isScreen = !(environment["STY"] ?? "").isEmpty || type.hasPrefix("screen") && !isInTmux
    let isOldVTE = environment["VTE_VERSION"].flatMap { Int($0) }.map { $0 <= 5000 } ?? false
    return canBeAsked && !isScreen && !isOldVTE
  }

  var isMultiplexer: Bool {
    type.hasPrefix("tmux") || type.hasPrefix("screen") || isInTmux
      || !(environment["STY"] ?? "").isEmpty
  }

  var isInTmux: Bool { !(environment["TMUX"] ?? "").isEmpty }

  var isKitty: Bool { type == "xterm-kitty" }

  /// The terminal's name where it hasn't told it itself. `LC_TERMINAL` comes along over ssh. Both
  /// reach through a multiplexer, which says nothing of what that can show.
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

/// What is known of terminals by their names, where their answers alone would mislead.
struct TerminalName: Hashable {
  /// As XTVERSION gives it, in lower case.
  private let text: String

  init(_ text: String) { self.text = text.lowercased() }

  private func begins(with names: String...) -> Bool { names.contains { text.hasPrefix($0) } }

  /// Programs that stand between this one and the terminal. They keep no pictures but those that
  /// they say they can.
  var isMultiplexer: Bool { begins(with: "tmux", "screen", "zellij") }

  /// Terminology and RLogin print an application program command instead of passing it over
  /// (https://github.com/hpjansson/chafa/issues/349); tmux and GNU screen take it for a title.
  var takesApplicationCommands: Bool {
    !isMultiplexer && !begins(with: "terminology", "rlogin", "kermit")
  }

  /// WezTerm answers kitty's question once its user has switched that protocol on, but ignores
  /// that no answers are wanted and much else of it
  /// (https://github.com/kovidgoyal/kitty/issues/6292).
  var hasSoundKittyGraphics: Bool { !begins(with: "wezterm") }

  /// Text may stand for kitty's pictures: kitty since 0.28, and Ghostty. Konsole and WezTerm show the
  /// characters themselves.
  var hasPlaceholders: Bool {
    guard begins(with: "kitty(") else { return begins(with: "ghostty") }
    let version = text.dropFirst(6).split(separator: ".").map {
      Int($0.prefix { $0.isNumber }) ?? 0
    }
    return version.lexicographicallyPrecedes([0, 28]) == false
  }

  /// Inline images as iTerm2 has them: https://iterm2.com/documentation-images.html
  var hasInlineImages: Bool { begins(with: "iterm2", "wezterm", "mintty", "konsole") }

  /// WezTerm's sixels are unfinished (https://github.com/wezterm/wezterm/issues/217), and iTerm2
  /// scales them on screens of high resolution (https://github.com/endernoke/ink-picture/issues/1).
  var prefersInlineImages: Bool { begins(with: "iterm2", "wezterm") }

  /// iTerm2 alone takes an inline image in parts.
  var takesImagesInParts: Bool { begins(with: "iterm2") }

  /// xterm has room for so many sixel pictures (MAX_GRAPHICS in its graphics.c) and forgets the
  /// oldest for a new one. So does tmux (image.c: 10 with the one that comes, 20 since 3.7), in all its
  /// windows together.
  var pictureLimit: Int? { begins(with: "xterm(") ? 16 : begins(with: "tmux") ? 9 : nil }
}
