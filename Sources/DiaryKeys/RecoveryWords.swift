import Age
import Crypto
import DiaryCore
import Localization

/// Six words that a person writes down, and that open the diary's key where every device is lost:
/// 77 random bits, which no scrypt in between lets anybody guess.
package struct RecoveryWords: Hashable, Sendable {
  package static let count = 6

  package let words: [String]

  /// New ones, of the system's random source.
  package init() {
    let list = RecoveryWordList.words
    words = (0..<Self.count).map { _ in list[.random(in: list.indices)] }
  }

  /// Reads what a person typed, whatever stands between the words, in whatever case and numbered or
  /// not.
  package init(typed text: some StringProtocol) throws(RecoveryWordsError) {
    let list = RecoveryWordList.words
    let known = Set(list)
    // A few words have a hyphen; between others it may stand as well.
    let typed = text.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
      .flatMap { known.contains($0) ? [$0] : $0.split(separator: "-").map(String.init) }
    for (index, word) in typed.enumerated() where !known.contains(word) {
      throw .unknownWord(
        number: index + 1, word, nearest: Self.nearest(to: Array(word.utf8), in: list))
    }
    guard typed.count == Self.count else { throw .wrongCount(typed.count) }
    words = typed
  }

  /// What a person typed where a passphrase is taken as well; `nil` unless it reads like words.
  package init?(_ typed: Passphrase) {
    guard let text = String(validating: typed.bytes, as: UTF8.self) else { return nil }
    try? self.init(typed: text)
  }

  /// Opens words that were sealed to a device.
  package init?(opening bytes: [UInt8], with device: AgeIdentity) {
    guard var text = try? AgeReader.open(bytes, with: .identities([device])) else { return nil }
    defer { text.wipe() }
    try? self.init(typed: String(decoding: text, as: UTF8.self))
  }

  /// The words, for a device to show them later.
  package func sealed(to device: AgeRecipient) throws(AgeError) -> [UInt8] {
    try AgeWriter.seal(Array(text.utf8), to: .recipients([device]))
  }

  /// On one line with blanks between, as `age` is told them.
  package var text: String { words.joined(separator: " ") }

  /// There are words, so it isn't empty.
  var passphrase: AgePassphrase {
    guard let passphrase = AgePassphrase(text.utf8) else { preconditionFailure() }
    return passphrase
  }

  /// What is sealed under the words.
  var lock: AgeLock { .passphrase(passphrase, cost: Self.cost) }

  /// scrypt's, as a power of two. It is there for words that people choose; nobody guesses 77 random
  /// bits, be a guess as cheap as a tenth of a second and 32 MiB, as this one is, or not.
  private static let cost = 15

  /// The word that takes the fewest slips to become this one, rather not at its beginning; `nil`
  /// where that is most of its letters.
  private static func nearest(to typed: [UInt8], in list: [String]) -> String? {
    let slips = list.map { self.slips(from: Array($0.utf8), to: typed) }
    let best = list.indices.min { one, other in
      slips[one] < slips[other]
        || slips[one] == slips[other] && list[one].utf8.first == typed.first
          && list[other].utf8.first != typed.first
    }
    return best.flatMap { 2 * slips[$0] <= max(typed.count, 3) ? list[$0] : nil }
  }

  /// How many letters were missed, added, or taken for others; two the wrong way round are one slip.
  private static func slips(from word: [UInt8], to typed: [UInt8]) -> Int {
    guard abs(word.count - typed.count) < 4 else { return .max / 2 }
    var rows = [Array(0...typed.count)]
    for (i, letter) in word.enumerated() {
      var row = [i + 1]
      for (j, other) in typed.enumerated() {
        var slips = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == typed[j - 1], word[i - 1] == other {
          slips = min(slips, rows[i - 1][j - 1] + 1)
        }
        row.append(slips)
      }
      rows.append(row)
    }
    return rows[word.count][typed.count]
  }
}

/// Why what was typed aren't recovery words.
package enum RecoveryWordsError: Error, Hashable, Sendable {
  case wrongCount(Int)
  /// It isn't in the list, which may have one that is much like it.
  case unknownWord(number: Int, String, nearest: String?)
}

extension RecoveryWordsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongCount(let count):
      localized("Give all \(RecoveryWords.count) recovery words: there are \(count).")
    case .unknownWord(let number, let word, let nearest?):
      localized(
        "Word \(number), “\(word.printable.shortened)”, isn't a recovery word. Is it \(nearest)?")
    case .unknownWord(let number, let word, nil):
      localized("Word \(number), “\(word.printable.shortened)”, isn't a recovery word.")
    }
  }
}

// MARK: - CheckWords

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
