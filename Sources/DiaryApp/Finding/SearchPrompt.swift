import DiaryCore
import Localization
import TerminalUI

/// Where a search is typed: the field, and below it what can't be understood, or where one
/// searches.
enum SearchPrompt {
  /// The rows it takes: what is wrong is told whole, where a screen has few columns in some of them.
  static func rows(_ state: ScreenContext) -> Int {
    guard let search = state.search else { return 0 }
    return 1 + wordRows(search, state).count
  }

  static func draw(in grid: inout Grid, _ rect: Rect, _ state: ScreenContext) -> Point? {
    guard let search = state.search else { return nil }
    let line = rect.line(0).inset(left: 1, right: 1)
    grid.draw("/", in: line, state.theme.accent)
    let issues = search.query(today: state.now.day).issues
    let text = search.field.text
    let marks = issues.map { issue in
      let start = text.utf8.distance(from: text.startIndex, to: issue.range.lowerBound)
      return start..<start + text[issue.range].utf8.count
    }
    let below = rect.inset(left: 3, top: 1, right: 1)
    if let completion = search.completion, completion.isShown {
      CompletionView.draw(
        completion, key: completionKey(state), in: &grid, below.line(0), state.theme)
    }
    for (index, words) in wordRows(search, state).enumerated() {
      grid.draw(words, in: below.line(index), state.theme.dim)
    }
    return search.field.draw(
      in: &grid, field(in: rect), state.theme.title, marking: marks,
      state.theme.warning.adding(.underline))
  }

  /// Where the field stands.
  static func field(in rect: Rect) -> Rect { rect.line(0).inset(left: 3, right: 1) }

  /// What stands below the field where nothing is offered for it.
  private static func wordRows(_ search: SearchState, _ state: ScreenContext) -> [String] {
    guard search.completion?.isShown != true else { return [""] }
    let words = search.words(today: state.now.day) ?? scopeWords(search, state) ?? ""
    let columns = max(1, state.size.columns - 4)
    return Array(LineWrapping.rows(ofText: words, columns: columns).prefix(mostWordRows))
  }

  /// The key that writes what is offered.
  static func completionKey(_ state: ScreenContext) -> String {
    state.keys[.search].keyName(of: .mark) ?? ""
  }

  /// Where one searches, when the list shows a part of the diary.
  private static func scopeWords(_ search: SearchState, _ state: ScreenContext) -> String? {
    guard let scope = state.scope, let key = state.keys[.search].keyName(of: .widenSearch) else {
      return nil
    }
    let title = TextWidth.cut(scope.title.printable, columns: 30)
    return search.isWide
      ? localized("Searching the whole diary. Press \(key) to search “\(title)”.")
      : localized("Searching “\(title)”. Press \(key) to search the whole diary.")
  }

  /// A term can be longer than any screen.
  private static let mostWordRows = 4

  // MARK: What can be typed

  /// The columns of an example.
  private static let exampleColumns = 23

  private static var examples: [(text: String, words: String)] {
    [
      (localized("tag:walks"), localized("this tag")),
      ("date:2024-05..2024-08", localized("these months")),
      (["has:photo", "is:starred"].joined(separator: " "), localized("photos, a star")),
      (localized("\"first snow\""), localized("exact words")),
      (localized("-rain"), localized("without it")),
      ("ㄱㅊ", localized("as in 김치")),
    ]
  }

  /// What may be asked, while nothing is.
  static func drawExamples(in grid: inout Grid, _ rect: Rect, _ state: ScreenContext) {
    let inner = rect.inset(left: 3, right: 1)
    grid.draw(localized("Type words to find, or:"), in: inner.line(0), state.theme.dim)
    for (index, example) in examples.enumerated() where index + 1 < inner.rows {
      let line = inner.line(index + 1)
      grid.draw(example.text, in: line, state.theme.text)
      grid.draw(example.words, in: line.inset(left: exampleColumns), state.theme.dim)
    }
  }
}
