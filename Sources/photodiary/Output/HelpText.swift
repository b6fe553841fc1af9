import ArgumentParser
import DiaryApp
import DiaryCore
import System
import TerminalUI
import Text

/// A request for the help of the program.
struct HelpRequest {
  /// `true` to describe all sub-commands.
  private let isComplete: Bool

  /// Returns `nil` if the arguments request something else.
  init?(_ arguments: [String]) {
    let words = arguments.filter { $0 != "--all" }
    guard [["--help"], ["-h"], ["help"]].contains(words) else { return nil }
    isComplete = words != arguments
  }

  /// The help in the current language.
  var text: String {
    isComplete
      ? HelpText.laidOut(PhotoDiary.helpMessage(columns: HelpText.unlimited))
      : HelpText.laidOut(
        BriefHelp.helpMessage(columns: HelpText.unlimited) + "\n" + BriefHelp.otherCommands)
  }
}

/// The help of the program with the sub-commands for the first hour. Others are only named.
private struct BriefHelp: ParsableCommand {
  // Not stored, as its texts are in the language of the run.
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: PhotoDiary.configuration.commandName,
      abstract: PhotoDiary.configuration.abstract,
      usage: PhotoDiary.configuration.usage,
      discussion: localized(
        id: "discussion.brief",
        """
        Without a sub-command, opens the diary; press ? there to see the keys.

        Examples:
          photodiary add had coffee with Anna
          photodiary add yesterday 21:00: a walk by the river --photo bridge.jpg
          photodiary search "plum tree"
          photodiary show 1
        """),
      version: PhotoDiary.configuration.version,
      subcommands: [
        TodayCommand.self, AddCommand.self, NewCommand.self, ListCommand.self, SearchCommand.self,
        ShowCommand.self, EditCommand.self, DeleteCommand.self, RestoreCommand.self,
        ImportCommand.self, ExportCommand.self, BackupCommand.self, ConfigCommand.self,
        CompletionsCommand.self, DemoCommand.self,
      ])
  }

  /// The names of the other sub-commands, by group.
  static var otherCommands: String {
    let shown = configuration.subcommands.map { $0.commandName }
    let groups = PhotoDiary.configuration.groupedSubcommands.map { group in
      let names = group.subcommands.map { $0.commandName }
        .filter { !shown.contains($0) }
      return HelpText.line(group.name, names.joined(separator: ", "))
    }
    return """

      \(localized("OTHER SUBCOMMANDS:"))
      \(groups.joined(separator: "\n"))

        \(localized("See 'photodiary help --all' for all of them."))
      """
  }
}

// MARK: - HelpText

/// Lays out help. ArgumentParser would wrap examples, and counts each character as one column.
enum HelpText {
  /// A width at which ArgumentParser wraps nothing.
  static let unlimited = Int.max / 2

  /// The column where ArgumentParser places the abstract of an option.
  private static let abstractColumn = 26

  /// Returns `true` for help, `false` for a version or a completion script.
  static func isHelp(_ text: String) -> Bool {
    text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ")
  }

  /// Returns help that was made without a limit in the current language, wrapped at the width of
  /// the terminal. Indented lines of the overview, such as examples, are kept as they are.
  static func laidOut(_ text: String) -> String {
    let columns = Environment["COLUMNS"].flatMap { Int($0) } ?? TerminalWidth.columns ?? 80
    var isOverview = true
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.flatMap { line -> [String] in
      if line.hasPrefix("USAGE: ") { isOverview = false }
      let words = ParserMessages.translated(withoutRepetition(String(line)))
      return isOverview && line.hasPrefix(" ") ? [words] : rows(of: words, columns: columns)
    }.joined(separator: "\n")
  }

  /// Returns a line of help with values only once if the description lists them, and with options
  /// in brackets, as they aren't required.
  private static func withoutRepetition(_ line: String) -> String {
    if line.hasPrefix("USAGE: "), line.hasSuffix(" <options>") {
      return line.dropLast("<options>".count) + "[<options>]"
    }
    guard let parts = line.wholeMatch(of: /(.*) \(values: (.*?)(?:; (default: .*))?\)/)?.output,
      parts.2.split(separator: ", ").allSatisfy({ parts.1.contains($0) })
    else { return line }
    return parts.1 + (parts.3.map { " (\($0))" } ?? "")
  }

  /// Returns a line that names something and describes it, like those of options.
  static func line(_ name: String, _ words: String) -> String {
    "  " + name.padded(to: abstractColumn - 2) + words
  }

  /// Wraps a line. Further rows are indented to the column of abstracts if the line describes an
  /// option, else as far as the line itself.
  private static func rows(of line: String, columns: Int) -> [String] {
    guard TextWidth.exceeds(line, columns: columns) else { return [line] }
    let margin = line.prefix { $0 == " " }.prefix(abstractColumn)
    let label = label(of: line)
    let indentation = String(repeating: " ", count: label == nil ? margin.count : abstractColumn)
    var rows: [String] = []
    let lead = label ?? margin
    var row = String(lead)
    var isEmpty = true
    for word in line[lead.endIndex...].split(separator: " ") {
      let words = isEmpty ? "\(word)" : " \(word)"
      if !isEmpty, TextWidth.columns(row) + TextWidth.columns(words) > columns {
        rows.append(row)
        row = indentation + word
      } else {
        row += words
      }
      isEmpty = false
    }
    return rows + [row]
  }

  /// Returns the part of a line before the description in the column of abstracts, or `nil` if the
  /// line has none.
  private static func label(of line: String) -> Substring? {
    guard line.hasPrefix("  "), let gap = line.dropFirst(2).firstRange(of: "  ") else { return nil }
    let label = line[..<line[gap.lowerBound...].drop { $0 == " " }.startIndex]
    return TextWidth.columns(String(label)) == abstractColumn ? label : nil
  }
}

// MARK: - ParserMessages

/// Translates ArgumentParser's own texts, which are in English only. Texts are recognized by
/// pattern; an unknown text stays in English.
enum ParserMessages {
  /// Returns an error message of the parser in the current language. The parser suggests an option
  /// however little it resembles the unknown one.
  static func error(_ text: String) -> String {
    let pattern = /(Unknown option '-*(.+)')\. Did you mean '-*(.+)'\?/
    if let guess = text.wholeMatch(of: pattern)?.output,
      NearestName.closest(to: String(guess.2), among: [String(guess.3)]) == nil
    {
      return translated(String(guess.1))
    }
    return translated(text)
  }

  /// Returns an error message of the parser, or a line of its help, in the current language.
  static func translated(_ text: String) -> String {
    guard Language.current == .korean else { return text }
    for known in texts {
      if let words = known.localized(from: text) { return words }
    }
    return text
  }

  // The first match is used, so specific patterns come first.
  private static let texts = [
    ForeignText("Unknown option '%1'. Did you mean '%2'?"),
    ForeignText("Unknown option '%1'"),
    ForeignText("Missing value for '%1'"),
    ForeignText("The option '%1' does not take any value, but '%2' was specified."),
    ForeignText("Unexpected argument '%1'"),
    ForeignText("%1 unexpected arguments: '%2'"),
    ForeignText("Value to be set with flag %1 had already been set with flag %2"),
    ForeignText("Missing expected argument '%1'"),
    ForeignText("Missing one of: '%1'"),
    ForeignText("Missing required subcommand."),
    ForeignText("The value '%1' is invalid for '%2'. Please provide one of '%3' or '%4'."),
    ForeignText("The value '%1' is invalid for '%2'. Please provide one of '%3' and '%4'."),
    ForeignText("The value '%1' is invalid for '%2'. Please provide one of the following:\n%3"),
    ForeignText("The value '%1' is invalid for '%2': %3"),
    ForeignText("The value '%1' is invalid for '%2'"),
    ForeignText("Invalid option: %1"),
    ForeignText("Can't generate completion scripts for '%1'.\n%2"),
    ForeignText("OVERVIEW: %1"),
    ForeignText("USAGE: %1"),
    ForeignText("ARGUMENTS:"),
    ForeignText("OPTIONS:"),
    ForeignText("SUBCOMMANDS:"),
    ForeignText("%1 SUBCOMMANDS:"),
    ForeignText("%1 (default) %2"),
    ForeignText("  --version %1Show the version."),
    ForeignText("  -h, --help %1Show help information."),
    ForeignText("%1(values: %2; default: %3)"),
    ForeignText("%1(values: %2)"),
    ForeignText("%1(default: %2)"),
    ForeignText("  See '%1' for detailed help."),
  ]
}
