import ArgumentParser
import DiaryApp
import DiaryCore
import System
import TerminalUI
import Text

/// Standard output, buffered. Every failure to write is reported.
struct Output: ~Copyable {
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  private init() { buffer.reserveCapacity(Self.bufferSize) }

  /// Writes the output of `body`, completely by the time it returns.
  ///
  /// - Throws: `CommandError` if it can't be written, `ExitCode.failure` if the reader has closed
  ///   the pipe, or the error of `body`.
  static func write(_ body: (inout Output) throws -> Void) throws {
    var output = Output()
    try body(&output)
    try output.flush()
  }

  /// Writes bytes that are safe for a terminal.
  mutating func bytes(_ bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes text that is safe for a terminal.
  mutating func text(_ text: String) throws { try bytes(text.utf8) }

  /// Writes a line, after making it safe for a terminal.
  mutating func line(_ text: some StringProtocol) throws {
    try bytes(text.printable.utf8)
    try line()
  }

  /// Writes a line feed.
  mutating func line() throws { try bytes([0x0A]) }

  private mutating func flush() throws {
    // A closed pipe must not end the program by a signal: later work may matter.
    Signal.brokenPipe.ignore()
    do {
      try Descriptor.standardOutput.write(buffer)
    } catch {
      guard error != .brokenPipe else { throw ExitCode.failure }
      throw CommandError(
        localized("Couldn't write the output: \(error.message). Saved changes are kept."))
    }
    buffer.removeAll(keepingCapacity: true)
  }

  static var isTerminal: Bool { Descriptor.standardOutput.isTerminal }
}

/// The width of the terminal on standard output.
enum TerminalWidth {
  /// The width in columns; `nil` if standard output isn't a terminal.
  static var columns: Int? {
    guard Output.isTerminal else { return nil }
    let columns = Descriptor.standardOutput.columns
    return columns > 0 ? columns : 80
  }
}

// MARK: - ErrorLine

/// Standard error: messages, each on one line that is safe for a terminal.
enum ErrorLine {
  /// Writes an error or a warning.
  static func write(_ words: String) { report("photodiary: \(words)") }

  /// Writes information that isn't a problem.
  static func report(_ words: String) {
    // Failures are ignored, as there is no other place to report them.
    let line = Array((words.printable + "\n").utf8)
    Signal.brokenPipe.ignore()
    try? Descriptor.standardError.write(line)
  }

  /// Warns of issues in the settings. All other settings apply.
  static func warn(of issues: [SettingsIssue]) {
    for issue in issues { write(issue.text) }
  }

  /// Reports a change of many entries, and the entries that were refused.
  static func report(_ change: BulkChange, _ made: BulkChanges) {
    report(BulkChangeText.done(change, made.changes.count) + ".")
    if let refused = BulkChangeText.refused(made.refused) { report(refused) }
  }

  /// Reports that a photo was added that can't be drawn, or only in part.
  static func report(_ problem: PictureProblem, ofAdded path: String) {
    write(
      problem == .incomplete
        ? localized("Added \(path), but \(problem.reason).")
        : localized("Added \(path), but \(problem.reason). A placeholder is shown instead."))
  }
}

// MARK: - ProgressLine

/// The progress of a long-running task, on one line of the terminal that is rewritten. Nothing is
/// written if standard error isn't a terminal.
enum ProgressLine {
  /// Shows the progress of a task, until it ends. Nothing is shown within `delay`.
  ///
  /// - Throws: the error of the task.
  static func showing<Outcome>(
    after delay: Duration = .zero,
    _ task: (@escaping @Sendable (Progress) -> Void) async throws -> Outcome
  ) async throws -> Outcome {
    guard Descriptor.standardError.isTerminal else { return try await task { _ in } }
    defer { put("\r\u{1B}[K") }
    let start = ContinuousClock.now + delay
    let throttle = ProgressThrottle { progress in
      guard ContinuousClock.now >= start else { return }
      put("\r\(progress.text(separator: ", ").printable)\u{1B}[K")
    }
    return try await task { throttle.report($0) }
  }

  private static func put(_ text: String) {
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}

// MARK: - StandardInput

/// Text from a pipe.
enum StandardInput {
  static var isTerminal: Bool { Descriptor.standardInput.isTerminal }

  private static var name: String { localized("standard input") }

  /// In milliseconds; after this, the user learns what the program waits for.
  private static let patience = 1000

  /// Returns the text of a pipe or a file without the line feed at its end, or `nil` if nothing in
  /// it is visible. Doesn't read a terminal, nor wait for an empty pipe that the calling program
  /// passed on, as test runners and services do, if the text `isOptional`.
  ///
  /// - Throws: `DiaryError.input` if it can't be read or isn't UTF-8.
  static func pipedText(isOptional: Bool) throws -> String? {
    let input = Descriptor.standardInput
    // It may be closed, and is a folder after `< folder`.
    guard !isTerminal, let status = try? input.status(), !status.isFolder else { return nil }
    if isOptional, CurrentProcess.hasInputOfParent, !input.isReadable(within: 0) { return nil }
    if !input.isReadable(within: patience) {
      ErrorLine.report(
        localized(
          "Waiting for text on standard input. Ctrl-D ends it; </dev/null means that there's none."
        ))
    }
    let text = try text()
    guard !text.isBlank else { return nil }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Returns standard input without a byte order mark, and with line feeds as line ends, as in
  /// imported text files.
  ///
  /// - Throws: `DiaryError.input` if it can't be read or isn't UTF-8.
  static func text() throws -> String {
    let bytes = try bytes()
    if let byte = bytes.firstInvalidUTF8 {
      throw DiaryError.input(name: name, .notUTF8(byte: byte))
    }
    return String(decoding: bytes, as: UTF8.self).withPlainLineEnds
  }

  private static func bytes() throws -> [UInt8] {
    do {
      return try Descriptor.standardInput.readToEnd()
    } catch {
      throw DiaryError.input(name: name, .unreadable(reason: error.message))
    }
  }
}

extension String {
  /// The text without a byte order mark, and with line feeds as line ends.
  var withPlainLineEnds: String {
    let text = hasPrefix("\u{FEFF}") ? String(unicodeScalars.dropFirst()) : self
    return text.replacing("\r\n", with: "\n")
  }
}

// MARK: - TerminalPrompt

/// Prompts for a line on the terminal.
final class TerminalPrompt {
  private let terminal: OpenFile
  private let before: InputModes

  /// Returns `nil` if there is no terminal.
  init?() {
    guard Invocation.current == nil,
      let terminal = try? OpenFile("/dev/tty", [.readWrite, .noTerminal]),
      let before = InputModes(of: terminal.descriptor)
    else { return nil }
    self.terminal = terminal
    self.before = before
  }

  /// Prompts for a line. Returns the bytes typed up to Enter, or `nil` if the user stops. They are
  /// shown only with `isShown`.
  func ask(_ words: String, isShown: Bool = false) -> [UInt8]? {
    // Keys are read one by one, including Ctrl-C: a program that ended during the prompt would
    // leave a terminal that shows no input.
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
        // A character may be several bytes.
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

  /// Shows a text until Enter, Esc or Ctrl-C is pressed, and erases it.
  func wait(_ words: String) {
    before.forKeys.set(on: terminal.descriptor, discarding: true)
    defer { before.set(on: terminal.descriptor, discarding: true) }
    let columns = terminal.descriptor.columns
    let rows = LineWrapping.rows(ofText: words, columns: columns > 0 ? columns : 80)
    write(rows.joined(separator: "\n"))
    var key: [UInt8] = [0]
    while (try? terminal.read(into: &key)) == 1, ![0x03, 0x0A, 0x0D, 0x1B].contains(key[0]) {}
    let up = rows.count > 1 ? "\u{1B}[\(rows.count - 1)A" : ""
    write("\r\(up)\u{1B}[J")
  }

  /// Asks a question. Returns `true` for yes, or `nil` if the user stops.
  func confirm(_ question: String) -> Bool? {
    ask(question, isShown: true).map { answer in
      ["y", "yes", "ㅛ", "예", "네"].contains(
        String(decoding: answer, as: UTF8.self).trimmed.lowercased())
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
