import DiaryCore

/// What is told of an entry without reading more of its line than that.
struct EntrySummary: Hashable, Sendable {
  let date: EntryDate
  let photos: Int
}

extension EntrySummary {
  init(_ entry: Entry) { self.init(date: entry.date, photos: entry.photos.count) }

  private static let photo = Array(#"{"asset":""#.utf8)

  /// How many photos an entry's line in the index has. Quotes within a text are escaped, so these
  /// bytes stand nowhere before but where the members do.
  static func photos(inIndexLine line: UnsafeRawBufferPointer) -> Int {
    guard let start = line.range(of: LineTexts.photosOpening, from: 0)?.upperBound,
      let end = line.range(of: LineTexts.createdOpening, from: start)?.lowerBound
    else { return 0 }
    let photos = UnsafeRawBufferPointer(rebasing: line[..<end])
    var count = 0
    var index = start
    while let next = photos.range(of: photo, from: index)?.upperBound {
      count += 1
      index = next
    }
    return count
  }
}

/// What the index lists entries for, so that nobody has to look for them in their lines.
struct IndexTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// See `Entry.hasVariants`.
  static let variants = IndexTraits(rawValue: 1)
  static let pinned = IndexTraits(rawValue: 2)
}

extension Entry {
  var indexTraits: IndexTraits {
    var traits: IndexTraits = []
    if hasVariants { traits.insert(.variants) }
    if details.isPinned { traits.insert(.pinned) }
    return traits
  }
}
