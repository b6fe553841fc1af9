/// Widths of text in columns.
package enum TextWidth {
  /// How many columns a text takes on one line.
  package static func columns(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + DisplayForm($1).width }
  }

  /// One column that says that there is more.
  package static var ellipsis: String { AmbiguousWidth.current == .one ? "…" : "~" }

  /// As much of a text as those columns hold: one that is too long ends in `…`.
  package static func cut(_ text: some StringProtocol, columns: Int) -> String {
    guard columns > 0, exceeds(text, columns: columns) else {
      return columns > 0 ? String(text) : ""
    }
    var used = 1
    let rest = text.prefix { character in
      used += DisplayForm(character).width
      return used <= columns
    }
    return rest + ellipsis
  }

  /// Whether it takes more columns than these, without measuring a long text to its end.
  package static func exceeds(_ text: some StringProtocol, columns: Int) -> Bool {
    var used = 0
    for character in text {
      used += DisplayForm(character).width
      if used > columns { return true }
    }
    return false
  }
}
