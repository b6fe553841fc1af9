import DiaryCore
import Localization
import TerminalUI

/// A word that no dictionary knows, with what may be done about it, in a list at the caret.
package struct Misspelling: Hashable, Sendable {
  enum Choice: Hashable, Sendable {
    case replace(String)
    case add
    case ignore

    var words: String {
      switch self {
      case .replace(let word): word
      case .add: localized("Add to my words")
      case .ignore: localized("Ignore")
      }
    }
  }

  static let mostSuggestions = 8

  let word: SpellingWord
  let suggestions: [String]
  var selected = 0

  package init(_ word: SpellingWord, suggestions: [String]) {
    self.word = word
    self.suggestions = Array(suggestions.prefix(Self.mostSuggestions))
  }

  var choices: [Choice] { suggestions.map(Choice.replace) + [.add, .ignore] }
}

/// What becomes of a word that isn't known.
package enum WordChange: Hashable, Sendable {
  /// It is the person's own from now on.
  case adding(String)
  /// It passes for as long as the program runs.
  case ignoring(String)
}

/// A text that is to be checked, from a place on and round to it again.
package struct SpellingRequest: Hashable, Sendable {
  let text: String
  /// In bytes.
  let offset: Int
  /// What is to be done first.
  let change: WordChange?
  /// What the settings say; `nil` for what is installed.
  let dictionaries: [String]?
  let requestID: Int
}
