import DiaryCore

/// Bytes to look for, each of which is of one or two kinds: the small and the capital letter's, or
/// those that syllables of Hangul have at that place.
struct ByteNeedle: Sendable {
  private let bytes: [ByteSet]
  /// Whether it is looked for in an entry's texts alone, not in what else its line says.
  let isOfTexts: Bool
  /// The places of the two bytes that are seldom met in the text, by which it is looked for.
  private var probes = (0, 0)

  private init(_ bytes: [ByteSet], isOfTexts: Bool) {
    self.bytes = bytes
    self.isOfTexts = isOfTexts
  }

  /// Looks for exactly these bytes, wherever they stand.
  init(exactly bytes: [UInt8]) {
    self.init(bytes.map { ByteSet($0, or: $0) }, isOfTexts: false)
  }

  /// The parts of a phrase that can be found by their bytes. A line of JSON that has the phrase, in
  /// simple characters and any case, has all of them.
  static func parts(of phrase: SearchPhrase, isOfTexts: Bool = true) -> [ByteNeedle] {
    phrase.runs.flatMap { run in
      run.split { ByteSet.sets($0) == nil }
        .map { ByteNeedle($0.compactMap(ByteSet.sets).flatMap(\.self), isOfTexts: isOfTexts) }
    }
  }

  /// The needles of a tag's name, which stands behind a quote in the field or a number sign in the
  /// text.
  static func parts(ofTag name: SearchPhrase) -> [ByteNeedle] {
    let sets = name.runs.first?.compactMap(ByteSet.sets) ?? []
    guard name.runs.count == 1, sets.count == name.runs[0].count else { return parts(of: name) }
    let sign = ByteSet(UInt8(ascii: "\""), or: UInt8(ascii: "#"))
    return [ByteNeedle([sign] + sets.flatMap(\.self), isOfTexts: true)]
  }

  // MARK: Looking for it

  /// Chooses how to look in a text, of which this is a part. Returns how many of a thousand places
  /// are likely to be looked at twice.
  mutating func tune(to sample: UnsafeRawBufferPointer) -> Double {
    var counts = [Int](repeating: 1, count: 256)
    for byte in sample { counts[Int(byte)] += 1 }
    let frequencies = bytes.map { set in
      counts.indices.reduce(0) { set.contains(UInt8($1)) ? $0 + counts[$1] : $0 }
    }
    let places = bytes.indices.sorted { frequencies[$0] < frequencies[$1] }
    probes = (places[0], places.count > 1 ? places[1] : places[0])
    let size = Double(sample.count + 256)
    return 1000 * Double(frequencies[probes.0]) / size * Double(frequencies[probes.1]) / size
  }

  /// Where it first stands from an offset on.
  func place(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let last = text.count - bytes.count
    var index = start
    // 64 places at a time, by two of their bytes.
    let (first, second) = (bytes[probes.0].probe, bytes[probes.1].probe)
    while index + Block.scalarCount <= last {
      let hits =
        first.hits(in: (base + index + probes.0).loadUnaligned(as: Block.self))
        .& second.hits(in: (base + index + probes.1).loadUnaligned(as: Block.self))
      let words = unsafeBitCast(hits, to: SIMD8<UInt64>.self)
      if words.hasBits {
        for number in 0..<8 {
          var word = words[number]
          while word != 0 {
            let candidate = index + 8 * number + word.trailingZeroBitCount / 8
            if matches(base + candidate) { return candidate }
            // A hit is a byte of ones.
            word &= ~(0xFF << UInt64(word.trailingZeroBitCount))
          }
        }
      }
      index += Block.scalarCount
    }
    while index <= last {
      if matches(base + index) { return index }
      index += 1
    }
    return nil
  }

  private typealias Block = ByteSet.Probe.Block

  private func matches(_ text: UnsafeRawPointer) -> Bool {
    for index in bytes.indices
    where !bytes[index].contains(text.load(fromByteOffset: index, as: UInt8.self)) {
      return false
    }
    return true
  }
}

extension SIMD8<UInt64> {
  /// Whether it isn't all zeros. Compared with `.zero`, word by word would be.
  fileprivate var hasBits: Bool {
    let four = lowHalf | highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y != 0
  }
}
