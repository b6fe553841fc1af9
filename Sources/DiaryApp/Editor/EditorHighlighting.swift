import Markdown
import TerminalUI
import TextEditing

/// Markdown's marks in the part of a text that is in view, in styles of their own.
enum EditorHighlighting {
  static func parts(_ area: TextArea, _ theme: Theme) -> [(range: Range<Int>, style: Style)] {
    let view = area.visibleRange
    let reach = max(0, view.lowerBound - MarkdownHighlighting.context)
    let before = area.rope.bytes(reach..<view.lowerBound)
    // The first row may go on with a line that began above.
    let begun = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let start = reach + begun
    let lines = area.rope.bytes(start..<view.upperBound)
    return MarkdownHighlighting.spans(of: lines, after: Array(before[..<begun])).map { span in
      let range = start + span.range.lowerBound..<start + span.range.upperBound
      return (range, theme.style(look(span.role)))
    }
  }

  private static func look(_ role: MarkdownHighlighting.Role) -> TextLook {
    switch role {
    case .mark, .quote: .faint
    case .heading: .heading
    case .emphasis: .emphasis
    case .strong: .strong
    case .struck: .struck
    case .code: .code
    case .link: .link
    case .bullet: .mark
    }
  }
}
