import DiaryCore
import System

/// Looks up UTC offsets of named time zones in the system's zoneinfo files. Each file is read once.
struct TimeZones {
  private static let folder = "/usr/share/zoneinfo"
  private var known: [String: TimeZoneRules?] = [:]

  /// Returns a zone's offset in seconds east of UTC at an instant in seconds since 1970, or `nil`
  /// if the name is unknown.
  mutating func offset(of name: String, at instant: Int64) -> Int? {
    if let rules = known[name] { return rules?.offset(at: instant) }
    let rules = Self.rules(of: name)
    known[name] = rules
    return rules?.offset(at: instant)
  }

  private static func rules(of name: String) -> TimeZoneRules? {
    if let offset = fixedOffset(name) { return TimeZoneRules(offset: offset) }
    // Accept only characters of zone names, so that the name can't be a path out of the folder.
    let isName = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "/_+-".utf8.contains(byte)
    }
    guard isName, name.first?.isLetter == true, name.utf8.count < 100 else { return nil }
    let file = try? OpenFile("\(folder)/\(name)", [.readOnly, .nonBlocking])
    return (try? file?.readToEnd(atMost: 1 << 16)).flatMap { TimeZoneRules(file: $0) }
  }

  /// Parses `GMT+0900`, `UTC+9`, `GMT-03:30`, `GMT` and `UTC`.
  private static func fixedOffset(_ name: String) -> Int? {
    guard name.hasPrefix("GMT") || name.hasPrefix("UTC") else { return nil }
    return PartialDate("2000-01-01 00:00 \(name)")?.offset
  }
}

/// The offsets of a time zone over time, as stored in a zoneinfo file (RFC 8536).
struct TimeZoneRules {
  /// The offsets with the instants from which they apply, sorted.
  private var changes: [(instant: Int64, offset: Int)] = []
  /// The offset before the first change.
  private let first: Int
  /// The rule for the time after the last change.
  private var later: ZoneRule?

  /// Creates rules with a constant offset.
  init(offset: Int) { first = offset }

  /// Parses a file's bytes. `nil` if they are invalid.
  init?(file bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let old = Header(&reader) else { return nil }
    var header = old
    // Skip the first block, whose 32-bit times end in 2038. The second one has 64-bit times.
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

    /// Returns the size of the data after the header, in bytes.
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

/// A rule for the time after a zone's last recorded change, in POSIX's TZ format: `KST-9`,
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule {
  private let standard: Int
  private var summer: (offset: Int, from: Change, to: Change)?

  /// The `week`th `weekday` of a month, or the last one if there are fewer; `second` counts from
  /// its midnight.
  private struct Change {
    let month: Int
    let week: Int
    let weekday: Int
    let second: Int
  }

  /// Parses a rule. `nil` if it's invalid or counts days through the year, as no current zone does.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let names = parts.first else { return nil }
    var rest = names.utf8[...]
    guard Self.skipName(&rest), let west = Self.time(&rest) else { return nil }
    standard = -west
    guard !rest.isEmpty else { return }
    guard Self.skipName(&rest), parts.count == 3 else { return nil }
    let offset = rest.isEmpty ? standard + 3600 : Self.time(&rest).map { -$0 }
    guard let offset, let from = Self.change(parts[1]), let to = Self.change(parts[2]) else {
      return nil
    }
    summer = (offset, from, to)
  }

  func offset(at instant: Int64) -> Int {
    guard let summer else { return standard }
    let year = EntryDate(instant: instant, offset: standard).day.year
    guard let from = Self.instant(of: summer.from, year, offset: standard),
      let to = Self.instant(of: summer.to, year, offset: summer.offset)
    else { return standard }
    let isSummer = from < to ? instant >= from && instant < to : instant >= from || instant < to
    return isSummer ? summer.offset : standard
  }

  private static func instant(of change: Change, _ year: Int, offset: Int) -> Int64? {
    guard let first = CalendarDay(year: year, month: change.month, day: 1) else { return nil }
    var day = 1 + (change.weekday - first.weekday + 7) % 7 + (change.week - 1) * 7
    while CalendarDay(year: year, month: change.month, day: day) == nil { day -= 7 }
    return (first.daysSinceEpoch + Int64(day - 1)) * 86_400 + Int64(change.second - offset)
  }

  private static func skipName(_ text: inout Substring.UTF8View) -> Bool {
    if text.first == UInt8(ascii: "<") {
      guard let end = text.firstIndex(of: UInt8(ascii: ">")) else { return false }
      text = text[text.index(after: end)...]
      return true
    }
    let name = text.prefix { (0x61...0x7A).contains($0 | 0x20) }
    text = text[name.endIndex...]
    return name.count >= 3
  }

  /// Parses `[+-]hh[:mm[:ss]]` and returns seconds.
  private static func time(_ text: inout Substring.UTF8View) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative || text.first == UInt8(ascii: "+") { text = text.dropFirst() }
    var seconds = 0
    for unit in [3600, 60, 1] {
      if unit < 3600 {
        guard text.first == UInt8(ascii: ":") else { break }
        text = text.dropFirst()
      }
      guard let number = number(&text) else { return nil }
      seconds += number * unit
    }
    return isNegative ? -seconds : seconds
  }

  private static func number(_ text: inout Substring.UTF8View) -> Int? {
    let digits = text.prefix { (0x30...0x39).contains($0) }
    guard (1...3).contains(digits.count) else { return nil }
    text = text[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Parses `Mm.w.d[/time]`.
  private static func change(_ text: Substring) -> Change? {
    var rest = text.utf8[...]
    guard rest.popFirst() == UInt8(ascii: "M"), let month = number(&rest),
      rest.popFirst() == UInt8(ascii: "."), let week = number(&rest),
      rest.popFirst() == UInt8(ascii: "."), let weekday = number(&rest),
      (1...12).contains(month), (1...5).contains(week), weekday < 7
    else { return nil }
    guard !rest.isEmpty else {
      return Change(month: month, week: week, weekday: weekday, second: 7200)
    }
    guard rest.popFirst() == UInt8(ascii: "/"), let second = time(&rest) else { return nil }
    return Change(month: month, week: week, weekday: weekday, second: second)
  }
}
