import DiaryCore
import System

/// When a film or a recording was made, as a file of MP4 or QuickTime says it: in the box that is the head of
/// all, at the time of the camera's own zone where a phone wrote that beside it. A few boxes are looked at, and
/// nothing is decoded.
enum FilmDate {
  /// Boxes that are passed over, at each of both levels.
  private static let mostBoxes = 256
  /// Of what phones write beside it, in bytes.
  private static let largestMeta = 1 << 16
  /// Seconds from 1904 to 1970.
  private static let epoch: Int64 = 2_082_844_800

  /// - Parameter localOffset: That of this place at an instant: the head says none.
  static func read(_ path: String, localOffset: (Int64) -> Int) -> EntryDate? {
    guard let file = try? SourceFile(path, [.readOnly, .nonBlocking]),
      let status = try? file.status(), status.isRegularFile,
      let movie = boxes(in: 0..<status.size, of: file).first(where: { $0.name == "moov" })
    else { return nil }
    let parts = boxes(in: movie.content, of: file)
    if let meta = parts.first(where: { $0.name == "meta" }),
      let bytes = try? file.bytes(
        min(meta.content.count, largestMeta), at: meta.content.lowerBound),
      let date = zoned(in: bytes)
    {
      return date
    }
    guard let head = parts.first(where: { $0.name == "mvhd" }), head.content.count >= 16,
      let bytes = try? file.bytes(16, at: head.content.lowerBound), bytes.count == 16
    else { return nil }
    let isLong = bytes[0] == 1
    guard let since1904 = Int64(exactly: number(bytes[4..<(isLong ? 12 : 8)])) else { return nil }
    let instant = since1904 - epoch
    // Cameras without a clock write zero, or the first day that they know.
    guard (1..<4_102_444_800).contains(instant) else { return nil }
    return EntryDate(instant: instant, offset: localOffset(instant))
  }

  /// The first byte is the highest.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private struct Box {
    let name: String
    let content: Range<Int>
  }

  private static func boxes(in range: Range<Int>, of file: borrowing SourceFile) -> [Box] {
    var boxes: [Box] = []
    var place = range.lowerBound
    while boxes.count < mostBoxes, place <= range.upperBound - 8 {
      guard let bytes = try? file.bytes(16, at: place), bytes.count >= 8 else { break }
      let name = String(decoding: bytes[4..<8], as: UTF8.self)
      var (size, head) = (number(bytes[..<4]), 8)
      if size == 1, bytes.count == 16 { (size, head) = (number(bytes[8...]), 16) }
      if size == 0 { size = UInt64(range.upperBound - place) }
      guard let size = Int(exactly: size), size >= head, size <= range.upperBound - place
      else { break }
      boxes.append(Box(name: name, content: place + head..<place + size))
      place += size
    }
    return boxes
  }

  /// A date with its zone that follows the name of what phones call it.
  private static func zoned(in bytes: [UInt8]) -> EntryDate? {
    let name = Array("com.apple.quicktime.creationdate".utf8)
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: name) })
    else { return nil }
    func isDigit(_ place: Int) -> Bool {
      bytes.indices.contains(place) && (0x30...0x39).contains(bytes[place])
    }
    for place in start..<max(start, bytes.count - 23) {
      // `2026-05-03T10:15:00+0900`
      guard isDigit(place), isDigit(place + 3), bytes[place + 4] == UInt8(ascii: "-"),
        bytes[place + 10] == UInt8(ascii: "T")
      else { continue }
      let text = String(decoding: bytes[place..<place + 24], as: UTF8.self)
      let zone = text.suffix(5)
      let date = EntryDate(
        text.dropLast(5) + zone.prefix(3) + ":" + zone.suffix(2))
      if let date { return date }
    }
    return nil
  }
}
