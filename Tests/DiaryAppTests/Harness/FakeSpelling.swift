import DiaryApp
import DiaryCore
import Synchronization
import TestSupport

/// A dictionary that doesn't know words with an x in them.
final class FakeSpelling: SpellChecking {
  private let passed = Mutex<Set<String>>([])
  private let added = Mutex<[String]>([])
  private let asked = Mutex<[[String]]>([])
  private let isFull = Mutex(false)
  private let failure = Mutex<SpellingError?>(nil)

  var words: [String] { added.withLock { $0 } }

  /// The words in view that were asked about, by requests.
  var requests: [[String]] { asked.withLock { $0 } }

  /// From now on no word can be written.
  func fill() { isFull.withLock { $0 = true } }

  func fail(with failure: SpellingError) { self.failure.withLock { $0 = failure } }

  func firstUnknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(SpellingError) -> SpellingWord? {
    if let failure = failure.withLock({ $0 }) { throw failure }
    let passed = passed.withLock { $0 }
    return words.first { $0.text.contains("x") && !passed.contains($0.text) }
  }

  func unknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(SpellingError) -> Set<String> {
    if let failure = failure.withLock({ $0 }) { throw failure }
    let passed = passed.withLock { $0 }
    asked.withLock { $0.append(words.map(\.text)) }
    return Set(words.map(\.text).filter { $0.contains("x") && !passed.contains($0) })
  }

  func suggestions(for word: SpellingWord, _ dictionaries: [String]?) async -> [String] {
    [word.text.replacing("x", with: "s")]
  }

  func add(_ word: String) async throws(SpellingWordError) {
    await ignore(word)
    if isFull.withLock({ $0 }) {
      throw SpellingWordError(word: word, file: "words.txt", reason: "No space left on device")
    }
    added.withLock { $0.append(word) }
  }

  func ignore(_ word: String) async { passed.withLock { _ = $0.insert(word) } }
}
