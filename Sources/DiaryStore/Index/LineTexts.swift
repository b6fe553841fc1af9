import DiaryCore

/// Where an entry's texts stand in its line of the index. The same bytes may stand in what else the
/// line says, which isn't searched.
struct LineTexts {
  private let title, content, tags, journal, photos, details: Range<Int>

  /// A quote within a text is escaped, so that no text looks like one of these.
  private static let titleOpening = Array(#","title":""#.utf8)
  private static let contentOpening = Array(#"","content":""#.utf8)
  private static let tagsOpening = Array(#"","tags":["#.utf8)
  static let journalOpening = Array(#"],"journal":""#.utf8)
  private static let authorOpening = Array(#"","author":""#.utf8)
  static let photosOpening = Array(#","photos":["#.utf8)
  static let createdOpening = Array(#"],"created":""#.utf8)
  private static let modifiedOpening = Array(#","modified":""#.utf8)
  private static let clockOpening = Array(#","clock":""#.utf8)

  /// `nil` when the members don't stand in the order in which this program writes them.
  init?(of line: UnsafeRawBufferPointer) {
    guard let titleStart = line.range(of: Self.titleOpening, from: 0)?.upperBound,
      let contentOpening = line.range(of: Self.contentOpening, from: titleStart),
      let tagsOpening = line.range(of: Self.tagsOpening, from: contentOpening.upperBound),
      let journalOpening = line.range(of: Self.journalOpening, from: tagsOpening.upperBound),
      let authorOpening = line.range(of: Self.authorOpening, from: journalOpening.upperBound),
      let photosStart = line.range(of: Self.photosOpening, from: authorOpening.upperBound)?
        .upperBound,
      let createdOpening = line.range(of: Self.createdOpening, from: photosStart),
      let modifiedStart = line.range(of: Self.modifiedOpening, from: createdOpening.upperBound)?
        .upperBound,
      let modifiedEnd = line[modifiedStart...].firstIndex(of: UInt8(ascii: "\"")),
      let clockOpening = line.range(of: Self.clockOpening, from: modifiedEnd)
    else { return nil }
    title = titleStart..<contentOpening.lowerBound
    content = contentOpening.upperBound..<tagsOpening.lowerBound
    tags = tagsOpening.upperBound..<journalOpening.lowerBound
    journal = journalOpening.upperBound..<authorOpening.lowerBound
    photos = photosStart..<createdOpening.lowerBound
    details = modifiedEnd..<clockOpening.lowerBound
  }

  /// Whether the byte at a place of the line belongs to a text.
  func contains(_ index: Int) -> Bool {
    content.contains(index) || title.contains(index) || tags.contains(index)
      || journal.contains(index) || photos.contains(index) || details.contains(index)
  }
}
