import DiaryCore
import Synchronization
import TestSupport

enum SampleDiary {
  /// An entry with a date, in Korea's zone unless it has an offset.
  static func fields(
    _ title: String, on date: String, _ content: String = "", photos: [Photo] = [],
    tags: [String] = []
  ) throws -> EntryFields {
    EntryFields(
      date: try require(EntryDate(date.count > 16 ? date : date + ":00+09:00")), title: title,
      content: content, photos: photos, tags: tags)
  }

  static func entry(
    _ fields: EntryFields, by author: String = "me", id: ID<Entry> = .random()
  ) -> Entry {
    let time = Timestamp(milliseconds: 0)
    return Entry(id: id, fields: fields, author: AuthorID(author), created: time, modified: time)
  }

  static func draft(
    _ title: String, _ content: String = "", dateText: String = ""
  ) throws -> Draft {
    Draft(
      id: .random(), entry: nil, base: [],
      fields: try fields(title, on: "2026-11-20T07:30", content), dateText: dateText)
  }

  static func photo(_ name: String, caption: String = "", width: Int? = 40, height: Int? = 30)
    -> Photo
  {
    Photo(
      asset: .named(name), name: name, type: MediaType("image/jpeg"), width: width, height: height,
      caption: caption)
  }

  static func attachment(_ name: String, _ type: String, size: Int? = nil) -> DiaryCore.Attachment {
    DiaryCore.Attachment(asset: .named(name), name: name, type: MediaType(type), size: size)
  }

  static let fog = photo("fog.jpg")
  static let bridge = photo("bridge.jpg", caption: "the bridge")

  /// Five entries over two months, the newest last.
  static func entries() throws -> [EntryFields] {
    [
      try fields("", on: "2026-10-31T22:00:00+09:00", "# Leaves\n\nThe last of them fell."),
      try fields(
        "The plum tree", on: "2026-11-15T18:10:00+09:00", "It has buds already.",
        photos: [photo("plum.jpg")]), try fields("첫눈", on: "2026-11-18T08:00:00+09:00", "첫눈이 왔다."),
      try fields(
        "A letter from the north", on: "2026-11-19T21:00:00+01:00", "Dear all,\nit is cold."),
      try fields(
        "강가 산책, 안개", on: "2026-11-20T07:30:00+09:00",
        "아침 일찍 강가를 걸었다.\n\n![안개 속의 강](photo:\(fog.asset))\n\n안개가 천천히 걷히고 첫 기차가 다리를 건넜다.",
        photos: [bridge, fog], tags: ["산책", "강"]),
    ]
  }

  /// An entry a day, the newest today.
  static func days(_ count: Int) throws -> [EntryFields] {
    let today = try require(EntryDate(ScreenTest.now))
    return (0..<count).map { day in
      let date = EntryDate(instant: today.instant - Int64(day) * 86_400, offset: today.offset)
      return EntryFields(date: date, title: "Entry \(day)")
    }
  }
}

/// A clock that advances a second per call, from 2026-11-21T01:00:00Z on.
final class TestClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_795_222_800_000)

  @Sendable func tick() -> Timestamp {
    milliseconds.withLock { value in
      value += 1000
      return Timestamp(milliseconds: value)
    }
  }
}
