import TestSupport
import Testing

@testable import Localization

@Suite struct KoreanParticleTests {
  /// Each with 을/를 and 으로/로, which tell the three endings apart.
  private static let ends: [(name: String, object: String, direction: String)] = [
    // Syllables, composed and decomposed, and jamo.
    ("강가 산책", "을", "으로"), ("바다", "를", "로"), ("서울", "을", "로"), ("한글", "을", "로"),
    ("\u{1109}\u{1161}\u{11AB}", "을", "으로"), ("\u{1107}\u{1161}", "를", "로"),
    ("\u{1106}\u{116E}\u{11AF}", "을", "로"), ("ㅏ", "를", "로"), ("ㄱ", "을", "으로"),
    ("ㄹ", "을", "로"), ("ㅋㅋ", "을", "으로"), ("\u{1105}", "을", "로"),
    // What is not read.
    ("“첫눈”", "을", "으로"), ("(바다)", "를", "로"), ("「서울」", "을", "로"), ("바다!", "를", "로"),
    ("산책… ", "을", "으로"), ("‘물’", "을", "로"), ("바다]》", "를", "로"), ("산_", "을", "으로"),
    // Numbers.
    ("0", "을", "으로"), ("1", "을", "로"), ("2", "를", "로"), ("3", "을", "으로"), ("4", "를", "로"),
    ("5", "를", "로"), ("6", "을", "으로"), ("7", "을", "로"), ("8", "을", "로"), ("9", "를", "로"),
    ("10", "을", "으로"), ("100", "을", "으로"), ("1,000", "을", "으로"), ("20000", "을", "으로"),
    ("100000000", "을", "으로"), ("1,000,000,000,000", "를", "로"), ("2026", "을", "으로"),
    ("1,204", "를", "로"), ("3.10", "을", "으로"), ("3.5", "를", "로"), ("0.0", "을", "으로"),
    ("07:30", "을", "으로"), ("007", "을", "로"), ("２", "를", "로"), ("٣", "을", "으로"),
    // Units and signs.
    ("50%", "를", "로"), ("12 MB", "를", "로"), ("3kg", "을", "으로"), ("5 km", "를", "로"),
    ("20℃", "를", "로"), ("₩", "을", "으로"), ("5‰", "을", "로"), ("640바이트", "를", "로"),
    ("C++", "를", "로"), ("10 px", "을", "로"),
    // Latin letters by their names.
    ("PDF", "를", "로"), ("URL", "을", "로"), ("A", "를", "로"), ("L", "을", "로"), ("M", "을", "으로"),
    ("N", "을", "으로"), ("R", "을", "로"), ("macOS", "를", "로"), ("JPEG", "을", "으로"),
    ("b", "를", "로"), ("HTML", "을", "로"),
    // Latin words by their spelling.
    ("app", "을", "으로"), ("map", "을", "으로"), ("file", "을", "로"), ("email", "을", "로"),
    ("apple", "을", "로"), ("phone", "을", "으로"), ("iPhone", "을", "으로"), ("time", "을", "으로"),
    ("note", "를", "로"), ("page", "를", "로"), ("chat", "을", "으로"), ("internet", "을", "으로"),
    ("text", "를", "로"), ("light", "를", "로"), ("boat", "를", "로"), ("music", "을", "으로"),
    ("book", "을", "으로"), ("black", "을", "으로"), ("link", "를", "로"), ("blog", "를", "로"),
    ("camping", "을", "으로"), ("Busan", "을", "으로"), ("Linux", "를", "로"), ("walks", "를", "로"),
    ("river", "를", "로"), ("card", "를", "로"), ("web", "을", "으로"), ("GitHub", "를", "로"),
    ("café", "를", "로"), ("camp", "를", "로"), ("IMG_0001.jpg", "를", "로"), ("diary", "를", "로"),
    ("PhotoDiary", "를", "로"), ("Kim", "을", "으로"), ("sleep", "을", "으로"),
    // Kana.
    ("さくら", "를", "로"), ("ラーメン", "을", "으로"), ("コーヒー", "를", "로"),
    // Nobody can tell.
    ("日記", "을(를)", "(으)로"), ("🍙", "을(를)", "(으)로"), ("", "을(를)", "(으)로"),
    ("“”", "을(를)", "(으)로"), ("дневник", "을(를)", "(으)로"), ("👩‍👩‍👧", "을(를)", "(으)로"),
    ("❤️", "을(를)", "(으)로"),
  ]

  @Test(arguments: ends)
  func followsHowTheEndIsRead(_ name: String, _ object: String, _ direction: String) {
    expectEqual(TextPattern("%1{을/를}").filled(with: [name]), name + object)
    expectEqual(TextPattern("%1{으로/로}").filled(with: [name]), name + direction)
  }

  @Test(arguments: [
    ("산책", "이", "은", "과", "이라"), ("바다", "가", "는", "와", "라"), ("서울", "이", "은", "과", "이라"),
    ("🍙", "이(가)", "은(는)", "과(와)", "(이)라"),
  ])
  func takesEveryParticle(
    _ name: String, _ subject: String, _ topic: String, _ with: String, _ called: String
  ) {
    let pairs = [("이/가", subject), ("은/는", topic), ("과/와", with), ("이라/라", called)]
    for (forms, expected) in pairs {
      expectEqual(TextPattern("%1{\(forms)}").filled(with: [name]), name + expected)
    }
  }

  @Test func leavesWhatStandsInAnArgumentAlone() {
    expectEqual(TextPattern("%1{이/가} 있다").filled(with: ["%1{을/를}"]), "%1{을/를}이 있다")
  }

  @Test func leavesOtherBracesAlone() {
    expectEqual(TextPattern("{\"kind\":…} {} {/} %1").filled(with: ["x"]), "{\"kind\":…} {} {/} x")
  }
}
