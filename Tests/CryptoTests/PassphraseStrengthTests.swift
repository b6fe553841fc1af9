import CZxcvbn
import Crypto
import DiaryCore
import TestSupport
import Testing

@Suite(.enabled(if: pd_zxcvbn_load(), "libzxcvbn isn't installed")) struct PassphraseStrengthTests {
  private func strength(_ text: String, cost: Int = 17) throws -> PassphraseStrength {
    let passphrase = try require(Passphrase(text.utf8))
    return try require(PassphraseStrength(of: passphrase, cost: cost))
  }

  @Test(arguments: [
    ("password", "immediately"), ("qwerty1234", "immediately"), ("a", "immediately"),
    ("\0", "immediately"),
    ("aaaaaaaaaaaaaaaaaaaaaaaa", "immediately"), ("dragon1987", "immediately"),
    ("Tr0ub4dour&3", "within days"),
    ("가", "immediately"), ("사랑해", "immediately"), ("사랑해요", "within minutes"),
    ("비밀번호야", "within hours"),
    ("\u{FF}\u{1F600}", "immediately"), ("tkfkdgo", "within days"),
  ])
  func `estimates the time to guess a weak passphrase`(text: String, duration: String) throws {
    let strength = try strength(text)
    expect(strength.isWeak)
    let warning = try require(strength.warning)
    expectContains(warning, "could guess it \(duration). ", "\(text) \(strength.guesses)")
    expectLacks(warning, "\n")
  }

  @Test(arguments: [
    "mound gravel tacking unsaid squishy donor", "correct horse battery staple", "xK9#mQ2$vL7!pR",
    "나는 오늘 바다에 갔다 왔다", "바다 연필 자전거 고양이",
  ])
  func `doesn't warn about passphrases that resist for a year`(text: String) throws {
    let strength = try strength(text)
    expect(!strength.isWeak, "\(strength.guesses)")
    expectNil(strength.warning, "\(strength.guesses)")
  }

  @Test func `takes the cost of a guess into account`() throws {
    let word = "Tr0ub4dour&3"
    try expectEqual(strength(word, cost: 10).warning?.contains("within hours"), true)
    try expectEqual(strength(word, cost: 20).warning?.contains("within months"), true)
    try expectEqual(strength(word, cost: 10).guesses, strength(word, cost: 20).guesses)
  }

  @Test func `estimates Korean by its keystrokes`() throws {
    try expectAtMost(strength("ㅁ").guesses, 2)
    // The same keys in the other layout.
    try expectAtMost(strength("비밀").guesses, strength("qlalf").guesses)
    try expectGreater(strength("닭갈비").guesses, strength("닭").guesses)
  }

  /// Limits the time for a long passphrase.
  @Test func `considers only the first 256 bytes`() throws {
    let text = (0..<100).map { "p4s5w0rd\($0 * $0) " }.joined()
    let guesses = try strength(String(text.prefix(256))).guesses
    try expectEqual(strength(text).guesses, guesses)
    try expectLess(strength(String(text.prefix(240))).guesses, guesses)
  }
}
