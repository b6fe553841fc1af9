import DiaryCore
import System

/// An entry as a Markdown file of another program tells it.
enum MarkdownEntry {
  /// What a file holds, and where it is.
  struct Source {
    let path: String
    var members: [JSONMember] = []
    var body: String
    var toml: String?
    /// The name that has its date and title, where that isn't the name of its file.
    var name: String?
    var format = ImportFormat.markdown
    /// The words by which it is known again. `nil` stands for its path: so a changed file is known, whatever it says.
    var words: [JSONValue]?
  }

  static func read(
    _ source: Source, in files: inout EntryFiles
  ) throws(EntryFieldError) -> ForeignEntry {
    let defaults = files.defaults
    var members = MarkdownMembers(source.members)
    var placing = PhotoPlacing(files.tree)
    for name in members.repeated { placing.record(.repeatedName(name)) }
    let name = PathDate(source.name ?? MarkdownFiles.stem(of: source.path))
    let moment = Moment(&members, &files.zones, defaults.localOffset)
    if let text = moment.unread { placing.record(.unreadDate(text)) }
    var date = moment.date ?? name.date?.date(localOffset: defaults.localOffset)
    if date == nil {
      placing.record(.dateOfFile)
      date = files.tree.date(of: source.path, localOffset: defaults.localOffset)
    }
    guard let date else { throw .noDate }
    var text = source.body
    let title = Self.title(&members, &text, name)
    let folder = Path.split(source.path).folder
    text = MarkdownImages.replaced(in: text) { image in
      Self.markdown(of: image, from: folder, &placing, &files.lookup)
    }
    text = placing.links.replaced(in: text) { Self.target(of: $0, from: folder, &files.lookup) }
    Self.addListed(&members, from: folder, &placing, &files.lookup)
    let fields = EntryFields(
      date: date, title: title, content: text,
      tags: members.list("tags", "tag", "keywords", "categories", "category"),
      journal: members.text("journal") ?? "", details: Self.details(&members))
    let created = moment.created ?? Timestamp(milliseconds: date.instant * 1000)
    var carried = members.rest
    if let toml = source.toml { carried = [JSONMember("toml", .string(toml))] }
    let entry = Entry(
      source.format, source.words ?? [.string(source.path)], fields, author: defaults.author,
      created: created, modified: moment.modified, carrying: carried)
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// The title that is told; else a heading at the beginning, which is taken off the text; else
  /// what the file's name says beside a date.
  static func title(
    _ members: inout MarkdownMembers, _ text: inout String, _ name: PathDate
  ) -> String {
    let told = members.text("title")
    if let heading = LeadingHeading.remove(from: &text, told: told) { return heading }
    if let told { return told }
    let stem = name.words.lowercased()
    return ["index", "_index", "readme", "untitled"].contains(stem) ? "" : name.words
  }

  static func details(_ members: inout MarkdownMembers) -> EntryDetails {
    EntryDetails(
      isStarred: members.flag("starred", "favorite", "favourite", "isstarred"),
      mood: members.consume(["mood"]) { $0.string },
      place: members.text("place", "location", "address"),
      weather: members.consume(["weather"]) { value in
        value.words ?? value["description"]?.string.flatMap { $0.isBlank ? nil : $0 }
      }, isPinned: members.flag("pinned", "ispinned"))
  }

  private static func markdown(
    of image: MarkdownImages.Image, from folder: String, _ placing: inout PhotoPlacing,
    _ lookup: inout PhotoLookup
  ) -> String? {
    switch image.target {
    case .address(let address):
      guard !MarkdownFiles.isMarkdown(address) else { return nil }
      return placing.markdown(
        lookup.photo(at: address, from: folder), called: address, caption: image.words)
    case .name(let name):
      // Other entries are shown within a text in the same way.
      guard MediaType.isPhoto(named: name) else {
        if name.utf8.contains(UInt8(ascii: ".")), !MarkdownFiles.isMarkdown(name),
          case .otherFile(let path) = lookup.photo(called: name, near: folder)
        {
          placing.markdown(.otherFile(path), called: name)
        }
        return nil
      }
      return placing.markdown(
        lookup.photo(called: name, near: folder), called: name, caption: image.words)
    }
  }

  /// The entry that a link to a file or the name of one leads to.
  private static func target(
    of link: MarkdownImages.Image, from folder: String, _ lookup: inout PhotoLookup
  ) -> LinkTarget? {
    var file: String?
    switch link.target {
    case .address(let address):
      guard !address.hasScheme, MarkdownFiles.isMarkdown(address) else { return nil }
      file = lookup.file(at: address, from: folder)
      if file == nil { return .missing }
    case .name(let name):
      // Many vaults have names of notes that nobody has written.
      if case .otherFile(let path) = lookup.photo(called: "\(name).md", near: folder) {
        file = path
      }
    }
    return file.map { .entry(ID(of: .markdown, [.string($0)])) }
  }

  /// Photos that the front matter names, as Journey and themes of sites do.
  private static func addListed(
    _ members: inout MarkdownMembers, from folder: String, _ placing: inout PhotoPlacing,
    _ lookup: inout PhotoLookup
  ) {
    for name in ["photos", "images", "image", "cover", "banner"] {
      let addresses = members.consume([name]) { value -> [String]? in
        let texts = value.array?.compactMap(\.string) ?? [value.string].compactMap(\.self)
        return texts.isEmpty || texts.count != value.array?.count ?? 1 ? nil : texts
      }
      for address in addresses ?? [] {
        let result = lookup.photo(at: address, from: folder)
        if case .found(let path) = result {
          placing.place(path)
        } else if name == "photos" {
          placing.markdown(result, called: address)
        }
      }
    }
  }
}

extension MarkdownEntry {
  /// The times that a front matter tells.
  struct Moment {
    private(set) var date: EntryDate?
    private(set) var created: Timestamp?
    private(set) var modified: Timestamp?
    /// What should be a date and can't be read as one.
    private(set) var unread: String?

    init(
      _ members: inout MarkdownMembers, _ zones: inout TimeZones,
      _ localOffset: @Sendable (Int64) -> Int
    ) {
      let zone = members.consume(["timezone", "tz"]) { $0.string }
      var unread: String?
      func read(_ value: JSONValue) -> EntryDate? {
        guard let text = value.words else { return nil }
        if case .number = value, text.utf8.count > 10, let milliseconds = Int64(text),
          let instant = ForeignInstant(milliseconds: milliseconds)?.timestamp
        {
          let seconds = instant.seconds
          let offset = zone.flatMap { zones.offset(of: $0, at: seconds) }
          return EntryDate(instant: seconds, offset: offset ?? localOffset(seconds))
        }
        let date =
          EntryDate(text, localOffset: localOffset)
          ?? WrittenDate(text)?.date(localOffset: localOffset)
        if date == nil, !text.isBlank { unread = unread ?? text }
        return date
      }
      func time(_ names: [String]) -> Timestamp? {
        members.consume(names, read).map { Timestamp(milliseconds: $0.instant * 1000) }
      }
      /// Programs write the moment in UTC; the writer's clock showed another time.
      func readMoment(_ value: JSONValue) -> EntryDate? {
        guard let date = read(value), date.zone == "Z" || date.offset == 0,
          value.words?.hasSuffix("Z") == true
        else { return read(value) }
        return ForeignInstant(milliseconds: date.instant * 1000)?.date(localOffset: localOffset)
      }
      let creation = ["created", "createdat", "datecreated", "creationdate"]
      date = members.consume(["date", "datejournal", "day"], read)
      created = time(creation)
      if date == nil {
        date = members.consume(creation + ["published", "publishdate"], readMoment)
      }
      let isUnread = unread
      modified = time([
        "modified", "modifiedat", "datemodified", "modifieddate", "lastmodified", "updated",
        "updatedat", "lastupdated", "lastmod",
      ])
      self.unread = date == nil ? isUnread : nil
    }
  }
}
