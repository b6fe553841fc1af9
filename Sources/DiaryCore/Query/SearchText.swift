/// What a person typed to search for: words, and "phrases in quotes", every one of which an
/// entry must hold in its title, content, tags or captions, whatever its case or normal form.
package struct SearchText: Hashable, Sendable {
  /// Lower case.
  package let phrases: [String]

  package init(_ query: String) {
    var phrases: [String] = []
    // Pieces at odd places stand between quotes; a quote left open reaches to the end.
    for (place, piece) in query.split(separator: "\"", omittingEmptySubsequences: false)
      .enumerated()
    {
      if place % 2 == 1 {
        phrases.append(String(piece))
      } else {
        // Tags are shown with a # that is no part of them.
        phrases += piece.split(whereSeparator: \.isWhitespace).map { word in
          String(word.first == "#" && word.count > 1 ? word.dropFirst() : word)
        }
      }
    }
    self.phrases = phrases.map { $0.lowercased() }.filter { !$0.isBlank }
  }

  package var isEmpty: Bool { phrases.isEmpty }

  package func matches(_ entry: Entry) -> Bool {
    guard !isEmpty else { return false }
    let texts =
      [entry.title, entry.content] + entry.tags + entry.photos.map(\.caption).filter { !$0.isEmpty }
    let folded = texts.map(FoldedText.init)
    return phrases.allSatisfy { phrase in
      let wanted = FoldedText(phrase)
      return folded.contains { $0.contains(wanted) }
    }
  }
}
