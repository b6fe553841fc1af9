import DiaryCore
import DiaryKeys
import Localization
import System

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
