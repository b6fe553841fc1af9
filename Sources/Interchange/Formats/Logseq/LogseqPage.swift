import DiaryCore

/// A page of Logseq's: blocks within blocks, each line of which may be a name and a value, `mood:: good`.
/// The blocks at the top are the paragraphs of the text, and those below them its lists.
struct LogseqPage {
  private struct Block {
    let depth: Int
    var lines: [Substring]
  }

  /// What says how a block is shown, and nothing else.
  private static let ownNames: Set = [
    "id", "collapsed", "heading", "background-color", "created-at", "updated-at", "icon", "public",
    "exclude-from-graph-view", "filters", "file", "file-path",
  ]
  private static let open: Set = [
    "TODO", "DOING", "NOW", "LATER", "WAITING", "WAIT", "IN-PROGRESS",
  ]
  private static let longestName = 60

  /// The names and values that the page begins with.
  private(set) var properties: [JSONMember] = []
  private(set) var text = ""
  /// Where links lead to that show no picture: documents, beside the pages.
  private(set) var linkedFiles: [String] = []

  var isEmpty: Bool { text.isBlank && properties.isEmpty }

  init(_ source: String) {
    var blocks = Self.blocks(of: source)
    if let first = blocks.first, first.depth == 0,
      first.lines.allSatisfy({ $0.isBlank || Self.property(in: $0) != nil })
    {
      properties = first.lines.compactMap(Self.property).filter { !Self.isOwn($0.name) }
      blocks.removeFirst()
    }
    var paragraphs: [String] = []
    // Whether the block at the top is one of tasks, which are a list.
    var isOfTasks = false
    for block in blocks {
      let lines = Self.lines(of: block)
      guard !lines.allSatisfy(\.isBlank) else { continue }
      let isAtTop = block.depth == 0 || paragraphs.isEmpty
      let wasOfTasks = isOfTasks
      if isAtTop { isOfTasks = Self.isTask(lines[0]) }
      guard !isAtTop || isOfTasks else {
        paragraphs.append(lines.joined(separator: "\n"))
        continue
      }
      let depth = isAtTop ? 0 : block.depth - (isOfTasks ? 0 : 1)
      let indent = String(repeating: "  ", count: depth)
      let item = lines.enumerated().map { index, line in
        line.isEmpty ? "" : indent + (index == 0 ? "- " : "  ") + line
      }.joined(separator: "\n")
      if isAtTop, !wasOfTasks {
        paragraphs.append(item)
      } else {
        paragraphs[paragraphs.count - 1] += "\n" + item
      }
    }
    text = paragraphs.joined(separator: "\n\n")
    linkedFiles = Self.linkedFiles(in: text)
  }

  private static func blocks(of source: String) -> [Block] {
    var blocks: [Block] = []
    var fence = CodeFence()
    var isInFence = false
    for line in source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let content = line.drop { $0 == "\t" || $0 == " " }
      let isBullet = content == "-" || content.hasPrefix("- ")
      if isBullet, !isInFence {
        let words = content.dropFirst(2)
        blocks.append(Block(depth: depth(of: line[..<content.startIndex]), lines: [words]))
        fence = CodeFence()
        isInFence = fence.holds(words.utf8)
        continue
      }
      if blocks.isEmpty { blocks.append(Block(depth: 0, lines: [])) }
      let inner = withoutIndent(line, of: blocks[blocks.count - 1].depth)
      let wasInFence = isInFence
      isInFence = fence.holds(inner.utf8)
      // The line that ends a block of code is one of its own, too.
      if wasInFence, isInFence, isFenceEnd(inner) { isInFence = false }
      blocks[blocks.count - 1].lines.append(inner)
    }
    return blocks
  }

  private static func isFenceEnd(_ line: Substring) -> Bool {
    line.trimmed.allSatisfy { $0 == "`" || $0 == "~" }
  }

  private static func depth(of indent: Substring) -> Int {
    let tabs = indent.count { $0 == "\t" }
    return tabs + (indent.count - tabs) / 2
  }

  /// A line of a block begins below the block's words.
  private static func withoutIndent(_ line: Substring, of depth: Int) -> Substring {
    var rest = line
    for _ in 0..<depth {
      if rest.hasPrefix("\t") {
        rest.removeFirst()
      } else if rest.hasPrefix("  ") {
        rest.removeFirst(2)
      }
    }
    return rest.hasPrefix("  ") ? rest.dropFirst(2) : rest
  }

  /// `name:: value`.
  private static func property(in line: Substring) -> JSONMember? {
    let line = line.trimmed
    guard let mark = line.firstRange(of: "::"), mark.lowerBound > line.startIndex else {
      return nil
    }
    let name = line[..<mark.lowerBound]
    guard name.utf8.count <= longestName,
      !name.contains(where: { $0.isWhitespace || "[](`".contains($0) }),
      mark.upperBound == line.endIndex || line[mark.upperBound].isWhitespace
    else { return nil }
    return JSONMember(String(name), .string(String(line[mark.upperBound...].trimmed)))
  }

  private static func isOwn(_ name: String) -> Bool {
    ownNames.contains(name.lowercased()) || name.hasPrefix("logseq.")
  }

  /// The lines of a block, without what is for the program alone.
  private static func lines(of block: Block) -> [String] {
    var isInDrawer = false
    var lines: [String] = []
    for line in block.lines {
      let words = line.trimmed.uppercased()
      if words == ":LOGBOOK:" { isInDrawer = true }
      defer { if words == ":END:" { isInDrawer = false } }
      guard !isInDrawer, property(in: line).map({ isOwn($0.name) }) != true else { continue }
      lines.append(lines.isEmpty ? withBox(line) : withoutSizes(String(line)))
    }
    while lines.last?.isBlank == true { lines.removeLast() }
    return lines
  }

  /// What is to be done has a word before it.
  private static func withBox(_ line: Substring) -> String {
    let word = line.prefix { !$0.isWhitespace }
    let rest = line[word.endIndex...].dropFirst()
    if open.contains(String(word)) { return withoutSizes("[ ] " + rest) }
    return withoutSizes(word == "DONE" ? "[x] " + rest : String(line))
  }

  private static func isTask(_ line: String) -> Bool {
    line.hasPrefix("[ ] ") || line.hasPrefix("[x] ")
  }

  /// Without what stands behind pictures that were made larger or smaller: `{:height 300, :width 400}`.
  private static func withoutSizes(_ line: String) -> String {
    guard line.contains("){:") else { return line }
    var result = ""
    var rest = line[...]
    while let start = rest.firstRange(of: "){:"),
      let end = rest[start.upperBound...].firstIndex(of: "}")
    {
      result += rest[..<start.lowerBound] + ")"
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func linkedFiles(in text: String) -> [String] {
    var files: [String] = []
    var rest = text[...]
    let mark = "](../assets/"
    while let start = rest.firstRange(of: mark) {
      let address = rest[start.lowerBound...].dropFirst(2).prefix { $0 != ")" && !$0.isNewline }
      let isImage = isImage(text[..<start.lowerBound])
      if !isImage, !files.contains(String(address)) { files.append(String(address)) }
      rest = rest[start.upperBound...]
    }
    return files
  }

  /// Whether the words of a link, which end here, begin behind an exclamation mark.
  private static func isImage(_ before: Substring) -> Bool {
    guard let open = before.lastIndex(of: "["), open > before.startIndex else { return false }
    return before[before.index(before: open)] == "!"
  }

  /// A tag as it is written, `#[[two words]]`.
  static func name(_ tag: String) -> String { String(tag.filter { !"#[]".contains($0) }) }
}
