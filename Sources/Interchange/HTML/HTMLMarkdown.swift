import DiaryCore

/// Converts HTML of editors and web pages to Markdown. Elements that Markdown can't express are
/// reduced to their text.
struct HTMLMarkdown {
  /// Returns the Markdown for an image by its address and alternative text, or `nil` to leave it
  /// out.
  private let image: (String, String) -> String?
  private var blocks = MarkdownBlocks()
  private var line = MarkdownInlines()
  /// The number of open elements whose content isn't text.
  private var hidden = 0
  /// The text of the open preformatted block.
  private var verbatim: String?
  private var heading = 0
  private var links: [(address: String, start: Int)] = []
  private var table: [[String]]?

  /// Converts a text.
  ///
  /// - Parameters:
  ///   - html: the text.
  ///   - image: returns the Markdown for an image by its address and alternative text, or `nil` to
  ///     leave it out.
  ///   - piece: replaces a piece of markup specific to a program, or removes it by returning `nil`.
  ///
  /// - Throws: the reason the markup can't be read.
  static func markdown(
    of html: String, image: (String, String) -> String? = { _, _ in nil },
    piece: (MarkupPieces.Piece) -> MarkupPieces.Piece? = { $0 }
  ) throws -> String {
    let result: Result<String, any Error> = withoutActuallyEscaping(image) { image in
      var writer = HTMLMarkdown(image: image)
      do {
        try MarkupPieces.read(html) { if let piece = piece($0) { writer.receive(piece) } }
      } catch {
        return .failure(error)
      }
      return .success(writer.finished())
    }
    return try result.get()
  }

  init(image: @escaping (String, String) -> String?) { self.image = image }

  /// Returns the Markdown. Call this after the last piece.
  mutating func finished() -> String {
    addParagraph()
    return blocks.text
  }

  /// The elements whose content isn't text.
  private static let unseen: Set = ["head", "script", "style", "template", "title", "noscript"]
  private static let marks = [
    "strong": "**", "b": "**", "em": "*", "i": "*", "cite": "*", "s": "~~", "del": "~~",
    "strike": "~~", "code": "`", "kbd": "`", "samp": "`", "tt": "`",
  ]
  private static let headings = ["h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6]
  /// The elements that begin and end lines. All others are inline.
  private static let blockNames: Set = [
    "p", "div", "section", "article", "header", "footer", "main", "figure", "figcaption", "address",
    "ul", "ol", "li", "blockquote", "table", "body", "form", "dl", "dt", "dd", "aside", "nav",
  ]

  mutating func receive(_ piece: MarkupPieces.Piece) {
    switch piece {
    case .text(let text): receive(text)
    case .begin(let name, _) where Self.unseen.contains(name): hidden += 1
    case .end(let name) where Self.unseen.contains(name): hidden -= 1
    case .begin(let name, let attributes): if hidden == 0 { begin(name, attributes) }
    case .end(let name): if hidden == 0 { end(name) }
    }
  }

  private mutating func receive(_ text: String) {
    guard hidden == 0 else { return }
    if verbatim != nil { verbatim? += text } else { line.add(text) }
  }

  private mutating func begin(_ name: String, _ attributes: [String: String]) {
    if verbatim != nil {
      if name == "br" { verbatim? += "\n" }
      return
    }
    switch name {
    case "br": line.breakLine()
    case "hr":
      endBlock()
      blocks.add(["---"])
    case "pre":
      endBlock()
      verbatim = ""
    case "img":
      let words = attributes["alt"] ?? ""
      if let markdown = image(attributes["src"] ?? "", words) { line.add(markdown: markdown) }
    case "input":
      if attributes["type"]?.lowercased() == "checkbox" {
        line.add(markdown: attributes["checked"] == nil ? "[ ] " : "[x] ")
      }
    case "a": links.append((attributes["href"] ?? "", line.end))
    case "table":
      endBlock()
      if table == nil { table = [] }
    case "tr", "td", "th":
      guard table != nil else { return }
      // Text between cells, such as a caption, is a paragraph.
      addParagraph()
      if name == "tr" { table?.append([]) }
    default:
      if let level = Self.headings[name] {
        endBlock()
        heading = level
      } else if let mark = Self.marks[name] {
        line.open(mark)
      } else if Self.blockNames.contains(name) {
        endBlock()
        beginContainer(name, attributes)
      }
    }
  }

  private mutating func beginContainer(_ name: String, _ attributes: [String: String]) {
    switch name {
    case "blockquote": blocks.beginQuote()
    case "ul": blocks.beginList(number: nil)
    case "ol": blocks.beginList(number: attributes["start"].flatMap { Int($0) } ?? 1)
    case "li":
      blocks.beginItem()
      // Some editors store check boxes as attributes of items.
      if let checked = attributes["data-checked"] {
        line.add(markdown: checked == "true" ? "[x] " : "[ ] ")
      }
    default: break
    }
  }

  private mutating func end(_ name: String) {
    if let text = verbatim {
      guard name == "pre" else { return }
      verbatim = nil
      blocks.add(Self.fenced(text))
      return
    }
    switch name {
    case "a": if let link = links.popLast() { line.link(to: link.address, from: link.start) }
    case "td", "th":
      guard let rows = table, !rows.isEmpty else { return }
      table?[rows.count - 1].append(line.taken)
    case "table":
      addParagraph()
      if let rows = table { blocks.add(Self.lines(of: rows)) }
      table = nil
    default:
      if Self.headings[name] != nil {
        endBlock()
        heading = 0
      } else if let mark = Self.marks[name] {
        line.close(mark)
      } else if Self.blockNames.contains(name) {
        endBlock()
        switch name {
        case "blockquote", "ul", "ol", "li": blocks.endContainer()
        default: break
        }
      }
    }
  }

  /// Ends the current paragraph or heading.
  private mutating func endBlock() {
    // A table cell is one line.
    if table?.last != nil { line.add(" ") } else { addParagraph() }
  }

  private mutating func addParagraph() {
    let text = line.taken
    guard !text.isBlank else { return }
    for index in links.indices { links[index].start = 0 }
    let lines = text.split(separator: "\n").map(String.init)
    if heading > 0 {
      blocks.add([String(repeating: "#", count: heading) + " " + lines.joined(separator: " ")])
    } else {
      blocks.add(lines.map(PlainMarkdown.guarded))
    }
  }

  /// Returns a code block, whose fences are longer than any run of backticks in the text.
  private static func fenced(_ text: String) -> [String] {
    var run = 0
    var longest = 2
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    while lines.last?.isBlank == true { lines.removeLast() }
    while lines.first?.isBlank == true { lines.removeFirst() }
    return lines.isEmpty ? [] : [fence] + lines + [fence]
  }

  private static func lines(of rows: [[String]]) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    guard columns > 0 else { return [] }
    func line(_ cells: [String]) -> String {
      let texts = cells.map { cell in
        String(cell.replacing("\n", with: " ").trimmed).replacing("|", with: "\\|")
      }
      let missing = [String](repeating: "", count: columns - cells.count)
      return "| " + (texts + missing).joined(separator: " | ") + " |"
    }
    let rows = rows.filter { !$0.isEmpty }
    let rule = "|" + String(repeating: " --- |", count: columns)
    return [line(rows[0]), rule] + rows.dropFirst().map(line)
  }
}
