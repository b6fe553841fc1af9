import DiaryCore
import TerminalUI
import Text

/// The list during a search: typing filters it.
struct SearchScreen: EntryListScreen {
  var isTyping: Bool { true }
  var allowsSwitching: Bool { true }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.search]] }

  func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    switch screenCommand(for: key, in: app) {
    case .open:
      if let effects = app.finishTerm() { return effects }
      guard let entry = app.entries.selectedEntry else { return [] }
      return app.act(.open, on: entry)
    case .up: app.entries.move(.up)
    case .down: app.entries.move(.down)
    case .mark: return acceptProposal(in: &app) ?? app.toggleMark()
    case .nextField: app.search?.completion?.move(by: 1)
    case .markAll: return app.markAll()
    case .listForm: return app.changeListForm()
    // In a list of rows, these arrows move the caret.
    case .left where app.listForm == .sheet: app.entries.move(.left)
    case .right where app.listForm == .sheet: app.entries.move(.right)
    case .pageDown: app.entries.movePages(1)
    case .pageUp: app.entries.movePages(-1)
    case .cancel: return end(in: &app)
    case .keepSearch: return app.keepSearch()
    case .widenSearch: return widen(in: &app)
    case .saveSearch: return app.saveSearch()
    default:
      if var field = app.search?.field, app.type(key, into: &field) {
        app.search?.field = field
        // Moving the caret may complete a date.
        return app.findTyped()
      }
      if let command = app.keys[.everywhere].command(for: key) {
        return app.updateEverywhere(command)
      }
    }
    return []
  }

  func paste(_ text: String, in app: inout AppState) -> [Effect] {
    app.search?.field.insert(text)
    return app.findTyped()
  }

  /// Inserts the selected suggestion; `nil` if there is none.
  private func acceptProposal(in app: inout AppState) -> [Effect]? {
    guard let completion = app.search?.completion, completion.isShown,
      let selected = completion.selected
    else { return nil }
    app.search?.field.replace(
      beforeCaret: completion.trigger.length, with: completion.proposals[selected].text)
    return app.findTyped()
  }

  private func end(in app: inout AppState) -> [Effect] {
    guard let ended = app.search else { return [] }
    app.search = nil
    return [.stopFinding(list: ended.found.number)]
  }

  /// Switches between searching the complete diary and the list's filter.
  private func widen(in app: inout AppState) -> [Effect] {
    guard app.scope != nil else { return [] }
    app.search?.isWide.toggle()
    // The former results are from another scope.
    if app.search?.query(today: app.now.day).isEmpty == true { app.search?.found.ask(for: nil) }
    return app.findTyped()
  }
}

extension SearchScreen {
  func isAvailable(_ command: Command, in app: AppState) -> Bool {
    let completes = app.search?.completion?.isShown == true
    return switch command {
    case .open, .down, .keepSearch, .markAll: app.entries.count > 0
    case .mark: completes || app.entries.count > 0
    case .nextField: completes
    case .widenSearch: app.scope != nil
    case .saveSearch: app.searchToSave != nil && app.obstacle == nil
    default: true
    }
  }
}

// MARK: - State

/// A search in the list: the input and its results.
package struct SearchState: Sendable {
  package var field = TextField()
  package internal(set) var found: FoundList
  /// Searches the complete diary, even if the list is filtered.
  var isWide = false
  /// The suggestions for the word at the caret.
  var completion: Completion?

  private let settings: SearchSettings

  init(found: FoundList, _ settings: SearchSettings) {
    (self.found, self.settings) = (found, settings)
  }

  func query(today: CalendarDay) -> SearchQuery {
    let text = field.text
    let caret = text.index(
      text.startIndex, offsetBy: field.charactersBeforeCaret, limitedBy: text.endIndex)
    return SearchQuery(text, today: today, typingAt: caret ?? text.endIndex, settings: settings)
  }

  /// Returns a message about the input: an error, an unfinished term, or the days of the term at
  /// the caret; `nil` if there is none.
  func text(today: CalendarDay) -> String? {
    let query = query(today: today)
    if let issue = query.issues.first { return issue.line }
    if let pending = query.pending.map({ query.text[$0] }), pending.contains(where: { $0 != "-" }) {
      return localized(
        "“\(pending.printable)”: press Space or Enter to exclude entries with it.")
    }
    let text = query.text
    let caret = text.index(
      text.startIndex, offsetBy: field.charactersBeforeCaret, limitedBy: text.endIndex)
    let place = caret ?? text.endIndex
    return query.terms.first { $0.range.lowerBound < place && place <= $0.range.upperBound }?
      .predicate.dayText
  }
}

// MARK: - Prompt

/// The search prompt: the field and, below it, errors or the scope.
enum SearchPrompt {
  /// Returns the number of rows. Long messages take several.
  static func rows(_ state: AppState) -> Int {
    guard let search = state.search else { return 0 }
    return 1 + wordRows(search, state).count
  }

  static func draw(in grid: inout Grid, _ rect: Rect, _ state: AppState) -> Point? {
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

  /// Returns the field's area.
  static func field(in rect: Rect) -> Rect { rect.line(0).inset(left: 3, right: 1) }

  /// Returns the message below the field if there are no suggestions.
  private static func wordRows(_ search: SearchState, _ state: AppState) -> [String] {
    guard search.completion?.isShown != true else { return [""] }
    let words = search.text(today: state.now.day) ?? scopeText(search, state) ?? ""
    let columns = max(1, state.size.columns - 4)
    return Array(LineWrapping.rows(ofText: words, columns: columns).prefix(maxWordRows))
  }

  /// The key that inserts the suggestion.
  static func completionKey(_ state: AppState) -> String {
    state.keys[.search].keyName(of: .mark) ?? ""
  }

  /// Describes the scope of the search if the list is filtered.
  private static func scopeText(_ search: SearchState, _ state: AppState) -> String? {
    guard let scope = state.scope, let key = state.keys[.search].keyName(of: .widenSearch) else {
      return nil
    }
    let title = TextWidth.cut(scope.title.printable, columns: 30)
    return search.isWide
      ? localized("Searching the whole diary. Press \(key) to search “\(title)”.")
      : localized("Searching “\(title)”. Press \(key) to search the whole diary.")
  }

  /// A term can be longer than the screen.
  private static let maxWordRows = 4

  // MARK: Examples

  /// The width of an example in columns.
  private static let exampleColumns = 23

  private static var examples: [(text: String, words: String)] {
    [
      (localized("tag:walks"), localized("this tag")),
      (localized("date:2024-05..2024-08"), localized("these months")),
      (["has:photo", "is:starred"].joined(separator: " "), localized("photos, a star")),
      (localized("\"first snow\""), localized("exact words")),
      (localized("-rain"), localized("without it")),
      ("ㄱㅊ", localized("as in 김치")),
      (localized("river OR lake"), localized("either word")),
      (localized("text:receipt"), localized("words in photos")),
      (SearchKey.place.example, localized("this place")),
      (SearchKey.near.example, localized("around it")),
    ]
  }

  /// Draws examples while nothing has been typed.
  static func drawExamples(in grid: inout Grid, _ rect: Rect, _ state: AppState) {
    let inner = rect.inset(left: 3, right: 1)
    grid.draw(localized("Type words to find, or:"), in: inner.line(0), state.theme.dim)
    for (index, example) in examples.enumerated() where index + 1 < inner.rows {
      let line = inner.line(index + 1)
      grid.draw(example.text, in: line, state.theme.text)
      grid.draw(example.words, in: line.inset(left: exampleColumns), state.theme.dim)
    }
  }
}
