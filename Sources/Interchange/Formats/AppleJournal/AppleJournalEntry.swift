import DiaryCore
import System

/// An entry of Apple's Journal. It has a day and no time, and no id but the name of its file.
enum AppleJournalEntry {
  /// Tiles whose files are a person's own; the pictures of others are made by the program.
  private static let kindsOfFiles: Set = ["photo", "livePhoto", "video", "audio"]

  static func read(
    _ page: AppleJournalPage, at path: String, in files: inout EntryFiles
  ) throws(EntryFieldError) -> ForeignEntry {
    let defaults = files.defaults
    var placing = PhotoPlacing(files.tree)
    let name = MarkdownFiles.stem(of: Path.split(path).name)
    var date = (PathDate(name).date ?? PageDate.read(page.header))
      .map { $0.date(localOffset: defaults.localOffset) }
    if date == nil {
      placing.record(.dateOfFile)
      date = files.tree.date(of: path, localOffset: defaults.localOffset)
    }
    guard let date else { throw .noDate }

    let folder = Path.split(path).folder
    var carried: [JSONMember] = []
    var details = EntryDetails()
    for asset in page.assets {
      if kindsOfFiles.contains(asset.kind) {
        for address in asset.addresses {
          placing.markdown(files.lookup.photo(at: address, from: folder), called: address)
        }
      }
      let words = Self.line(asset.words)
      guard !words.isEmpty else { continue }
      switch asset.kind {
      case "stateOfMind" where details.mood == nil: details.mood = words
      case "genericMap" where details.place == nil, "multiPinMap" where details.place == nil:
        details.place = words
      default: carried.append(JSONMember(asset.kind, .string(words)))
      }
    }
    let prompt = Self.line(page.prompt)
    let parts = [prompt.isEmpty ? "" : "> " + PlainMarkdown.escaped(prompt), page.body]
    let fields = EntryFields(
      date: date, title: Self.line(page.title),
      content: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"), journal: "",
      details: details)
    let entry = Entry(
      .applejournal, [.string(name)], fields, author: defaults.author,
      created: Timestamp(milliseconds: date.instant * 1000), carrying: carried)
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// On one line, each run of white space as one.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The day that a page's header names in the words of English: `Sunday, 3 November 2024`,
/// `Sunday, November 3, 2024`; or in digits, as `2024년 11월 3일`.
enum PageDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  static func read(_ text: String) -> WrittenDate? {
    if let date = PathDate(text.replacing("/", with: "-")).date { return date }
    var (year, month, day): (Int?, Int?, Int?)
    for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      if let number = Int(word) {
        if word.utf8.count == 4 { year = number } else { day = number }
      } else if let index = months.firstIndex(where: { word.hasPrefix($0) }) {
        month = index + 1
      }
    }
    guard let year, let month, let day, let found = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    return WrittenDate(day: found, second: nil)
  }
}
