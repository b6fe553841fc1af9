import DiaryCore
import TestSupport
import Testing

@Suite("The details of an entry")
struct EntryDetailsTests {
  @Test func `two versions are merged with both moods`() {
    let left = EntryDetails(isStarred: true, mood: "calm", place: "서울")
    let right = EntryDetails(mood: "glad", place: "서울", weather: "rain")
    expectEqual(
      left.merged(with: right),
      EntryDetails(isStarred: true, mood: "calm / glad", place: "서울", weather: "rain"))
  }
}
