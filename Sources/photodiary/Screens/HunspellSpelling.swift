import CHunspell
import DiaryCore
import Interchange
import System
import Text

/// Spell checking with hunspell's dictionaries. Each is loaded with the first word of its script,
/// in the background, as the Korean one takes long.
actor HunspellSpelling: SpellChecking {
  private let folders: [String]
  /// The file of the user's own words, one per line.
  private let wordsFile: String

  /// Dictionaries by path; `.some(nil)` if one can't be read.
  private var loaded: [String: HunspellDictionary?] = [:]
  /// Cached results of the current dictionaries, by word.
  private var known: [String: Bool] = [:]
  private var names: [String]?
  private var cachedUserWords: Set<String>?
  private static let maxKnown = 50_000
  private static let maxWordsFileLength = 1 << 20

  init(folders: [String], wordsFile: String) {
    self.folders = folders
    self.wordsFile = wordsFile
  }

  func firstUnknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) throws(MessageError) -> SpellingWord? {
    try begin(dictionaries)
    for word in words {
      if Task.isCancelled { return nil }
      if !knows(word) { return word }
    }
    return nil
  }

  func unknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) throws(MessageError) -> Set<String> {
    try begin(dictionaries)
    var unknown: Set<String> = []
    for word in words {
      if Task.isCancelled { break }
      if !knows(word) { unknown.insert(word.text) }
    }
    return unknown
  }

  private func begin(_ dictionaries: [String]?) throws(MessageError) {
    use(dictionaries)
    if names?.isEmpty == true { throw .spellingIsOff }
    guard pd_hunspell_load() else { throw .noSpellingLibrary }
    guard SpellingScript.allCases.contains(where: { path(for: $0) != nil }) else {
      throw .noDictionary
    }
  }

  func suggestions(for word: SpellingWord, _ dictionaries: [String]?) -> [String] {
    use(dictionaries)
    return dictionary(for: word.script)?.suggestions(for: word.text) ?? []
  }

  func add(_ word: String) throws(MessageError) {
    ignore(word)
    FileSystem.makeFoldersIfPossible(Path.parent(wordsFile))
    do throws(ErrorNumber) {
      let file = try Descriptor.open(wordsFile, [.writeOnly, .append, .create])
      defer { file.close() }
      // In one write, so that words of two programs don't mix.
      let line = Array((word + "\n").utf8)
      if try file.writeOnce(line[...]) < line.count { throw .noSpace }
    } catch {
      let (file, reason) = (Path.name(wordsFile), error.message)
      throw MessageError(
        localized("“\(word)” is ignored until you quit. \(file): \(reason)."))
    }
  }

  func ignore(_ word: String) {
    var words = userWords()
    words.insert(word)
    cachedUserWords = words
  }

  private func use(_ dictionaries: [String]?) {
    guard dictionaries != names else { return }
    names = dictionaries
    known = [:]
  }

  private func knows(_ word: SpellingWord) -> Bool {
    if userWords().contains(word.text) { return true }
    if let known = known[word.text] { return known }
    let isKnown = dictionary(for: word.script)?.knows(word.text) ?? true
    if known.count >= Self.maxKnown { known = [:] }
    known[word.text] = isKnown
    return isKnown
  }

  private func userWords() -> Set<String> {
    if let cachedUserWords { return cachedUserWords }
    var words: Set<String> = []
    if let file = try? OpenFile(wordsFile, .readOnly),
      let bytes = try? file.readToEnd(atMost: Self.maxWordsFileLength)
    {
      let text = String(decoding: bytes.prefix(Self.maxWordsFileLength), as: UTF8.self)
      words = Set(text.split(whereSeparator: \.isNewline).map { String($0.trimmed) })
    }
    cachedUserWords = words
    return words
  }

  // MARK: Dictionaries

  private func dictionary(for script: SpellingScript) -> HunspellDictionary? {
    guard let path = path(for: script) else { return nil }
    if let found = loaded[path] { return found }
    let found = HunspellDictionary(at: path)
    loaded[path] = .some(found)
    return found
  }

  /// Returns the path of a dictionary without its extension.
  private func path(for script: SpellingScript) -> String? {
    let wanted = names ?? script.defaultNames
    for name in wanted where script.isSpoken(in: name) {
      for folder in folders {
        let path = "\(folder)/\(name)"
        if FileSystem.isReadable(path + ".aff"), FileSystem.isReadable(path + ".dic") {
          return path
        }
      }
    }
    return nil
  }

  /// The folders where systems and users keep dictionaries.
  static var defaultFolders: [String] {
    (Environment["DICPATH"]?.split(separator: ":").map(String.init) ?? [])
      + [Environment["HOME"].map { $0 + "/.local/share/hunspell" }].compactMap(\.self)
      + ["/usr/share/hunspell", "/usr/share/myspell/dicts"]
  }
}

extension SpellingScript {
  fileprivate var defaultNames: [String] {
    switch self {
    case .latin: ["en_US", "en_GB", "en_AU", "en_CA"]
    case .hangul: ["ko", "ko_KR"]
    }
  }

  /// Returns `true` if a dictionary of this name is for the script. Names begin with the language.
  fileprivate func isSpoken(in name: String) -> Bool {
    let isName = !name.contains("/") && !name.hasPrefix(".")
    return isName && name.hasPrefix("ko") == (self == .hangul)
  }
}

// MARK: - HunspellDictionary

/// A hunspell dictionary in memory.
final class HunspellDictionary {
  private enum Encoding {
    case utf8, latin1
  }

  private let handle: OpaquePointer
  private let encoding: Encoding

  /// Returns `nil` if the library is missing, or if the encoding is neither UTF-8 nor Latin-1 or
  /// Latin-9.
  init?(at path: String) {
    guard pd_hunspell_load(), let handle = pd_hunspell_open(path + ".aff", path + ".dic") else {
      return nil
    }
    let name = pd_hunspell_encoding(handle).map { String(cString: $0).uppercased() } ?? ""
    switch name {
    case "UTF-8": encoding = .utf8
    case "ISO8859-1", "ISO-8859-1", "ISO8859-15", "ISO-8859-15": encoding = .latin1
    default:
      pd_hunspell_close(handle)
      return nil
    }
    self.handle = handle
  }

  deinit { pd_hunspell_close(handle) }

  /// Returns `true` if the word is in the dictionary, or can't be written in its encoding.
  func knows(_ word: String) -> Bool {
    guard let bytes = bytes(of: word) else { return true }
    return pd_hunspell_knows(handle, bytes)
  }

  func suggestions(for word: String) -> [String] {
    guard let bytes = bytes(of: word) else { return [] }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = pd_hunspell_suggest(handle, bytes, &list)
    guard count > 0, let list else { return [] }
    var owned: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = list
    defer { pd_hunspell_free(handle, &owned, count) }
    return (0..<Int(count)).compactMap { index in list[index].map { Self.text($0, encoding) } }
  }

  private func bytes(of word: String) -> [CChar]? {
    switch encoding {
    case .utf8: return Array(word.utf8CString)
    case .latin1:
      let scalars = word.unicodeScalars
      guard scalars.allSatisfy({ $0.value < 256 }) else { return nil }
      return scalars.map { CChar(truncatingIfNeeded: $0.value) } + [0]
    }
  }

  private static func text(_ bytes: UnsafePointer<CChar>, _ encoding: Encoding) -> String {
    switch encoding {
    case .utf8: String(cString: bytes)
    case .latin1:
      String(
        String.UnicodeScalarView(
          UnsafeRawBufferPointer(cString: bytes).map { Unicode.Scalar($0) }))
    }
  }
}
