import DiaryCore
import System

/// Reads jrnl's journals: a file of text, a folder with a file for each day, or what it exports as
/// JSON.
///
/// jrnl gives its entries no ids. An entry is known by its journal's name, its minute and its title,
/// and by its place among those that have all of them the same. It knows no photos, but its texts may
/// show some as Markdown does, as our own exports for it do.
struct JrnlReader: ForeignReader {
  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private let set: JrnlTimeFormat?
  private let tags: JrnlTags
  private let sources: Set<String>
  private var texts: [(file: String, day: CalendarDay?)] = []
  private var documents: [String] = []
  private var journal: JrnlJournal?
  private var document: JSONJournal?
  private var lookup: PhotoLookup
  private var pending: [ReadItem] = []
  /// How many entries of a journal, minute and title came so far.
  private var counts: [String: Int] = [:]

  var touchedFiles: Set<String>? { sources.union(lookup.used).union(JrnlSettings.names) }

  static func recognizes(_ tree: ImportTree) -> Bool { JrnlSource(tree) != nil }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    lookup = PhotoLookup(tree, files: tree.allFiles())
    let settings = JrnlSettings(beside: tree)
    set = settings.timeFormat
    tags = JrnlTags(symbols: settings.tagSymbols)
    switch JrnlSource(tree) {
    case .texts(let files): texts = files.map { ($0, nil) }
    case .days(let days): texts = days.map { ($0.file, $0.day) }
    case .json(let files): documents = files
    case nil: break
    }
    sources = Set(texts.map(\.file) + documents)
  }

  mutating func next() throws(DiaryError) -> ReadItem? {
    while true {
      if !pending.isEmpty { return pending.removeFirst() }
      if let journal {
        if let row = try journal.next() { return item(row, of: journal) }
        self.journal = nil
        if journal.hasPreface {
          return .note(ImportNote(.file(journal.file), .refused(.noDate)))
        }
      } else if let document {
        if let row = try document.next() { return item(row, of: document) }
        self.document = nil
      } else if !texts.isEmpty {
        let (file, day) = texts.removeFirst()
        journal = try JrnlJournal(file, in: tree, set: set, day: day)
      } else if !documents.isEmpty {
        let file = documents.removeFirst()
        document = try JSONJournal(file, called: JrnlJournal.name(of: file), in: tree)
      } else {
        return nil
      }
    }
  }

  private mutating func item(_ row: JrnlJournal.Row, of journal: JrnlJournal) -> ReadItem {
    let place = ImportPosition.entry(
      file: journal.file, number: journal.number, day: row.time.day.description)
    do throws(EntryFieldError) {
      guard !row.isTooLong else { throw .tooLong }
      guard !TextFile.isFullOfZeros(row.text) else { throw .notText }
      guard let text = String(validating: row.text, as: UTF8.self) else {
        throw .notUTF8(byte: row.text.firstInvalidUTF8 ?? 0)
      }
      return .entry(
        try read(JrnlText(text), at: row.time, journal: journal.name, in: journal.file, place))
    } catch {
      return .note(ImportNote(place, .refused(error)))
    }
  }

  private mutating func item(_ row: JSONRows.Row, of document: JSONJournal) -> ReadItem {
    var place = ImportPosition.entry(file: document.file, number: document.number, day: nil)
    do throws(EntryFieldError) {
      let (json, isMended) = try row.foreignJSON
      let entry = try JrnlJSONEntry(json)
      place = .entry(
        file: document.file, number: document.number, day: entry.time.day.description)
      let read = try read(
        entry.text, at: entry.time, others: entry.tags, journal: document.name, in: document.file,
        place)
      if isMended { pending.append(.note(ImportNote(place, .mendedCharacter))) }
      return .entry(read)
    } catch {
      return .note(ImportNote(place, .refused(error)))
    }
  }

  private mutating func read(
    _ text: JrnlText, at time: JrnlTime, others: [String] = [], journal: String, in file: String,
    _ place: ImportPosition
  ) throws(EntryFieldError) -> ReadEntry {
    let date = EntryDate(on: time.day, secondOfDay: time.second, localOffset: defaults.localOffset)
    let found = tags.tags(title: text.title, content: text.body, others: others)
    var placing = PhotoPlacing(tree)
    let content = shownPhotos(of: text.body, in: file, &placing)
    pending += placing.problems.map { .note(ImportNote(place, $0)) }
    let fields = EntryFields(
      date: date, title: text.title, content: content, tags: found, journal: journal,
      details: EntryDetails(isStarred: text.isStarred)
    ).tidied
    guard !fields.isEmpty else { throw .empty }
    let key = "\(journal)\n\(time.minute) \(text.key)"
    let number = counts[key, default: 0]
    counts[key] = number + 1
    var words: [JSONValue] = [.string(time.minute), .string(text.key), .integer(number)]
    if !journal.isEmpty { words.append(.string(journal)) }
    return ReadEntry(
      place: place,
      entry: Entry(
        .jrnl, words, fields, author: defaults.author,
        created: Timestamp(milliseconds: date.instant * 1000)),
      photos: placing.drafts, attachments: placing.attachments)
  }

  /// A text with references to the photos that it shows.
  private mutating func shownPhotos(
    of text: String, in file: String, _ placing: inout PhotoPlacing
  ) -> String {
    var lookup = lookup
    defer { self.lookup = lookup }
    return MarkdownImages.replaced(in: text) { image in
      guard case .address(let address) = image.target else { return nil }
      return placing.markdown(
        lookup.photo(at: address, from: Path.split(file).folder), called: address,
        caption: image.words)
    }
  }
}

/// An entry as jrnl exports it to JSON.
struct JrnlJSONEntry {
  let time: JrnlTime
  let text: JrnlText
  /// With their symbols, in small letters.
  let tags: [String]

  init(_ json: JSONValue) throws(EntryFieldError) {
    guard json.members != nil else { throw .notAnObject }
    let reader = MemberReader(json)
    guard let date = try reader.text("date") else { throw .noDate }
    let written = try reader.text("time").map { "\(date) \($0)" } ?? date
    let bytes = Array(written.utf8)[...]
    guard let time = JrnlTimeFormats(set: nil, heads: []).time(bytes) else {
      throw .invalidDate(written)
    }
    self.time = time
    tags = try reader.texts("tags")
    text = JrnlText(
      title: try reader.text("title") ?? "", body: try reader.text("body") ?? "",
      isStarred: json["starred"]?.bool ?? false)
  }
}
