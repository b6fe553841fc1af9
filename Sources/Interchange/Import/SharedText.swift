import DiaryCore

/// What an entry says, to tell whether another may be a later state of it.
struct SharedText {
  private let title: [String]
  private let content: [String]
  private let photos: Set<String>

  private init(_ fields: EntryFields, photos: [String]) {
    title = Self.words(fields.title)
    content = Self.words(PhotoReference.replaced(in: fields.content) { $1 })
    self.photos = Set(photos)
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { $0.isWhitespace || $0.isPunctuation }.map(String.init)
  }

  /// Whether most of the shorter text stands in the longer one. Titles count only where there is no
  /// text: they may be those of files, or of all entries of a journal. Where there are no words at
  /// all, a photo of the same name tells it.
  static func isShared(_ read: ReadEntry, _ current: Entry) -> Bool {
    let there = SharedText(read.entry.fields, photos: read.photos.map(\.name))
    let here = SharedText(current.fields, photos: current.photos.map(\.name))
    let haveTexts = !there.content.isEmpty && !here.content.isEmpty
    let texts = [there, here].map { haveTexts ? $0.content : $0.title + $0.content }
      .sorted { $0.count < $1.count }
    guard let word = texts[0].first else { return !there.photos.isDisjoint(with: here.photos) }
    guard texts[0].count > 1 else { return texts[1].contains(word) }
    let (few, many) = (pairs(texts[0]), pairs(texts[1]))
    return few.intersection(many).count * 2 > few.count
  }

  /// Single words are alike in all texts of a language.
  private static func pairs(_ words: [String]) -> Set<[String]> {
    Set(zip(words, words.dropFirst()).map { [$0, $1] })
  }
}
