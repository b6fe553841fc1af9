import DiaryCore
import DiaryKeys
import Localization
import System

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
