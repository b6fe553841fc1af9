import DiaryCore

/// What an entry says, to tell whether another may be a later state of it.
struct SharedText {
  private let words: [String]
  private let photos: Set<String>

  private init(_ fields: EntryFields, photos: [String]) {
    words = "\(fields.title) \(PhotoReference.replaced(in: fields.content) { $1 })"
      .lowercased().split { $0.isWhitespace || $0.isPunctuation }.map(String.init)
    self.photos = Set(photos)
  }

  /// Whether most of the shorter text stands in the longer one, by its pairs of words: single ones
  /// are alike in all texts of a language. Where there are none, a photo of the same name tells it.
  static func isShared(_ read: ReadEntry, _ current: Entry) -> Bool {
    let there = SharedText(read.entry.fields, photos: read.photos.map(\.name))
    let here = SharedText(current.fields, photos: current.photos.map(\.name))
    let (short, long) =
      there.words.count < here.words.count ? (there, here) : (here, there)
    guard let word = short.words.first else { return !short.photos.isDisjoint(with: long.photos) }
    guard short.words.count > 1 else { return long.words.contains(word) }
    let (few, many) = (short.pairs, long.pairs)
    return few.intersection(many).count * 2 > few.count
  }

  private var pairs: Set<[String]> { Set(zip(words, words.dropFirst()).map { [$0, $1] }) }
}
