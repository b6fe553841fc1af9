/// The scripts that words are checked in, each with a dictionary of its own.
package enum SpellingScript: Hashable, Sendable, CaseIterable {
  case latin, hangul
}

/// A word of a text, and where it stands in that, in bytes.
package struct SpellingWord: Hashable, Sendable {
  package var text: String
  package var script: SpellingScript
  package var range: Range<Int>

  package init(text: String, script: SpellingScript, range: Range<Int>) {
    self.text = text
    self.script = script
    self.range = range
  }
}

/// Why nothing can be checked.
package enum SpellingError: Error, Hashable, Sendable {
  case noLibrary
  case noDictionary
  /// The settings say so.
  case off
}

/// Why a word isn't kept among the person's own.
package struct SpellingWordError: Error, Hashable, Sendable {
  package let word: String
  /// The name of the file that holds them.
  package let file: String
  /// The system's own words.
  package let reason: String

  package init(word: String, file: String, reason: String) {
    self.word = word
    self.file = file
    self.reason = reason
  }
}

/// Checks words, each by the dictionary of its script.
package protocol SpellChecking: Sendable {
  /// The first word that isn't known; words of a script without a dictionary are. `dictionaries`
  /// are the names of those to use; `nil` for what is installed.
  func firstUnknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(SpellingError) -> SpellingWord?
  /// Those of the words that aren't known.
  func unknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(SpellingError) -> Set<String>
  /// What may have been meant, the likeliest first.
  func suggestions(for word: SpellingWord, _ dictionaries: [String]?) async -> [String]
  /// Takes a word into the person's own, for good. Where that can't be written, it passes for as
  /// long as the program runs.
  func add(_ word: String) async throws(SpellingWordError)
  /// Lets a word pass for as long as the program runs.
  func ignore(_ word: String) async
}
