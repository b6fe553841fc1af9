import CNcurses
import CWidth
import Dispatch
import System
import TerminalUI

/// The terminal that the program was started on. Output uses ncurses, which knows the terminal's
/// capabilities and writes only changes; input is read directly, byte by byte (see `InputDecoder`).
///
/// The main queue waits for the terminal and for signals, so nothing runs in between.
@MainActor
package final class CursesTerminal: Terminal {
  package let events: AsyncStream<TerminalEvent>

  private let continuation: AsyncStream<TerminalEvent>.Continuation
  private let colors: ColorPairs
  private let screen: ScreenWriter
  private let shellModes: InputModes
  private let pictures = PictureScreen()
  private let terminalEnvironment: TerminalEnvironment
  private let query: CapabilityQuery
  private var decoder: InputDecoder
  private let signals: SignalPipe
  private let input = KeyboardInput()
  private var window: WindowSize?
  private var hasQueried = false
  /// The latest frame, delayed until the picture in progress is complete.
  private var waiting: Frame?
  private var isReleased = false
  private var placerSettings: (name: TerminalName?, synchronizes: Bool) = (nil, false)
  private var capsLock = CapsLockWatch()
  /// The number of times that the rest of an incomplete sequence was awaited.
  private var settleCount = 0
  private var isRestored = false

  /// Opens the terminal. `environment` supplies `TERM`, `COLORTERM`, `NO_COLOR`, `TERM_PROGRAM` and
  /// the like. `photos` overrides the method for pictures that the terminal reports.
  /// - Throws: `TerminalError` if standard input or output isn't a terminal, or if its type is
  ///   unknown or can't position the cursor.
  package init(
    environment: [String: String], photos: PhotoDisplay = .auto, colors limit: ColorLimit = .auto
  ) throws(TerminalError) {
    guard let modes = InputModes(of: .standardInput) else { throw .notATerminal(.input) }
    guard Descriptor.standardOutput.isTerminal else { throw .notATerminal(.output) }
    shellModes = modes
    (events, continuation) = AsyncStream.makeStream()
    signals = SignalPipe()
    do {
      try Self.open(TerminalType(environment, colors: limit))
    } catch {
      signals.end()
      throw error
    }
    colors = ColorPairs(isMonochrome: !(environment["NO_COLOR"] ?? "").isEmpty)
    terminalEnvironment = TerminalEnvironment(environment)
    screen = ScreenWriter(colors: colors, supportsLinks: terminalEnvironment.supportsLinks)
    decoder = InputDecoder(keys: KeySequences(capability: TerminalModes.capability))
    query = CapabilityQuery(
      display: photos, terminalEnvironment: terminalEnvironment, write: TerminalModes.write)
    acquire()
    updateSize()
    var known = query.facts(window: windowSize)
    // Another terminal may have left the environment, so wait for this one's answers.
    if photos == .auto { known.graphics = nil }
    setFacts(known)
    query.conclude = { [weak self] in self?.updateFacts() }
    query.probeEmoji = { [weak self] in self?.probeEmoji() }
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
    if !hasQueried {
      hasQueried = true
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
    // Send the queries that the new method depends on.
    hasQueried = false
    updateFacts()
  }

  package func copy(_ text: String) -> Bool {
    guard !isRestored, terminalEnvironment.supportsQueries,
      let sequence = ClipboardSequence(text, throughTmux: terminalEnvironment.isInTmux)
    else { return false }
    pictures.writeBetween(sequence.bytes)
    return true
  }

  package func suspend() {
    guard !isRestored else { return }
    release()
    signals.stop()
    acquire()
    hasQueried = false
    continuation.yield(.resumed)
    if updateSize() { continuation.yield(.resize(size)) }
  }

  package func lend<Result>(_ body: () -> Result) -> Result {
    guard !isRestored else { return body() }
    release()
    let result = signals.lend(body)
    acquire()
    if updateSize() { continuation.yield(.resize(size)) }
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

  private static func open(_ type: TerminalType) throws(TerminalError) {
    pd_use_utf8()
    if AmbiguousWidth.current == .two {
      UnicodeTable.ambiguous.numbers.withUnsafeBufferPointer { edges in
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
    // Ctrl-C, Ctrl-Z, Ctrl-S and Ctrl-Q are keys of the program, and Enter differs from Ctrl-J.
    raw()
    noecho()
    nonl()
    // Otherwise ncurses may shift the rest of a line, and a picture in it doesn't move along.
    idcok(pd_screen(), false)
    // Otherwise ncurses interrupts an update when a key is waiting, and nothing would resume it.
    typeahead(-1)
  }

  private func acquire() {
    reset_prog_mode()
    TerminalModes.write(TerminalModes.on)
    isReleased = false
    armRescue()
    screen.invalidate()
  }

  private func release() {
    pictures.clear()
    isReleased = true
    watchCapsLock(false)
    drainAnswers()
    curs_set(1)
    TerminalModes.write(TerminalModes.off)
    endwin()
    TerminalRescue.disarm()
  }

  /// The maximum length of the sequences that remove pictures. They may be cut, but never the ones
  /// that restore the screen.
  private static let maxPictureRescue = 6 * 1024

  /// Stores the sequences that restore the terminal if the program ends abnormally.
  private func armRescue() {
    guard !isReleased else { return }
    let rescue = pictures.rescue
    TerminalRescue.arm(
      (rescue.count <= Self.maxPictureRescue ? rescue : [])
        + (capsLock.isReporting ? KeyReport.off : []) + TerminalModes.rescue(), shellModes)
  }

  /// Updates the size. Returns whether the number of cells has changed.
  @discardableResult
  private func updateSize() -> Bool {
    guard let window = WindowSize.now() else { return false }
    defer { self.window = window }
    let hasOtherCells = window.cells != size
    // Without pixels it isn't known whether the window or its font has changed.
    if let last = self.window, last != window, last.cell != window.cell || window.cell == nil {
      query.querySizes()
    }
    guard hasOtherCells else { return false }
    pictures.clear()
    resizeterm(Int32(window.cells.rows), Int32(window.cells.columns))
    screen.invalidate()
    return true
  }

  // MARK: Properties

  private var windowSize: WindowSize { window ?? WindowSize(cells: size, pixels: nil) }

  /// Updates the properties from the answers so far.
  private func updateFacts() {
    guard !isRestored else { return }
    let found = query.facts(window: windowSize)
    let hasChanged = found != facts
    setFacts(found)
    if hasChanged { continuation.yield(.learned(found)) }
  }

  private func setFacts(_ found: TerminalFacts) {
    let answers = query.answers
    if found.graphics != facts.graphics || placerSettings.name != answers.name
      || placerSettings.synchronizes != answers.synchronizes
    {
      placerSettings = (answers.name, answers.synchronizes)
      let placer = found.graphics?.placer(
        on: answers.name, screen: { [weak self] in self?.size ?? Size(columns: 0, rows: 0) },
        text: { [weak self] in self?.screen.text(in: $0) ?? [] })
      pictures.use(placer, synchronizes: answers.synchronizes)
    }
    facts = found
    EmojiSequences.use(found.emoji)
    watchCapsLock(capsLock.isWanted)
  }

  /// Measures emoji sequences, in a row that is immediately written again.
  private func probeEmoji() {
    guard let shown = screen.shown, EmojiProbe.fits(size) else { return }
    pictures.writeBetween(EmojiProbe.bytes)
    pictures.show(shown.pictures) { screen.rewrite(row: EmojiProbe.row, size: size) }
  }

  private func watchCapsLock(_ isWanted: Bool) {
    let wasReporting = capsLock.isReporting
    capsLock.watch(isWanted, reportsKeys: query.answers.reportsKeys)
    if capsLock.isReporting != wasReporting { armRescue() }
    if let change = capsLock.change {
      continuation.yield(.capsLock(change))
      input.deliver(1)
    }
  }

  private func picturesChanged() {
    armRescue()
    guard !isReleased, !pictures.holdsScreen, let frame = waiting else { return }
    show(frame)
  }

  /// Waits briefly for outstanding answers, which would otherwise be typed into the shell. Input
  /// after them belongs to the next program, so it is read byte by byte.
  private func drainAnswers() {
    // Rounds that are incomplete start over the next time.
    if query.isOpen { hasQueried = false }
    query.stop()
    decoder.expectsReplies = true
    let deadline = ContinuousClock.now + query.exitTimeout
    var byte: [UInt8] = [0]
    while query.isOpen {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0, Descriptor.standardInput.isReadable(within: Int(left.rounded(.up))),
        (try? Descriptor.standardInput.read(into: &byte)) == 1
      else { break }
      decoder.feed(byte, at: .now)
      query.receive(decoder.drainReplies())
    }
    // Keys pressed before the answers belong to neither program.
    _ = decoder.settle()
  }

  // MARK: Input

  private func receive(signal: Signal) {
    guard !isRestored else { return }
    switch signal {
    case .windowChange:
      if updateSize() { continuation.yield(.resize(size)) }
    case .suspend: suspend()
    case .resume:
      // The program was stopped by SIGSTOP, so the terminal's state is unknown.
      release()
      acquire()
      hasQueried = false
      continuation.yield(.resumed)
      if updateSize() { continuation.yield(.resize(size)) }
    default: terminate()
    }
  }

  /// The time to wait for the rest of a sequence that may be an answer.
  private static let replyDelay = DispatchTimeInterval.milliseconds(150)

  private func readInput() {
    decoder.expectsReplies = query.mayBeAnswered
    let reading = input.read(into: &decoder)
    guard reading != .gone else { return terminate() }
    let isPatient = reading == .whole && query.isFresh && decoder.isAmbiguous
    deliver(reading == .part ? decoder.drainEvents() : decoder.settle(withPatience: isPatient))
    query.receive(decoder.drainReplies())
    decoder.expectsReplies = query.mayBeAnswered
    if isPatient { settleLater() }
  }

  private func deliver(_ events: [TerminalEvent]) {
    if !events.isEmpty { pictures.keyPressed() }
    watchCapsLock(capsLock.isWanted)
    for event in events { continuation.yield(event) }
    input.deliver(events.count)
  }

  /// Treats an incomplete sequence as a key if nothing follows it.
  private func settleLater() {
    settleCount += 1
    let count = settleCount
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.replyDelay) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.settleCount == count, !self.isRestored else { return }
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

// MARK: - Terminal type and window size

/// The terminal type from the environment, and the terminfo descriptions that fit it.
struct TerminalType {
  /// The value of `TERM`, or an empty string.
  let name: String
  /// The names of the descriptions to try, best first.
  let descriptions: [String]

  init(_ environment: [String: String], colors: ColorLimit = .auto) {
    name = environment["TERM"] ?? ""
    var descriptions: [String] = []
    if colors == .palette {
      if name.hasSuffix("-direct") {
        descriptions.append(name.dropLast("-direct".count) + "-256color")
      }
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") {
      // By convention, COLORTERM reports colors that TERM can't. The descriptions of terminals with
      // direct colors end in -direct; where they aren't installed, 256 colors have to do. (A later
      // answer may show that a terminal supports more, but ncurses can't change its description.)
      var base = name == "xterm-kitty" ? "kitty" : name
      if base.hasSuffix("-256color") { base.removeLast("-256color".count) }
      if !base.isEmpty && !base.hasSuffix("-direct") { descriptions.append(base + "-direct") }
    }
    if !name.isEmpty { descriptions.append(name) }
    self.descriptions = descriptions + ["xterm-256color"]
  }
}

/// The size of the window according to the kernel.
struct WindowSize: Hashable {
  var cells: Size
  /// The size in pixels, or `nil` if the terminal didn't set it.
  var pixels: PixelSize?

  /// Returns the current size, or `nil` if the kernel doesn't know it.
  static func now() -> WindowSize? {
    guard let window = Descriptor.standardOutput.terminalSize else { return nil }
    let pixels = PixelSize(width: window.width, height: window.height)
    return WindowSize(
      cells: Size(columns: window.columns, rows: window.rows),
      pixels: pixels.width > 0 && pixels.height > 0 ? pixels : nil)
  }

  /// The size of a cell in pixels. The remainder is a margin, which xterm includes.
  var cell: PixelSize? {
    guard let pixels, cells.columns > 0, cells.rows > 0 else { return nil }
    let cell = PixelSize(width: pixels.width / cells.columns, height: pixels.height / cells.rows)
    return cell.width > 0 && cell.height > 0 ? cell : nil
  }
}
