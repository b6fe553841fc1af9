import CNcurses
import Dispatch
import Glibc
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
  private let shellModes: termios
  private var decoder: InputDecoder
  private let signals: SignalPipe
  private var input: (any DispatchSourceRead)?
  private var isRestored = false

  /// Takes the terminal. `environment` is looked into for `TERM`, `COLORTERM` and `NO_COLOR`.
  package init(environment: [String: String]) throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1 else { throw .notATerminal(.input) }
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal(.output) }
    var modes = termios()
    tcgetattr(STDIN_FILENO, &modes)
    shellModes = modes
    (events, continuation) = AsyncStream.makeStream()
    signals = SignalPipe()
    do throws(TerminalError) {
      try Self.open(TerminalType(environment))
    } catch {
      signals.end()
      throw error
    }
    colors = ColorPairs(isMonochrome: !(environment["NO_COLOR"] ?? "").isEmpty)
    screen = ScreenWriter(colors: colors)
    decoder = InputDecoder(keys: KeySequences(capability: TerminalModes.capability))
    take()
    adoptSize()
    signals.watch { [weak self] in self?.receive(signal: $0) }
    watchInput()
  }

  package var size: Size { Size(columns: Int(pd_columns()), rows: Int(pd_rows())) }
  package var colorDepth: ColorDepth { colors.depth }
  package private(set) var facts = TerminalFacts()

  package func show(_ frame: Frame) {
    if !isRestored { screen.show(frame, size: size) }
  }

  package func invalidate() {
    if !isRestored { screen.invalidate() }
  }

  package func suspend() {
    guard !isRestored else { return }
    giveBack()
    signals.stop()
    take()
    continuation.yield(.resumed)
    if adoptSize() { continuation.yield(.resize(size)) }
  }

  package func lend<Result>(_ body: () -> Result) -> Result {
    guard !isRestored else { return body() }
    giveBack()
    let result = signals.lend(body)
    take()
    if adoptSize() { continuation.yield(.resize(size)) }
    return result
  }

  package func restore() {
    guard !isRestored else { return }
    isRestored = true
    giveBack()
    input?.cancel()
    input = nil
    signals.end()
    continuation.finish()
  }

  // MARK: Taking and giving back

  private static func open(_ type: TerminalType) throws(TerminalError) {
    pd_use_utf8()
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
    // Else ncurses breaks off an update when a key waits, and nothing here would finish it.
    typeahead(-1)
  }

  private func take() {
    reset_prog_mode()
    TerminalModes.write(TerminalModes.on)
    CrashGuard.arm(writing: TerminalModes.rescue(), modes: shellModes)
    screen.invalidate()
  }

  private func giveBack() {
    curs_set(1)
    TerminalModes.write(TerminalModes.off)
    endwin()
    CrashGuard.disarm()
  }

  /// Whether the terminal has another size than it had.
  @discardableResult
  private func adoptSize() -> Bool {
    var window = winsize()
    guard pd_terminal_size(&window) == 0, window.ws_col > 0, window.ws_row > 0 else { return false }
    guard Size(columns: Int(window.ws_col), rows: Int(window.ws_row)) != size else { return false }
    resizeterm(Int32(window.ws_row), Int32(window.ws_col))
    screen.invalidate()
    return true
  }

  // MARK: What comes in

  private func receive(signal: Int32) {
    guard !isRestored else { return }
    switch signal {
    case SIGWINCH:
      if adoptSize() { continuation.yield(.resize(size)) }
    case SIGTSTP: suspend()
    case SIGCONT:
      // Stopped by a signal that nobody can catch: whoever had the terminal left it as they liked.
      giveBack()
      take()
      continuation.yield(.resumed)
      if adoptSize() { continuation.yield(.resize(size)) }
    default: terminate()
    }
  }

  private func watchInput() {
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readInput() } }
    source.activate()
    input = source
  }

  /// How long Esc may be the beginning of a longer sequence, in milliseconds.
  private static let escapeDelay: Int32 = 25

  private func readInput() {
    var buffer = [UInt8](repeating: 0, count: 16384)
    while pd_readable(STDIN_FILENO, decoder.isAmbiguous ? Self.escapeDelay : 0) {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else {
        input?.cancel()
        input = nil
        terminate()
        return
      }
      decoder.feed(Array(buffer[..<count]), at: .now)
    }
    for event in decoder.settle() { continuation.yield(event) }
  }

  private func terminate() {
    for event in decoder.finish() { continuation.yield(event) }
    continuation.yield(.terminate)
  }
}
