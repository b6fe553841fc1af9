import DiaryCore
import TestSupport
import Testing
import Text

@testable import Crypto

@Suite struct RecoveryWordsTests {
  /// Compares with EFF's published form, which has dice rolls beside each word.
  @Test func `the list is EFF's`() {
    let words = EmbeddedFile.recoveryWords.lines
    expectEqual(words.count, 7776)
    expectEqual(Set(words).count, words.count)
    let lines = words.enumerated().map { index, word in
      let dice = [1296, 216, 36, 6, 1].map { String(index / $0 % 6 + 1) }.joined()
      return "\(dice)\t\(word)\n"
    }
    expectEqual(
      hexadecimal(SHA256.hash(data: Array(lines.joined().utf8))),
      "addd35536511597a02fa0a9ff1e5284677b8883b83e986e43f15a3db996b903e")
  }

  @Test func `makes six new words from the list each time`() throws {
    let list = Set(EmbeddedFile.recoveryWords.lines)
    let all = (0..<50).map { _ in RecoveryWords() }
    expectEqual(Set(all).count, 50)
    for words in all {
      expectEqual(words.words.count, 6)
      expect(words.words.allSatisfy(list.contains))
      try expectEqual(RecoveryWords(typed: words.text), words)
    }
  }

  @Test(arguments: [
    "abacus drop-down zoom felt-tip yo-yo t-shirt",
    "  Abacus, DROP-DOWN,zoom;\n\tfelt-tip.\r\nyo-yo\u{A0}t-shirt\n\n",
    "1. abacus\n2. drop-down\n3. zoom\n4. felt-tip\n5. yo-yo\n6. t-shirt",
    "1abacus 2) drop-down #3 zoom - (4) felt-tip • yo-yo “t-shirt”",
  ])
  func `accepts any separators, numbers and case`(typed: String) throws {
    try expectEqual(
      RecoveryWords(typed: typed).words,
      ["abacus", "drop-down", "zoom", "felt-tip", "yo-yo", "t-shirt"])
    try expectEqual(RecoveryWords(typed: "zoom-zoom-zoom-zoom-zoom-zoom").words.count, 6)
  }

  @Test(arguments: [
    ("zoom zoom abacsu zoom zoom zoom", 3, "abacsu", "abacus"),
    ("zooom zoom zoom zoom zoom zoom", 1, "zooom", "zoom"),
    ("zoom zoom zoom zoom zoom zom", 6, "zom", "zoom"),
    ("zoom zoom tshirt", 3, "tshirt", "t-shirt"),
    ("zoom qqqqqqqqq", 2, "qqqqqqqqq", nil), ("고양이", 1, "고양이", nil),
    (
      "zoom \(String(repeating: "a", count: 10_000))", 2, String(repeating: "a", count: 10_000), nil
    ),
  ])
  func `names an unknown word`(typed: String, number: Int, word: String, nearest: String?) throws {
    let shown = word.count > 40 ? word.prefix(39) + "…" : word
    let question = nearest.map { " Is it \($0)?" } ?? ""
    expectThrows(
      MessageError("Word \(number), “\(shown)”, isn't a recovery word.\(question)")
    ) { try RecoveryWords(typed: typed) }
  }

  @Test(arguments: ["", " \n", "1 2 3", "zoom", "zoom zoom zoom zoom zoom zoom zoom"])
  func `requires six words`(typed: String) {
    let count = typed.split(separator: " ").count { $0 == "zoom" }
    expectThrows(MessageError("Enter 6 recovery words, not \(count).")) {
      try RecoveryWords(typed: typed)
    }
  }
}
