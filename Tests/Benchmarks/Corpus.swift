import DiaryCore
import TestSupport

/// An entry that nobody wrote.
struct CorpusEntry {
  /// As `2015-01-31`.
  let day: String
  /// As `07:30`.
  let time: String
  let title: String
  let content: String
  let tag: String

  /// What `import` takes, and a line feed.
  func line(photo: String? = nil, place: String? = nil) -> [UInt8] {
    var members = [
      JSONMember("date", .string("\(day)T\(time):00+09:00")),
      JSONMember("title", .string(title)), JSONMember("content", .string(content)),
      JSONMember("tags", .array([.string(tag)])),
      JSONMember("photos", .array(photo.map { [.string($0)] } ?? [])),
    ]
    if let place { members.append(JSONMember("place", .string(place))) }
    return JSONWriter.bytes(.object(members)) + [0x0A]
  }
}

/// Entries of some 600 bytes of Korean and English each, always the same, up to the end of 2025.
enum Corpus {
  /// Words that stand in four entries of every corpus, and words that stand in none.
  static let rareWords = ["xylophone", "실로폰"]
  static let absentWords = ["zeppelin", "비행선"]
  static let rareCount = 4
  /// The initial consonants of a rare word, and of words of most entries.
  static let rareInitials = "ㅅㄹㅍ"
  static let commonInitials = "ㄱㅊ"
  /// A word of most entries.
  static let commonWord = "river"
  /// A tag of a sixth of all entries, and one of their last months.
  static let tag = tags[0]
  static let month = "2025-11"

  private static let korean = [
    "강가를", "걸었다", "안개가", "천천히", "걷히고", "첫", "기차가", "다리를", "건넜다", "아침",
    "골목의", "고양이가", "창밖을", "보았다", "국수와", "책", "두", "장", "매화나무에", "눈이",
    "내렸다", "할머니의", "편지를", "다시", "읽었다", "저녁에는", "바람이", "불었고", "우리는", "웃었다",
  ]
  private static let english = [
    "the", "river", "was", "grey", "and", "slow", "we", "walked", "home", "past", "gardens",
    "with", "bread", "under", "one", "arm", "a", "letter", "came", "from", "north", "soup",
    "simmered", "while", "it", "rained", "two", "chapters", "before", "sleep",
  ]
  /// A tag that a sixth of the entries have.
  static let someTag = "산책"
  private static let tags = ["산책", "집", "friends", "음식", "river", "책"]

  /// The oldest first. Each is made when it is asked for.
  static func entries(_ count: Int) -> some Sequence<CorpusEntry> {
    (0..<count).lazy.map { entry($0, of: count) }
  }

  /// A line of JSON for each entry.
  static func lines(_ count: Int) -> some Sequence<[UInt8]> {
    entries(count).lazy.map { $0.line() }
  }

  private static func entry(_ index: Int, of count: Int) -> CorpusEntry {
    var generator = SeededGenerator(seed: UInt64(index))
    func pick(_ words: [String]) -> String { words[generator.next(words.count)] }
    var text = ""
    var sentence = 0
    while text.utf8.count < 590 {
      let words = sentence.isMultiple(of: 2) ? korean : english
      text += (0..<(6 + generator.next(6))).map { _ in pick(words) }.joined(separator: " ")
      sentence += 1
      text += sentence.isMultiple(of: 4) ? ".\n\n" : ". "
    }
    // In the middle of every quarter.
    let quarter = max(1, count / rareCount)
    if index % quarter == quarter / 2, index / quarter < rareCount {
      text += rareWords.joined(separator: " ")
    }
    let (day, time) = date(index, of: count)
    return CorpusEntry(
      day: day, time: time,
      title: "\(index + 1) \(pick(korean)) \(pick(english))", content: text,
      tag: pick(tags))
  }

  /// Of the last entries, one a day or as many as it takes for all of them to have been written in
  /// 25 years. Days of 28 a month do for a date that every calendar has.
  private static func date(_ index: Int, of count: Int) -> (day: String, time: String) {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let perDay = 1 + count / (25 * 12 * 28)
    let back = count - 1 - index
    let day = 26 * 12 * 28 - 1 - back / perDay
    let minute = (perDay - 1 - back % perDay) * 24 * 60 / perDay + 7
    let months = day / 28
    return (
      "\(2000 + months / 12)-\(two(months % 12 + 1))-\(two(day % 28 + 1))",
      "\(two(minute / 60)):\(two(minute % 60))"
    )
  }
}

extension SeededGenerator {
  fileprivate mutating func next(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
