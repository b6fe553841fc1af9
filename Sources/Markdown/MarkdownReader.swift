/// Makes values of a tree.
struct MarkdownReader {
  /// What is nested deeper is plain text.
  private static let deepest = 24

  private let places: MarkdownRanges
  private let offset: Int

  /// `offset` is added to every place in the text.
  init(_ text: String, offset: Int) {
    places = MarkdownRanges(text)
    self.offset = offset
  }

  func document(_ root: MarkdownNode) -> [MarkdownBlock] {
    var notes = 0
    return root.children.compactMap { node in
      guard node.kind == .footnote else { return block(node, depth: 0) }
      // They come in the order of the places that refer to them.
      notes += 1
      return MarkdownBlock(
        kind: .footnote(number: notes, blocks(node, depth: 1)),
        start: offset + places.place(of: node),
        isAfterBlank: places.isAfterBlank(node))
    }
  }

  // MARK: Blocks

  private func blocks(_ node: MarkdownNode, depth: Int) -> [MarkdownBlock] {
    node.children.compactMap { block($0, depth: depth) }
  }

  private func block(_ node: MarkdownNode, depth: Int) -> MarkdownBlock? {
    let kind: MarkdownBlock.Kind
    if depth > Self.deepest {
      kind = .paragraph([.text(node.allText)])
    } else {
      switch node.kind {
      case .paragraph: kind = .paragraph(inlines(node, depth: depth + 1))
      case .heading: kind = .heading(level: node.level, inlines(node, depth: depth + 1))
      case .quote: kind = .quote(blocks(node, depth: depth + 1))
      case .list:
        kind = .list(start: node.firstNumber, node.children.map { item($0, depth: depth + 1) })
      case .code: kind = .code(node.literal, info: node.info)
      case .html: kind = .html(node.literal)
      case .rule: kind = .rule
      case .table: kind = .table(table(node, depth: depth + 1))
      case .footnote: kind = .footnote(number: 0, blocks(node, depth: depth + 1))
      default: return nil
      }
    }
    return MarkdownBlock(
      kind: kind, start: offset + places.place(of: node), isAfterBlank: places.isAfterBlank(node))
  }

  private func item(_ node: MarkdownNode, depth: Int) -> MarkdownItem {
    var item = MarkdownItem(
      blocks: blocks(node, depth: depth), isAfterBlank: places.isAfterBlank(node))
    guard let first = item.blocks.first, case .paragraph(var inlines) = first.kind,
      case .text(let text)? = inlines.first, let box = checkBox(text, at: first.start - offset)
    else { return item }
    item.checkBox = box
    inlines[0] = .text(String(text.dropFirst(3).drop { $0 == " " || $0 == "\t" }))
    item.blocks[0].kind = .paragraph(inlines)
    return item
  }

  /// `[ ]` or `[x]` and white space after it. The library's own search misses boxes in quotes.
  private func checkBox(_ text: String, at position: Int) -> MarkdownItem.CheckBox? {
    let bytes = places.bytes
    guard text.hasPrefix("["), text.dropFirst(3).first?.isWhitespace ?? true,
      bytes.indices.contains(position + 2), bytes[position] == UInt8(ascii: "["),
      bytes[position + 2] == UInt8(ascii: "]")
    else { return nil }
    switch bytes[position + 1] {
    case UInt8(ascii: " "): return .init(isChecked: false, mark: offset + position + 1)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      return .init(isChecked: true, mark: offset + position + 1)
    default: return nil
    }
  }

  private func table(_ node: MarkdownNode, depth: Int) -> MarkdownTable {
    let alignments = node.alignments
    var rows = node.children.map { row in
      var cells = row.children.map { inlines($0, depth: depth) }
      let missing = max(0, alignments.count - cells.count)
      cells = Array((cells + Array(repeating: [], count: missing)).prefix(alignments.count))
      // The library drops what is more than the columns.
      let rest = surplus(row, columns: alignments.count)
      if !rest.isEmpty, let last = cells.indices.last { cells[last].append(.text(" | " + rest)) }
      return cells
    }
    let header = rows.isEmpty ? [] : rows.removeFirst()
    return MarkdownTable(alignments: alignments, header: header, rows: rows)
  }

  /// What stands in a row of a table after its last column.
  private func surplus(_ row: MarkdownNode, columns: Int) -> String {
    let line = places.line(of: row)
    var cells = 0
    var isEscaped = false
    for (index, byte) in zip(line.indices, line) {
      if byte == UInt8(ascii: "|"), !isEscaped, index > line.startIndex { cells += 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      guard cells == columns, byte == UInt8(ascii: "|") else { continue }
      let rest = line[(index + 1)...].drop { $0 <= 0x20 }
      return String(decoding: rest, as: UTF8.self)
    }
    return ""
  }

  // MARK: Inlines

  private func inlines(_ node: MarkdownNode, depth: Int) -> [MarkdownInline] {
    var result: [MarkdownInline] = []
    for child in node.children {
      let inline = inline(child, depth: depth)
      if inline == .text("") || inline == .html("") { continue }
      // The library leaves a text in pieces where it has looked for marks.
      if case .text(let more) = inline, case .text(let text)? = result.last {
        result[result.count - 1] = .text(text + more)
      } else {
        result.append(inline)
      }
    }
    return result
  }

  private func inline(_ node: MarkdownNode, depth: Int) -> MarkdownInline {
    guard depth <= Self.deepest else { return .text(node.allText) }
    func content() -> [MarkdownInline] { inlines(node, depth: depth + 1) }
    switch node.kind {
    case .lineBreak: return .lineBreak
    case .inlineCode: return .code(node.literal)
    case .inlineHTML: return .html(node.literal)
    case .emphasis: return .emphasis(content())
    case .strong: return .strong(content())
    case .struck: return .struck(content())
    case .link: return .link(content() + title(of: node), address: node.address)
    case .image: return .image(content() + title(of: node), address: node.address)
    case .footnoteReference: return .footnote(Int(node.literal) ?? 0)
    default: return .text(node.literal)
    }
  }

  private func title(of node: MarkdownNode) -> [MarkdownInline] {
    node.title.isEmpty ? [] : [.title(node.title)]
  }
}
