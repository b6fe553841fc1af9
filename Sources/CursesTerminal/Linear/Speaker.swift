import TerminalUI

/// Turns what the screens say into lines, of which only those are written that are new. A field
/// stands on a line that isn't ended, so that letters typed at its end simply follow.
struct Speaker {
  private var last: AccessibleText?
  /// Whether the last line isn't ended.
  private(set) var isOpen = false

  /// Says everything the next time.
  mutating func forget() { last = nil }

  /// The text to write; lines end in a line feed.
  mutating func say(_ accessibleText: AccessibleText) -> String {
    defer { last = accessibleText }
    var text = ""
    let isOtherScreen = last?.title != accessibleText.title
    if isOtherScreen { put(accessibleText.title, in: &text) }
    for line in isOtherScreen
      ? accessibleText.lines : Self.new(in: accessibleText.lines, after: last?.lines ?? [])
    {
      put(line, in: &text)
    }
    if let notice = accessibleText.notice, notice != last?.notice { put(notice, in: &text) }
    if let selected = accessibleText.selected, isOtherScreen || selected != last?.selected {
      put(selected, in: &text)
    }
    if let field = accessibleText.field {
      put(field, after: isOtherScreen ? nil : last?.field, in: &text)
    }
    return text
  }

  /// Ends the line that a field stands on.
  mutating func close() -> String {
    defer { isOpen = false }
    return isOpen ? "\n" : ""
  }

  private mutating func put(_ line: String, in text: inout String) {
    text += close() + line + "\n"
  }

  private mutating func put(
    _ field: AccessibleText.Field, after old: AccessibleText.Field?, in text: inout String
  ) {
    let isAtEnd = field.caret >= field.text.count
    if isOpen, let old, old.label == field.label, isAtEnd, old.caret >= old.text.count,
      field.text.unicodeScalars.starts(with: old.text.unicodeScalars)
    {
      text.unicodeScalars += field.text.unicodeScalars.dropFirst(old.text.unicodeScalars.count)
      return
    }
    if isOpen, field == old { return }
    text += close()
    // The caret is where the line ends, and else it is told.
    let place = isAtEnd ? "" : " [\(field.caret + 1)/\(field.text.count)]"
    text += "\(field.label)\(place): \(field.text)"
    isOpen = true
  }

  /// Of lines that may have been scrolled by some, those that came into view.
  private static func new(in lines: [String], after old: [String]) -> [String] {
    guard lines != old else { return [] }
    for shift in 1..<max(1, old.count) where lines.starts(with: old[shift...]) {
      return Array(lines[(old.count - shift)...])
    }
    for shift in 1..<max(1, lines.count) where old.starts(with: lines[shift...]) {
      return Array(lines[..<shift])
    }
    return lines
  }
}
