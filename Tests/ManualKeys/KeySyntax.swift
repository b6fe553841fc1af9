import DiaryApp
import TerminalUI

/// The markup of keys in a file of the manual.
enum KeySyntax {
  case markdown, roff

  var marks: (start: String, end: String) {
    switch self {
    case .markdown:
      (
        "<!-- Made by `make keys` from the key tables. Change those instead. -->",
        "<!-- The end of what `make keys` makes. -->"
      )
    case .roff:
      (
        #".\" Made by `make keys` from the key tables. Change those instead."#,
        #".\" The end of what `make keys` makes."#
      )
    }
  }

  func text(of chapters: [KeyChapter]) -> String {
    switch self {
    case .markdown: chapters.map(markdown).joined() + "\n"
    case .roff: chapters.map(roff).joined()
    }
  }

  // MARK: Markdown

  private func markdown(_ chapter: KeyChapter) -> String {
    var lines = [
      "", "## \(chapter.title)", "", "In the settings: `[keys.\(chapter.name)]`", "",
      "| key | what it does | name |", "|---|---|---|",
    ]
    for part in chapter.parts {
      lines.append("| **\(cell(part.title))** | | |")
      lines += part.bindings.map(row)
    }
    if chapter.parts.isEmpty { lines += chapter.bindings.map(row) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ binding: Binding) -> String {
    let keys = binding.keys.map { code($0.name) }.joined(separator: " ")
    return "| \(keys) | \(cell(binding.help)) | \(code(binding.command.rawValue)) |"
  }

  private func code(_ text: String) -> String { "`\(cell(text))`" }

  /// Escapes bars, which would end the cell.
  private func cell(_ text: String) -> String { text.replacing("|", with: #"\|"#) }

  // MARK: Roff

  private func roff(_ chapter: KeyChapter) -> String {
    // Keys of a screen have no space between them, and short ones are on the line of their text.
    var lines = [#".SS "\#(escaped(chapter.title))""#, ".PD 0"]
    for binding in chapter.bindings {
      let keys = binding.keys.map { #"\fB\#(escaped($0.name))\fR"# }.joined(separator: ", ")
      lines += [".TP 22", keys, #"\&"# + escaped(binding.help)]
    }
    return (lines + [".PD"]).joined(separator: "\n") + "\n"
  }

  /// Escapes characters that roff would replace or interpret.
  private func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": #"\e"#
      case "-": #"\-"#
      case "\"": #"\(dq"#
      case "'": #"\(aq"#
      case "`": #"\(ga"#
      case "^": #"\(ha"#
      case "~": #"\(ti"#
      case "←": #"\(<-"#
      case "→": #"\(->"#
      case "↑": #"\(ua"#
      case "↓": #"\(da"#
      default: String(character)
      }
    }
    .joined()
  }
}
