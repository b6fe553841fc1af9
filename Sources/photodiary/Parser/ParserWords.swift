import Localization
import TerminalUI

/// What ArgumentParser says by itself, in the language that is spoken. It has English alone, so its
/// texts are known by how they look; one that isn't known stays as it is.
enum ParserWords {
  /// Why the arguments can't be understood.
  static func message(_ text: String) -> String {
    guard Language.current == .korean else { return text }
    return words(of: text, among: messages)
  }

  /// Whether a text is help, and not a version or a completion script.
  static func isHelp(_ text: String) -> Bool {
    text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ")
  }

  /// Help that was made as wide as it wants to be, in a width. ArgumentParser takes each character
  /// for one column.
  static func help(_ text: String, columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      rows(of: words(of: String(line), among: helpLines), columns: columns)
    }.joined(separator: "\n")
  }

  private static func words(of text: String, among texts: [ForeignText]) -> String {
    for known in texts {
      if let words = known.localized(from: text) { return words }
    }
    return text
  }

  /// A line and what doesn't fit on it, below its last column: where an abstract begins beside an
  /// option, or as far in as the line itself.
  private static func rows(of line: String, columns: Int) -> [String] {
    guard TextWidth.exceeds(line, columns: columns) else { return [line] }
    let margin = line.prefix { $0 == " " }.count
    let isBesideOption = margin == 2 && line.dropFirst(abstractColumn - 2).hasPrefix("  ")
    let indentation = isBesideOption || margin > abstractColumn ? abstractColumn : margin
    var rows: [String] = []
    var row = String(line.prefix(indentation))
    var isEmpty = true
    for word in line.dropFirst(indentation).split(separator: " ") {
      let words = isEmpty ? "\(word)" : " \(word)"
      if !isEmpty, TextWidth.columns(row) + TextWidth.columns(words) > columns {
        rows.append(row)
        row = String(repeating: " ", count: indentation) + word
      } else {
        row += words
      }
      isEmpty = false
    }
    return rows + [row]
  }

  // The first that fits is taken.
  private static let messages = [
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
  ]

  private static let helpLines = [
    ForeignText("OVERVIEW: %1"),
    ForeignText("USAGE: %1"),
    ForeignText("ARGUMENTS:"),
    ForeignText("OPTIONS:"),
    ForeignText("SUBCOMMANDS:"),
    ForeignText("%1 SUBCOMMANDS:"),
    ForeignText("  --version %1Show the version."),
    ForeignText("  -h, --help %1Show help information."),
    ForeignText("%1(values: %2; default: %3)"),
    ForeignText("%1(values: %2)"),
    ForeignText("%1(default: %2)"),
    ForeignText("  See '%1' for detailed help."),
  ]

  /// Where ArgumentParser begins what it says of an option.
  private static let abstractColumn = 26
}
