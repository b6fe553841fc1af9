import DiaryCore
import System

/// Reads the journal of a graph of Logseq: a file of Markdown for each day, in blocks. Its pages have no
/// dates and stay out.
struct LogseqReader: EntryFileReader {
  private static let journals = "journals"
  private static let settings = "logseq"
  private static let pages = "pages"

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    guard !tree.isFile else { return false }
    let folders = tree.folders()
    return folders.contains(journals) && (folders.contains(settings) || folders.contains(pages))
      && tree.files(in: journals).contains { day(of: "\(journals)/\($0)") != nil }
  }

  /// Of a file that is called `2024_05_03.md`.
  private static func day(of file: String) -> CalendarDay? {
    guard Path.split(file).folder == journals, MarkdownFiles.isMarkdown(file) else { return nil }
    let name = Array(MarkdownFiles.stem(of: Path.split(file).name).utf8)
    guard let (date, end) = NameDate.read(name, from: 0), end == name.count else { return nil }
    return date.day
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(
      tree, defaults, isEntry: { Self.day(of: $0) != nil },
      isPart: { $0.hasPrefix("\(Self.settings)/") })
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    guard let day = Self.day(of: file) else { return [] }
    let text = String(decoding: try entryFiles.text(of: file), as: UTF8.self)
    let page = LogseqPage(text)
    // A page that was opened and left empty is none.
    guard !page.isEmpty else { return [] }
    return try entry(of: page, on: day).items(at: place)
  }

  private mutating func entry(of page: LogseqPage, on day: CalendarDay) -> ForeignEntry {
    var placing = PhotoPlacing(entryFiles.tree)
    var members = MarkdownMembers(page.properties)
    let text = MarkdownImages.replaced(in: page.text) { image in
      guard case .address(let address) = image.target else { return nil }
      // The name of the file stands there where nobody wrote words.
      let caption = image.words == Path.split(address).name ? "" : image.words
      return placing.markdown(
        entryFiles.lookup.photo(at: address, from: Self.journals), called: address,
        caption: caption)
    }
    for address in page.linkedFiles {
      let result = entryFiles.lookup.photo(at: address, from: Self.journals)
      if case .missing = result {
        placing.record(.missingAttachment(address))
      } else {
        placing.markdown(result, called: address)
      }
    }
    let date = EntryDate(
      on: day, secondOfDay: 0, localOffset: entryFiles.defaults.localOffset)
    let fields = EntryFields(
      date: date, title: "", content: text, tags: members.list("tags", "tag").map(LogseqPage.name),
      journal: "",
      details: EntryDetails(
        mood: members.text("mood"), place: members.text("place", "location"),
        weather: members.text("weather")))
    _ = members.text("title")
    let entry = Entry(
      .logseq, [.string(day.description)], fields, author: entryFiles.defaults.author,
      created: Timestamp(milliseconds: date.instant * 1000), carrying: members.rest)
    return ForeignEntry(entry: entry, placing: placing)
  }
}
