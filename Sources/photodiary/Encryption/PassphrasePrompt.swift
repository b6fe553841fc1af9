import Crypto
import DiaryCore
import Synchronization
import System
import Text

/// Prompts for passphrases on the terminal, without showing them.
enum PassphrasePrompt {
  /// The number of attempts.
  private static let attempts = 3

  /// Prompts for a passphrase until `open` succeeds. Returns its result.
  ///
  /// - Throws: the error of the last attempt, or `CommandError` if there is no terminal or the user
  ///   stops.
  static func opening<Value>(
    _ words: String, _ open: (Passphrase) async throws(MessageError) -> Value
  ) async throws -> Value {
    let prompt = try prompt()
    var left = attempts
    while true {
      guard let line = prompt.ask(words) else { throw stopped }
      guard let passphrase = Passphrase(line) else { continue }
      do {
        return try await open(passphrase)
      } catch {
        left -= 1
        guard error.needsSecret, left > 0 else { throw error }
        ErrorLine.write(error.line)
      }
    }
  }

  /// Prompts twice for a new passphrase, and for another one if the user doesn't insist on one that
  /// is easy to guess.
  ///
  /// - Throws: `CommandError` if the two differ or are empty, there is no terminal, or the user
  ///   stops.
  static func new() throws -> Passphrase {
    let prompt = try prompt()
    while true {
      guard let first = prompt.ask(localized("Passphrase: ")),
        let second = prompt.ask(localized("Repeat passphrase: "))
      else { throw stopped }
      guard first == second else {
        throw CommandError(localized("The two passphrases differ. Nothing was changed."))
      }
      guard let passphrase = Passphrase(first) else { throw isEmpty }
      guard let warning = PassphraseStrength(of: passphrase)?.warning else { return passphrase }
      ErrorLine.report(warning)
      guard let isWanted = prompt.confirm(localized("Use it anyway? [y/N] ")) else { throw stopped }
      if isWanted { return passphrase }
    }
  }

  static var isEmpty: CommandError {
    CommandError(localized("The passphrase is empty. Nothing was changed."))
  }

  private static var stopped: CommandError {
    CommandError(localized("Stopped. Nothing was changed."))
  }

  private static func prompt() throws -> TerminalPrompt {
    guard let prompt = TerminalPrompt() else {
      throw CommandError(
        localized("Couldn't ask for a passphrase without a terminal. Use --passphrase-file."))
    }
    return prompt
  }
}

// MARK: - PassphraseFile

/// The value of `--passphrase-file`: a file whose lines are passphrases, each used for one prompt.
/// `-` is standard input, which is read only as far as needed.
final class PassphraseFile: Sendable {
  private struct State {
    var input: Descriptor?
    var last: Passphrase?
  }

  private let path: String
  private let state = Mutex(State())

  init(_ path: String) { self.path = path }

  /// In bytes; longer than any passphrase.
  private static let longest = 4096

  /// Returns the next line, or `nil` at the end of the file.
  ///
  /// - Throws: `CommandError` if the file can't be read.
  func next() throws -> Passphrase? {
    do {
      return try state.withLock { state throws(ErrorNumber) in
        let input: Descriptor
        if let known = state.input {
          input = known
        } else {
          input = try path == "-" ? .standardInput : Descriptor.open(path, .readOnly)
          state.input = input
        }
        var line = try Self.line(of: input)
        defer { line.wipe() }
        if line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
        guard let passphrase = Passphrase(line) else { return nil }
        state.last = passphrase
        return passphrase
      }
    } catch {
      throw CommandError(
        localized(
          "Couldn't read the passphrase from \(path): \(error.message). Nothing was changed.")
      )
    }
  }

  /// Editors of other systems write it at the start of a file, and two files may have been joined.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func line(of input: Descriptor) throws(ErrorNumber) -> [UInt8] {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while line.count < longest, try input.read(into: &byte) > 0, byte != [0x0A] { line += byte }
    if line.last == 0x0D { line.removeLast() }
    return line
  }

  /// Returns the line read last.
  ///
  /// - Throws: `CommandError` if there is none.
  func lastPassphrase() throws -> Passphrase {
    guard let last = state.withLock(\.last) else { throw PassphrasePrompt.isEmpty }
    return last
  }

  /// Returns the line read last, or the first one. A diary may be opened twice.
  ///
  /// - Throws: `CommandError` if there is none, or the file can't be read.
  func openingPassphrase() throws -> Passphrase {
    try state.withLock(\.last) ?? passphrase()
  }

  /// Returns the next line.
  ///
  /// - Throws: `CommandError` if there is none, or the file can't be read.
  func passphrase() throws -> Passphrase {
    guard let passphrase = try next() else { throw PassphrasePrompt.isEmpty }
    return passphrase
  }
}

// MARK: - RecoveryWordsHandout

/// Shows new recovery words, alone on a line, with instructions, and asks the user to type them
/// back on a terminal.
enum RecoveryWordsOutput {
  static func show(_ words: String, of sync: any DiarySyncing) async throws {
    ErrorLine.report(
      localized(
        "Write down these six recovery words and keep them somewhere safe, away from this machine:"
      ))
    try Output.write { output in try output.line(words) }
    await sync.recordRecoveryWordsSeen()
    ErrorLine.report(
      localized(
        """
        They're all you need to open the diary on a new machine, and aren't shown again. Anyone \
        who has them can read it.
        """))
    // In a file or a pipe, the user may not have seen them yet.
    guard StandardInput.isTerminal, Output.isTerminal, Descriptor.standardError.isTerminal,
      let prompt = TerminalPrompt()
    else { return }
    confirmTyped(words.split(separator: " ").map(String.init), by: prompt)
  }

  private static func confirmTyped(_ words: [String], by prompt: TerminalPrompt) {
    while true {
      let line = prompt.ask(
        localized("To check your note, type the words from it (Enter skips): "), isShown: true)
      let text = String(decoding: line ?? [], as: UTF8.self)
      guard !text.isBlank else {
        ErrorLine.report(localized("Not checked. Compare your note with the words above."))
        return
      }
      let fault = fault(of: text, for: words)
      ErrorLine.report(fault ?? localized("Your note is correct."))
      if fault == nil { return }
    }
  }

  /// Returns the first mistake in the typed words, or `nil` if they are right.
  private static func fault(of text: String, for words: [String]) -> String? {
    do {
      let typed = try RecoveryWords(typed: text).words
      guard let index = zip(typed, words).enumerated().first(where: { $1.0 != $1.1 })?.offset
      else { return nil }
      return localized("Word \(index + 1) is “\(words[index])”, not “\(typed[index])”.")
    } catch {
      return error.line
    }
  }
}

extension Dependencies {
  /// Reports how to see the recovery words of an encrypted diary if the program that made them was
  /// stopped before it showed them.
  func reportUnseenWords() {
    guard unlocking.keys.hasUnseenWords else { return }
    ErrorLine.write(
      localized(
        "The diary's recovery words were never shown. To see them, run: photodiary key words"))
  }
}

// MARK: - RecoveryWordsSource

/// The source of the recovery words of a remote that holds a diary already. They never come from
/// the command line, which everyone on the machine can read.
enum RecoveryWordsSource {
  /// A file; `-` is standard input.
  case file(String)
  /// A prompt on the terminal, if the words are needed.
  case prompt

  init(file: String?) { self = file.map(RecoveryWordsSource.file) ?? .prompt }

  /// In bytes; more than six words take in any spelling.
  private static let longest = 4096

  /// Runs an action on the remote, with the words if it needs them. At a prompt, the user can
  /// correct mistyped words.
  ///
  /// - Throws: the error of the action; `CommandError` if the words can't be read.
  func using<Outcome>(
    _ remote: NewRemote, _ action: (NewRemote) async throws -> Outcome
  ) async throws -> Outcome {
    var remote = remote
    if case .file(let path) = self { remote.recoveryWords = try Self.words(inFile: path) }
    while true {
      do {
        return try await action(remote)
      } catch let error as MessageError where error.needsSecret {
        guard case .prompt = self else { throw error }
        // Reports why the given words failed; on the first attempt there were none.
        if remote.recoveryWords != nil { ErrorLine.write(error.line) }
        remote.recoveryWords = try Self.promptForWords()
      }
    }
  }

  private static func words(inFile path: String) throws -> String {
    let bytes: [UInt8]
    do {
      let descriptor =
        try path == "-" ? Descriptor.standardInput : Descriptor.open(path, .readOnly)
      defer { if path != "-" { descriptor.close() } }
      bytes = try descriptor.readToEnd(atMost: longest)
    } catch {
      throw CommandError(
        localized("Couldn't read the recovery words from \(path): \(error.message)."))
    }
    do {
      return try RecoveryWords(typed: String(decoding: bytes, as: UTF8.self).withPlainLineEnds).text
    } catch {
      throw CommandError(path == "-" ? error.line : "\(path): \(error.line)")
    }
  }

  private static func promptForWords() throws -> String {
    guard StandardInput.isTerminal, Descriptor.standardError.isTerminal,
      let prompt = TerminalPrompt()
    else {
      throw CommandError(
        localized(
          """
          The diary there is encrypted. Give its six recovery words with --recovery-file FILE \
          (- is standard input).
          """))
    }
    while true {
      guard let line = prompt.ask(localized("The six recovery words: "), isShown: true) else {
        throw CommandError(localized("Stopped. Nothing was done."))
      }
      do {
        return try RecoveryWords(typed: String(decoding: line, as: UTF8.self)).text
      } catch {
        ErrorLine.write(error.line)
      }
    }
  }
}
