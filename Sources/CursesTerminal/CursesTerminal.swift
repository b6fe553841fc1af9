import CNcurses
import CWidth
import Dispatch
import System
import TerminalUI

/// The terminal that the program was started on. ncurses knows what it can do and writes what has
/// changed; what comes in is read here, byte by byte as it was sent (see `InputDecoder`).
///
/// Nothing runs while nothing happens: the main queue waits for the terminal and for signals.
@MainActor
package final class CursesTerminal: Terminal {
  package let events: AsyncStream<TerminalEvent>

  private let continuation: AsyncStream<TerminalEvent>.Continuation
  private let colors: ColorPairs
  private let screen: ScreenWriter
  private let shellModes: TypingModes
  private let pictures = PictureScreen()
  private let surroundings: TerminalEnvironment
  private let query: CapabilityQuery
  private var decoder: InputDecoder
  private let signals: SignalPipe
  private let input = KeyboardInput()
  private var window: WindowSize?
  private var hasAsked = false
  /// A frame that waits until a picture has been drawn.
  private var waiting: Frame?
  private var isGivenBack = false
  private var shown: (name: TerminalName?, synchronizes: Bool) = (nil, false)
  private var capsLock = CapsLockWatch()
  /// How often a sequence that had begun was waited for.
  private var settlings = 0
  private var isRestored = false

  /// Takes the terminal. `environment` is looked into for what it says of the terminal: `TERM`,
  /// `COLORTERM`, `NO_COLOR`, `TERM_PROGRAM` and their like. `photos` overrides what the terminal
  /// answers when it is asked how it shows pictures.
  package init(
    environment: [String: String], photos: PhotoDisplay = .auto, colors limit: ColorLimit = .auto
  ) throws(TerminalError) {
    guard let modes = TypingModes(of: .standardInput) else { throw .notATerminal(.input) }
    guard Descriptor.standardOutput.isTerminal else { throw .notATerminal(.output) }
    shellModes = modes
    (events, continuation) = AsyncStream.makeStream()
    signals = SignalPipe()
    do throws(TerminalError) {
      try Self.open(TerminalType(environment, colors: limit))
    } catch {
      signals.end()
      throw error
    }
    colors = ColorPairs(isMonochrome: !(environment["NO_COLOR"] ?? "").isEmpty)
    surroundings = TerminalEnvironment(environment)
    screen = ScreenWriter(colors: colors, takesLinks: surroundings.takesLinks)
    decoder = InputDecoder(keys: KeySequences(capability: TerminalModes.capability))
    query = CapabilityQuery(
      display: photos, surroundings: surroundings, write: TerminalModes.write)
    acquire()
    adoptSize()
    var known = query.facts(window: windowSize)
    // The environment may have been left by another terminal: first let this one speak.
    if photos == .auto { known.graphics = nil }
    adopt(known)
    query.conclude = { [weak self] in self?.learn() }
    pictures.changed = { [weak self] in self?.picturesChanged() }
    signals.watch { [weak self] in self?.receive(signal: $0) }
    input.watch { [weak self] in self?.readInput() }
  }

  package var size: Size { Size(columns: Int(pd_columns()), rows: Int(pd_rows())) }
  package var colorDepth: ColorDepth { colors.depth }
  package private(set) var facts = TerminalFacts()

  package func handled(_ event: TerminalEvent) { input.handled(event) }

  package func show(_ frame: Frame) {
    guard !isRestored else { return }
    if pictures.holdsScreen {
      waiting = frame
      return
    }
    waiting = nil
    if screen.needsNewColors(for: frame) {
      pictures.clear()
      screen.resetColors()
    }
    pictures.show(frame.grid.pictures) { screen.show(frame, size: size) }
    watchCapsLock(frame.watchesCapsLock)
    if !hasAsked {
      hasAsked = true
      query.ask()
    }
  }

  package func invalidate() {
    guard !isRestored else { return }
    pictures.clear()
    screen.invalidate()
  }

  package func use(_ photos: PhotoDisplay) {
    guard !isRestored, photos != query.display else { return }
    query.display = photos
    // What it has to be asked for that isn't known yet.
    hasAsked = false
    learn()
  }

  package func copy(_ text: String) -> Bool {
    guard !isRestored, surroundings.canBeAsked,
      let sequence = ClipboardSequence(text, throughTmux: surroundings.isInTmux)
    else { return false }
    pictures.writeBetween(sequence.bytes)
    return true
  }

  package func suspend() {
    guard !isRestored else { return }
    giveBack()
    signals.stop()
    acquire()
    hasAsked = false
    continuation.yield(.resumed)
    if adoptSize() { continuation.yield(.resize(size)) }
  }

  package func lend<Result>(_ body: () -> Result) -> Result {
    guard !isRestored else { return body() }
    giveBack()
    let result = signals.lend(body)
    acquire()
    if adoptSize() { continuation.yield(.resize(size)) }
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

  private static func open(_ type: TerminalType) throws(TerminalError) {
    pd_use_utf8()
    if AmbiguousWidth.current == .two {
      AmbiguousScalars.edges.withUnsafeBufferPointer { edges in
        if let first = edges.baseAddress { pd_widen(first, edges.count) }
      }
    }
    guard type.descriptions.contains(where: { pd_new_terminal($0) }) else {
      throw .unusable(type: type.name)
    }
    guard TerminalModes.capability("cup") != nil else {
      endwin()
      throw .unusable(type: type.name)
    }
    // Ctrl-C, Ctrl-Z, Ctrl-S and Ctrl-Q are keys here, and Enter is told from Ctrl-J.
    raw()
    noecho()
    nonl()
    // Else ncurses may move the rest of a line along, and a picture doesn't come with it.
    idcok(pd_screen(), false)
    // Else ncurses breaks off an update when a key waits, and nothing here would finish it.
    typeahead(-1)
  }

  private func acquire() {
    reset_prog_mode()
    TerminalModes.write(TerminalModes.on)
    isGivenBack = false
    armRescue()
    screen.invalidate()
  }

  private func giveBack() {
    pictures.clear()
    isGivenBack = true
    watchCapsLock(false)
    swallowAnswers()
    curs_set(1)
    TerminalModes.write(TerminalModes.off)
    endwin()
    TerminalRescue.disarm()
  }

  /// What takes pictures away may be long; what gives the screen back must never be cut off.
  private static let mostForPictures = 6 * 1024

  /// From now on, whatever ends the program gives the terminal back first.
  private func armRescue() {
    guard !isGivenBack else { return }
    let rescue = pictures.rescue
    TerminalRescue.arm(
      (rescue.count <= Self.mostForPictures ? rescue : [])
        + (capsLock.isReporting ? KeyReport.off : []) + TerminalModes.rescue(), shellModes)
  }

  /// Whether the terminal has another size than it had.
  @discardableResult
  private func adoptSize() -> Bool {
    guard let window = WindowSize.now() else { return false }
    defer { self.window = window }
    let hasOtherCells = window.cells != size
    // Without pixels nobody knows whether it is the window that has changed, or its letters.
    if let last = self.window, last != window, last.cell != window.cell || window.cell == nil {
      query.askSizes()
    }
    guard hasOtherCells else { return false }
    pictures.clear()
    resizeterm(Int32(window.cells.rows), Int32(window.cells.columns))
    screen.invalidate()
    return true
  }

  // MARK: What the terminal is

  private var windowSize: WindowSize { window ?? WindowSize(cells: size, pixels: nil) }

  /// Draws the conclusions of what the terminal has answered by now.
  private func learn() {
    guard !isRestored else { return }
    let found = query.facts(window: windowSize)
    let isNews = found != facts
    adopt(found)
    if isNews { continuation.yield(.learned(found)) }
  }

  private func adopt(_ found: TerminalFacts) {
    let answers = query.answers
    if found.graphics != facts.graphics || shown.name != answers.name
      || shown.synchronizes != answers.synchronizes
    {
      shown = (answers.name, answers.synchronizes)
      let placer = found.graphics?.placer(on: answers.name) { [weak self] in
        self?.size ?? Size(columns: 0, rows: 0)
      }
      pictures.use(placer, synchronizes: answers.synchronizes)
    }
    facts = found
    watchCapsLock(capsLock.isWanted)
  }

  private func watchCapsLock(_ isWanted: Bool) {
    let wasReporting = capsLock.isReporting
    capsLock.watch(isWanted, reportsKeys: query.answers.reportsKeys)
    if capsLock.isReporting != wasReporting { armRescue() }
    if let news = capsLock.news {
      continuation.yield(.capsLock(news))
      input.deliver(1)
    }
  }

  private func picturesChanged() {
    armRescue()
    guard !isGivenBack, !pictures.holdsScreen, let frame = waiting else { return }
    show(frame)
  }

  /// Answers that are still on their way would be typed into the shell: waits for them, but not
  /// long. What comes after them is for whoever has the terminal then, so it is read by the byte.
  private func swallowAnswers() {
    // What has only begun will be asked anew, if there is another time.
    if query.isOpen { hasAsked = false }
    query.stop()
    decoder.expectsReplies = true
    let deadline = ContinuousClock.now + query.timeToLeave
    var byte: [UInt8] = [0]
    while query.isOpen {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0, Descriptor.standardInput.isReadable(within: Int(left.rounded(.up))),
        (try? Descriptor.standardInput.read(into: &byte)) == 1
      else { break }
      decoder.feed(byte, at: .now)
      query.receive(decoder.drainReplies())
    }
    // Keys that were pressed before them were meant for neither.
    _ = decoder.settle()
  }

  // MARK: What comes in

  private func receive(signal: Signal) {
    guard !isRestored else { return }
    switch signal {
    case .windowChange:
      if adoptSize() { continuation.yield(.resize(size)) }
    case .stop: suspend()
    case .go:
      // Stopped by a signal that nobody can catch: whoever had the terminal left it as they liked.
      giveBack()
      acquire()
      hasAsked = false
      continuation.yield(.resumed)
      if adoptSize() { continuation.yield(.resize(size)) }
    default: terminate()
    }
  }

  /// How long it may be the beginning of an answer that is on its way.
  private static let replyDelay = DispatchTimeInterval.milliseconds(150)

  private func readInput() {
    decoder.expectsReplies = query.mayBeAnswered
    let reading = input.read(into: &decoder)
    guard reading != .gone else { return terminate() }
    let isPatient = reading == .whole && query.isFresh && decoder.isAmbiguous
    deliver(reading == .part ? decoder.drainEvents() : decoder.settle(withPatience: isPatient))
    query.receive(decoder.drainReplies())
    decoder.expectsReplies = query.mayBeAnswered
    if isPatient { giveUpLater() }
  }

  private func deliver(_ events: [TerminalEvent]) {
    if !events.isEmpty { pictures.keyPressed() }
    watchCapsLock(capsLock.isWanted)
    for event in events { continuation.yield(event) }
    input.deliver(events.count)
  }

  /// Once nothing follows a sequence that has begun, it was a key.
  private func giveUpLater() {
    settlings += 1
    let settling = settlings
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.replyDelay) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.settlings == settling, !self.isRestored else { return }
        self.deliver(self.decoder.settle())
      }
    }
  }

  private func terminate() {
    signals.endInTime()
    for event in decoder.finish() { continuation.yield(event) }
    continuation.yield(.terminate)
  }
}

/// What the environment says of the terminal, and which of terminfo's descriptions fit it.
struct TerminalType {
  /// `TERM`, empty when it is unset.
  let name: String
  /// The descriptions to try, the best first.
  let descriptions: [String]

  init(_ environment: [String: String], colors: ColorLimit = .auto) {
    name = environment["TERM"] ?? ""
    var descriptions: [String] = []
    if colors == .palette {
      if name.hasSuffix("-direct") {
        descriptions.append(name.dropLast("-direct".count) + "-256color")
      }
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") {
      // By convention COLORTERM tells of colors that TERM can't. The descriptions of terminals
      // that take them as they are end in -direct; where they aren't installed, 256 have to do.
      // (A terminal that is asked for its name later may turn out to know more, but ncurses takes
      // a description once and for all.)
      var base = name == "xterm-kitty" ? "kitty" : name
      if base.hasSuffix("-256color") { base.removeLast("-256color".count) }
      if !base.isEmpty && !base.hasSuffix("-direct") { descriptions.append(base + "-direct") }
    }
    if !name.isEmpty { descriptions.append(name) }
    self.descriptions = descriptions + ["xterm-256color"]
  }
}

/// The window as the kernel knows it.
struct WindowSize: Hashable {
  var cells: Size
  /// `nil` where the terminal hasn't told.
  var pixels: PixelSize?

  /// `nil` when the kernel doesn't know the size.
  static func now() -> WindowSize? {
    guard let window = Descriptor.standardOutput.window else { return nil }
    let pixels = PixelSize(width: window.width, height: window.height)
    return WindowSize(
      cells: Size(columns: window.columns, rows: window.rows),
      pixels: pixels.width > 0 && pixels.height > 0 ? pixels : nil)
  }

  /// The size of a cell. What is left over is a margin: xterm counts its own among the pixels.
  var cell: PixelSize? {
    guard let pixels, cells.columns > 0, cells.rows > 0 else { return nil }
    let cell = PixelSize(width: pixels.width / cells.columns, height: pixels.height / cells.rows)
    return cell.width > 0 && cell.height > 0 ? cell : nil
  }
}
