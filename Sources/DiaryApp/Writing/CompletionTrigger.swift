import DiaryCore

/// What a person has begun to type that the diary may complete.
struct CompletionTrigger: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case tag, link
    /// In a search: what stands before a colon, or behind that of a key.
    case searchKey
    case searchValue(SearchKey)
  }

  let kind: Kind
  /// What was typed after `#`, `[[` or a key.
  let query: String
  /// The characters before the caret that a proposal takes the place of.
  let length: Int
}

extension CompletionTrigger {
  /// What the characters before the caret ask for; `nil` for nothing.
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

  /// What the characters before the caret of a search ask for; `nil` for nothing.
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
    if term.first == "-" { term = term.dropFirst() }
    guard let colon = term.firstIndex(of: ":") else {
      // One letter is the beginning of nearly anything.
      guard term.count > 1 || term.first.map(Self.isHangul) == true else { return nil }
      self.init(kind: .searchKey, query: String(term), length: term.count)
      return
    }
    guard let key = SearchKey(String(term[..<colon])) else { return nil }
    let value = term[(colon + 1)...]
    let quoted = SearchQuoting.read(value)
    // What has been closed is whole.
    guard quoted != nil ? quoted?.isClosed == false : !value.contains("\"") else { return nil }
    var query = quoted?.phrase ?? String(value)
    if key == .tag { query = String(query.drop { $0 == "#" }) }
    self.init(kind: .searchValue(key), query: query, length: value.count)
  }

  private static func isHangul(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { (0xAC00...0xD7A3).contains($0.value) } ?? false
  }

  /// Text after the last `[[` that isn't closed.
  private static func link(_ before: [Character]) -> CompletionTrigger? {
    let inner = before.suffix(while: { $0 != "[" && $0 != "]" && $0 != EntryLink.divider })
    guard before.dropLast(inner.count).suffix(2) == ["[", "["] else { return nil }
    return CompletionTrigger(kind: .link, query: String(inner), length: inner.count + 2)
  }

  /// A letter and more after a `#` that no word stands before.
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
  /// The longest end whose characters all satisfy a condition.
  fileprivate func suffix(while isWanted: (Character) -> Bool) -> ArraySlice<Character> {
    let start = lastIndex { !isWanted($0) }.map { $0 + 1 } ?? startIndex
    return self[start...]
  }
}

// MARK: - Search

// What completes a term of a search.
extension CompletionTrigger {
  /// What a search offers for what is typed.
  func searchProposals(in app: ScreenContext) -> [Completion.Proposal] {
    let start = SearchPhrase(query)
    let names: [String] =
      if kind == .searchValue(.tag) {
        // They are many, and ready to be looked through.
        app.tags?.beginning(with: query, limit: Completion.most, areQuoted: true) ?? []
      } else {
        names(in: app).filter {
          FoldedText($0).begins(with: start) && !$0.isSameName(as: query)
        }
      }
    return names.prefix(Completion.most).map { name in
      guard kind != .searchKey else { return Completion.Proposal(words: name, text: name) }
      // With the blank it is a whole word, not the beginning of one.
      return Completion.Proposal(words: name, text: SearchQuoting.written(name) + " ")
    }
  }

  /// Whether nothing has to be added, though there may be something longer.
  func isWhole(in app: ScreenContext) -> Bool {
    kind == .searchKey
      ? SearchKey(query) != nil
      : names(in: app).contains { $0.isSameName(as: query) }
  }

  /// All that the word may be.
  private func names(in app: ScreenContext) -> [String] {
    switch kind {
    case .tag, .link: []
    case .searchKey: SearchKey.names
    case .searchValue(.tag): app.tags?.contains(query) == true ? [query] : []
    case .searchValue(.journal): app.journals.map { JournalName.shown($0.name) }
    case .searchValue(.author): [app.authorName].compactMap(\.self)
    case .searchValue(.place): app.figures?.statistics.places.map(\.name) ?? []
    case .searchValue(.mood):
      DetailProposals.moods(
        inUse: app.figures?.statistics.moods.map(\.name) ?? [], app.preferences.moods)
    case .searchValue(.weather): DetailProposals.weathers
    case .searchValue(let key): key.values
    }
  }
}
