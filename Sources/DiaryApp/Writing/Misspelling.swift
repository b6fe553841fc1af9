import DiaryCore
import TerminalUI
import Text

/// An unknown word with the choices for it, shown in a list at the caret.
package struct Misspelling: Hashable, Sendable {
  enum Choice: Hashable, Sendable {
    case replace(String)
    case add
    case ignore

    var words: String {
      switch self {
      case .replace(let word): word
      case .add: localized("Add to dictionary")
      case .ignore: localized("Ignore")
      }
    }
  }

  static let maxSuggestions = 8

  let word: SpellingWord
  let suggestions: [String]
  var selected = 0

  package init(_ word: SpellingWord, suggestions: [String]) {
    self.word = word
    self.suggestions = Array(suggestions.prefix(Self.maxSuggestions))
  }

  var choices: [Choice] { suggestions.map(Choice.replace) + [.add, .ignore] }
}

/// The user's decision about an unknown word.
package enum WordChange: Hashable, Sendable {
  /// Adds it to the user's dictionary.
  case adding(String)
  /// Ignores it until the program ends.
  case ignoring(String)
}

/// A request to check a text from an offset, wrapping around at the end.
package struct SpellingRequest: Hashable, Sendable {
  let text: String
  /// The offset in bytes.
  let offset: Int
  /// The decision to apply first.
  let change: WordChange?
  /// The dictionaries from the settings; `nil` for the installed ones.
  let dictionaries: [String]?
  let requestID: Int
}

// MARK: - Checked words

/// The results of the spelling check for words that have been visible while writing.
///
/// It stores words, not positions: late answers are valid wherever the words have moved.
struct CheckedWords: Sendable {
  /// The words, `true` if a dictionary knows them.
  private var words: [String: Bool] = [:]
  /// The words accepted by the user, regardless of later answers.
  private var passed: Set<String> = []
  private var dictionaries: [String]?
  /// The number of the running request.
  private var requestID: Int?
  /// Indicates that nothing can be checked.
  private var isOff = false

  static let most = 20_000

  /// Selects dictionaries, dropping the results of others.
  mutating func use(_ dictionaries: [String]?) {
    guard dictionaries != self.dictionaries else { return }
    self = CheckedWords(passed: passed, dictionaries: dictionaries)
  }

  init() {}

  private init(passed: Set<String>, dictionaries: [String]?) {
    self.passed = passed
    self.dictionaries = dictionaries
  }

  /// Returns each unchecked word once; none while a request is running.
  func unchecked(among words: [SpellingWord]) -> [SpellingWord] {
    guard requestID == nil, !isOff else { return [] }
    var seen: Set<String> = []
    return words.filter { self.words[$0.text] == nil && seen.insert($0.text).inserted }
  }

  mutating func begin(_ requestID: Int) { self.requestID = requestID }

  mutating func record(_ answer: Result<Set<String>, MessageError>, to request: WordsRequest) {
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

  func isMisspelled(_ word: SpellingWord) -> Bool {
    words[word.text] == false && !passed.contains(word.text)
  }
}

/// A request to check words.
package struct WordsRequest: Hashable, Sendable {
  let words: [SpellingWord]
  /// The dictionaries from the settings; `nil` for the installed ones.
  let dictionaries: [String]?
  let requestID: Int
}

// MARK: - Words of a text

/// The words of a text that are checked. Omits links, code, tags, references to photos, and words
/// with digits.
struct SpellingWords {
  private(set) var words: [SpellingWord] = []

  /// The offset of each character in bytes, and of the end.
  private let places: [Int]

  /// Finds the words; `isCode` if the text begins within a code block.
  init(_ text: [Character], isCode: Bool = false) {
    var places = [0]
    for character in text { places.append(places[places.count - 1] + character.utf8.count) }
    self.places = places
    var isCode = isCode
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let blank = line.prefix { $0 == " " || $0 == "\t" }.count
      if line.dropFirst(blank).starts(with: "```") || line.dropFirst(blank).starts(with: "~~~") {
        isCode.toggle()
      } else if !isCode {
        add(line)
      }
    }
  }

  /// Finds the words of a line, whose indexes are those of the complete text.
  private mutating func add(_ line: ArraySlice<Character>) {
    var place = line.startIndex
    while place < line.endIndex {
      if let end = Self.skipped(at: place, in: line) {
        place = max(end, place + 1)
        continue
      }
      guard line[place].isWordPart else {
        place += 1
        continue
      }
      let end = line[place...].firstIndex { !$0.isWordPart && !$0.isApostrophe } ?? line.endIndex
      add(word: line[place..<end])
      place = end
    }
  }

  /// Adds a word without trailing apostrophes.
  private mutating func add(word: ArraySlice<Character>) {
    let end = word.lastIndex { $0.isWordPart }.map { $0 + 1 } ?? word.startIndex
    let word = word[..<end]
    guard word.count > 1, let script = Self.script(of: word) else { return }
    words.append(
      SpellingWord(
        text: String(word.map { $0.isApostrophe ? "'" : $0 }), script: script,
        range: places[word.startIndex]..<places[end]))
  }

  /// Returns the script of all letters; `nil` for other scripts, mixed ones and digits.
  private static func script(of word: ArraySlice<Character>) -> SpellingScript? {
    var found: SpellingScript?
    for character in word where !character.isApostrophe {
      let script: SpellingScript
      switch character.code {
      case 0x41...0x5A, 0x61...0x7A: script = .latin
      case 0xC0...0x24F where character.isLetter: script = .latin
      case 0x1100...0x11FF, 0xAC00...0xD7A3: script = .hangul
      default: return nil
      }
      if let found, found != script { return nil }
      // Dictionaries have a letter and its accent as one scalar.
      if script == .latin, character.unicodeScalars.count > 1 { return nil }
      found = script
    }
    return found
  }

  /// Returns the end of an element that isn't checked, if one begins here.
  private static func skipped(at place: Int, in line: ArraySlice<Character>) -> Int? {
    let rest = line[place...]
    func end(after closing: Character) -> Int? {
      rest.dropFirst().firstIndex(of: closing).map { $0 + 1 }
    }
    let isAtStart = place == line.startIndex || !line[place - 1].isWordPart
    switch line[place] {
    case "`": return end(after: "`")
    case "<": return end(after: ">")
    // The destination of a link or photo.
    case "(" where place > line.startIndex && line[place - 1] == "]": return end(after: ")")
    case "[" where rest.dropFirst().first == "[": return end(after: "]")
    case "#" where isAtStart, "@" where isAtStart:
      return rest.dropFirst().firstIndex { !$0.isWordPart && !"-_/".contains($0) } ?? line.endIndex
    case _ where isAtStart && line[place].isWordPart:
      // A web or mail address, or a path.
      let word = rest.prefix { !$0.endsAddress }
      let isAddress =
        word.starts(with: "www.") || word.contains { $0.isOfAddress || $0.isDigit }
      return isAddress ? word.endIndex : nil
    default: return nil
    }
  }
}

// Common characters are compared by code point first, for speed: each key checks a screen of text.
extension Character {
  fileprivate var code: UInt32 { unicodeScalars.first?.value ?? 0 }

  fileprivate var isWordPart: Bool {
    switch code {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xAC00...0xD7A3: true
    case 0..<0x80: false
    default: isLetter || isNumber
    }
  }

  fileprivate var isDigit: Bool {
    switch code {
    case 0x30...0x39: true
    case 0..<0x80, 0xAC00...0xD7A3: false
    default: isNumber
    }
  }

  fileprivate var isApostrophe: Bool { code == 0x27 || code == 0x2019 }

  /// Indicates a blank, bracket or quotation mark.
  fileprivate var endsAddress: Bool {
    switch code {
    case 0...0x20, 0x22, 0x28, 0x29, 0x3C, 0x3E: true
    case 0..<0x80, 0xAC00...0xD7A3: false
    default: isWhitespace
    }
  }

  /// Indicates `@`, `/` or `\`.
  fileprivate var isOfAddress: Bool { code == 0x40 || code == 0x2F || code == 0x5C }
}

// MARK: - Words in view

/// The words to check in the visible part of a text, updated only when the text or the part
/// changes.
struct WordsInView: Sendable {
  private(set) var words: [SpellingWord] = []
  private var rope = TextRope("")
  private var view = 0..<0

  /// The number of bytes examined outside the visible part, for links that end there.
  private static let margin = 1024

  mutating func follow(_ area: TextArea) {
    guard area.visibleRange != view || area.rope != rope else { return }
    rope = area.rope
    view = area.visibleRange
    words = Self.words(in: rope, view)
  }

  /// Returns all words but the one at the caret, which may be incomplete.
  func settled(besides caret: Int) -> [SpellingWord] {
    guard let last = words.lastIndex(where: { $0.range.lowerBound < caret }) else { return words }
    let end = words[last].range.upperBound
    // An apostrophe at the end may be part of it.
    let isAtCaret =
      caret <= end || caret - end <= 3 && "'’".contains(rope.substring(end..<caret))
    guard isAtCaret else { return words }
    var words = words
    words.remove(at: last)
    return words
  }

  private static func words(in rope: TextRope, _ view: Range<Int>) -> [SpellingWord] {
    let reach = max(0, view.lowerBound - MarkdownHighlighting.context)
    let before = rope.bytes(reach..<view.lowerBound)
    let line = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var begun = max(line, before.count - margin)
    while begun < before.count, isWithinScalar(before[begun]) { begun += 1 }
    let after = rope.bytes(view.upperBound..<min(rope.count, view.upperBound + margin))
    let rest = after.firstIndex { $0 == 0x0A } ?? after.count
    let start = reach + begun
    let bytes = before[begun...] + rope.bytes(view) + after[..<rest]
    return SpellingWords(
      Array(String(decoding: bytes, as: UTF8.self)),
      isCode: MarkdownHighlighting.endsInCode(Array(before[..<line]))
    ).words.compactMap { word in
      var word = word
      word.range = start + word.range.lowerBound..<start + word.range.upperBound
      return word.range.overlaps(view) ? word : nil
    }
  }

  private static func isWithinScalar(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

// MARK: - Update

extension EditorState {
  /// Finds the next unknown word after the caret, wrapping around at the end.
  mutating func findMisspelling(
    after change: WordChange? = nil, in app: inout AppState
  ) -> [Effect] {
    switch change {
    case .adding(let word), .ignoring(let word): app.checkedWords.pass(word)
    case nil: break
    }
    focus = .content
    misspelling = nil
    let requestID = app.nextRequestID()
    spellingRequestID = requestID
    return [
      .findMisspelling(
        SpellingRequest(
          text: page.content.text, offset: page.content.caret,
          change: change, dictionaries: app.preferences.dictionaries, requestID: requestID))
    ]
  }

  /// Handles keys of the list while it is shown; `nil` for the editor's keys, which close it.
  mutating func correct(with event: KeyEvent, in app: inout AppState) -> [Effect]? {
    guard var misspelling else { return nil }
    let count = misspelling.choices.count
    self.misspelling = nil
    switch event.key {
    case .up, .down:
      misspelling.selected = (misspelling.selected + (event.key == .up ? count - 1 : 1)) % count
      self.misspelling = misspelling
    case .escape: break
    case .enter, .tab: return apply(misspelling, in: &app)
    default: return nil
    }
    return []
  }

  /// Applies the selected choice and continues with the next word.
  private mutating func apply(_ misspelling: Misspelling, in app: inout AppState)
    -> [Effect]
  {
    let word = misspelling.word
    switch misspelling.choices[misspelling.selected] {
    case .replace(let other):
      // The text may have changed without a key.
      let end = self.page.beforeCaret(in: .content).suffix(word.text.count)
      guard String(end).replacing("’", with: "'") == word.text else { return [] }
      change { page in
        page.replace(beforeCaret: word.text.count, with: other, in: .content)
      }
      return findMisspelling(in: &app)
    case .add: return findMisspelling(after: .adding(word.text), in: &app)
    case .ignore: return findMisspelling(after: .ignoring(word.text), in: &app)
    }
  }
}

// MARK: - View

extension EditorState {
  /// The visible words, except one that may be incomplete.
  var settledWords: [SpellingWord] {
    focus == .content ? wordsInView.settled(besides: page.content.caret) : wordsInView.words
  }
}

enum SpellingMarks {
  /// Returns the ranges of visible misspelled words with their underlined styles.
  static func parts(
    _ editor: EditorState, _ state: AppState, over look: TextArea.Appearance
  ) -> [(range: Range<Int>, style: Style)] {
    guard state.marksMisspelt else { return [] }
    return editor.settledWords.filter(state.checkedWords.isMisspelled).map { word in
      let place = word.range.lowerBound
      let style = look.parts.last { $0.range.contains(place) }?.style ?? look.text
      return (word.range, state.theme.misspelled(style))
    }
  }
}

// MARK: - Effects

// The checks run in the background, because a dictionary may have to be loaded.
extension Effect {
  static func findMisspelling(_ request: SpellingRequest) -> Effect {
    .posting(request, in: .latest("misspelling")) { context in
      let spelling = context.environment.spelling
      var failure: MessageError?
      switch request.change {
      case .adding(let word):
        do throws(MessageError) {
          try await spelling.add(word)
        } catch {
          failure = error
        }
      case .ignoring(let word): await spelling.ignore(word)
      case nil: break
      }
      let words = SpellingWords(Array(request.text)).words
      // Begin with the words after the caret.
      let first = words.firstIndex { $0.range.lowerBound >= request.offset } ?? words.endIndex
      let result = await Result.of { () async throws(MessageError) -> Misspelling? in
        let found = try await spelling.firstUnknown(
          among: Array(words[first...] + words[..<first]), request.dictionaries)
        guard let found else { return nil }
        let suggestions = await spelling.suggestions(for: found, request.dictionaries)
        return Misspelling(found, suggestions: suggestions)
      }
      context.post(.misspellingFound(result, failure, requestID: request.requestID))
    }
  }

  static func checkWords(_ request: WordsRequest) -> Effect {
    .posting(request, in: .latest("words"), priority: .utility) { context in
      let answer = await Result.of { () async throws(MessageError) in
        try await context.environment.spelling.unknown(
          among: request.words, request.dictionaries)
      }
      if !Task.isCancelled { context.post(.wordsChecked(answer, request)) }
    }
  }
}

extension Message {
  /// Shows the next unknown word; `failure` is the error of adding the word before it.
  fileprivate static func misspellingFound(
    _ result: Result<Misspelling?, MessageError>, _ failure: MessageError?, requestID: Int
  ) -> Message {
    Message(result, failure, requestID) { state in
      if state.withEditor({ $0.spellingRequestID == requestID }) == true {
        switch result {
        case .failure(let failure): state.toast = failure.line
        case .success(nil): state.toast = localized("No misspelled words found.")
        case .success(let found?):
          _ = state.withEditor { editor in
            var ring = KillRing()
            editor.page.content.apply(
              .place(found.word.range.upperBound, isSelecting: false), &ring)
            editor.misspelling = found
          }
        }
      }
      if let failure { state.toast = failure.line }
    }
  }

  /// Stores the unknown words.
  static func wordsChecked(
    _ answer: Result<Set<String>, MessageError>, _ request: WordsRequest
  ) -> Message {
    Message(answer, request) { $0.checkedWords.record(answer, to: request) }
  }
}
