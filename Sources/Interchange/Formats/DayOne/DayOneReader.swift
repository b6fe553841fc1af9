import DiaryCore

/// Reads what Day One exports as JSON: a file for each journal, and folders for what its entries
/// show.
struct DayOneReader: ForeignReader {
  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private var zones = TimeZones()
  private var media: DayOneMedia
  private var files: [String]
  private var journal: JSONJournal?
  private var pending: [ReadItem] = []
  private var isDone = false

  var touchedFiles: Set<String>? { Set(Self.journals(in: tree)).union(media.all) }

  static func recognizes(_ tree: ImportTree) -> Bool { !journals(in: tree).isEmpty }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    media = DayOneMedia(tree)
    files = Self.journals(in: tree)
  }

  /// The files whose one object begins as a journal's does.
  private static func journals(in tree: ImportTree) -> [String] {
    tree.files().filter { file in
      guard file.lowercased().hasSuffix(".json") else { return false }
      let head = tree.head(of: file)
      guard head.first == UInt8(ascii: "{") else { return false }
      let rest = head.dropFirst().drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      return ["\"metadata\"", "\"entries\""].contains { rest.starts(with: $0.utf8) }
    }
  }

  mutating func next() throws(DiaryError) -> ReadItem? {
    while true {
      if !pending.isEmpty { return pending.removeFirst() }
      guard let journal = try currentJournal() else {
        guard !isDone else { return nil }
        isDone = true
        pending = media.unnamed.map { .note(ImportNote(.file($0), .unnamedFile)) }
        continue
      }
      guard let row = try journal.next() else {
        self.journal = nil
        continue
      }
      read(row, of: journal)
    }
  }

  private mutating func currentJournal() throws(DiaryError) -> JSONJournal? {
    if let journal { return journal }
    guard !files.isEmpty else { return nil }
    let file = files.removeFirst()
    journal = try JSONJournal(
      file, called: String(file.dropLast(".json".count)).printable, in: tree)
    return journal
  }

  private mutating func read(_ row: JSONRows.Row, of journal: JSONJournal) {
    var day: String?
    func place() -> ImportPosition { .entry(file: journal.file, number: journal.number, day: day) }
    do throws(EntryFieldError) {
      let (json, isMended) = try row.foreignJSON
      let source = try DayOneEntry(json)
      let seconds = source.created.seconds
      var zones = self.zones
      defer { self.zones = zones }
      let offset = source.zone.flatMap { zones.offset(of: $0, at: seconds) }
      let date = EntryDate(
        instant: seconds,
        withinCalendar: offset
          ?? defaults.localOffset(seconds + Int64(defaults.localOffset(seconds))))
      day = date.day.description
      var notes: [ImportIssue] = isMended ? [.mendedCharacter] : []
      if offset == nil, let zone = source.zone { notes.append(.unknownZone(zone)) }
      let (read, problems) = source.read(
        at: place(), date: date,
        offset: { zone, time in
          [zone, source.zone].lazy.compactMap(\.self)
            .compactMap { zones.offset(of: $0, at: time) }.first ?? date.offset
        },
        journal: journal.name, author: defaults.author, files: &media)
      notes += problems
      guard !read.entry.fields.isEmpty || !read.photos.isEmpty || !read.attachments.isEmpty else {
        throw .empty
      }
      pending = [.entry(read)]
      pending += notes.map { .note(ImportNote(place(), $0)) }
    } catch {
      pending = [.note(ImportNote(place(), .refused(error)))]
    }
  }
}
