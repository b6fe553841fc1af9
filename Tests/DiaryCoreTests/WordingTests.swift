import DiaryCore
import Localization
import TestSupport
import Testing

@Suite("Dates and numbers in words")
struct WordingTests {
  private let date = EntryDate("2026-03-05T07:30:00+09:00") ?? EntryDate(instant: 0, offset: 0)

  @Test func `dates in both languages`() {
    expectEqual(DateWords.long(date.day), "Thursday 5 March 2026")
    expectEqual(DateWords.short(date.day), "5 Mar 2026")
    Language.korean.speaking {
      expectEqual(DateWords.long(date.day), "2026년 3월 5일 목요일")
      expectEqual(DateWords.full(date), "2026년 3월 5일 목요일 07:30")
      expectEqual(DateWords.short(date.day), "2026.03.05")
      expectEqual(DateWords.days(date.day...date.day.adding(days: 2)), "2026.03.05–03.07")
      expectEqual(DateWords.month(date.day), "2026년 3월")
      expectEqual(DateWords.shortWeekday(date.day), "목")
    }
  }

  @Test func `numbers with their nouns in both languages`() {
    expectEqual(CountWords.entries(1, of: 1), "1 of 1 entry")
    expectEqual(CountWords.photos(1, of: 1204), "1 of 1,204 photos")
    Language.korean.speaking {
      expectEqual(CountWords.entries(1204), "일기 1,204개")
      expectEqual(CountWords.photos(3), "사진 3장")
      expectEqual(CountWords.words(2), "단어 2개")
      expectEqual(CountWords.photos(3, of: 1204), "사진 1,204장 중 3장")
      expectEqual(CountWords.bytes(640), "640바이트")
    }
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (9_949, "9.9 kB"),
    (9_950, "10 kB"), (999_499, "999 kB"), (1_000_000, "1.0 MB"), (1_250_000_000, "1.3 GB"),
    (12_345_678_901_234, "12 TB"),
  ])
  func `sizes have one to three digits and a unit`(_ bytes: Int, _ words: String) {
    expectEqual(CountWords.bytes(bytes), words)
  }
}
