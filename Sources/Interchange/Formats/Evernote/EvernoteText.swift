import DiaryCore

/// The text of a note of Evernote's as Markdown. It is XHTML in which each line is a `div`, and boxes and
/// files have elements of their own.
struct EvernoteText {
  /// Of elements within a block of code.
  private var codeDepth = 0
  /// Whether the line that is open has words, or one has just ended.
  private var hasWords = false
  private var hasEnded = false
  private var encryptedDepth = 0
  private(set) var hasEncryptedPart = false

  /// `media` gives the Markdown for a file by its digest, and `image` for any other picture by its
  /// address.
  static func markdown(
    of content: String, media: (String) -> String?, image: (String) -> String?
  ) throws(EntryFieldError) -> (text: String, hasEncryptedPart: Bool) {
    var text = EvernoteText()
    let mark = "en-media:"
    let markdown = try HTMLMarkdown.markdown(
      of: content,
      image: { address, _ in
        if address.hasPrefix(mark) { return media(String(address.dropFirst(mark.count))) }
        return image(address)
      }, piece: { text.piece($0, mark) })
    return (withBoxes(markdown), text.hasEncryptedPart)
  }

  /// The piece of HTML that says the same; `nil` for none.
  private mutating func piece(
    _ piece: MarkupPieces.Piece, _ mark: String
  ) -> MarkupPieces.Piece? {
    switch piece {
    case .begin("en-crypt", _):
      encryptedDepth += 1
      hasEncryptedPart = true
      return nil
    case .end("en-crypt"):
      encryptedDepth -= 1
      return nil
    case _ where encryptedDepth > 0: return nil
    case .begin("en-media", let attributes):
      hasWords = true
      return .begin("img", attributes: ["src": mark + (attributes["hash"] ?? "").lowercased()])
    case .begin("en-todo", let attributes):
      hasWords = true
      var box = ["type": "checkbox"]
      if attributes["checked"] == "true" { box["checked"] = "" }
      return .begin("input", attributes: box)
    case .end("en-media"), .end("en-todo"): return nil
    case .begin(let name, let attributes): return begin(name, attributes)
    case .end(let name): return end(name)
    case .text(let text):
      if !text.isBlank { (hasWords, hasEnded) = (true, false) }
      return piece
    }
  }

  private mutating func begin(
    _ name: String, _ attributes: [String: String]
  ) -> MarkupPieces.Piece? {
    let style = attributes["style"]?.filter { $0 != " " } ?? ""
    if codeDepth > 0 {
      if name == "div" { codeDepth += 1 }
      return name == "br" ? .begin(name, attributes: [:]) : nil
    }
    switch name {
    case "div" where style.contains("-en-codeblock:true"):
      codeDepth = 1
      return .begin("pre", attributes: [:])
    case "div":
      defer { (hasWords, hasEnded) = (false, false) }
      return hasWords ? .begin("br", attributes: [:]) : nil
    // An empty line is a line with nothing but this.
    case "br": return hasWords ? .begin(name, attributes: [:]) : nil
    case "li" where style.contains("--en-checked:"):
      let isChecked = style.contains("--en-checked:true")
      return .begin(name, attributes: ["data-checked": isChecked ? "true" : "false"])
    default:
      if name == "img" { hasWords = true }
      return .begin(name, attributes: attributes)
    }
  }

  private mutating func end(_ name: String) -> MarkupPieces.Piece? {
    if codeDepth > 0 {
      guard name == "div" else { return nil }
      codeDepth -= 1
      return codeDepth == 0 ? .end("pre") : .text("\n")
    }
    guard name == "div" else { return .end(name) }
    defer { (hasWords, hasEnded) = (false, true) }
    if hasWords { return .begin("br", attributes: [:]) }
    return hasEnded ? nil : .begin("p", attributes: [:])
  }

  /// Lines that begin with a box, as a list.
  private static func withBoxes(_ text: String) -> String {
    guard text.contains("[ ] ") || text.contains("[x] ") else { return text }
    var fence = CodeFence()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      !fence.holds(line.utf8) && (line.hasPrefix("[ ] ") || line.hasPrefix("[x] "))
        ? "- " + line : String(line)
    }
    return lines.joined(separator: "\n")
  }
}
