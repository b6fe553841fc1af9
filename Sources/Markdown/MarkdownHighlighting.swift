/// What Markdown's marks mean in a text that is being written, for showing them in other styles. It
/// looks at lines, not at the whole text: what it can't know from the lines in view and some before
/// them, it leaves plain.
package enum MarkdownHighlighting {
  package enum Role: Hashable, Sendable {
    /// A mark that is only read by the program, as `**`.
    case mark
    case heading, emphasis, strong, struck, code, link, quote
    /// A bullet, a number, a check box.
    case bullet
  }

  /// A stretch of the text, in bytes.
  package struct Span: Hashable, Sendable {
    package var range: Range<Int>
    package var role: Role
  }

  /// How much before the lines in view is looked at for code that is open there, in bytes.
  package static let context = 16_384

  /// The spans of whole lines, in order; of spans that overlap the later one is further inside.
  /// `before` is what stands before the lines: all of it, or its last `context` bytes.
  package static func spans(of lines: [UInt8], after before: [UInt8] = []) -> [Span] {
    var fence = openFence(before)
    var spans: [Span] = []
    var start = 0
    while start < lines.count {
      let end = lines[start...].firstIndex(of: 0x0A) ?? lines.count
      var line = LineHighlighting(lines, start..<end)
      if FenceLine.update(&fence, with: lines[start..<end]) {
        spans.append(Span(range: start..<end, role: .mark))
      } else if fence != nil {
        spans.append(Span(range: start..<end, role: .code))
      } else {
        spans += line.spans()
      }
      start = end + 1
    }
    return spans
  }

  // MARK: Code over several lines

  /// Whether a text, or its last `context` bytes, ends within a block of code.
  package static func endsInCode(_ text: [UInt8]) -> Bool { openFence(text) != nil }

  private static func openFence(_ text: [UInt8]) -> FenceLine? {
    var fence: FenceLine?
    for line in text.suffix(context).split(separator: 0x0A) { FenceLine.update(&fence, with: line) }
    return fence
  }
}
