import DiaryCore

// Words are checked beside the loop: a dictionary may have to be loaded first.
extension EffectRunner {
  func findMisspelling(_ request: SpellingRequest) {
    checking?.cancel()
    let (spelling, post) = (environment.spelling, post)
    checking = Task.detached {
      switch request.change {
      case .adding(let word): await spelling.add(word)
      case .ignoring(let word): await spelling.ignore(word)
      case nil: break
      }
      let words = SpellingWords(Array(request.text)).words
      // Those after the caret first.
      let first =
        words.firstIndex { $0.range.lowerBound >= request.offset } ?? words.endIndex
      let result: Result<Misspelling?, SpellingFault>
      do throws(SpellingFault) {
        let found = try await spelling.firstUnknown(
          among: Array(words[first...] + words[..<first]), request.dictionaries)
        if let found {
          let suggestions = await spelling.suggestions(for: found, request.dictionaries)
          result = .success(Misspelling(found, suggestions: suggestions))
        } else {
          result = .success(nil)
        }
      } catch {
        result = .failure(error)
      }
      post(.misspellingFound(result, ticket: request.ticket))
    }
  }
}
