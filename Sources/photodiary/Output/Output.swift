import DiaryApp
import DiaryCore
import DiarySettings
import Localization
import System
import TerminalUI

/// Standard output: buffered, and every failure to write is noticed.
struct Output: ~Copyable {
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  private init() { buffer.reserveCapacity(Self.bufferSize) }

  /// Writes what `body` gives, all of it by the time this returns.
  static func write(_ body: (inout Output) throws -> Void) throws {
    var output = Output()
    try body(&output)
    try output.flush()
  }

  /// Bytes that are safe for a terminal.
  mutating func bytes(_ bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Text that is safe for a terminal.
  mutating func text(_ text: String) throws { try bytes(text.utf8) }

  /// One line, made safe for a terminal.
  mutating func line(_ text: some StringProtocol) throws {
    try bytes(text.printable.utf8)
    try line()
  }

  /// An empty line, or the end of one.
  mutating func line() throws { try bytes([0x0A]) }

  private mutating func flush() throws {
    // A reader that stops must not end the program by a signal: what it does after may matter.
    Signal.brokenPipe.ignore()
    do throws(ErrorNumber) {
      try Descriptor.standardOutput.write(buffer)
    } catch {
      guard error != .brokenPipe else { throw ReaderIsGone() }
      throw CommandError(
        localized("Couldn't write the output: \(error.words). What was saved stays saved."))
    }
    buffer.removeAll(keepingCapacity: true)
  }

  static var isTerminal: Bool { Descriptor.standardOutput.isTerminal }
}

/// The width of the terminal that standard output is.
enum TerminalWidth {
  /// `nil` when standard output is none.
  static var columns: Int? {
    guard Output.isTerminal else { return nil }
    let columns = Descriptor.standardOutput.columns
    return columns > 0 ? columns : 80
  }
}

// MARK: - ErrorLine

/// Standard error: messages and progress, each on one line that is safe for a terminal.
enum ErrorLine {
  /// Why the program fails, or what a person should know.
  static func write(_ words: String) { report("photodiary: \(words)") }

  /// Something that is well but not obvious.
  static func report(_ words: String) {
    // Where nobody listens there is nobody to tell.
    let line = Array((words.printable + "\n").utf8)
    Signal.brokenPipe.ignore()
    try? Descriptor.standardError.write(line)
  }

  /// What is wrong in the settings, of which the rest holds.
  static func warn(of issues: [SettingsIssue]) {
    for issue in issues { write(issue.text) }
  }

  /// What was done to many entries, and what was left.
  static func report(_ change: BulkChange, _ made: BulkChanges) {
    report(BulkWords.done(change, made.changes.count) + ".")
    if let refused = BulkWords.refused(made.refused) { report(refused) }
  }

  /// Reports that a photo was added which can't be drawn, or only in part.
  static func report(_ problem: PictureProblem, ofAdded path: String) {
    write(
      problem == .incomplete
        ? localized("Added \(path), but \(problem.reason).")
        : localized("Added \(path), but \(problem.reason). A placeholder is shown instead."))
  }
}

/// What is said when an entry was changed by another program while it was being changed here.
enum KeptVersions {
  /// Tells of versions that stand beside the one just saved and weren't among those known before.
  static func report(of saved: Entry, beside known: [ID<Revision>]) {
    guard saved.heads.dropFirst().contains(where: { !known.contains($0) }) else { return }
    ErrorLine.report(
      localized(
        """
        “\(saved.displayTitle)” was changed by another program meanwhile, so both versions are \
        kept. `photodiary history \(saved.id)` lists them; press m in the diary to merge them.
        """))
  }
}

// MARK: - ProgressLine

/// How far a long-running task is, on one line of the terminal that changes. Nothing is written
/// where standard error is no terminal.
enum ProgressLine {
  /// Shows what a task reports, until it ends. One that is done within `delay` shows nothing.
  static func showing<Outcome>(
    after delay: Duration = .zero,
    _ task: (@escaping @Sendable (Progress) -> Void) async throws -> Outcome
  ) async throws -> Outcome {
    guard Descriptor.standardError.isTerminal else { return try await task { _ in } }
    defer { put("\r\u{1B}[K") }
    let start = ContinuousClock.now + delay
    let throttle = ProgressThrottle { progress in
      guard ContinuousClock.now >= start else { return }
      put("\r\(progress.words(separator: ", ").printable)\u{1B}[K")
    }
    return try await task { throttle.report($0) }
  }

  private static func put(_ text: String) {
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}

// MARK: - StandardInput

/// Text that comes in by a pipe.
enum StandardInput {
  static var isTerminal: Bool { Descriptor.standardInput.isTerminal }

  private static var name: String { localized("standard input") }

  /// Returns all of it, without a byte order mark and with line feeds alone, as text files are imported.
  ///
  /// - Throws: `DiaryError.input` if it isn't UTF-8, for altered text is worse than none.
  static func text() throws(DiaryError) -> String {
    let bytes = try bytes()
    if let byte = bytes.firstInvalidUTF8 {
      throw .input(name: name, .notUTF8(byte: byte))
    }
    return String(decoding: bytes, as: UTF8.self).withPlainLineEnds
  }

  private static func bytes() throws(DiaryError) -> [UInt8] {
    do throws(ErrorNumber) {
      return try Descriptor.standardInput.rest()
    } catch {
      throw .input(name: name, .unreadable(reason: error.words))
    }
  }
}

extension String {
  /// The text of a file of another system, without a byte order mark and with line feeds alone.
  var withPlainLineEnds: String {
    let text = hasPrefix("\u{FEFF}") ? String(unicodeScalars.dropFirst()) : self
    return text.replacing("\r\n", with: "\n")
  }
}

// MARK: - TerminalPrompt

/// Asks on the terminal for a line.
final class TerminalPrompt {
  private let terminal: OpenFile
  private let before: TypingModes

  /// `nil` where there is no terminal.
  init?() {
    guard Invocation.current == nil,
      let terminal = try? OpenFile("/dev/tty", [.readWrite, .noTerminal]),
      let before = TypingModes(of: terminal.descriptor)
    else { return nil }
    self.terminal = terminal
    self.before = before
  }

  /// What was typed up to Enter; `nil` when the person has stopped it. It is shown while it is typed
  /// only if `isShown`.
  func ask(_ words: String, isShown: Bool = false) -> [UInt8]? {
    // Keys come one by one, and Ctrl-C too: a program that ends while it asks would leave a
    // terminal behind that shows nothing.
    before.forKeys.set(on: terminal.descriptor, discarding: true)
    defer {
      before.set(on: terminal.descriptor, discarding: true)
      write("\n")
    }
    write(words)
    var line: [UInt8] = []
    var next: [UInt8] = [0]
    while true {
      guard let count = try? terminal.read(into: &next), count == 1 else { return nil }
      let byte = next[0]
      let shown = isShown ? Self.columns(line) : 0
      switch byte {
      case 0x0A, 0x0D: return line
      case 0x03: return nil
      case 0x04: if line.isEmpty { return nil }
      case 0x15: line = []
      case 0x08, 0x7F:
        // A letter may be several bytes.
        while let last = line.popLast(), last & 0xC0 == 0x80 {}
      default:
        guard byte >= 0x20 else { continue }
        line.append(byte)
        if isShown { try? terminal.write(next) }
        continue
      }
      if isShown { erase(shown - Self.columns(line)) }
    }
  }

  private static func columns(_ line: [UInt8]) -> Int {
    TextWidth.columns(String(decoding: line, as: UTF8.self))
  }

  private func erase(_ columns: Int) {
    write(String(repeating: "\u{8} \u{8}", count: max(0, columns)))
  }

  private func write(_ text: String) { try? terminal.write(Array(text.utf8)) }
}
