import TerminalUI

/// The column that an entry's text stands in, the same wherever it is read and written: so the text
/// neither moves nor breaks otherwise on the way from one to the other.
enum TextColumn {
  /// Long lines tire the eye.
  private static let widest = 80

  /// In the middle of a part of the screen.
  static func within(_ rect: Rect) -> Rect {
    let columns = min(widest, rect.columns)
    return rect.inset(
      left: (rect.columns - columns) / 2, right: (rect.columns - columns + 1) / 2)
  }

  /// On a screen that has an entry alone, between the rule and the bottom line.
  static func alone(on size: Size) -> Rect {
    within(ScreenFrame.body(size).inset(left: 2, right: 2))
  }
}
