import DiaryCore

/// The beginning of a word that can be completed.
struct CompletionTrigger: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case tag, link
    /// In a search: the part before the colon, or the value after a key.
    case searchKey
    case searchValue(SearchKey)
  }

  let kind: Kind
  /// The text after `#`, `[[` or a key.
  let query: String
  /// The number of characters before the caret that a suggestion replaces.
  let length: Int
}

extension CompletionTrigger {
  /// Creates a trigger from the characters before the caret in the editor; `nil` if there is none.
  init?(before: [Character], in field: EditorState.Field) {
    switch field {
    case .content:
      guard let trigger = Self.link(before) ?? Self.tag(before) else { return nil }
      self = trigger
    case .tags:
      let word = before.suffix(while: { !$0.isWhitespace && $0 != "," })
      let query = word.drop { $0 == "#" }
      guard query.contains(where: \.isLetter) else { return nil }
      self.init(kind: .tag, query: String(query), length: word.count)
    case .title, .photos, .date: return nil
    }
  }

  /// Creates a trigger from the characters before the caret in a search; `nil` if there is none.
  init?(inSearch before: [Character]) {
    var term: ArraySlice<Character> = before[...]
    var index = 0
    while index < before.count {
      if let quoted = SearchQuoting.read(before[index...]) {
        index += quoted.length
      } else {
        index += 1
        if before[index - 1].isWhitespace { term = before[index...] }
      }
    }
    term = term.drop { $0 == "(" }
    if term.first == "-" { term = term.dropFirst().drop { $0 == "(" } }
    guard let colon = term.firstIndex(of: ":") else {
      // A single letter has too many completions.
      guard term.count > 1 || term.first.map(Self.isHangul) == true else { return nil }
      self.init(kind: .searchKey, query: String(term), length: term.count)
      return
    }
    guard let key = SearchKey(String(term[..<colon])) else { return nil }
    let value = term[(colon + 1)...]
    let quoted = SearchQuoting.read(value)
    // A closed quotation is complete.
    guard quoted != nil ? quoted?.isClosed == false : !value.contains("\"") else { return nil }
    var query = quoted?.phrase ?? String(value)
    if key == .tag { query = String(query.drop { $0 == "#" }) }
    self.init(kind: .searchValue(key), query: query, length: value.count)
  }

  private static func isHangul(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { (0xAC00...0xD7A3).contains($0.value) } ?? false
  }

  /// Finds the text after the last unclosed `[[`.
  private static func link(_ before: [Character]) -> CompletionTrigger? {
    let inner = before.suffix(while: { $0 != "[" && $0 != "]" && $0 != EntryLink.divider })
    guard before.dropLast(inner.count).suffix(2) == ["[", "["] else { return nil }
    return CompletionTrigger(kind: .link, query: String(inner), length: inner.count + 2)
  }

  /// Finds a tag: a `#` that doesn't follow a word, a letter and more.
  private static func tag(_ before: [Character]) -> CompletionTrigger? {
    let word = before.suffix(while: {
      $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "/"
    })
    let rest = before.dropLast(word.count)
    guard word.first?.isLetter == true, rest.last == "#" else { return nil }
    if let earlier = rest.dropLast().last, !earlier.isWhitespace, !"(“\"'".contains(earlier) {
      return nil
    }
    return CompletionTrigger(kind: .tag, query: String(word), length: word.count + 1)
  }
}

extension [Character] {
  /// Returns the longest suffix whose characters all satisfy a condition.
  fileprivate func suffix(while isWanted: (Character) -> Bool) -> ArraySlice<Character> {
    let start = lastIndex { !isWanted($0) }.map { $0 + 1 } ?? startIndex
    return self[start...]
  }
}

// MARK: - Search

extension CompletionTrigger {
  /// Returns suggestions for a term of a search.
  func searchProposals(in app: AppState) -> [Completion.Proposal] {
    let start = SearchPhrase(query)
    let names: [String] =
      if kind == .searchValue(.tag) {
        // There may be many tags; `TagCounts` has them sorted and folded.
        app.tags?.beginning(with: query, limit: Completion.most, areQuoted: true) ?? []
      } else {
        names(in: app).filter {
          FoldedText($0).begins(with: start) && !$0.isSameName(as: query)
        }
      }
    return names.prefix(Completion.most).map { name in
      guard kind != .searchKey else { return Completion.Proposal(words: name, text: name) }
      // The blank marks it as a complete word.
      return Completion.Proposal(words: name, text: SearchQuoting.quoted(name) + " ")
    }
  }

  /// Indicates that the word is complete, even if there are longer ones.
  func isComplete(in app: AppState) -> Bool {
    kind == .searchKey
      ? SearchKey(query) != nil
      : names(in: app).contains { $0.isSameName(as: query) }
  }

  /// Returns all possible words.
  private func names(in app: AppState) -> [String] {
    switch kind {
    case .tag, .link: []
    case .searchKey: SearchKey.names
    case .searchValue(.tag): app.tags?.contains(query) == true ? [query] : []
    case .searchValue(.journal): app.journals.map { JournalName.displayName($0.name) }
    case .searchValue(.author): [app.authorName].compactMap(\.self)
    case .searchValue(.place), .searchValue(.near): app.figures?.statistics.places.map(\.name) ?? []
    case .searchValue(.mood):
      DetailProposals.moods(
        inUse: app.figures?.statistics.moods.map(\.name) ?? [], app.preferences.moods)
    case .searchValue(.weather): DetailProposals.weathers
    case .searchValue(let key): key.values
    }
  }
}
