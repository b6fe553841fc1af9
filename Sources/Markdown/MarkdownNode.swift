import CMarkdown
import Synchronization

/// The tree that cmark-gfm makes of a text; it is freed with this.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer

  // Extensions change tables of the library's own while they are attached: one text at a time.
  private static let library = Mutex(cmark_gfm_core_extensions_ensure_registered())

  /// `nil` when there is no memory left.
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

  /// Gives its first node to a closure; nodes live as long as the tree.
  func withRoot<Value>(_ body: (MarkdownNode) -> Value) -> Value { body(MarkdownNode(root)) }
}

/// A node of the tree.
struct MarkdownNode {
  /// In the order of the header's `pd_markdown_kind`.
  enum Kind: Int32 {
    case unknown, document, quote, list, item, code, html, paragraph, heading, rule, footnote
    case text, lineBreak, inlineCode, inlineHTML, emphasis, strong, link, image
    case footnoteReference, struck, table, row, cell
  }

  private let node: OpaquePointer

  init(_ node: OpaquePointer) { self.node = node }

  var kind: Kind { Kind(rawValue: pd_markdown_kind(node)) ?? .unknown }
  /// From one; that of a block is right, those of what is in it aren't always.
  var line: Int { Int(cmark_node_get_start_line(node)) }
  /// In bytes, from one.
  var column: Int { Int(cmark_node_get_start_column(node)) }
  var literal: String { text(cmark_node_get_literal(node)) }
  var address: String { text(cmark_node_get_url(node)) }
  /// What stands beside a link's address.
  var title: String { text(cmark_node_get_title(node)) }
  /// What stands beside the marks that open code.
  var info: String { text(cmark_node_get_fence_info(node)) }
  var level: Int { Int(cmark_node_get_heading_level(node)) }

  /// The first number of a list with numbers.
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

  /// All text in it and below, for what is nested without end.
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

  /// It and all nodes below, found without going down.
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
