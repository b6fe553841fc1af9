import System

/// The offsets of one time zone through the years, as a zoneinfo file (RFC 8536) tells them.
struct TimeZoneRules {
  /// From when on an offset holds, in order.
  private var changes: [(instant: Int64, offset: Int)] = []
  /// Before the first of them.
  private let first: Int
  /// After the last of them.
  private var later: ZoneRule?

  /// One that never changes.
  init(offset: Int) { first = offset }

  /// Reads a file's bytes; `nil` when they are none.
  init?(file bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let old = Header(&reader) else { return nil }
    var header = old
    // The first block has 32-bit times, which end in 2038; the second one is for us.
    if old.version >= UInt8(ascii: "2") {
      reader.place += old.size(ofTime: 4)
      guard let new = Header(&reader) else { return nil }
      header = new
    }
    let width = old.version >= UInt8(ascii: "2") ? 8 : 4
    guard header.types > 0, reader.place + header.size(ofTime: width) <= bytes.count else {
      return nil
    }
    let end = reader.place + header.size(ofTime: width)
    let times = (0..<header.times).map { _ in reader.signed(width) }
    let kinds = (0..<header.times).map { _ in Int(reader.byte()) }
    let offsets = (0..<header.types).map { _ in
      let offset = Int(reader.signed(4))
      reader.place += 2
      return offset
    }
    guard kinds.allSatisfy({ $0 < offsets.count }), offsets.allSatisfy({ abs($0) < 26 * 3600 })
    else { return nil }
    changes = zip(times, kinds).map { ($0, offsets[$1]) }
    first = offsets[0]
    if width == 8, end < bytes.count {
      let footer = bytes[(end + 1)...].prefix { $0 != 0x0A }
      later = ZoneRule(String(decoding: footer, as: UTF8.self))
    }
  }

  func offset(at instant: Int64) -> Int {
    let next = partitionPoint(changes.count) { changes[$0].instant <= instant }
    if next == changes.count, let later { return later.offset(at: instant) }
    return next == 0 ? first : changes[next - 1].offset
  }

  private struct Header {
    let version: UInt8
    let times: Int
    let types: Int
    private let others: (letters: Int, leaps: Int, standards: Int, universals: Int)

    init?(_ reader: inout Reader) {
      guard reader.place + 44 <= reader.bytes.count,
        reader.bytes[reader.place...].starts(with: "TZif".utf8)
      else { return nil }
      reader.place += 4
      version = reader.byte()
      reader.place += 15
      let counts = (0..<6).map { _ in Int(reader.signed(4)) }
      guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
      (times, types) = (counts[3], counts[4])
      others = (counts[5], counts[2], counts[1], counts[0])
    }

    /// Of what follows the header, in bytes.
    func size(ofTime width: Int) -> Int {
      times * (width + 1) + types * 6 + others.letters + others.leaps * (width + 4)
        + others.standards + others.universals
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    mutating func byte() -> UInt8 {
      defer { place += 1 }
      return place < bytes.count ? bytes[place] : 0
    }

    mutating func signed(_ width: Int) -> Int64 {
      let value = (0..<width).reduce(UInt64(0)) { value, _ in value << 8 | UInt64(byte()) }
      return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
  }
}
