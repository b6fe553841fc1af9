import DiaryCore

/// Another diary may have something else for the same day, or under the same name. Where an entry is
/// known by its place there alone, one whose text shares nothing with what is here is that other
/// diary's: it comes as an entry of its own, and is known at its own place the next time.
extension DiaryImporter {
  /// Diaries that have something at one place. What more of them have there is compared with the
  /// last one.
  private static let mostDiaries = 50

  /// The entry here that one is a state of, `nil` when there is none; `read` gets its id, or that of
  /// a new one. `current` is what stands here at the place that it has there.
  func counterpart(
    of read: inout ReadEntry, _ mark: ImportMark, _ current: Entry?
  ) async throws(DiaryError) -> Entry? {
    guard mark.format.knowsByPlace else { return current }
    let first = read.entry.id
    var current = current
    for number in 1...Self.mostDiaries {
      guard let other = current, !isState(read, mark, of: other) else { return current }
      read.entry.id = Self.id(number, at: first)
      current = try await service.entries(ids: [read.entry.id]).first
    }
    return current
  }

  private func isState(_ read: ReadEntry, _ mark: ImportMark, of other: Entry) -> Bool {
    ImportMark(of: other)?.digest == mark.digest || SharedText.isShared(read, other)
  }

  private static func id(_ number: Int, at first: ID<Entry>) -> ID<Entry> {
    ID(naming: [.string("another"), .string(first.description), .integer(number)])
  }
}

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
