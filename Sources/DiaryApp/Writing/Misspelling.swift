import DiaryCore
import Localization
import Markdown
import TerminalUI
import TextEditing

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

// MARK: - Checked words

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

// MARK: - Words of a text

/// The words of a text that are to be checked: not those in links, code, tags and references to
/// photos, nor those with digits.
struct SpellingWords {
  private(set) var words: [SpellingWord] = []

  /// Where each character begins, in bytes, and where the last one ends.
  private let places: [Int]

  /// `isCode` says whether the text begins within a block of code.
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

  /// Goes through one line, whose indices are those of the whole text.
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

  /// Takes a word without the marks at its end.
  private mutating func add(word: ArraySlice<Character>) {
    let end = word.lastIndex { $0.isWordPart }.map { $0 + 1 } ?? word.startIndex
    let word = word[..<end]
    guard word.count > 1, let script = Self.script(of: word) else { return }
    words.append(
      SpellingWord(
        text: String(word.map { $0.isApostrophe ? "'" : $0 }), script: script,
        range: places[word.startIndex]..<places[end]))
  }

  /// The script of all letters; `nil` for others, mixed ones, and words with digits.
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
      // Dictionaries know a letter and its mark as one character, not as two.
      if script == .latin, character.unicodeScalars.count > 1 { return nil }
      found = script
    }
    return found
  }

  /// Where something ends that isn't checked, if it begins here.
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
      // An address, of a page or a person, or a file's path.
      let word = rest.prefix { !$0.endsAddress }
      let isAddress =
        word.starts(with: "www.") || word.contains { $0.isOfAddress || $0.isDigit }
      return isAddress ? word.endIndex : nil
    default: return nil
    }
  }
}

// What is most common is told by its number: a screen is looked through with each key.
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

  /// A blank, a bracket or a quotation mark.
  fileprivate var endsAddress: Bool {
    switch code {
    case 0...0x20, 0x22, 0x28, 0x29, 0x3C, 0x3E: true
    case 0..<0x80, 0xAC00...0xD7A3: false
    default: isWhitespace
    }
  }

  /// `@`, `/` or `\`
  fileprivate var isOfAddress: Bool { code == 0x40 || code == 0x2F || code == 0x5C }
}

// MARK: - Words in view

/// The words in view of a text that are to be checked. They are found anew only when the text or
/// the view has become another.
struct WordsInView: Sendable {
  private(set) var words: [SpellingWord] = []
  private var rope = TextRope("")
  private var view = 0..<0

  /// How much of a line that goes on outside the view is looked at: a link may end there.
  private static let margin = 1024

  mutating func follow(_ area: TextArea) {
    guard area.visibleRange != view || area.rope != rope else { return }
    rope = area.rope
    view = area.visibleRange
    words = Self.words(in: rope, view)
  }

  /// All but the one at the caret, which may still be being typed.
  func settled(besides caret: Int) -> [SpellingWord] {
    guard let last = words.lastIndex(where: { $0.range.lowerBound < caret }) else { return words }
    let end = words[last].range.upperBound
    // An apostrophe at the end goes on to belong to it.
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
  /// Looks for the next word that isn't known, from the caret on and round to it again.
  mutating func findMisspelling(
    after change: WordChange? = nil, in app: inout ScreenContext
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

  /// Keys of the list, while it is shown; `nil` for those that are the editor's, which close it.
  mutating func correct(with event: KeyEvent, in app: inout ScreenContext) -> [Effect]? {
    guard var misspelling else { return nil }
    let count = misspelling.choices.count
    self.misspelling = nil
    switch event.key {
    case .up, .down:
      misspelling.selected = (misspelling.selected + (event.key == .up ? count - 1 : 1)) % count
      self.misspelling = misspelling
    case .escape: break
    case .enter, .tab: return carryOut(misspelling, in: &app)
    default: return nil
    }
    return []
  }

  /// Does what was chosen, and goes on to the next word.
  private mutating func carryOut(_ misspelling: Misspelling, in app: inout ScreenContext)
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

extension SpellingWordError {
  var line: String {
    localized("“\(word)” is ignored until you quit. \(file): \(reason).").printable
  }
}

extension SpellingError {
  /// What to do about it.
  var line: String {
    switch self {
    case .noLibrary:
      localized("Spelling needs: apt install libhunspell-1.7-0 hunspell-en-us hunspell-ko")
    case .noDictionary:
      localized("Spelling needs a dictionary: apt install hunspell-en-us hunspell-ko")
    case .off: localized("Spelling is turned off in the settings.")
    }
  }
}

// MARK: - View

extension EditorState {
  /// The words in view, but for one that may still be being typed.
  var settledWords: [SpellingWord] {
    focus == .content ? wordsInView.settled(besides: page.content.caret) : wordsInView.words
  }
}

enum SpellingMarks {
  /// Where the misspelt words in view are, each in the style that it has, underlined.
  static func parts(
    _ editor: EditorState, _ state: ScreenContext, over look: TextArea.Appearance
  ) -> [(range: Range<Int>, style: Style)] {
    guard state.marksMisspelt else { return [] }
    return editor.settledWords.filter(state.checkedWords.isMisspelt).map { word in
      let place = word.range.lowerBound
      let style = look.parts.last { $0.range.contains(place) }?.style ?? look.text
      return (word.range, state.theme.misspelt(style))
    }
  }
}

// MARK: - Effects

// Words are checked beside the loop: a dictionary may have to be loaded first.
extension Effect {
  static func findMisspelling(_ request: SpellingRequest) -> Effect {
    .telling(request, in: .latest("misspelling")) { context in
      let spelling = context.environment.spelling
      var failure: SpellingWordError?
      switch request.change {
      case .adding(let word):
        do throws(SpellingWordError) {
          try await spelling.add(word)
        } catch {
          failure = error
        }
      case .ignoring(let word): await spelling.ignore(word)
      case nil: break
      }
      let words = SpellingWords(Array(request.text)).words
      // Those after the caret first.
      let first = words.firstIndex { $0.range.lowerBound >= request.offset } ?? words.endIndex
      let result = await Result.of { () async throws(SpellingError) -> Misspelling? in
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
    .telling(request, in: .latest("words"), priority: .utility) { context in
      let answer = await Result.of { () async throws(SpellingError) in
        try await context.environment.spelling.unknown(
          among: request.words, request.dictionaries)
      }
      if !Task.isCancelled { context.post(.wordsChecked(answer, request)) }
    }
  }
}

extension Message {
  /// With what came of keeping the word before it.
  fileprivate static func misspellingFound(
    _ result: Result<Misspelling?, SpellingError>, _ failure: SpellingWordError?, requestID: Int
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

  /// Those of the words that aren't known.
  static func wordsChecked(
    _ answer: Result<Set<String>, SpellingError>, _ request: WordsRequest
  ) -> Message {
    Message(answer, request) { $0.checkedWords.take(answer, to: request) }
  }
}
