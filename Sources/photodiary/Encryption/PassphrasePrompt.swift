import DiaryCore
import DiaryKeys
import Localization
import Synchronization
import System

/// Asks for passphrases on the terminal, where they aren't shown.
enum PassphrasePrompt {
  /// How often somebody may mistype one.
  private static let attempts = 3

  /// Asks for the one that opens something, until it does. Throws what the last one ended in.
  static func opening<Value>(
    _ words: String, _ open: (Passphrase) async throws(UnlockingError) -> Value
  ) async throws -> Value {
    let prompt = try prompt()
    var left = attempts
    while true {
      guard let line = prompt.ask(words) else { throw stopped }
      guard let passphrase = Passphrase(line) else { continue }
      do throws(UnlockingError) {
        return try await open(passphrase)
      } catch {
        left -= 1
        guard error.isWrongPassphrase, left > 0 else { throw error }
        ErrorLine.write(error.line)
      }
    }
  }

  /// Asks twice for a new one.
  static func new() throws(CommandError) -> Passphrase {
    let prompt = try prompt()
    guard let first = prompt.ask(localized("Passphrase: ")),
      let second = prompt.ask(localized("Repeat passphrase: "))
    else { throw stopped }
    guard first == second else {
      throw CommandError(localized("The two passphrases differ. Nothing was changed."))
    }
    guard let passphrase = Passphrase(first) else { throw isEmpty }
    return passphrase
  }

  static var isEmpty: CommandError {
    CommandError(localized("The passphrase is empty. Nothing was changed."))
  }

  private static var stopped: CommandError {
    CommandError(localized("Stopped. Nothing was changed."))
  }

  private static func prompt() throws(CommandError) -> TerminalPrompt {
    guard let prompt = TerminalPrompt() else {
      throw CommandError(
        localized("Couldn't ask for a passphrase without a terminal. Use --passphrase-file."))
    }
    return prompt
  }
}

// MARK: - PassphraseFile

/// `--passphrase-file`: a file whose lines are passphrases, each asked for once; `-` is standard input,
/// of which no more is read than that.
final class PassphraseFile: Sendable {
  private struct State {
    var input: Descriptor?
    var last: Passphrase?
    var isAtStart = true
  }

  private let path: String
  private let state = Mutex(State())

  init(_ path: String) { self.path = path }

  /// In bytes; more than anybody types.
  private static let longest = 4096

  /// The next line; `nil` where there is none.
  func next() throws(CommandError) -> Passphrase? {
    do throws(ErrorNumber) {
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
        if state.isAtStart, line.starts(with: Self.byteOrderMark) {
          line.removeFirst(Self.byteOrderMark.count)
        }
        state.isAtStart = false
        guard let passphrase = Passphrase(line) else { return nil }
        state.last = passphrase
        return passphrase
      }
    } catch {
      throw CommandError(
        localized("Couldn't read the passphrase from \(path): \(error.words). Nothing was changed.")
      )
    }
  }

  /// Editors of other systems put it at the start of a file.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func line(of input: Descriptor) throws(ErrorNumber) -> [UInt8] {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while line.count < longest, try input.read(into: &byte) > 0, byte != [0x0A] { line += byte }
    if line.last == 0x0D { line.removeLast() }
    return line
  }

  /// The line that was read last, which has to be there.
  func lastPassphrase() throws(CommandError) -> Passphrase {
    guard let last = state.withLock(\.last) else { throw PassphrasePrompt.isEmpty }
    return last
  }

  /// The next line, which has to be there.
  func passphrase() throws(CommandError) -> Passphrase {
    guard let passphrase = try next() else { throw PassphrasePrompt.isEmpty }
    return passphrase
  }
}

// MARK: - RecoveryWordsHandout

/// Gives a person new recovery words: prints them alone on a line, says what to do with them, and asks
/// them back where somebody can answer.
enum RecoveryWordsHandout {
  static func give(_ words: String, of sync: any DiarySyncing) async throws {
    ErrorLine.report(
      localized(
        "Write down these six recovery words, and keep them where this machine can't be lost with them:"
      ))
    try Output.write { output in try output.line(words) }
    await sync.recordWordsSeen()
    ErrorLine.report(
      localized(
        """
        They alone open the diary on a new machine, and are never shown again. Whoever has them can \
        read it.
        """))
    // In a file or a pipe nobody has seen them.
    guard StandardInput.isTerminal, Output.isTerminal, Descriptor.standardError.isTerminal,
      let prompt = TerminalPrompt()
    else { return }
    askBack(words.split(separator: " ").map(String.init), by: prompt)
  }

  private static func askBack(_ words: [String], by prompt: TerminalPrompt) {
    while true {
      let line = prompt.ask(
        localized("Type them from your note, to check it (Enter skips): "), isShown: true)
      let text = String(decoding: line ?? [], as: UTF8.self)
      guard !text.isBlank else {
        ErrorLine.report(localized("Not checked. Compare your note with the words above."))
        return
      }
      let fault = fault(of: text, for: words)
      ErrorLine.report(fault ?? localized("Your note is right."))
      if fault == nil { return }
    }
  }

  /// What is wrong with the words that were typed; `nil` where nothing is.
  private static func fault(of text: String, for words: [String]) -> String? {
    do throws(RecoveryWordsError) {
      let typed = try RecoveryWords(typed: text).words
      guard let index = zip(typed, words).enumerated().first(where: { $1.0 != $1.1 })?.offset
      else { return nil }
      return localized("Word \(index + 1) is “\(words[index])”, not “\(typed[index])”.")
    } catch {
      return error.description
    }
  }
}

// MARK: - RecoveryWordsSource

/// Where the recovery words of a remote come from that holds a diary already: never from the command
/// line, which everybody on the machine can read.
enum RecoveryWordsSource {
  /// A file; `-` is standard input.
  case file(String)
  /// Asked for where somebody can answer, and only if they are needed.
  case person

  init(file: String?) { self = file.map(RecoveryWordsSource.file) ?? .person }

  /// More than six words take, however they are written.
  private static let longest = 4096

  /// Does what the words may be needed for, given the remote with them. A person who mistypes one is
  /// asked again.
  func using<Outcome>(
    _ remote: NewRemote, _ action: (NewRemote) async throws -> Outcome
  ) async throws -> Outcome {
    var remote = remote
    if case .file(let path) = self { remote.words = try Self.words(inFile: path) }
    while true {
      do {
        return try await action(remote)
      } catch let error as SyncError where error.needsWords {
        guard case .person = self else { throw error }
        // What is wrong with those that were given; at first there were none.
        if remote.words != nil { ErrorLine.write(error.line) }
        remote.words = try Self.askedWords()
      }
    }
  }

  private static func words(inFile path: String) throws(CommandError) -> String {
    let bytes: [UInt8]
    do throws(ErrorNumber) {
      let descriptor =
        try path == "-" ? Descriptor.standardInput : Descriptor.open(path, .readOnly)
      defer { if path != "-" { descriptor.close() } }
      bytes = try descriptor.rest(atMost: longest)
    } catch {
      throw CommandError(
        localized("Couldn't read the recovery words from \(path): \(error.words)."))
    }
    do throws(RecoveryWordsError) {
      return try RecoveryWords(typed: String(decoding: bytes, as: UTF8.self).withPlainLineEnds).text
    } catch {
      throw CommandError(path == "-" ? error.description : "\(path): \(error.description)")
    }
  }

  private static func askedWords() throws(CommandError) -> String {
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
      do throws(RecoveryWordsError) {
        return try RecoveryWords(typed: String(decoding: line, as: UTF8.self)).text
      } catch {
        ErrorLine.write(error.description)
      }
    }
  }
}
