import DiaryCore

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
