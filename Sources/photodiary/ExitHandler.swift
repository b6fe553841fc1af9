import ArgumentParser
import DiaryCore
import DiarySettings
import Localization
import System

/// Turns what was thrown into a line on standard error and an exit status.
enum ExitHandler {
  /// Writes what the user should know of an error. Returns the program's exit status.
  static func report(_ error: any Error) -> Int32 {
    switch error {
    case let error as DiaryError: return fail([error.line])
    case let error as SettingsError: return fail(error.issues.map(\.text))
    case is ReaderIsGone: return ExitCode.failure.rawValue
    case let error as CommandError: return fail([error.line])
    case let error as SyncError: return fail([error.line])
    case let error as UnlockingError: return fail([error.line])
    case let error as LaunchTargetError:
      ErrorLine.write("\(error.words) \(hint)")
      return ExitCode.validationFailure.rawValue
    default: return report(parserError: error)
    }
  }

  private static func fail(_ lines: [String]) -> Int32 {
    for line in lines { ErrorLine.write(line) }
    return ExitCode.failure.rawValue
  }

  /// Help, version and completions are thrown too, and are no failure.
  private static func report(parserError error: any Error) -> Int32 {
    let code = PhotoDiary.exitCode(for: error)
    let message = wordsOfNoCommand ?? ParserWords.message(PhotoDiary.message(for: error))
    if code == .success {
      let text = text(of: error)
      do {
        try Output.write { output in try output.text(text.hasSuffix("\n") ? text : text + "\n") }
      } catch {
        return report(error)
      }
    } else if !message.isEmpty {
      let end = message.last.map { ".?!".contains($0) } == true ? "" : "."
      ErrorLine.write("\(message)\(end) \(hint)")
    }
    return code.rawValue
  }

  private static func text(of error: any Error) -> String {
    let columns = Environment["COLUMNS"].flatMap { Int($0) } ?? TerminalWidth.columns ?? 80
    let text = PhotoDiary.fullMessage(for: error, columns: columns)
    guard Language.current == .korean, ParserWords.isHelp(text) else { return text }
    return ParserWords.help(
      PhotoDiary.fullMessage(for: error, columns: .max / 2), columns: columns)
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
    let command = ThisProgram.arguments.dropFirst().first { names.contains($0) }
    return command.map { localized("See `photodiary \($0) --help`.") }
      ?? localized("See `photodiary --help`.")
  }
}
