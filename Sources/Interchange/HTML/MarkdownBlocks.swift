/// The lines of a text in Markdown, block by block, in quotes and lists.
struct MarkdownBlocks {
  private enum Container {
    case quote
    /// The number of its next item, `nil` for one with points; and whether it has had one.
    case list(Int?, isBegun: Bool)
    /// What its first line begins with, until that has come, how far the others are moved, and whether
    /// none came before it.
    case item(mark: String?, width: Int, isFirst: Bool)
  }

  private var lines: [String] = []
  private var open: [Container] = []
  /// Which of those nobody opened: items that stand for the one before, and go with the list in them.
  private var implied: [Int] = []
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
    switch open.last {
    case .item(.some, let width, isFirst: false):
      // An item with nothing but a list: that is the list of the item before it.
      open[open.count - 1] = .item(mark: nil, width: width, isFirst: false)
      hasGap = false
    // A list within an item follows its words at once.
    case .item: hasGap = false
    case .list(let next, isBegun: true):
      // Some programs put a list into a list, and mean the item before it.
      implied.append(open.count)
      open.append(
        .item(mark: nil, width: Self.mark(next.map { $0 - 1 }).utf8.count, isFirst: false))
      hasGap = false
    default: break
    }
    open.append(.list(number, isBegun: false))
  }

  mutating func beginItem() {
    var mark = Self.mark(nil)
    var isFirst = true
    if case .list(let number, let isBegun)? = open.last {
      // The items of a list follow each other.
      if isBegun { hasGap = false }
      isFirst = !isBegun
      mark = Self.mark(number)
      let next = number.map { $0 < 999_999 ? $0 + 1 : $0 }
      open[open.count - 1] = .list(next, isBegun: true)
    }
    open.append(.item(mark: mark, width: mark.utf8.count, isFirst: isFirst))
  }

  private static func mark(_ number: Int?) -> String { number.map { "\($0). " } ?? "- " }

  mutating func endContainer() {
    guard open.popLast() != nil else { return }
    if implied.last == open.count - 1 {
      implied.removeLast()
      open.removeLast()
    }
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
      case .item(let mark, let width, let isFirst):
        if usesMarks, let mark {
          prefix += mark
          open[index] = .item(mark: nil, width: width, isFirst: isFirst)
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
