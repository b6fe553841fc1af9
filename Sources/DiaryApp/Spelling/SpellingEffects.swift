import DiaryCore
import Localization
import TextEditing

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
