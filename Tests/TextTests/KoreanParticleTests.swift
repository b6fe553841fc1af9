import TestSupport
import Testing

@testable import Text

@Suite struct KoreanParticleTests {
  /// Names by the forms of 을/를 and 으로/로, which distinguish the three kinds of endings.
  private static let ends: [(object: String, direction: String, names: [String])] = [
    (
      "을", "으로",
      [
        "강가 산책", "\u{1109}\u{1161}\u{11AB}", "ㄱ", "ㅋㅋ", "“첫눈”", "산책… ", "산_", "0", "3", "6", "10",
        "100", "1,000", "20000", "100000000", "2026", "3.10", "0.0", "07:30", "٣", "3kg", "₩",
        "M", "N", "JPEG", "app", "map", "phone", "iPhone", "time", "chat", "internet", "music",
        "book", "black", "camping", "Busan", "web", "Kim", "sleep", "ラーメン",
      ]
    ),
    (
      "를", "로",
      [
        "바다", "\u{1107}\u{1161}", "ㅏ", "(바다)", "바다!", "바다]》", "2", "4", "5", "9",
        "1,000,000,000,000", "1,204", "3.5", "２", "50%", "12 MB", "5 km", "20℃", "640바이트", "C++",
        "PDF", "A", "macOS", "b", "note", "page", "text", "light", "boat", "link", "blog",
        "Linux", "walks", "river", "card", "GitHub", "café", "camp", "IMG_0001.jpg", "diary",
        "PhotoDiary", "さくら", "コーヒー", "바다 🌊", "“바다 👨‍👩‍👧”",
      ]
    ),
    (
      "을", "로",
      [
        "서울", "한글", "\u{1106}\u{116E}\u{11AF}", "ㄹ", "\u{1105}", "「서울」", "‘물’", "1", "7", "8",
        "007", "5‰", "10 px", "URL", "L", "R", "HTML", "file", "email", "apple",
      ]
    ), ("을(를)", "(으)로", ["日記", "🍙", "", "“”", "дневник", "👩‍👩‍👧", "❤️"]),
  ]

  @Test(arguments: ends) func `chooses particles by the sound of a name's end`(
    _ object: String, _ direction: String, _ names: [String]
  ) {
    for name in names {
      expectEqual(TextPattern("%1{을/를}").filled(with: [name]), name + object)
      expectEqual(TextPattern("%1{으로/로}").filled(with: [name]), name + direction)
    }
  }

  @Test(arguments: [
    ("산책", "이", "은", "과", "이라"), ("바다", "가", "는", "와", "라"), ("서울", "이", "은", "과", "이라"),
    ("🍙", "이(가)", "은(는)", "과(와)", "(이)라"),
  ]) func `knows every particle`(
    _ name: String, _ subject: String, _ topic: String, _ with: String, _ called: String
  ) {
    let pairs = [("이/가", subject), ("은/는", topic), ("과/와", with), ("이라/라", called)]
    for (forms, expected) in pairs {
      expectEqual(TextPattern("%1{\(forms)}").filled(with: [name]), name + expected)
    }
  }

  @Test func `leaves arguments and other braces unchanged`() {
    expectEqual(TextPattern("%1{이/가} 있다").filled(with: ["%1{을/를}"]), "%1{을/를}이 있다")
    expectEqual(TextPattern("{\"kind\":…} {} {/} %1").filled(with: ["x"]), "{\"kind\":…} {} {/} x")
  }
}
