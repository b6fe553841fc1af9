import DiaryApp
import Synchronization

/// A dictionary that doesn't know words with an x in them.
final class FakeSpelling: SpellChecking {
  private let passed = Mutex<Set<String>>([])
  private let added = Mutex<[String]>([])
  private let fault = Mutex<SpellingFault?>(nil)

  var words: [String] { added.withLock { $0 } }

  func fail(with fault: SpellingFault) { self.fault.withLock { $0 = fault } }

  func firstUnknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(SpellingFault) -> SpellingWord? {
    if let fault = fault.withLock({ $0 }) { throw fault }
    let passed = passed.withLock { $0 }
    return words.first { $0.text.contains("x") && !passed.contains($0.text) }
  }

  func suggestions(for word: SpellingWord, _ dictionaries: [String]?) async -> [String] {
    [word.text.replacing("x", with: "s")]
  }

  func add(_ word: String) async {
    await ignore(word)
    added.withLock { $0.append(word) }
  }

  func ignore(_ word: String) async { passed.withLock { _ = $0.insert(word) } }
}
