import DiaryCore
import Localization

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
