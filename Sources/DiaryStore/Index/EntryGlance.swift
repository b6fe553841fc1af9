import CSystem
import DiaryCore

/// What is told of an entry without reading more of its line than that.
struct EntryGlance: Hashable, Sendable {
  let date: EntryDate
  let photos: Int

  init(date: EntryDate, photos: Int) {
    self.date = date
    self.photos = photos
  }

  init(_ entry: Entry) { self.init(date: entry.date, photos: entry.photos.count) }

  private static let opening = Array(#","photos":["#.utf8)
  private static let photo = Array(#"{"asset":""#.utf8)
  private static let closing = Array(#"],"created":""#.utf8)

  /// How many photos an entry's line in the index has. Quotes within a text are escaped, so these
  /// bytes stand nowhere before but where the members do.
  static func photos(inIndexLine line: UnsafeRawBufferPointer) -> Int {
    guard let start = end(of: opening, in: line, from: 0),
      let end = end(of: closing, in: line, from: start)
    else { return 0 }
    let photos = UnsafeRawBufferPointer(rebasing: line[..<end])
    var count = 0
    var place = start
    while let next = Self.end(of: photo, in: photos, from: place) {
      count += 1
      place = next
    }
    return count
  }

  /// The place after some bytes, where they first stand from an offset on.
  private static func end(
    of bytes: [UInt8], in line: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let base = line.baseAddress,
      let found = memmem(base + start, line.count - start, bytes, bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - base + bytes.count
  }
}
