import DiaryCore
import Text

private let wordList = EmbeddedFile.recoveryWords.lines

/// Six words that the user writes down, and that open the diary's key if all devices are lost. They
/// have 77 random bits, too many to guess.
package struct RecoveryWords: Hashable, Sendable {
  package static let count = 6

  package let words: [String]

  /// Creates random words.
  package init() {
    let list = wordList
    words = (0..<Self.count).map { _ in list[.random(in: list.indices)] }
  }

  /// Parses typed words. Ignores case, numbers, and any separators.
  ///
  /// - Throws: `MessageError` if a word isn't in the list, or the number of words is wrong.
  package init(typed text: some StringProtocol) throws(MessageError) {
    let list = wordList
    let known = Set(list)
    // A few words of the list contain a hyphen; elsewhere, a hyphen separates words.
    let typed = text.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
      .flatMap { known.contains($0) ? [$0] : $0.split(separator: "-").map(String.init) }
    for (index, word) in typed.enumerated() where !known.contains(word) {
      let (number, shown) = (index + 1, word.printable.shortened)
      guard let nearest = Self.nearest(to: Array(word.utf8), in: list) else {
        throw MessageError(localized("Word \(number), “\(shown)”, isn't a recovery word."))
      }
      throw MessageError(
        localized("Word \(number), “\(shown)”, isn't a recovery word. Is it \(nearest)?"))
    }
    guard typed.count == Self.count else {
      throw MessageError(localized("Enter \(Self.count) recovery words, not \(typed.count)."))
    }
    words = typed
  }

  /// Parses words that were typed where a passphrase is also accepted; `nil` if they aren't
  /// recovery words.
  package init?(_ typed: Passphrase) {
    guard let text = String(validating: typed.bytes, as: UTF8.self) else { return nil }
    try? self.init(typed: text)
  }

  /// Decrypts words that were encrypted to a device; `nil` if that fails.
  package init?(opening bytes: [UInt8], with device: AgeIdentity) {
    guard var text = try? AgeReader.open(bytes, with: .identities([device])) else { return nil }
    defer { text.wipe() }
    try? self.init(typed: String(decoding: text, as: UTF8.self))
  }

  /// Returns the words encrypted to a device, which can show them later.
  ///
  /// - Throws: `AgeError` if they can't be encrypted.
  package func sealed(to device: AgeRecipient) throws(AgeError) -> [UInt8] {
    try AgeWriter.seal(Array(text.utf8), to: .recipients([device]))
  }

  /// The words on one line, separated by spaces, as the passphrase for `age`.
  package var text: String { words.joined(separator: " ") }

  /// The words as a passphrase, which can't be empty.
  var passphrase: AgePassphrase {
    guard let passphrase = AgePassphrase(text.utf8) else { preconditionFailure() }
    return passphrase
  }

  /// The key of files that the words open.
  var encryptionKey: AgeEncryptionKey { .passphrase(passphrase, cost: Self.cost) }

  /// scrypt's cost as a power of two: a tenth of a second and 32 MiB. A higher cost would protect
  /// passphrases that users choose, but 77 random bits need no such protection.
  private static let cost = 15

  /// Returns the word with the smallest edit distance, preferring one with the same first letter;
  /// `nil` if none is close.
  private static func nearest(to typed: [UInt8], in list: [String]) -> String? {
    let distances = list.map { editDistance(from: Array($0.utf8), to: typed) }
    let best = list.indices.min { one, other in
      distances[one] < distances[other]
        || distances[one] == distances[other] && list[one].utf8.first == typed.first
          && list[other].utf8.first != typed.first
    }
    return best.flatMap { 2 * distances[$0] <= max(typed.count, 3) ? list[$0] : nil }
  }

  /// Returns the number of letters to add, remove, replace, or swap with the next one.
  private static func editDistance(from word: [UInt8], to typed: [UInt8]) -> Int {
    guard abs(word.count - typed.count) < 4 else { return .max / 2 }
    var rows = [Array(0...typed.count)]
    for (i, letter) in word.enumerated() {
      var row = [i + 1]
      for (j, other) in typed.enumerated() {
        var distance = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == typed[j - 1], word[i - 1] == other {
          distance = min(distance, rows[i - 1][j - 1] + 1)
        }
        row.append(distance)
      }
      rows.append(row)
    }
    return rows[word.count][typed.count]
  }
}

// MARK: - VerificationPhrase

/// Three words that identify a key, for two users to compare aloud. An attacker between them would
/// need a key with the same words, of which there are half a trillion combinations.
package enum VerificationPhrase {
  package static let count = 3

  /// Returns the words for a text, the same on every device.
  package static func words(for text: String) -> [String] {
    let list = wordList
    let digest = SHA256.hash(data: Array("photodiary/check/1\n\(text)".utf8))
    return (0..<count).map { word in
      let number = digest[(8 * word)..<(8 * word + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return list[Int(number % UInt64(list.count))]
    }
  }
}
