import Crypto

/// Three words that stand for a key, which two people read to each other: whoever gets between them would
/// need a key with the same ones, of which there are half a trillion.
package enum CheckWords {
  package static let count = 3

  /// Those of a text: the same on every machine.
  package static func words(for text: String) -> [String] {
    let list = RecoveryWordList.words
    let digest = SHA256.hash(data: Array("photodiary/check/1\n\(text)".utf8))
    return (0..<count).map { word in
      let number = digest[(8 * word)..<(8 * word + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return list[Int(number % UInt64(list.count))]
    }
  }
}
