import DiaryCore

/// Bytes to look for, of which each may be one of two: the small and the capital letter's.
struct ByteNeedle: Sendable {
  private let small: [UInt8]
  private let capital: [UInt8]
  /// The places of the two bytes that are seldom met in the text, by which it is looked for.
  private var probes = (0, 0)

  /// The longest part of a phrase in small letters that can be found by its bytes; `nil` if there
  /// is none.
  ///
  /// A line of JSON that has the phrase, in simple characters and any case, has this part.
  init?(phrase: String) {
    var best: Run = Run()
    var run = Run()
    for scalar in phrase.unicodeScalars {
      if run.append(scalar) { continue }
      // What follows may combine with the last character to another one.
      if !SimpleScalar.contains(scalar.value) { run.removeLast() }
      if run.small.count > best.small.count { best = run }
      run = Run()
    }
    if run.small.count > best.small.count { best = run }
    guard !best.small.isEmpty else { return nil }
    small = best.small
    capital = best.capital
  }

  /// Looks for exactly these bytes.
  init(exactly bytes: [UInt8]) {
    small = bytes
    capital = bytes
  }

  private struct Run {
    var small: [UInt8] = []
    var capital: [UInt8] = []
    private var lastLength = 0

    /// `false` if the character isn't written in one way, or not as itself in JSON.
    mutating func append(_ scalar: Unicode.Scalar) -> Bool {
      guard SimpleScalar.contains(scalar.value), scalar != "\"", scalar != "\\",
        scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value)
      else { return false }
      let itself = Array(String(scalar).utf8)
      let other = SimpleScalar.capital(of: scalar).map { Array(String($0).utf8) } ?? itself
      guard itself.count == other.count else { return false }
      small += itself
      capital += other
      lastLength = itself.count
      return true
    }

    mutating func removeLast() {
      small.removeLast(lastLength)
      capital.removeLast(lastLength)
      lastLength = 0
    }
  }

  // MARK: Looking for it

  /// Chooses how to look in a text, of which this is a part. Returns how many of a thousand places
  /// are likely to be looked at twice.
  mutating func tune(to sample: UnsafeRawBufferPointer) -> Double {
    var counts = [Int](repeating: 1, count: 256)
    for byte in sample { counts[Int(byte)] += 1 }
    func frequency(_ place: Int) -> Int {
      let (one, other) = (Int(small[place]), Int(capital[place]))
      return one == other ? counts[one] : counts[one] + counts[other]
    }
    let places = small.indices.sorted { frequency($0) < frequency($1) }
    probes = (places[0], places.count > 1 ? places[1] : places[0])
    let size = Double(sample.count + 256)
    return 1000 * Double(frequency(probes.0)) / size * Double(frequency(probes.1)) / size
  }

  /// Where it first stands from an offset on.
  func place(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let (first, second) = probes
    let last = bytes.count - small.count
    var place = start
    // 64 places at a time, by two of their bytes.
    let (one, oneCapital) = (Block(repeating: small[first]), Block(repeating: capital[first]))
    let (two, twoCapital) = (Block(repeating: small[second]), Block(repeating: capital[second]))
    while place + Block.scalarCount <= last {
      let firsts = (base + place + first).loadUnaligned(as: Block.self)
      let seconds = (base + place + second).loadUnaligned(as: Block.self)
      let found =
        ((firsts .== one) .| (firsts .== oneCapital))
        .& ((seconds .== two) .| (seconds .== twoCapital))
      if unsafeBitCast(found, to: SIMD8<UInt64>.self) != .zero {
        for candidate in place..<place + Block.scalarCount where matches(base + candidate) {
          return candidate
        }
      }
      place += Block.scalarCount
    }
    while place <= last {
      if matches(base + place) { return place }
      place += 1
    }
    return nil
  }

  private typealias Block = SIMD64<UInt8>

  private func matches(_ bytes: UnsafeRawPointer) -> Bool {
    for place in small.indices {
      let byte = bytes.load(fromByteOffset: place, as: UInt8.self)
      guard byte == small[place] || byte == capital[place] else { return false }
    }
    return true
  }
}
