import DiaryCore
import TestSupport
import Testing

@Suite("Times of files")
struct TimestampTests {
  @Test func `a file's time is kept to the millisecond`() {
    let time = Timestamp(fileSeconds: 1_763_500_000, nanoseconds: 250_999_999)
    expectEqual(time.milliseconds, 1_763_500_000_250)
    expectEqual(Timestamp(fileSeconds: -1, nanoseconds: 500_000_000).milliseconds, -500)
  }

  @Test(arguments: [Int64.max, 9_300_000_000_000_000, 300_000_000_000])
  func `one that is further off than dates go is the last of them, in every zone`(seconds: Int64) {
    for (seconds, year) in [(seconds, 9999), (-seconds, 1), (.min, 1)] {
      let time = Timestamp(fileSeconds: seconds, nanoseconds: 999_999_999)
      for offset in [-15 * 3600, 0, 15 * 3600] {
        expectEqual(EntryDate(instant: time.seconds, offset: offset).day.year, year)
      }
    }
  }
}
