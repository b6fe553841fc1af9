import ArgumentParser
import DiaryCore
import DiarySettings
import Localization
import System

/// How the program ends when something was thrown: one line on standard error, and a status.
enum ExitHandler {
  static func end(with error: any Error) -> Never {
    switch error {
    case let error as DiaryError: fail([error.line])
    case let error as SettingsError: fail(error.issues.map(\.text))
    case is ReaderIsGone: ThisProgram.exit(ExitCode.failure.rawValue)
    case let error as CommandError: fail([error.line])
    case let error as SyncError: fail([error.line])
    case let error as UnlockingError: fail([error.line])
    case let error as LaunchTargetError:
      ErrorLine.write("\(error.words) \(hint)")
      ThisProgram.exit(ExitCode.validationFailure.rawValue)
    default: end(withParsers: error)
    }
  }

  private static func fail(_ lines: [String]) -> Never {
    for line in lines { ErrorLine.write(line) }
    ThisProgram.exit(ExitCode.failure.rawValue)
  }

  /// Help, version and completions are thrown too, and are no failure.
  private static func end(withParsers error: any Error) -> Never {
    let code = PhotoDiary.exitCode(for: error)
    let message = wordsOfNoCommand ?? ParserWords.message(PhotoDiary.message(for: error))
    if code == .success {
      let text = text(of: error)
      do {
        try Output.write { output in try output.text(text.hasSuffix("\n") ? text : text + "\n") }
      } catch {
        end(with: error)
      }
    } else if !message.isEmpty {
      let end = message.last.map { ".?!".contains($0) } == true ? "" : "."
      ErrorLine.write("\(message)\(end) \(hint)")
    }
    ThisProgram.exit(code.rawValue)
  }

  private static func text(of error: any Error) -> String {
    let text = PhotoDiary.fullMessage(for: error)
    guard Language.current == .korean, ParserWords.isHelp(text) else { return text }
    return ParserWords.help(
      PhotoDiary.fullMessage(for: error, columns: .max / 2),
      columns: TerminalWidth.columns ?? 80)
  }

  /// What is said where the first argument should be a command and is none; the parser takes it for
  /// one too many.
  private static var wordsOfNoCommand: String? {
    guard let first = Arguments.firstWord, !PhotoDiary.commandNames.contains(first) else {
      return nil
    }
    return UnknownCommand.words(
      of: first, among: PhotoDiary.commandNames,
      text: Arguments.firstWords.joined(separator: " "))
  }

  private static var hint: String {
    let names = PhotoDiary.commandNames.filter { $0 != "help" }
    let command = CommandLine.arguments.dropFirst().first { names.contains($0) }
    return command.map { localized("See `photodiary \($0) --help`.") }
      ?? localized("See `photodiary --help`.")
  }
}
