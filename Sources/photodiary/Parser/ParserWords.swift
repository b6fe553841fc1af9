import TerminalUI
import Words

/// What ArgumentParser says by itself, in the language that is spoken. It has English alone, so its
/// texts are known by how they look; one that isn't known stays as it is.
enum ParserWords {
  /// Why the arguments can't be understood.
  static func message(_ text: String) -> String {
    guard Language.current == .korean else { return text }
    return korean(text, koreanMessages)
  }

  /// Whether a text is help, and not a version or a completion script.
  static func isHelp(_ text: String) -> Bool {
    text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ")
  }

  /// Help that was made as wide as it wants to be, in a width. ArgumentParser takes each character
  /// for one column.
  static func help(_ text: String, columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      rows(of: korean(String(line), koreanHelp), columns: columns)
    }.joined(separator: "\n")
  }

  private static func korean(_ text: String, _ texts: [ForeignText]) -> String {
    for known in texts {
      if let korean = known.korean(for: text) { return korean }
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

  /// Where ArgumentParser begins what it says of an option.
  private static let abstractColumn = 26
}
