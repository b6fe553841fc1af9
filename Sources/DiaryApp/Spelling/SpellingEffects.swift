import DiaryCore
import TextEditing
import Words

// Words are checked beside the loop: a dictionary may have to be loaded first.
extension Effect {
  static func findMisspelling(_ request: SpellingRequest) -> Effect {
    .telling(request, in: .latest("misspelling")) { context in
      let spelling = context.environment.spelling
      var fault: WordFault?
      switch request.change {
      case .adding(let word):
        do throws(WordFault) {
          try await spelling.add(word)
        } catch {
          fault = error
        }
      case .ignoring(let word): await spelling.ignore(word)
      case nil: break
      }
      let words = SpellingWords(Array(request.text)).words
      // Those after the caret first.
      let first = words.firstIndex { $0.range.lowerBound >= request.offset } ?? words.endIndex
      let result = await Result.of { () async throws(SpellingFault) -> Misspelling? in
        let found = try await spelling.firstUnknown(
          among: Array(words[first...] + words[..<first]), request.dictionaries)
        guard let found else { return nil }
        let suggestions = await spelling.suggestions(for: found, request.dictionaries)
        return Misspelling(found, suggestions: suggestions)
      }
      context.post(.misspellingFound(result, fault, ticket: request.ticket))
    }
  }

  static func checkWords(_ request: WordsRequest) -> Effect {
    .telling(request, in: .latest("words"), priority: .utility) { context in
      let answer = await Result.of { () async throws(SpellingFault) in
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
    _ result: Result<Misspelling?, SpellingFault>, _ fault: WordFault?, ticket: Int
  ) -> Message {
    Message(result, fault, ticket) { state in
      if state.withEditor({ $0.spellingTicket == ticket }) == true {
        switch result {
        case .failure(let fault): state.toast = fault.line
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
      if let fault { state.toast = fault.line }
    }
  }

  /// Those of the words that aren't known.
  static func wordsChecked(
    _ answer: Result<Set<String>, SpellingFault>, _ request: WordsRequest
  ) -> Message {
    Message(answer, request) { $0.checkedWords.take(answer, to: request) }
  }
}
