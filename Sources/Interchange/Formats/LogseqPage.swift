import DiaryCore

/// A page of Logseq's, in Markdown or Org: blocks within blocks, which have properties, `mood:: good`.
/// The blocks at the top are the paragraphs of the text, and those below them its lists.
struct LogseqPage {
  private struct Block {
    var depth: Int
    var lines: [Substring]
    /// Properties of its drawer in Org.
    var properties: [JSONMember] = []
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
  /// The words of the blocks that have ids.
  private(set) var blocks: [String: String] = [:]

  /// `day` is the one that the page is about: a block that only names it is left out.
  init(_ source: String, isOrg: Bool = false, day: CalendarDay? = nil) {
    var blocks: [Block]
    if isOrg {
      (properties, blocks) = Self.orgBlocks(of: source)
    } else {
      blocks = Self.blocks(of: source)
    }
    if let first = blocks.first, first.depth == 0,
      first.lines.allSatisfy({ $0.isBlank || Self.property(in: $0) != nil })
    {
      properties += first.lines.compactMap(Self.property) + first.properties
      blocks.removeFirst()
    }
    properties.removeAll { Self.isOwn($0.name) }
    if let day, let first = blocks.first, first.lines.dropFirst().allSatisfy(\.isBlank),
      first.lines.first.map({ DayName($0).isName(of: day) }) ?? false
    {
      blocks.removeFirst()
    }
    var paragraphs: [String] = []
    // Whether the block at the top is one of tasks, which are a list.
    var isOfTasks = false
    // The depths of the blocks above.
    var depths: [Int] = []
    for block in blocks {
      let lines = isOrg ? Self.orgLines(of: block) : Self.lines(of: block)
      guard !lines.allSatisfy(\.isBlank) else { continue }
      if let id = Self.id(of: block) { self.blocks[id] = Self.withoutBox(lines[0]) }
      while let last = depths.last, last >= block.depth { depths.removeLast() }
      let level = depths.count
      depths.append(block.depth)
      let wasOfTasks = isOfTasks
      if level == 0 { isOfTasks = Self.isTask(lines[0]) }
      guard level > 0 || isOfTasks else {
        paragraphs.append(lines.joined(separator: "\n"))
        continue
      }
      let depth = level == 0 ? 0 : level - (isOfTasks ? 0 : 1)
      let indent = String(repeating: "  ", count: depth)
      let item = lines.enumerated().map { index, line in
        line.isEmpty ? "" : indent + (index == 0 ? "- " : "  ") + line
      }.joined(separator: "\n")
      if level == 0, !wasOfTasks {
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
    let (box, rest) = box(of: line)
    return withoutSizes(box + rest)
  }

  private static func box(of line: Substring) -> (box: String, rest: Substring) {
    let word = line.prefix { !$0.isWhitespace }
    let rest = line[word.endIndex...].dropFirst()
    if open.contains(String(word)) { return ("[ ] ", rest) }
    return word == "DONE" ? ("[x] ", rest) : ("", line)
  }

  private static func isTask(_ line: String) -> Bool {
    line.hasPrefix("[ ] ") || line.hasPrefix("[x] ")
  }

  private static func withoutBox(_ line: String) -> String {
    isTask(line) ? String(line.dropFirst(4)) : line
  }

  private static func id(of block: Block) -> String? {
    (block.properties + block.lines.compactMap(property))
      .first { $0.name.lowercased() == "id" }?.value.string?.lowercased()
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

  /// A text with other words for its references to blocks, `((id))` and `{{embed ((id))}}`; where
  /// `words` returns `nil` they stay. Code has none.
  static func replacingReferences(in text: String, by words: (String) -> String?) -> String {
    var fence = CodeFence()
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard !fence.holds(line.utf8), line.contains("((") else { return String(line) }
      var result = ""
      var rest = line
      while let start = rest.firstRange(of: "((") {
        var before = rest[..<start.lowerBound]
        var after = rest[start.upperBound...]
        let id = after.prefix { $0.isHexDigit || $0 == "-" }
        after = after[id.endIndex...]
        // The address of a link has brackets around it.
        guard id.utf8.count == 36, after.hasPrefix("))"), before.last != "(",
          let words = words(id.lowercased())
        else {
          result += rest[..<start.upperBound]
          rest = rest[start.upperBound...]
          continue
        }
        after = after.dropFirst(2)
        if before.hasSuffix("{{embed "), after.hasPrefix("}}") {
          before = before.dropLast("{{embed ".count)
          after = after.dropFirst(2)
        }
        result += before + words
        rest = after
      }
      return result + rest
    }.joined(separator: "\n")
  }

  /// A tag as it is written, `#[[two words]]`.
  static func name(_ tag: String) -> String { String(tag.filter { !"#[]".contains($0) }) }
}

// Pages in Org: a heading is a block, and its drawer has the properties.
extension LogseqPage {
  /// The properties before the first words are those of the page.
  private static func orgBlocks(of source: String) -> ([JSONMember], [Block]) {
    var properties: [JSONMember] = []
    var blocks: [Block] = []
    var markup: String?
    var isInDrawer = false
    for line in source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let stars = line.prefix { $0 == "*" }.count
      let content = line.dropFirst(stars)
      if markup == nil, stars > 0, content.first ?? " " == " " {
        let words = content.drop { $0 == " " }
        blocks.append(Block(depth: stars - 1, lines: [words]))
        markup = OrgJournal.block(after: words, in: nil)
        isInDrawer = false
        continue
      }
      markup = OrgJournal.block(after: line, in: markup)
      let words = line.trimmed
      if markup == nil, words.uppercased() == ":PROPERTIES:" {
        isInDrawer = true
      } else if isInDrawer {
        isInDrawer = words.uppercased() != ":END:"
        guard isInDrawer, let property = orgProperty(in: words, after: ":") else { continue }
        if blocks.isEmpty {
          properties.append(property)
        } else {
          blocks[blocks.count - 1].properties.append(property)
        }
      } else if blocks.isEmpty, markup == nil, let property = orgProperty(in: words, after: "#+") {
        properties.append(property)
      } else if !blocks.isEmpty {
        blocks[blocks.count - 1].lines.append(line)
      } else if !line.isBlank {
        blocks.append(Block(depth: 0, lines: [line]))
      }
    }
    return (properties, blocks)
  }

  /// `:name: value` in a drawer, and `#+NAME: value` before the first words.
  private static func orgProperty(in line: Substring, after mark: String) -> JSONMember? {
    guard line.hasPrefix(mark), let end = line.dropFirst(mark.count).firstIndex(of: ":") else {
      return nil
    }
    let name = line[..<end].dropFirst(mark.count)
    guard !name.isEmpty, name.utf8.count <= longestName, !name.contains(where: \.isWhitespace)
    else { return nil }
    let value = line[end...].dropFirst().trimmed
    return JSONMember(name.lowercased(), .string(String(value)))
  }

  /// The lines of a block as Markdown.
  private static func orgLines(of block: Block) -> [String] {
    var lines = block.lines
    while lines.last?.isBlank == true { lines.removeLast() }
    var result: [String] = []
    if let first = lines.first, !first.hasPrefix("#+"), !first.hasPrefix("|") {
      lines.removeFirst()
      let (box, rest) = box(of: first)
      let words = OrgLine.markdown(of: String(rest), image: image)
      result.append(box + (box.isEmpty ? PlainMarkdown.guarded(words) : words))
    }
    let others = block.properties.filter { !isOwn($0.name) }
      .map { "\($0.name):: \($0.value.string ?? "")" }
    result += others
    let body = OrgText.markdown(of: lines.map(String.init), image: image)
    if !body.isEmpty {
      result += body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    return result
  }

  /// The Markdown for a link that shows a picture.
  private static func image(at address: String, _ words: String) -> String? {
    guard MediaType.isPhoto(named: address), !address.contains(where: { "<>".contains($0) }) else {
      return nil
    }
    return "![\(words)](<\(address)>)"
  }
}
