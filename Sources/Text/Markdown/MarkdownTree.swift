import CMarkdown
import Synchronization

/// A cmark-gfm syntax tree, freed on `deinit`.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer

  // The library changes global tables while extensions are attached, so only one thread parses at a
  // time.
  private static let library = Mutex(cmark_gfm_core_extensions_ensure_registered())

  /// Parses a text, or returns `nil` if memory runs out.
  init?(_ text: String, withTables: Bool) {
    var text = text
    let root = Self.library.withLock { _ -> OpaquePointer? in
      guard let parser = pd_markdown_parser(withTables) else { return nil }
      defer { cmark_parser_free(parser) }
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          cmark_parser_feed(parser, $0.baseAddress, $0.count)
        }
      }
      return cmark_parser_finish(parser)
    }
    guard let root else { return nil }
    self.root = root
  }

  deinit { cmark_node_free(root) }

  /// Calls a closure with the root node. Nodes are valid as long as the tree.
  func withRoot<Value>(_ body: (MarkdownNode) -> Value) -> Value { body(MarkdownNode(root)) }
}

/// A node of the tree.
struct MarkdownNode {
  /// The kinds of nodes, with the values of `pd_markdown_kind` in the C header.
  enum Kind: Int32 {
    case unknown, document, quote, list, item, code, html, paragraph, heading, rule, footnote
    case text, lineBreak, inlineCode, inlineHTML, emphasis, strong, link, image
    case footnoteReference, struck, table, row, cell
  }

  private let node: OpaquePointer

  init(_ node: OpaquePointer) { self.node = node }

  var kind: Kind { Kind(rawValue: pd_markdown_kind(node)) ?? .unknown }
  /// The line of its start, from 1. It is reliable for blocks, but not for all inline nodes.
  var line: Int { Int(cmark_node_get_start_line(node)) }
  /// The column of its start in bytes, from 1.
  var column: Int { Int(cmark_node_get_start_column(node)) }
  var literal: String { text(cmark_node_get_literal(node)) }
  var address: String { text(cmark_node_get_url(node)) }
  /// The title of a link.
  var title: String { text(cmark_node_get_title(node)) }
  /// The info string of a code block.
  var info: String { text(cmark_node_get_fence_info(node)) }
  var level: Int { Int(cmark_node_get_heading_level(node)) }

  /// The first number of an ordered list, or `nil` for a bulleted one.
  var firstNumber: Int? {
    cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      ? Int(cmark_node_get_list_start(node)) : nil
  }

  var children: [MarkdownNode] {
    var children: [MarkdownNode] = []
    var next = cmark_node_first_child(node)
    while let child = next {
      children.append(MarkdownNode(child))
      next = cmark_node_next(child)
    }
    return children
  }

  var alignments: [MarkdownTable.Alignment] {
    let count = Int(cmark_gfm_extensions_get_table_columns(node))
    guard count > 0, let letters = cmark_gfm_extensions_get_table_alignments(node) else {
      return []
    }
    return UnsafeBufferPointer(start: letters, count: count).map { letter in
      switch letter {
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .trailing
      default: .leading
      }
    }
  }

  private func text(_ characters: UnsafePointer<CChar>?) -> String {
    characters.map { MarkdownDefinitions.unmarked(String(cString: $0)) } ?? ""
  }

  /// The text of the node and its descendants, for nodes that are nested too deeply.
  var allText: String {
    var text = ""
    visit { found in
      switch found.kind {
      case .lineBreak: text += "\n"
      case .paragraph where !text.isEmpty: text += "\n"
      default: text += found.info + found.literal + found.title
      }
    }
    return text
  }

  /// Calls a closure with the node and all descendants, without recursion.
  func visit(_ body: (MarkdownNode) -> Void) {
    guard let iterator = cmark_iter_new(node) else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let current = cmark_iter_get_node(iterator) else { return }
      if event == CMARK_EVENT_ENTER { body(MarkdownNode(current)) }
    }
  }
}

// MARK: - Building blocks

/// Builds blocks from a syntax tree.
struct MarkdownBuilder {
  /// The maximum nesting depth. Deeper nodes become plain text.
  private static let maxDepth = 24

  private let places: MarkdownOffsets
  private let offset: Int

  /// Creates a builder for the tree of `text`. `offset` is added to all offsets.
  init(_ text: String, offset: Int) {
    places = MarkdownOffsets(text)
    self.offset = offset
  }

  func document(_ root: MarkdownNode) -> [MarkdownBlock] {
    var notes = 0
    return root.children.compactMap { node in
      guard node.kind == .footnote else { return block(node, depth: 0) }
      // Footnotes are in the order of their first references.
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
    if depth > Self.maxDepth {
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

  /// Returns the check box at the start of an item: `[ ]` or `[x]` and white space. The library's
  /// own extension misses check boxes in quotes.
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
      // The library drops the cells after the last column.
      let rest = surplus(row, columns: alignments.count)
      if !rest.isEmpty, let last = cells.indices.last { cells[last].append(.text(" | " + rest)) }
      return cells
    }
    let header = rows.isEmpty ? [] : rows.removeFirst()
    return MarkdownTable(alignments: alignments, header: header, rows: rows)
  }

  /// Returns the text of a table row after its last column.
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
      // The library splits text where it has looked for marks.
      if case .text(let more) = inline, case .text(let text)? = result.last {
        result[result.count - 1] = .text(text + more)
      } else {
        result.append(inline)
      }
    }
    return result
  }

  private func inline(_ node: MarkdownNode, depth: Int) -> MarkdownInline {
    guard depth <= Self.maxDepth else { return .text(node.allText) }
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

// MARK: - Offsets

/// Offsets of nodes in a text, in bytes.
struct MarkdownOffsets {
  let bytes: [UInt8]
  private let lineStarts: [Int]

  init(_ text: String) {
    bytes = Array(text.utf8)
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      // A carriage return alone also ends a line.
      let isEnd = byte == 0x0A || byte == 0x0D && bytes[(index + 1)...].first != 0x0A
      if isEnd { starts.append(index + 1) }
    }
    lineStarts = starts
  }

  func place(of node: MarkdownNode) -> Int {
    guard lineStarts.indices.contains(node.line - 1) else { return bytes.count }
    return min(bytes.count, lineStarts[node.line - 1] + max(0, node.column - 1))
  }

  /// Returns whether the line before a node contains only white space and quote markers.
  func isAfterBlank(_ node: MarkdownNode) -> Bool {
    let line = node.line - 2
    guard line >= 0, lineStarts.indices.contains(line + 1) else { return false }
    return bytes[lineStarts[line]..<lineStarts[line + 1]].allSatisfy {
      [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ">")].contains($0)
    }
  }

  /// Returns the line where a node begins, after quote markers.
  func line(of node: MarkdownNode) -> ArraySlice<UInt8> {
    guard lineStarts.indices.contains(node.line - 1) else { return [] }
    return bytes[lineStarts[node.line - 1]...].prefix { $0 != 0x0A && $0 != 0x0D }
      .drop { [0x20, 0x09, UInt8(ascii: ">")].contains($0) }
  }
}
