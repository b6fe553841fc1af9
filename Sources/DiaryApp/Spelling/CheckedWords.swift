import DiaryCore

/// What dictionaries have said of the words that came into view while one writes.
///
/// It knows words, not places: what is answered late is right wherever the word stands by then.
struct CheckedWords: Sendable {
  /// Whether they are known.
  private var words: [String: Bool] = [:]
  /// Those that a person has let pass, whatever is answered of them later.
  private var passed: Set<String> = []
  private var dictionaries: [String]?
  /// Of the request that is under way.
  private var requestID: Int?
  /// Whether nothing can be checked.
  private var isOff = false

  static let most = 20_000

  /// Forgets what other dictionaries have said.
  mutating func use(_ dictionaries: [String]?) {
    guard dictionaries != self.dictionaries else { return }
    self = CheckedWords(passed: passed, dictionaries: dictionaries)
  }

  init() {}

  private init(passed: Set<String>, dictionaries: [String]?) {
    self.passed = passed
    self.dictionaries = dictionaries
  }

  /// Each word once that nothing is known of; none while others are asked about.
  func toAsk(of words: [SpellingWord]) -> [SpellingWord] {
    guard requestID == nil, !isOff else { return [] }
    var seen: Set<String> = []
    return words.filter { self.words[$0.text] == nil && seen.insert($0.text).inserted }
  }

  mutating func ask(_ requestID: Int) { self.requestID = requestID }

  mutating func take(_ answer: Result<Set<String>, SpellingError>, to request: WordsRequest) {
    guard request.requestID == requestID else { return }
    requestID = nil
    switch answer {
    case .failure: isOff = true
    case .success(let unknown):
      if words.count > Self.most { words = [:] }
      for word in request.words { words[word.text] = !unknown.contains(word.text) }
    }
  }

  mutating func pass(_ word: String) { passed.insert(word) }

  func isMisspelt(_ word: SpellingWord) -> Bool {
    words[word.text] == false && !passed.contains(word.text)
  }
}

/// Words that are to be checked.
package struct WordsRequest: Hashable, Sendable {
  let words: [SpellingWord]
  /// What the settings say; `nil` for what is installed.
  let dictionaries: [String]?
  let requestID: Int
}
