import DiaryCore

/// The entry of a note of Evernote's.
enum EvernoteEntry {
  /// What says something that has no place here.
  private static let carriedNames: Set = [
    "latitude", "longitude", "altitude", "author", "source", "source-url", "source-application",
    "subject-date", "reminder-time", "reminder-done-time",
  ]

  /// `fileDate` is when its file was changed last, and `count` how many notes before it have its time
  /// and title.
  static func read(
    _ note: EvernoteNote, count: Int, journal: String, fileDate: EntryDate?, in tree: ImportTree,
    defaults: EntryDraft.Defaults
  ) throws(EntryFieldError) -> ForeignEntry {
    if note.isTooLong { throw .tooLong }
    var placing = PhotoPlacing(tree)
    let created = (note.created ?? note.updated).flatMap(Self.instant)
    if created == nil, let written = note.created ?? note.updated {
      placing.record(.unreadDate(written))
    }
    if created == nil { placing.record(.dateOfFile) }
    guard let date = created?.date(localOffset: defaults.localOffset) ?? fileDate else {
      throw .noDate
    }
    for name in note.brokenResources { placing.record(.brokenFile(name)) }
    var text = try Self.text(of: note, &placing)
    // Those that the text doesn't show.
    for resource in note.resources { _ = Self.markdown(of: resource, &placing) }
    let tasks = note.tasks.map { task in
      "- [\(task.isDone ? "x" : " ")] " + PlainMarkdown.escaped(task.title)
    }
    text = [text, tasks.joined(separator: "\n")].filter { !$0.isEmpty }.joined(separator: "\n\n")
    let place = note.attributes.first { $0.name == "place-name" }?.value.string
    let fields = EntryFields(
      date: date, title: note.title, content: text, tags: note.tags, journal: journal,
      details: EntryDetails(place: place))
    // Notes are exported without their ids.
    let words = SeenWords.words(.optional(note.created), .string(note.title), count: count)
    let entry = Entry(
      .evernote, words, fields, author: defaults.author,
      created: created?.timestamp ?? Timestamp(milliseconds: date.instant * 1000),
      modified: note.updated.flatMap(Self.instant)?.timestamp,
      carrying: note.attributes.filter { carriedNames.contains($0.name) })
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// `20240503T070000Z`.
  private static func instant(_ text: String) -> ForeignInstant? {
    WrittenDate(text).flatMap { written in
      ForeignInstant(milliseconds: written.date(localOffset: { _ in 0 }).instant * 1000)
    }
  }

  private static func text(
    of note: EvernoteNote, _ placing: inout PhotoPlacing
  ) throws(EntryFieldError) -> String {
    let resources = Dictionary(
      note.resources.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
    var lacking: [String] = []
    let (text, hasEncryptedPart) = try EvernoteText.markdown(of: note.content) { digest in
      guard let resource = resources[digest] else {
        lacking.append(digest)
        return nil
      }
      return markdown(of: resource, &placing)
    } image: { address in
      // Pages that were clipped show what is elsewhere, and pictures within their own text.
      guard address.hasScheme else { return nil }
      if let picture = placing.markdown(.remote, called: address) { return picture }
      return address.hasPrefix("data:") ? nil : "![](\(address.replacing(" ", with: "%20")))"
    }
    // Those that are there and broken are named already.
    if note.brokenResources.isEmpty {
      for digest in lacking { placing.record(.missingPhoto(digest)) }
    }
    if hasEncryptedPart { placing.record(.encryptedPart) }
    // Notes are exported without the ids by which these name them, and the words are their titles.
    return placing.links.replaced(in: text) { link in
      guard case .address(let address) = link.target, address.hasPrefix("evernote:///view/") else {
        return nil
      }
      let title = LinkedEntries.label(of: link)
      return title.contains { "[]|".contains($0) } ? .missing : .title(title)
    }
  }

  private static func markdown(
    of resource: EvernoteNote.Resource, _ placing: inout PhotoPlacing
  ) -> String? {
    guard resource.type.isPhoto || MediaType.isPhoto(named: resource.name) else {
      placing.attach(fileAt: resource.path, called: resource.name)
      return nil
    }
    let asset = placing.place(
      fileAt: resource.path, knownAs: resource.digest, called: resource.name)
    return "![](photo:\(asset))"
  }
}
