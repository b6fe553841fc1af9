import DiaryCore
import System

/// Imports a folder of Markdown files with one entry each: an export of this program, an Obsidian
/// vault, the posts of a Hugo or Jekyll site, or plain files with dates in their names.
struct MarkdownReader: EntryFileReader {
  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    let files = tree.allFiles()
    guard tree.isFile else { return MarkdownFiles.areDiary(files, in: tree) }
    return files.contains(where: MarkdownFiles.isMarkdown)
  }

  static func canRead(_ tree: ImportTree) -> Bool {
    tree.allFiles().contains { MarkdownFiles.isMarkdown($0) }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: MarkdownFiles.isMarkdown)
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    try Self.items(of: file, at: place, in: &entryFiles)
  }

  /// Returns the entry of a Markdown file, also for readers of formats that contain such files.
  ///
  /// - Throws: an error if the file can't be read or has no date.
  static func items(
    of file: String, at place: ImportPosition, in files: inout EntryFiles
  ) throws -> [ReadItem] {
    let (source, problems) = try source(of: file, in: files)
    guard ExportedEntry.isExported(source.members) else {
      return try MarkdownEntry.read(source, in: &files).items(at: place, after: problems)
    }
    return try ExportedEntry.read(source, in: &files)
      .items(at: place, after: problems, isOwn: true)
  }

  /// Returns the body and the front matter of a file, with the issues found in the front matter.
  ///
  /// - Throws: an error if the file can't be read.
  static func source(
    of file: String, in files: EntryFiles
  ) throws -> (MarkdownEntry.Source, problems: [ImportIssue]) {
    let text = try files.text(of: file)
    do {
      return (try source(file, text), [])
    } catch let error as EntryFieldError {
      return (MarkdownEntry.Source(path: file, body: plain(text[...])), [.frontMatter(error)])
    }
  }

  private static func source(_ file: String, _ text: [UInt8]) throws -> MarkdownEntry.Source {
    guard let matter = try FrontMatterText.read(text) else {
      return MarkdownEntry.Source(path: file, body: plain(text[...]))
    }
    let isOwn = ExportedEntry.isExported(matter.members)
    return MarkdownEntry.Source(
      path: file, members: matter.members,
      body: isOwn ? String(decoding: matter.body, as: UTF8.self) : plain(matter.body, of: text),
      toml: matter.toml)
  }

  /// Returns a text without the empty lines around it. If the file's first line has a Windows line
  /// end, all line ends are converted.
  static func plain(_ body: ArraySlice<UInt8>, of file: [UInt8]? = nil) -> String {
    let original = file ?? Array(body)
    var bytes = body
    if let end = original.firstIndex(of: 0x0A), end > 0, original[end - 1] == 0x0D {
      var lines: [UInt8] = []
      lines.reserveCapacity(bytes.count)
      for byte in bytes {
        if byte == 0x0A, lines.last == 0x0D { lines.removeLast() }
        lines.append(byte)
      }
      bytes = lines[...]
    }
    bytes = bytes.drop { $0 == 0x0A || $0 == 0x0D }
    while let last = bytes.last, [0x0A, 0x0D, 0x20, 0x09].contains(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Recognizes Markdown files by their extensions.
enum MarkdownFiles {
  private static let extensions: Set = ["md", "markdown", "mdown", "mkd"]
  /// The names of files that document a folder and aren't entries.
  private static let notices: Set = [
    "readme", "license", "changelog", "contributing", "code_of_conduct",
  ]
  /// The number of files to examine.
  private static let maxExamined = 200
  private static let headSize = 1 << 14

  static func isMarkdown(_ path: String) -> Bool { extensions.contains(fileExtension(of: path)) }

  /// Returns the extension in lower case; empty if there is none.
  static func fileExtension(of path: String) -> String {
    let name = Path.split(path).name
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return name[name.utf8.index(after: dot)...].lowercased()
  }

  /// Returns a path without its extension.
  static func stem(of path: String) -> String {
    let fileExtension = fileExtension(of: path)
    return fileExtension.isEmpty ? path : String(path.dropLast(fileExtension.count + 1))
  }

  /// Returns `true` if a folder is a diary in Markdown, and not for example a photo folder with a
  /// README.
  static func areDiary(_ files: [String], in tree: ImportTree) -> Bool {
    let markdown = files.filter { path in
      isMarkdown(path) && !notices.contains(Path.split(stem(of: path)).name.lowercased())
    }
    if markdown.isEmpty { return false }
    if markdown.count >= files.count(where: { MediaType.isPhoto(named: $0) }) { return true }
    return markdown.prefix(maxExamined).contains { path in
      let head = tree.head(of: path, headSize)
      return head.starts(with: "---".utf8) || head.starts(with: "+++".utf8)
        || PathDate(stem(of: path)).date != nil || showsPhoto(head)
    }
  }

  /// Returns `true` if a text contains a Markdown or HTML image.
  private static func showsPhoto(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    return text.contains("![") || text.contains("<img ")
  }
}

/// Converts Markdown files of other programs to entries.
enum MarkdownEntry {
  /// The contents of a file, with its path.
  struct Source {
    let path: String
    var members: [JSONMember] = []
    var body: String
    var toml: String?
    /// The name to find the date and the title in; `nil` for the file's name.
    var name: String?
    var format = ImportFormat.markdown
    /// The values that the entry's ID is made from, so that another import recognizes the entry.
    /// `nil` for the path, which is the same after the file was edited.
    var words: [JSONValue]?
  }

  static func read(_ source: Source, in files: inout EntryFiles) throws -> ForeignEntry {
    let defaults = files.defaults
    var members = MarkdownMembers(source.members)
    var placing = PhotoPlacing(files.tree)
    for name in members.repeated { placing.record(.repeatedName(name)) }
    let name = PathDate(source.name ?? MarkdownFiles.stem(of: source.path))
    let moment = Moment(&members, &files.zones, defaults.localOffset)
    if let text = moment.unread { placing.record(.unparsedDate(text)) }
    var date = moment.date ?? name.date?.date(localOffset: defaults.localOffset)
    if date == nil {
      placing.record(.fileDate)
      date = files.tree.date(of: source.path, localOffset: defaults.localOffset)
    }
    guard let date else { throw EntryFieldError.noDate }
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

  /// Returns the title of the front matter; otherwise a leading heading, which it removes from the
  /// text; otherwise the words in the file's name.
  static func title(
    _ members: inout MarkdownMembers, _ text: inout String, _ name: PathDate
  ) -> String {
    let title = members.text("title")
    if let heading = LeadingHeading.remove(from: &text, title: title) { return heading }
    if let title { return title }
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
        lookup.photo(at: address, from: folder), named: address, caption: image.words)
    case .name(let name):
      // Embedded notes have the same syntax as images.
      guard MediaType.isPhoto(named: name) else {
        if name.utf8.contains(UInt8(ascii: ".")), !MarkdownFiles.isMarkdown(name),
          case .otherFile(let path) = lookup.photo(named: name, near: folder)
        {
          placing.markdown(.otherFile(path), named: name)
        }
        return nil
      }
      return placing.markdown(
        lookup.photo(named: name, near: folder), named: name, caption: image.words)
    }
  }

  /// Returns the entry that a link's path or name refers to.
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
      // Links to notes that don't exist are common in vaults.
      if case .otherFile(let path) = lookup.photo(named: "\(name).md", near: folder) {
        file = path
      }
    }
    return file.map { .entry(ID(of: .markdown, [.string($0)])) }
  }

  /// Adds the photos that the front matter lists, as Journey and some site themes do.
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
          placing.markdown(result, named: address)
        }
      }
    }
  }
}

extension MarkdownEntry {
  /// The dates in a front matter.
  struct Moment {
    private(set) var date: EntryDate?
    private(set) var created: Timestamp?
    private(set) var modified: Timestamp?
    /// The first date that can't be parsed, if there is no valid one.
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
          ?? PartialDate(text)?.date(localOffset: localOffset)
        if date == nil, !text.isBlank { unread = unread ?? text }
        return date
      }
      func time(_ names: [String]) -> Timestamp? {
        members.consume(names, read).map { Timestamp(milliseconds: $0.instant * 1000) }
      }
      /// Reads a moment that programs write in UTC, and converts it to local time.
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

/// The date in a file's path, and the other words of its name. Accepts `2024-05-03 Fog.md`,
/// `2024-05-03-fog.md`, `20240503.md`, `202405030730 Fog.md`, `20240503T073000.md`,
/// `2024-05-03_07-30.md`, `2024년 5월 3일.md`, `2024/05/03.md`, `2024/05-03/Fog.md`.
struct PathDate {
  let date: PartialDate?
  /// The name without the date.
  let words: String

  /// Parses a path relative to the imported folder, without its extension.
  init(_ path: String) {
    let parts = Path.readable(path).split(separator: "/").map(String.init)
    let name = parts.last ?? ""
    if let found = Self.date(in: name) {
      (date, words) = found
      return
    }
    if let found = Self.date(inFolders: parts) {
      (date, words) = found
      return
    }
    (date, words) = (nil, name)
  }

  private typealias Number = (value: Int, digits: Int)

  /// Finds a date with a year anywhere in a name.
  private static func date(in name: String) -> (PartialDate, String)? {
    let bytes = Array(name.utf8)
    for start in bytes.indices {
      guard let (date, end) = FileNameDate.read(bytes, from: start) else { continue }
      let before = String(decoding: bytes[..<start], as: UTF8.self)
      let after = String(decoding: bytes[end...], as: UTF8.self)
      // Hyphens and underscores are spaces in slugs.
      let isAddress = before.isEmpty && (after.hasPrefix("-") || after.hasPrefix("_"))
      let spaced =
        isAddress ? String(after.map { $0 == "-" || $0 == "_" ? " " : $0 }) : before + " " + after
      let edges: Set<Character> = [" ", "-", "_", ".", ","]
      var words = Substring(spaced).drop { edges.contains($0) }
      while let last = words.last, edges.contains(last) { words.removeLast() }
      return (date, String(words))
    }
    return nil
  }

  /// Finds year, month and day in consecutive folder and file names.
  private static func date(inFolders parts: [String]) -> (PartialDate, String)? {
    var numbers: [(number: Number, part: Int)] = []
    for (index, part) in parts.enumerated() {
      for number in leadingNumbers(of: part) { numbers.append((number, index)) }
    }
    guard numbers.count >= 3 else { return nil }
    for start in (0...(numbers.count - 3)).reversed() {
      let (year, month, day) = (numbers[start], numbers[start + 1], numbers[start + 2])
      guard year.number.digits == 4, month.number.digits <= 2, day.number.digits <= 2,
        day.part >= parts.count - 2,
        let found = CalendarDay(
          year: year.number.value, month: month.number.value, day: day.number.value)
      else { continue }
      let name = parts[parts.count - 1]
      let isDay = day.part == parts.count - 1
      let edges: Set<Character> = [" ", "-", "_", ".", ","]
      let words =
        isDay ? name.drop { $0.isNumber || edges.contains($0) } : Substring(name)
      return (PartialDate(day: found, second: nil), String(words))
    }
    return nil
  }

  /// Returns the numbers at the start of a name: 5 and 3 for `05-03 Fog`.
  private static func leadingNumbers(of name: String) -> [Number] {
    var numbers: [Number] = []
    var rest = Substring(name).utf8
    while true {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard (1...4).contains(digits.count) else { return numbers }
      numbers.append((digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count))
      rest = rest.dropFirst(digits.count)
      guard let mark = rest.first, "-_.".utf8.contains(mark) else { return numbers }
      rest = rest.dropFirst()
    }
  }
}
