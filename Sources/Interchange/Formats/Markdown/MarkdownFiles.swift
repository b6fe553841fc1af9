import DiaryCore
import System

/// Knows the files of a folder that are entries in Markdown, by their endings.
enum MarkdownFiles {
  private static let endings: Set = ["md", "markdown", "mdown", "mkd"]
  /// What many folders have for those who come to them.
  private static let notices: Set = [
    "readme", "license", "changelog", "contributing", "code_of_conduct",
  ]
  /// Of so many files one tells what the others are.
  private static let lookedAt = 200
  private static let headSize = 1 << 14

  static func isMarkdown(_ path: String) -> Bool { endings.contains(ending(of: path)) }

  /// What follows the last dot of a name, in small letters; empty without one.
  static func ending(of path: String) -> String {
    let name = Path.split(path).name
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return name[name.utf8.index(after: dot)...].lowercased()
  }

  /// A path without its ending.
  static func stem(of path: String) -> String {
    let ending = ending(of: path)
    return ending.isEmpty ? path : String(path.dropLast(ending.count + 1))
  }

  /// Whether these are the files of a diary in Markdown rather than, say, photos with a notice.
  static func areDiary(_ files: [String], in tree: ImportTree) -> Bool {
    let markdown = files.filter { path in
      isMarkdown(path) && !notices.contains(Path.split(stem(of: path)).name.lowercased())
    }
    if markdown.isEmpty { return false }
    if markdown.count >= files.count(where: { MediaType.isPhoto(named: $0) }) { return true }
    return markdown.prefix(lookedAt).contains { path in
      let head = tree.head(of: path, headSize)
      return head.starts(with: "---".utf8) || head.starts(with: "+++".utf8)
        || PathDate(stem(of: path)).date != nil || showsPhoto(head)
    }
  }

  /// `true` if a text has an image of Markdown or HTML in it.
  private static func showsPhoto(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    return text.contains("![") || text.contains("<img ")
  }
}
