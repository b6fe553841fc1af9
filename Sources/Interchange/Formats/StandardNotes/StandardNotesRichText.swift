import DiaryCore

/// A note that was written with marks: a tree of paragraphs, lists and words, as the editor Lexical keeps
/// it. It is told as HTML would tell it.
struct StandardNotesRichText {
  /// The marks of words, by bits of a number.
  private static let marks = [(1, "b"), (2, "i"), (4, "s"), (16, "code")]
  private static let elements = [
    "paragraph": "p", "quote": "blockquote", "code": "pre", "table": "table", "tablerow": "tr",
    "tablecell": "td", "collapsible-title": "p",
  ]

  private var writer = HTMLMarkdown { _, _ in nil }
  /// The ids of files that are shown.
  private(set) var files: [String] = []
  /// For each open list, `true` if its items have boxes.
  private var areBoxes: [Bool] = []
  /// The addresses of pictures that are elsewhere.
  private(set) var pictures: [String] = []

  mutating func finished() -> String { writer.finished() }

  mutating func add(_ node: JSONValue) {
    let type = node["type"]?.string ?? ""
    switch type {
    case "text", "code-highlight", "hashtag":
      let format = node["format"]?.integer ?? 0
      let marks = Self.marks.filter { format & $0.0 != 0 }.map(\.1)
      for mark in marks { writer.receive(.begin(mark, attributes: [:])) }
      writer.receive(.text(node["text"]?.string ?? ""))
      for mark in marks.reversed() { writer.receive(.end(mark)) }
    case "linebreak": writer.receive(.begin("br", attributes: [:]))
    case "tab": writer.receive(.text("\t"))
    case "horizontalrule": writer.receive(.begin("hr", attributes: [:]))
    case "unencrypted-image": if let address = node["src"]?.string { pictures.append(address) }
    case "snfile": if let file = node["fileUuid"]?.string { files.append(file) }
    case "link", "autolink":
      add(node, as: "a", ["href": node["url"]?.string ?? ""])
    case "heading":
      let tag = node["tag"]?.string ?? ""
      add(node, as: ["h1", "h2", "h3", "h4", "h5", "h6"].contains(tag) ? tag : "h2")
    case "list":
      let isNumbered = node["listType"]?.string == "number"
      areBoxes.append(node["listType"]?.string == "check")
      defer { areBoxes.removeLast() }
      add(
        node, as: isNumbered ? "ol" : "ul",
        isNumbered ? ["start": "\(node["start"]?.integer ?? 1)"] : [:])
    case "listitem":
      // A list within one has an item of its own, which is no box.
      let isWrapper = node["children"]?.array?.first?["type"]?.string == "list"
      let checked = isWrapper ? nil : node["checked"]?.bool ?? (areBoxes.last == true ? false : nil)
      add(node, as: "li", checked.map { ["data-checked": $0 ? "true" : "false"] } ?? [:])
    default:
      if let element = Self.elements[type] { add(node, as: element) } else { addChildren(of: node) }
    }
  }

  private mutating func add(
    _ node: JSONValue, as element: String, _ attributes: [String: String] = [:]
  ) {
    writer.receive(.begin(element, attributes: attributes))
    addChildren(of: node)
    writer.receive(.end(element))
  }

  /// No deeper than JSON may be.
  private mutating func addChildren(of node: JSONValue) {
    for child in node["children"]?.array ?? [] { add(child) }
  }
}
