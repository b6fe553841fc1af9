/// The lines of a text in Markdown, block by block, in quotes and lists.
struct MarkdownBlocks {
  private enum Container {
    case quote
    /// The number of its next item, `nil` for one with points; and whether it has had one.
    case list(Int?, isBegun: Bool)
    /// What its first line begins with, until that has come, and how far the others are moved.
    case item(mark: String?, width: Int)
  }

  private var lines: [String] = []
  private var open: [Container] = []
  /// Whether an empty line is to stand before the next one.
  private var hasGap = false
  /// How many of those that are open were so at the last line.
  private var shared = 0

  var text: String { lines.joined(separator: "\n") }

  mutating func add(_ block: [String]) {
    guard !block.isEmpty else { return }
    if hasGap, !lines.isEmpty { lines.append(prefix(of: shared, usesMarks: false).trimmingEnd) }
    for line in block {
      lines.append((prefix(of: open.count, usesMarks: true) + line).trimmingEnd)
    }
    hasGap = true
    shared = open.count
  }

  mutating func beginQuote() { open.append(.quote) }

  mutating func beginList(number: Int?) {
    // A list within an item follows its words at once.
    if case .item? = open.last { hasGap = false }
    open.append(.list(number, isBegun: false))
  }

  mutating func beginItem() {
    var mark = "- "
    if case .list(let number, let isBegun)? = open.last {
      // The items of a list follow each other.
      if isBegun { hasGap = false }
      if let number { mark = "\(number). " }
      let next = number.map { $0 < 999_999 ? $0 + 1 : $0 }
      open[open.count - 1] = .list(next, isBegun: true)
    }
    open.append(.item(mark: mark, width: mark.utf8.count))
  }

  mutating func endContainer() {
    guard open.popLast() != nil else { return }
    shared = min(shared, open.count)
    hasGap = true
  }

  /// What a line begins with in the first containers; the marks of items are used up by the first
  /// line that has them.
  private mutating func prefix(of count: Int, usesMarks: Bool) -> String {
    var prefix = ""
    for index in open.indices.prefix(count) {
      switch open[index] {
      case .quote: prefix += "> "
      case .list: break
      case .item(let mark, let width):
        if usesMarks, let mark {
          prefix += mark
          open[index] = .item(mark: nil, width: width)
        } else {
          prefix += String(repeating: " ", count: width)
        }
      }
    }
    return prefix
  }
}

extension String {
  /// Without the spaces at its end.
  fileprivate var trimmingEnd: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
