import DiaryCore
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
    let spans = MarkdownHighlighting.spans(of: lines, after: Array(before[..<begun])).map { span in
      let range = start + span.range.lowerBound..<start + span.range.upperBound
      return (range, theme.style(look(span.role)))
    }
    return spans + tags(in: before + lines[(before.count - begun)...], from: reach, view, theme)
  }

  /// Those in view; what stands before tells whether they are in code.
  private static func tags(
    in bytes: [UInt8], from start: Int, _ view: Range<Int>, _ theme: Theme
  ) -> [(range: Range<Int>, style: Style)] {
    guard bytes.contains(UInt8(ascii: "#")) else { return [] }
    let text = String(decoding: bytes, as: UTF8.self)
    // Where a character is cut at the beginning, places in the text are others.
    guard text.utf8.count == bytes.count else { return [] }
    return Hashtags.all(in: text).compactMap { tag in
      let range = start + tag.range.lowerBound..<start + tag.range.upperBound
      return range.overlaps(view) ? (range, theme.style(.mark)) : nil
    }
  }

  private static func look(_ role: MarkdownHighlighting.Role) -> TextAppearance {
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
