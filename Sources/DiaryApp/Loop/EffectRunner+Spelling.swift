import DiaryCore

// Words are checked beside the loop: a dictionary may have to be loaded first.
extension EffectRunner {
  func findMisspelling(_ request: SpellingRequest) {
    checking?.cancel()
    let (spelling, post) = (environment.spelling, post)
    checking = Task.detached {
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
      post(.misspellingFound(result, fault, ticket: request.ticket))
    }
  }

  func checkWords(_ request: WordsRequest) {
    let (spelling, post) = (environment.spelling, post)
    checkingWords = Task.detached(priority: .utility) {
      let answer: Result<Set<String>, SpellingFault>
      do throws(SpellingFault) {
        answer = .success(try await spelling.unknown(among: request.words, request.dictionaries))
      } catch {
        answer = .failure(error)
      }
      if !Task.isCancelled { post(.wordsChecked(answer, request)) }
    }
  }
}
