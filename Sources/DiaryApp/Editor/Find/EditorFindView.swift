import Localization
import TerminalUI

/// The line in which a phrase is typed, at the bottom of the editor.
enum EditorFindView {
  /// Draws it in place of the keys. Returns the caret's place; `nil` where a place in the text is
  /// asked about.
  static func draw(
    _ find: EditorFind, _ state: ScreenContext, in grid: inout Grid, _ rect: Rect
  ) -> Point? {
    grid.fill(rect)
    let line = rect.inset(left: 1, right: 1)
    let theme = state.theme
    guard !find.isAsking else {
      grid.draw(question(state.keys), in: line, theme.accent)
      return nil
    }
    let words = hint(find, state.keys[.find])
    let hintColumns = line.columns >= 60 ? TextWidth.columns(words) + 2 : 0
    if hintColumns > 0 { grid.draw(trailing: words, in: line, theme.dim) }
    let room = line.inset(right: hintColumns)
    guard let replacement = find.replacement else {
      return draw(localized("Find"), find.phrase, in: &grid, room, isMissing(find), theme)
    }
    let half = room.columns / 2
    let left = room.inset(right: room.columns - half + 1)
    let first = draw(localized("Find"), find.phrase, in: &grid, left, isMissing(find), theme)
    let second = draw(
      localized("With"), replacement, in: &grid, room.inset(left: half), false, theme)
    return find.isInReplacement ? second : first
  }

  /// The places of the phrase that are in view.
  static func marks(
    _ find: EditorFind, in content: TextArea, _ theme: Theme
  ) -> [(range: Range<Int>, style: Style)] {
    guard let wanted = find.wanted else { return [] }
    return content.content.ranges(of: wanted, in: content.visibleRange).map {
      ($0, theme.accent.adding(.underline))
    }
  }

  private static func isMissing(_ find: EditorFind) -> Bool {
    find.match == nil && !find.phrase.isEmpty
  }

  /// What is asked about a place that may be replaced, with the keys that answer.
  static func question(_ keys: Keymap) -> String {
    let answers: [(Command, String)] = [
      (.yes, localized("yes")), (.no, localized("no")), (.replaceAll, localized("all")),
      (.cancel, localized("stop")),
    ]
    let words = answers.compactMap { command, words in
      keys[.replacing].keyName(of: command).map { "\($0) \(words)" }
    }
    return localized("Replace this?") + " " + words.joined(separator: ", ")
  }

  private static func hint(_ find: EditorFind, _ keys: KeyTable) -> String {
    if isMissing(find) { return localized("not found") }
    let next: (Command, String) =
      find.replacement == nil ? (.next, localized("next")) : (.accept, localized("continue"))
    let words = [next, (.cancel, localized("close"))].compactMap { command, words in
      keys.keyName(of: command).map { "\($0) \(words)" }
    }
    let place = find.match.flatMap { find.places?.words(at: $0) }
    return ([place].compactMap(\.self) + words).joined(separator: "  ")
  }

  private static func draw(
    _ label: String, _ field: TextField, in grid: inout Grid, _ rect: Rect, _ isMissing: Bool,
    _ theme: Theme
  ) -> Point {
    let end = grid.draw(label, in: rect, theme.dim)
    return field.draw(
      in: &grid, rect.inset(left: end + 1 - rect.column), isMissing ? theme.warning : theme.text)
  }
}
