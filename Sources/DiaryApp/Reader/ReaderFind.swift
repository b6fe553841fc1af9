import DiaryCore
import Localization
import Markdown
import TerminalUI

/// What was looked for to find the entry that is read, and the match that one has come to.
struct ReaderFind: Sendable {
  let phrases: [SearchPhrase]
  var match: ReaderFocus?
  /// Whether the first match hasn't been come to.
  var isFirstDue = true
  /// Whether one has gone to an end of the entry since.
  var isLeft = false
  /// Of the search in a long text that is under way.
  var requestID: Int?
}

/// A search in a long text for what is beyond the sections that a key looks at.
package struct MatchSearch: Hashable, Sendable {
  let text: MarkdownText
  let phrases: [SearchPhrase]
  let walk: MatchWalk
  let requestID: Int

  /// Where the way goes on.
  var found: MatchWalk { ReaderDocument.skipped(walk, in: text, phrases) }
}

extension ReaderState {
  /// Goes to what comes after the match, or before it; where one has gone away from it, to what is
  /// in view or comes behind that.
  mutating func goToMatch(backwards: Bool, _ state: inout ScreenContext) -> [Effect] {
    guard let find else { return [] }
    let view = scroll.top..<scroll.top + Self.body(state.size).rows
    let next: ReaderFocus?
    let section: Int
    if let match = find.match, !find.isLeft, document.rows(ofMatch: match)?.overlaps(view) == true {
      next = ReaderFocus(section: match.section, number: match.number + (backwards ? -1 : 1))
      section = match.section
    } else {
      section = document.section(at: backwards ? view.upperBound - 1 : view.lowerBound)
      next = document.match(in: section, of: view, backwards: backwards)
    }
    guard let next, document.rows(ofMatch: next) != nil else {
      return goToMatch(on: document.walk(from: section, backwards: backwards), &state)
    }
    come(to: next, state)
    return []
  }

  mutating func goToMatch(on walk: MatchWalk, _ state: inout ScreenContext) -> [Effect] {
    guard find != nil else { return [] }
    let body = Self.body(state.size)
    let (match, rest) = document.nextMatch(on: walk, entry, body, state)
    if let match {
      come(to: match, state)
    } else if rest.left > 0 {
      return [.findInText(search(rest, &state))]
    }
    return []
  }

  private mutating func search(_ walk: MatchWalk, _ state: inout ScreenContext) -> MatchSearch {
    let requestID = state.nextRequestID()
    find?.requestID = requestID
    return MatchSearch(
      text: document.text, phrases: find?.phrases ?? [], walk: walk, requestID: requestID)
  }

  /// Brings a match into view, with some of what follows it.
  private mutating func come(to match: ReaderFocus, _ state: ScreenContext) {
    find?.match = match
    find?.isLeft = false
    guard let rows = document.rows(ofMatch: match) else { return }
    let height = Self.body(state.size).rows
    let after = min(document.rowCount, rows.upperBound + height / 3)
    scroll.reveal(
      max(0, rows.lowerBound - 1)..<max(after, rows.upperBound), content: document.rowCount,
      height: height)
  }

  /// `match 2 of 5`, for the key of the next one.
  func matchHint(_ keys: KeyTable) -> Binding? {
    guard let match = find?.match else { return nil }
    guard let (number, total) = document.count(to: match) else {
      return keys.hint(.nextMatch, "next match")
    }
    return keys.hint(
      .nextMatch, "match \(CountWords.grouped(number)) of \(CountWords.grouped(total))")
  }

  /// Goes to the first match of an entry that was opened from a search.
  mutating func findFirst(in app: inout ScreenContext) -> [Effect] {
    guard app.screens.front is Self, find?.isFirstDue == true else { return [] }
    find?.isFirstDue = false
    layOut(in: app)
    return goToMatch(backwards: false, &app)
  }
}
