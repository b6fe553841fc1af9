import Glibc

/// Mutates valid texts and files, reproducibly for a seed.
///
/// `PHOTODIARY_FUZZ_ROUNDS=100000` and `PHOTODIARY_FUZZ_SEED` extend the search. The seed is
/// printed in case the process crashes.
package struct Mutator {
  package let seed: UInt64
  package let rounds: Int
  private var generator: SeededGenerator
  private let pieces: [[UInt8]]

  /// - Parameter pieces: tokens of the format.
  package init(_ name: String, rounds: Int, pieces: [String] = [], seed: UInt64 = 20_261_123) {
    self.seed = Self.number("PHOTODIARY_FUZZ_SEED").map(UInt64.init) ?? seed
    self.rounds = Self.number("PHOTODIARY_FUZZ_ROUNDS") ?? rounds
    self.pieces = pieces.map { Array($0.utf8) } + [[0], [0xFF], [0x80, 0x80], [0xED, 0xA0, 0x80]]
    generator = SeededGenerator(seed: self.seed)
    print("\(name): seed \(self.seed), \(self.rounds) rounds")
  }

  private static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  /// Returns a sample with a few changes after its first `kept` bytes.
  package mutating func mutation(of samples: [[UInt8]], keeping kept: Int = 0) -> [UInt8] {
    var bytes = samples.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...8, using: &generator) where bytes.count > kept {
      let position = Int.random(in: kept..<bytes.count, using: &generator)
      let end = min(bytes.count, position + Int.random(in: 1...16, using: &generator))
      switch Int.random(in: 0..<12, using: &generator) {
      case 0...3: bytes[position] = .random(in: 0...255, using: &generator)
      case 4: bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 5...7:
        bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: position)
      case 8: bytes.removeSubrange(position..<end)
      case 9: bytes.insert(contentsOf: bytes[position..<end], at: position)
      case 10:
        // Values at the limits of integers.
        let extreme: UInt8 = Bool.random(using: &generator) ? 0xFF : 0
        for index in position..<min(end, position + 4) { bytes[index] = extreme }
      default:
        let piece = pieces.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 1...200, using: &generator) {
          bytes.insert(contentsOf: piece, at: position)
        }
      }
    }
    if Int.random(in: 0..<20, using: &generator) == 0, bytes.count > kept {
      bytes.removeSubrange(Int.random(in: kept..<bytes.count, using: &generator)...)
    }
    return bytes
  }

  /// Returns a mutated text, repaired to valid UTF-8.
  package mutating func mutation(of samples: [String]) -> String {
    String(decoding: mutation(of: samples.map { Array($0.utf8) }), as: UTF8.self)
  }
}

/// The number of rounds of a random test, multiplied by `PHOTODIARY_ROUNDS`.
package enum RandomRounds {
  private static let factor =
    getenv("PHOTODIARY_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1

  package static func usually(_ count: Int) -> Int { count * factor }

  /// Seeds starting at `first`.
  package static func seeds(from first: UInt64 = 1, usually count: Int) -> [UInt64] {
    (0..<UInt64(usually(count))).map { first + $0 }
  }
}

/// Random numbers that are the same in every run (SplitMix64, Steele et al. 2014).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
