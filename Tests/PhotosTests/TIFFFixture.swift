/// TIFF structures with directories within each other.
struct TIFFFixture {
  private var bytes: [UInt8] = Array("II*\0\0\0\0\0".utf8)

  private typealias Entry = (tag: Int, type: Int, count: Int, value: [UInt8])

  /// EXIF data that holds a note wherever it can: in texts, a maker's note, a position, and beside
  /// its directories.
  static func exif(note: [UInt8]) -> [UInt8] {
    var tiff = TIFFFixture()
    tiff.bytes += note
    let position = tiff.directory([
      (1, 2, 2, [0x4E, 0]), (0x1B, 7, note.count, note), (0x1D, 2, note.count, note),
    ])
    let interoperability = tiff.directory([(1, 2, 4, Array("R98\0".utf8)), text(0x1000, note)])
    let detail = tiff.directory([
      text(0x9003, Array("2026:11:19 07:12:58\0".utf8)), bytes(0x927C, note), bytes(0x9286, note),
      (0xA005, 4, 1, little(interoperability)), text(0xA420, note), text(0xA430, note),
      text(0xA431, note), text(0xA435, note), (0xA500, 2, note.count, note),
    ])
    let thumbnail = tiff.directory([text(0x013B, note), (0x8825, 4, 1, little(position))])
    let main = tiff.directory(
      [
        text(0x010E, note), text(0x010F, Array("Nikon\0".utf8)), (0x0112, 3, 1, [1, 0]),
        text(0x0131, note), text(0x013B, note), text(0x013C, note), bytes(0x02BC, note),
        text(0x8298, note), bytes(0x83BB, note), bytes(0x8649, note),
        (0x8769, 4, 1, little(detail)), (0x8825, 4, 1, little(position)), bytes(0x9C9D, note),
        text(0xC62F, note),
      ], next: thumbnail)
    return tiff.whole(main)
  }

  /// Two pages of 4 × 4 gray pixels with a third one within the second, and notes in all of them.
  static func pages(note: [UInt8]) -> [UInt8] {
    var tiff = TIFFFixture()
    func page(_ more: [Entry], next: Int = 0) -> Int {
      let strip = tiff.place([UInt8](repeating: 0x80, count: 16))
      let shape: [Entry] = [
        (0x0100, 3, 1, [4, 0]), (0x0101, 3, 1, [4, 0]), (0x0102, 3, 1, [8, 0]),
        (0x0103, 3, 1, [1, 0]), (0x0106, 3, 1, [1, 0]), (0x0111, 4, 1, little(strip)),
        (0x0116, 3, 1, [4, 0]), (0x0117, 4, 1, little(16)),
      ]
      return tiff.directory(shape + more, next: next)
    }
    let position = tiff.directory([(0x1B, 7, note.count, note)])
    tiff.bytes += note
    let inner = page([text(0x013B, note), (0x8825, 4, 1, little(position))])
    let detail = tiff.directory([bytes(0x927C, note), text(0xA431, note)])
    let second = page([
      (0x014A, 4, 1, little(inner)), (0x8769, 4, 1, little(detail)),
      (0x8825, 4, 1, little(position)),
    ])
    // Not within the call, which would be given what there was before it.
    let first = page([text(0x010E, note), bytes(0x8649, note)], next: second)
    return tiff.whole(first)
  }

  private static func text(_ tag: Int, _ text: [UInt8]) -> Entry { (tag, 2, text.count, text) }
  private static func bytes(_ tag: Int, _ bytes: [UInt8]) -> Entry { (tag, 7, bytes.count, bytes) }
  private static func little(_ number: Int) -> [UInt8] { Fixture.big(number).reversed() }

  private func whole(_ first: Int) -> [UInt8] {
    Array(bytes[..<4]) + Self.little(first) + bytes[8...]
  }

  private mutating func place(_ value: [UInt8]) -> Int {
    if bytes.count % 2 == 1 { bytes.append(0) }
    bytes += value
    return bytes.count - value.count
  }

  private mutating func directory(_ entries: [Entry], next: Int = 0) -> Int {
    var directory = Array(Self.little(entries.count)[..<2])
    for entry in entries.sorted(by: { $0.tag < $1.tag }) {
      directory += Self.little(entry.tag)[..<2] + Self.little(entry.type)[..<2]
      directory += Self.little(entry.count)
      let value = entry.value + [UInt8](repeating: 0, count: max(0, 4 - entry.value.count))
      directory += value.count == 4 ? value : Self.little(place(value))
    }
    return place(directory + Self.little(next))
  }
}
