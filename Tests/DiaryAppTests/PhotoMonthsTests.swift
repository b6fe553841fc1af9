import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Photos by month")
struct PhotoMonthsTests {
  private func part(
    _ id: Int, on date: String, photos: Int
  ) throws -> PhotoFeed.Part {
    let fields = EntryFields(
      date: try require(EntryDate(date)),
      photos: (0..<photos).map { SampleDiary.photo("photo \(id) \($0).jpg") })
    let time = Timestamp(milliseconds: 0)
    return PhotoFeed.Part(
      Entry(
        id: ID(high: 0, low: UInt64(id)), fields: fields, author: AuthorID("me"), created: time,
        modified: time))
  }

  /// Sections, photos and their places as they follow from all parts in order.
  private func expectSections(_ months: PhotoMonths, _ parts: [PhotoFeed.Part]) {
    let parts = parts.filter { !$0.photos.isEmpty }.sorted { $1.order < $0.order }
    var sections: [ContactSheet.Section] = []
    var item = 0
    for part in parts {
      let heading = DateWords.month(part.day)
      if sections.last?.heading == heading {
        sections[sections.count - 1].count += part.photos.count
      } else {
        sections.append(ContactSheet.Section(heading: heading, count: part.photos.count))
      }
      for photo in part.photos {
        expectEqual(months[item], PhotoFeed.Item(entry: part.entry, photo: photo, day: part.day))
        expectEqual(months.item(of: photo.asset, in: part.entry), item)
        item += 1
      }
    }
    expectEqual(months.sections, sections)
    expectEqual(months.count, item)
    expectEqual(months.entryCount, parts.count)
    expect(months[item] == nil && months[-1] == nil)
  }

  @Test("Each change leaves what all parts in order would give", arguments: 1...20)
  func changes(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var months = PhotoMonths()
    var parts: [Int: PhotoFeed.Part] = [:]
    for _ in 0..<120 {
      let id = Int.random(in: 0..<25, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        months.remove(ID(high: 0, low: UInt64(id)))
        parts[id] = nil
      } else {
        // About the turn of a month, in zones that disagree on it.
        let day = ["10-31", "11-01", "11-30", "12-01"].randomElement(using: &random) ?? "10-31"
        let hour = Int.random(in: 10..<24, using: &random)
        let zone = ["+13:00", "Z", "-11:00"].randomElement(using: &random) ?? "Z"
        let count = Int.random(in: 0..<4, using: &random)
        let part = try part(id, on: "2026-\(day)T\(hour):00:00\(zone)", photos: count)
        months.insert(part)
        parts[id] = part
      }
      expectSections(months, Array(parts.values))
    }
  }

  @Test("A change among 100,000 photos costs a small part of what reading them costs")
  func cost() throws {
    var months = PhotoMonths()
    let clock = ContinuousClock()
    let photo = SampleDiary.photo("one.jpg")
    let time = Timestamp(milliseconds: 0)
    let parts = (0..<50_000).map { index in
      let fields = EntryFields(
        date: EntryDate(instant: 1_800_000_000 - Int64(index) * 7000, offset: 0),
        photos: [photo, photo])
      return PhotoFeed.Part(
        Entry(
          id: ID(high: 1, low: UInt64(index)), fields: fields, author: AuthorID("me"),
          created: time, modified: time))
    }
    let reading = clock.measure {
      for part in parts { months.insert(part) }
    }
    let part = parts[25_000]
    let times = (0..<20).map { _ in clock.measure { months.insert(part) } }.sorted()
    expectEqual(months.count, 100_000)
    try expectLess(times.at(10) * 20, reading)
  }
}
