import DiaryCore
import System

/// A part of a text to search for in the bytes of index lines.
struct ByteNeedle: Sendable {
  private enum Pattern: Sendable {
    case fixed(FixedPattern)
    case folded(FoldedPattern)
    case photo(FixedPattern, Set<AssetID>)
  }

  private var pattern: Pattern
  /// `true` if the needle is a part of an entry's texts, `false` if it is from other parts of its
  /// line.
  let isOfTexts: Bool

  private init(_ pattern: Pattern, isOfTexts: Bool = true) {
    (self.pattern, self.isOfTexts) = (pattern, isOfTexts)
  }

  /// Creates a needle for these bytes, anywhere in a line.
  init(_ bytes: [UInt8], ignoresCase: Bool = false) {
    let sets = bytes.map { byte in
      let isLetter = (0x41...0x5A).contains(byte & 0xDF)
      return ByteSet(byte, or: ignoresCase && isLetter ? byte ^ 0x20 : byte)
    }
    self.init(.fixed(FixedPattern(sets)), isOfTexts: false)
  }

  /// Creates a needle for the reference to any of these photos. Quotes within texts are escaped, so
  /// no text can look like one.
  init(photos: Set<AssetID>) {
    let opening = FixedPattern(LineTexts.photo.map { ByteSet($0, or: $0) })
    self.init(.photo(opening, photos), isOfTexts: false)
  }

  /// Returns the parts of a phrase that can be searched for as bytes. Each line of JSON that
  /// contains the phrase, in simple characters, contains all of them.
  static func parts(of phrase: SearchPhrase) -> [ByteNeedle] {
    phrase.runs.flatMap { needles(of: $0) }
  }

  /// Returns the needles of a tag's name, which follows a quote in the field or a number sign in
  /// the text.
  static func parts(ofTag name: SearchPhrase) -> [ByteNeedle] {
    name.runs.count == 1 ? needles(of: name.runs[0], ofTag: true) : parts(of: name)
  }

  private static func needles(of run: [UnitSet], ofTag isTag: Bool = false) -> [ByteNeedle] {
    var patterns: [Pattern] = []
    var (fixed, folded): ([ByteSet], [UInt32]) = ([], [])
    var isAfterSign = isTag
    func finish() {
      if !fixed.isEmpty {
        patterns.append(.fixed(FixedPattern((isAfterSign ? [ByteSet.tagSign] : []) + fixed)))
      } else if let pattern = FoldedPattern(folded, isAfterSign: isAfterSign) {
        patterns.append(.folded(pattern))
      }
      (fixed, folded, isAfterSign) = ([], [], false)
    }
    for unit in run {
      if let sets = ByteSet.sets(unit) {
        if !folded.isEmpty { finish() }
        fixed += sets
      } else if let scalar = unit.single, FoldedPattern.mayContain(scalar) {
        if !fixed.isEmpty { finish() }
        folded.append(scalar)
      } else {
        finish()
      }
    }
    finish()
    return patterns.map { ByteNeedle($0) }
  }

  /// Chooses the bytes to compare first by their frequency in a sample of the text. Returns the
  /// expected number of false hits per 1,000 positions.
  mutating func tune(to sample: UnsafeRawBufferPointer) -> Double {
    var counts = [Int](repeating: 1, count: 256)
    for byte in sample { counts[Int(byte)] += 1 }
    let size = Double(sample.count + 256)
    switch pattern {
    case .fixed(var fixed):
      let hits = fixed.tune(to: counts)
      pattern = .fixed(fixed)
      return 1000 * Double(hits.0) / size * Double(hits.1) / size
    case .folded(var folded):
      let hits = folded.tune(to: counts)
      pattern = .folded(folded)
      return 1000 * Double(hits.0) / size * Double(hits.1) / size
    case .photo(var opening, let photos):
      let hits = opening.tune(to: counts)
      pattern = .photo(opening, photos)
      return 1000 * Double(hits.0) / size * Double(hits.1) / size
    }
  }

  /// Returns the offset of the first match at or after `start`.
  func place(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    switch pattern {
    case .fixed(let fixed): fixed.place(in: text, from: start)
    case .folded(let folded): folded.place(in: text, from: start)
    case .photo(let opening, let photos): Self.place(of: photos, opening, in: text, from: start)
    }
  }

  private static func place(
    of photos: Set<AssetID>, _ opening: FixedPattern, in text: UnsafeRawBufferPointer,
    from start: Int
  ) -> Int? {
    guard !photos.isEmpty else { return nil }
    var start = start
    while let place = opening.place(in: text, from: start) {
      let digits = text[(place + opening.length)...].prefix(64)
      if let asset = AssetID(String(decoding: digits, as: UTF8.self)), photos.contains(asset) {
        return place
      }
      start = place + 1
    }
    return nil
  }
}

// MARK: - Patterns

private typealias Block = SIMD64<UInt8>
private typealias Hits = SIMDMask<SIMD64<Int8>>

/// Tests 64 positions at a time.
private protocol BlockProbe {
  func hits(at bytes: UnsafeRawPointer) -> Hits
}

private protocol BytePattern {
  associatedtype Probe: BlockProbe

  /// The number of bytes from a position that a match has at least.
  var length: Int { get }
  var probe: Probe { get }

  func matches(_ text: UnsafeRawBufferPointer, at position: Int) -> Bool
}

extension BytePattern {
  @inline(__always)
  fileprivate func place(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let last = text.count - length
    let probe = probe
    var index = start
    while index + Block.scalarCount <= last {
      let words = unsafeBitCast(probe.hits(at: base + index), to: SIMD8<UInt64>.self)
      if words.hasBits {
        for number in 0..<8 {
          var word = words[number]
          while word != 0 {
            let candidate = index + 8 * number + word.trailingZeroBitCount / 8
            if matches(text, at: candidate) { return candidate }
            // Each hit is a byte of ones.
            word &= ~(0xFF << UInt64(word.trailingZeroBitCount))
          }
        }
      }
      index += Block.scalarCount
    }
    while index <= last {
      if matches(text, at: index) { return index }
      index += 1
    }
    return nil
  }
}

extension SIMD8<UInt64> {
  /// `true` if any bit is set. Comparing with `.zero` would take one comparison for each word.
  fileprivate var hasBits: Bool {
    let four = lowHalf | highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y != 0
  }
}

/// A byte sequence in which each byte is from a set: of the bytes of a letter's forms, or of the
/// Hangul syllables that may be at that position.
private struct FixedPattern: BytePattern {
  private let bytes: [ByteSet]
  /// The positions of the two rarest bytes, which are compared first.
  private var probes = (0, 0)

  init(_ bytes: [ByteSet]) { self.bytes = bytes }

  /// Returns the frequencies of the bytes that are compared first.
  mutating func tune(to counts: [Int]) -> (Int, Int) {
    let frequencies = bytes.map { set in
      counts.indices.reduce(0) { set.contains(UInt8($1)) ? $0 + counts[$1] : $0 }
    }
    let places = bytes.indices.sorted { frequencies[$0] < frequencies[$1] }
    probes = (places[0], places.count > 1 ? places[1] : places[0])
    return (frequencies[probes.0], frequencies[probes.1])
  }

  struct Probe: BlockProbe {
    let first, second: ByteSet.Probe
    let offsets: (Int, Int)

    @inline(__always)
    func hits(at bytes: UnsafeRawPointer) -> Hits {
      first.hits(in: (bytes + offsets.0).loadUnaligned(as: Block.self))
        .& second.hits(in: (bytes + offsets.1).loadUnaligned(as: Block.self))
    }
  }

  var length: Int { bytes.count }

  var probe: Probe {
    Probe(first: bytes[probes.0].probe, second: bytes[probes.1].probe, offsets: probes)
  }

  func matches(_ text: UnsafeRawBufferPointer, at position: Int) -> Bool {
    for index in bytes.indices where !bytes[index].contains(text[position + index]) {
      return false
    }
    return true
  }
}

/// A sequence of folded characters whose spellings differ in length, such as letters with and
/// without accents.
///
/// Two neighboring bytes are compared first: the last one of a character and the first one of the
/// next. A position is that of the former.
private struct FoldedPattern: BytePattern {
  private let units: [UInt32]
  private let isAfterSign: Bool
  /// The units whose characters always begin with them, so that they can be compared first. The
  /// first of all units has no character before it unless a sign precedes it.
  private let places: [Int]
  private var place: Int
  private var left: EndSet
  private var right: StartSet

  /// Returns whether a character can be a part of a pattern: JSON doesn't escape it.
  static func mayContain(_ scalar: UInt32) -> Bool {
    scalar >= 0x20 && !(0x7F..<0xA0).contains(scalar) && scalar != 0x22 && scalar != 0x5C
  }

  /// Creates a pattern; `nil` if nothing can be compared first.
  init?(_ units: [UInt32], isAfterSign: Bool) {
    let spellings = units.map { Spellings.of($0) }
    var places = units.indices.dropFirst().filter {
      !spellings[$0 - 1].mayShareCharacter(with: units[$0])
    }
    if isAfterSign ? !units.isEmpty : units.count == 1 && !spellings[0].isInSequences {
      places.append(0)
    }
    guard let place = places.first else { return nil }
    (self.units, self.isAfterSign) = (units, isAfterSign)
    (self.places, self.place) = (places, place)
    let even = [Int](repeating: 1, count: 256)
    (left, right) = Self.sets(units, place, isAfterSign, even)
  }

  private static func sets(
    _ units: [UInt32], _ place: Int, _ isAfterSign: Bool, _ counts: [Int]
  ) -> (EndSet, StartSet) {
    let next = Spellings.of(units[place])
    let starts = Set((next.whole + next.beginning).compactMap { UTF8.bytes(of: $0)?.first })
    let right = StartSet(starts, counts)
    guard place > 0 else { return (isAfterSign ? .tagSign : .any, right) }
    let before = Spellings.of(units[place - 1])
    return (
      EndSet(Set((before.whole + before.ending).compactMap { UTF8.bytes(of: $0)?.last })), right
    )
  }

  /// Returns the frequencies of the bytes that are compared first.
  mutating func tune(to counts: [Int]) -> (Int, Int) {
    var best: (Int, Int)?
    for place in places {
      let (left, right) = Self.sets(units, place, isAfterSign, counts)
      let hits = (left.frequency(in: counts), right.frequency(in: counts))
      if let best, best.0 * best.1 <= hits.0 * hits.1 { continue }
      best = hits
      (self.place, self.left, self.right) = (place, left, right)
    }
    return best ?? (0, 0)
  }

  struct Probe: BlockProbe {
    let left: EndSet.Probe
    let right: StartSet.Probe
    let distance: Int

    @inline(__always)
    func hits(at bytes: UnsafeRawPointer) -> Hits {
      left.hits(in: bytes.loadUnaligned(as: Block.self))
        .& right.hits(in: (bytes + distance).loadUnaligned(as: Block.self))
    }
  }

  /// The distance from the position to the byte after the boundary. A single character has no byte
  /// before it.
  private var distance: Int { place > 0 || isAfterSign ? 1 : 0 }

  var length: Int { 1 + distance }

  var probe: Probe { Probe(left: left.probe, right: right.probe, distance: distance) }

  func matches(_ text: UnsafeRawBufferPointer, at position: Int) -> Bool {
    let bytes = text.assumingMemoryBound(to: UInt8.self)
    let folding = ScalarFolding()
    let start = position + distance
    guard bytes[start] & 0xC0 != 0x80 else { return false }
    var (end, unit) = (start, place)
    while unit < units.count {
      guard end < bytes.count else { return false }
      let (scalar, next) = bytes.scalar(at: end)
      for folded in folding.scalars(of: scalar) {
        guard unit < units.count else { break }
        guard units[unit] == folded else { return false }
        unit += 1
      }
      end = next
    }
    (end, unit) = (start, place)
    while unit > 0 {
      guard end > 0 else { return false }
      end -= 1
      while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      for folded in folding.scalars(of: bytes.scalar(at: end).scalar).reversed() {
        guard unit > 0 else { break }
        guard units[unit - 1] == folded else { return false }
        unit -= 1
      }
    }
    return !isAfterSign || end > 0 && ByteSet.tagSign.contains(bytes[end - 1])
  }
}

/// The last bytes of a character's spellings: up to two of ASCII, and any others.
private struct EndSet {
  private let first, second: UInt8
  /// As signed numbers, bytes below it are in the set: none, those within characters, or nearly
  /// all.
  private let limit: Int8

  static let any = EndSet(first: 0x7F, second: 0x7F, limit: 0x7F)
  static let tagSign = EndSet(
    first: UInt8(ascii: "\""), second: UInt8(ascii: "#"), limit: .min)

  private init(first: UInt8, second: UInt8, limit: Int8) {
    (self.first, self.second, self.limit) = (first, second, limit)
  }

  init(_ bytes: Set<UInt8>) {
    let single = bytes.filter { $0 < 0x80 }.sorted()
    let limit: Int8 = single.count < bytes.count ? -0x40 : .min
    guard let first = single.first, single.count <= 2 else {
      self.init(first: 0x7F, second: 0x7F, limit: single.isEmpty ? limit : 0x7F)
      return
    }
    self.init(first: first, second: single[single.count - 1], limit: limit)
  }

  func frequency(in counts: [Int]) -> Int {
    counts.indices.reduce(0) { sum, byte in
      let byte = UInt8(byte)
      let isIn = byte == first || byte == second || Int8(bitPattern: byte) < limit
      return isIn ? sum + counts[Int(byte)] : sum
    }
  }

  var probe: Probe {
    Probe(
      first: Block(repeating: first), second: Block(repeating: second),
      limit: SIMD64<Int8>(repeating: limit))
  }

  struct Probe {
    let first, second: Block
    let limit: SIMD64<Int8>

    @inline(__always)
    func hits(in bytes: Block) -> Hits {
      (bytes .== first) .| (bytes .== second)
        .| (unsafeBitCast(bytes, to: SIMD64<Int8>.self) .< limit)
    }
  }
}

/// The first bytes of a character's spellings, possibly with others: two bytes and three ranges.
private struct StartSet {
  private let first, second: UInt8
  private let ranges: [ClosedRange<UInt8>]

  /// Adds the bytes to the set that are rarest in a text with these counts.
  init(_ bytes: Set<UInt8>, _ counts: [Int]) {
    let single = bytes.filter { $0 < 0x80 }.sorted()
    var ranges = (single.count > 2 ? bytes.sorted() : bytes.filter { $0 >= 0x80 }.sorted())
      .map { $0...$0 }
    while ranges.count > 3 {
      let gaps = ranges.indices.dropFirst().map { index in
        let gap = Int(ranges[index - 1].upperBound) + 1..<Int(ranges[index].lowerBound)
        return (index, counts[gap].reduce(0, +))
      }
      guard let (index, _) = gaps.min(by: { $0.1 < $1.1 }) else { break }
      ranges[index - 1] = ranges[index - 1].lowerBound...ranges[index].upperBound
      ranges.remove(at: index)
    }
    let known = single.count > 2 ? [] : single
    // Bytes that UTF-8 never contains match nothing.
    (first, second) = (known.first ?? 0xFF, known.last ?? 0xFF)
    self.ranges = ranges + [ClosedRange<UInt8>](repeating: 0xFF...0xFF, count: 3 - ranges.count)
  }

  func frequency(in counts: [Int]) -> Int {
    counts.indices.reduce(0) { sum, byte in
      let byte = UInt8(byte)
      let isIn = byte == first || byte == second || ranges.contains { $0.contains(byte) }
      return isIn ? sum + counts[Int(byte)] : sum
    }
  }

  var probe: Probe {
    Probe(
      first: Block(repeating: first), second: Block(repeating: second),
      lead: ByteSet(ranges[0], or: ranges[1]).probe,
      otherLead: ByteSet(ranges[2], or: ranges[2]).probe)
  }

  struct Probe {
    let first, second: Block
    let lead, otherLead: ByteSet.Probe

    @inline(__always)
    func hits(in bytes: Block) -> Hits {
      (bytes .== first) .| (bytes .== second) .| lead.hits(in: bytes) .| otherLead.hits(in: bytes)
    }
  }
}

// MARK: - ByteSet

/// The bytes that may be at a position: those in two ranges.
struct ByteSet: Hashable, Sendable {
  private let range: ClosedRange<UInt8>
  private let other: ClosedRange<UInt8>

  /// The byte before a tag's name.
  static let tagSign = ByteSet(UInt8(ascii: "\""), or: UInt8(ascii: "#"))

  init(_ range: ClosedRange<UInt8>, or other: ClosedRange<UInt8>) {
    self.range = range
    self.other = other
  }

  init(_ byte: UInt8, or other: UInt8) { self.init(byte...byte, or: other...other) }

  /// Contains these bytes, and others if they aren't in two ranges.
  private init(_ bytes: Set<UInt8>) {
    let sorted = bytes.sorted()
    let widest = sorted.indices.dropFirst().max { left, right in
      sorted[left] - sorted[left - 1] < sorted[right] - sorted[right - 1]
    }
    let (low, high) = (sorted[0], sorted[sorted.count - 1])
    if let widest {
      self.init(low...sorted[widest - 1], or: sorted[widest]...high)
    } else {
      self.init(low, or: low)
    }
  }

  func contains(_ byte: UInt8) -> Bool { range.contains(byte) || other.contains(byte) }

  var probe: Probe { Probe(range, or: other) }

  /// Tests 64 bytes at a time.
  struct Probe {
    private let low, width, otherLow, otherWidth: SIMD64<UInt8>

    fileprivate init(_ range: ClosedRange<UInt8>, or other: ClosedRange<UInt8>) {
      low = Block(repeating: range.lowerBound)
      width = Block(repeating: range.upperBound - range.lowerBound)
      otherLow = Block(repeating: other.lowerBound)
      otherWidth = Block(repeating: other.upperBound - other.lowerBound)
    }

    /// Returns the bytes in the set. Bytes below a range wrap around and exceed its width.
    @inline(__always)
    func hits(in bytes: SIMD64<UInt8>) -> SIMDMask<SIMD64<Int8>> {
      (bytes &- low .<= width) .| (bytes &- otherLow .<= otherWidth)
    }
  }

  // MARK: Characters

  /// Returns the UTF-8 bytes of a position's characters in all spellings, or `nil` if these differ
  /// in length.
  static func sets(_ characters: UnitSet) -> [ByteSet]? {
    guard let scalar = characters.single else {
      return sets(characters.range, or: characters.other)
    }
    let spellings = Spellings.of(scalar)
    let all = spellings.whole.compactMap { UTF8.bytes(of: $0) }
    guard scalar >= 0xA0, !spellings.isInSequences, let length = all.first?.count,
      all.allSatisfy({ $0.count == length })
    else { return nil }
    return (0..<length).map { index in ByteSet(Set(all.map { $0[index] })) }
  }

  private static func sets(
    _ range: ClosedRange<UInt32>, or other: ClosedRange<UInt32>
  ) -> [ByteSet]? {
    guard let one = bytes(of: range), let two = bytes(of: other), one.count == two.count
    else { return nil }
    return zip(one, two).map { ByteSet($0, or: $1) }
  }

  /// Returns the range of bytes at each UTF-8 position, possibly too wide: all bytes after the
  /// first different one are accepted.
  private static func bytes(of range: ClosedRange<UInt32>) -> [ClosedRange<UInt8>]? {
    guard let low = UTF8.bytes(of: range.lowerBound), let high = UTF8.bytes(of: range.upperBound),
      low.count == high.count
    else { return nil }
    var isSame = true
    return zip(low, high).map { low, high in
      defer { isSame = isSame && low == high }
      return isSame ? low...high : 0x80...0xBF
    }
  }
}

extension UTF8 {
  fileprivate static func bytes(of scalar: UInt32) -> [UInt8]? {
    Unicode.Scalar(scalar).flatMap { encode($0) }.map { Array($0) }
  }
}
