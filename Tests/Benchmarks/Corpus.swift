/// Entries that nobody wrote: some 600 bytes of Korean and English each, always the same.
enum Corpus {
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
  private static let tags = ["산책", "집", "friends", "음식", "river", "책"]

  /// A line of JSON for each entry, the oldest first, a day apart.
  static func lines(_ count: Int) -> String {
    var numbers = Numbers()
    return (0..<count).map { line($0, &numbers) + "\n" }.joined()
  }

  private static func line(_ index: Int, _ numbers: inout Numbers) -> String {
    var text = ""
    var sentence = 0
    while text.utf8.count < 590 {
      let words = sentence.isMultiple(of: 2) ? korean : english
      text += (0..<(6 + numbers.next(6))).map { _ in numbers.pick(words) }.joined(separator: " ")
      sentence += 1
      text += sentence.isMultiple(of: 4) ? #".\n\n"# : ". "
    }
    let title = "\(index + 1) \(numbers.pick(korean)) \(numbers.pick(english))"
    return #"{"date":"\#(date(index))","title":"\#(title)","content":"\#(text)","#
      + #""tags":["\#(numbers.pick(tags))"]}"#
  }

  /// Days of 28 a month do for a date that every calendar has.
  private static func date(_ index: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let months = index / 28
    return "\(2015 + months / 12)-\(two(months % 12 + 1))-\(two(index % 28 + 1))"
      + "T\(two(index % 24)):\(two(index % 60)):00+09:00"
  }
}

/// Numbers that look like chance and are the same each time (Knuth's constants).
private struct Numbers {
  private var state: UInt64 = 20_261_120

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func pick(_ words: [String]) -> String { words[next(words.count)] }
}
