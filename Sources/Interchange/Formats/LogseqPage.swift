import DiaryCore

/// A Logseq page in Markdown or Org: nested blocks with properties, `mood:: good`. Blocks at the
/// top level become paragraphs, and nested blocks become lists.
struct LogseqPage {
  private struct Block {
    var depth: Int
    var lines: [Substring]
    /// The properties in the block's Org drawer.
    var properties: [JSONMember] = []
  }

  /// Properties that only Logseq itself uses, most of them for display.
  private static let internalProperties: Set = [
    "id", "collapsed", "heading", "background-color", "created-at", "updated-at", "icon", "public",
    "exclude-from-graph-view", "filters", "file", "file-path",
  ]
  private static let openTaskKeywords: Set = [
    "TODO", "DOING", "NOW", "LATER", "WAITING", "WAIT", "IN-PROGRESS",
  ]
  private static let maxNameLength = 60

  /// The properties at the start of the page.
  private(set) var properties: [JSONMember] = []
  private(set) var text = ""
  /// The addresses of linked files in `../assets` that aren't shown as images, such as documents.
  private(set) var linkedFiles: [String] = []
  /// The text of blocks that have IDs, by ID.
  private(set) var blocks: [String: String] = [:]

  /// Parses a page. `day` is the date of a journal page: a first block that only repeats it is
  /// dropped.
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
    properties.removeAll { Self.isInternal($0.name) }
    if let day, let first = blocks.first, first.lines.dropFirst().allSatisfy(\.isBlank),
      first.lines.first.map({ DayName.isName($0, of: day) }) ?? false
    {
      blocks.removeFirst()
    }
    var paragraphs: [String] = []
    // Indicates that the current top-level block is a task. Tasks become list items.
    var isTaskList = false
    // The depths of the enclosing blocks.
    var depths: [Int] = []
    for block in blocks {
      let lines = isOrg ? Self.orgLines(of: block) : Self.lines(of: block)
      guard !lines.allSatisfy(\.isBlank) else { continue }
      if let id = Self.id(of: block) { self.blocks[id] = Self.withoutBox(lines[0]) }
      while let last = depths.last, last >= block.depth { depths.removeLast() }
      let level = depths.count
      depths.append(block.depth)
      let wasTaskList = isTaskList
      if level == 0 { isTaskList = Self.isTask(lines[0]) }
      guard level > 0 || isTaskList else {
        paragraphs.append(lines.joined(separator: "\n"))
        continue
      }
      let depth = level == 0 ? 0 : level - (isTaskList ? 0 : 1)
      let indent = String(repeating: "  ", count: depth)
      let item = lines.enumerated().map { index, line in
        line.isEmpty ? "" : indent + (index == 0 ? "- " : "  ") + line
      }.joined(separator: "\n")
      if level == 0, !wasTaskList {
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
      // The fence that ends a code block is part of it.
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

  /// Removes a block's indentation from one of its continuation lines.
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

  /// Parses `name:: value`.
  private static func property(in line: Substring) -> JSONMember? {
    let line = line.trimmed
    guard let mark = line.firstRange(of: "::"), mark.lowerBound > line.startIndex else {
      return nil
    }
    let name = line[..<mark.lowerBound]
    guard name.utf8.count <= maxNameLength,
      !name.contains(where: { $0.isWhitespace || "[](`".contains($0) }),
      mark.upperBound == line.endIndex || line[mark.upperBound].isWhitespace
    else { return nil }
    return JSONMember(String(name), .string(String(line[mark.upperBound...].trimmed)))
  }

  private static func isInternal(_ name: String) -> Bool {
    internalProperties.contains(name.lowercased()) || name.hasPrefix("logseq.")
  }

  /// Returns the lines of a block, without Logseq's internal properties and log.
  private static func lines(of block: Block) -> [String] {
    var isInDrawer = false
    var lines: [String] = []
    for line in block.lines {
      let words = line.trimmed.uppercased()
      if words == ":LOGBOOK:" { isInDrawer = true }
      defer { if words == ":END:" { isInDrawer = false } }
      guard !isInDrawer, property(in: line).map({ isInternal($0.name) }) != true else { continue }
      lines.append(lines.isEmpty ? withBox(line) : withoutSizes(String(line)))
    }
    while lines.last?.isBlank == true { lines.removeLast() }
    return lines
  }

  /// Replaces a task's keyword with a checkbox, and removes the sizes of pictures.
  private static func withBox(_ line: Substring) -> String {
    let (box, rest) = box(of: line)
    return withoutSizes(box + rest)
  }

  private static func box(of line: Substring) -> (box: String, rest: Substring) {
    let word = line.prefix { !$0.isWhitespace }
    let rest = line[word.endIndex...].dropFirst()
    if openTaskKeywords.contains(String(word)) { return ("[ ] ", rest) }
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

  /// Removes the sizes of resized pictures: `{:height 300, :width 400}`.
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

  /// Returns whether the link text that ends here starts after an exclamation mark.
  private static func isImage(_ before: Substring) -> Bool {
    guard let open = before.lastIndex(of: "["), open > before.startIndex else { return false }
    return before[before.index(before: open)] == "!"
  }

  /// Returns a text in which block references, `((id))` and `{{embed ((id))}}`, are replaced.
  /// References for which `words` returns `nil`, and those in code, are kept.
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
        // A reference within parentheses is the target of a link.
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

  /// Returns the name of a tag, which may be written `#[[two words]]`.
  static func name(_ tag: String) -> String { String(tag.filter { !"#[]".contains($0) }) }
}

// Org pages: each heading is a block, and its drawer contains the properties.
extension LogseqPage {
  /// Returns the blocks of an Org page, and the properties before its first words.
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

  /// Parses `:name: value` in a drawer, or `#+NAME: value` at the start of the page.
  private static func orgProperty(in line: Substring, after mark: String) -> JSONMember? {
    guard line.hasPrefix(mark), let end = line.dropFirst(mark.count).firstIndex(of: ":") else {
      return nil
    }
    let name = line[..<end].dropFirst(mark.count)
    guard !name.isEmpty, name.utf8.count <= maxNameLength, !name.contains(where: \.isWhitespace)
    else { return nil }
    let value = line[end...].dropFirst().trimmed
    return JSONMember(name.lowercased(), .string(String(value)))
  }

  /// Returns the lines of a block as Markdown.
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
    let others = block.properties.filter { !isInternal($0.name) }
      .map { "\($0.name):: \($0.value.string ?? "")" }
    result += others
    let body = OrgText.markdown(of: lines.map(String.init), image: image)
    if !body.isEmpty {
      result += body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    return result
  }

  /// Returns the Markdown for a link to a picture, or `nil` for any other link.
  private static func image(at address: String, _ words: String) -> String? {
    guard MediaType.isPhoto(named: address), !address.contains(where: { "<>".contains($0) }) else {
      return nil
    }
    return "![\(words)](<\(address)>)"
  }
}
