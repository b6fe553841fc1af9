/// The texts of an entry that words are looked for in, each made ready once and not before it is
/// needed.
struct SearchedTexts {
  private let texts: [String]
  private var folded: [FoldedText] = []

  init(_ entry: Entry) {
    texts =
      [entry.title] + entry.tags + entry.photos.map(\.caption).filter { !$0.isEmpty }
      + [entry.details.place, entry.content].compactMap(\.self)
  }

  mutating func contain(_ phrase: SearchPhrase) -> Bool {
    for place in texts.indices {
      if place == folded.count { folded.append(FoldedText(texts[place])) }
      if folded[place].contains(phrase) { return true }
    }
    return false
  }
}
