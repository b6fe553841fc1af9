import DiaryCore
import System

/// Reads the journal of a Logseq graph: a Markdown or Org file for each day. Other pages have no
/// date and aren't imported.
struct LogseqReader: EntryFileReader {
  private static let settings = "logseq"
  private static let pages = "pages"

  var entryFiles: EntryFiles
  private let days: LogseqDays
  /// The days that have a journal file.
  private let daysWithFiles: Set<CalendarDay>
  private var seen = RepeatCounter()
  /// The text and the day of each block that has an ID, by ID. Read when a text first refers to a
  /// block.
  private var blocks: [String: (words: String, day: CalendarDay?)]?

  static func recognizes(_ tree: ImportTree) -> Bool {
    guard !tree.isFile else { return false }
    let folders = tree.folders()
    let days = days(of: tree)
    guard folders.contains(days.folder) else { return false }
    let notes = tree.files(in: days.folder).filter { isNote($0) }
    return folders.contains(settings) && !notes.isEmpty
      || folders.contains(pages)
        && notes.contains { days.day(named: MarkdownFiles.stem(of: $0)) != nil }
  }

  private static func isNote(_ file: String) -> Bool {
    MarkdownFiles.isMarkdown(file) || isOrg(file)
  }

  private static func isOrg(_ file: String) -> Bool {
    MarkdownFiles.fileExtension(of: file) == "org"
  }

  private static func days(of tree: ImportTree) -> LogseqDays {
    let text = try? EntryFiles.text(of: LogseqDays.settings, in: tree)
    return LogseqDays(settings: String(decoding: text ?? [], as: UTF8.self))
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    let days = Self.days(of: tree)
    self.days = days
    daysWithFiles = Set(
      tree.files(in: days.folder).compactMap { days.day(named: MarkdownFiles.stem(of: $0)) })
    entryFiles = EntryFiles(
      tree, defaults, isEntry: { $0.hasPrefix("\(days.folder)/") && Self.isNote($0) },
      isPart: { $0.hasPrefix("\(Self.settings)/") })
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let text = String(decoding: try entryFiles.text(of: file), as: UTF8.self)
    let name = MarkdownFiles.stem(of: Path.split(file).name)
    let named = days.day(named: name)
    let page = LogseqPage(text, isOrg: Self.isOrg(file), day: named)
    let title = page.properties.first { $0.name.lowercased() == "title" }?.value.string ?? ""
    guard let day = named ?? days.day(named: title) else {
      entryFiles.recordSkipped(file)
      return []
    }
    let isNamedAfterDay = days.day(named: title) == day || DayName.isName(title, of: day)
    // A page that was opened and left empty isn't an entry.
    guard
      !page.text.isBlank || page.properties.contains(where: { $0.name.lowercased() != "title" })
        || !title.isBlank && !isNamedAfterDay
    else { return [] }
    return try entry(of: page, on: day, named: isNamedAfterDay ? "" : title, in: file).items(
      at: place)
  }

  private mutating func entry(
    of page: LogseqPage, on day: CalendarDay, named title: String, in file: String
  ) -> ForeignEntry {
    let folder = Path.split(file).folder
    var placing = PhotoPlacing(entryFiles.tree)
    var members = MarkdownMembers(page.properties)
    let text = MarkdownImages.replaced(in: resolvingLinks(page.text, &placing)) { image in
      guard case .address(let address) = image.target else { return nil }
      return placing.markdown(
        entryFiles.lookup.photo(at: address, from: folder), named: address,
        caption: image.words)
    }
    for address in page.linkedFiles {
      let result = entryFiles.lookup.photo(at: address, from: folder)
      if case .missing = result {
        placing.record(.missingAttachment(address))
      } else {
        placing.markdown(result, named: address)
      }
    }
    let date = EntryDate(
      on: day, secondOfDay: 0, localOffset: entryFiles.defaults.localOffset)
    _ = members.text("title")
    let fields = EntryFields(
      date: date, title: title, content: text,
      tags: members.list("tags", "tag").map(LogseqPage.name), journal: "",
      details: EntryDetails(
        mood: members.text("mood"), place: members.text("place", "location"),
        weather: members.text("weather")))
    // A day may have both a Markdown and an Org file.
    let words = RepeatCounter.identity(
      .string(day.description), count: seen.add(day.description))
    let entry = Entry(
      .logseq, words, fields, author: entryFiles.defaults.author,
      created: Timestamp(milliseconds: date.instant * 1000), carrying: members.rest)
    return ForeignEntry(entry: entry, placing: placing)
  }

  // MARK: Links

  /// Returns a text in which block references and links to days lead to the imported entries.
  private mutating func resolvingLinks(_ text: String, _ placing: inout PhotoPlacing) -> String {
    var references = LinkedEntries()
    var text = text
    if text.contains("((") {
      let blocks = loadBlocks()
      text = LogseqPage.replacingReferences(in: text) { id in
        guard let block = blocks[id] else {
          references.record(.missing)
          return nil
        }
        guard let day = block.day else { return block.words }
        references.record(.entry(Self.id(of: day)))
        return EntryLink.text(PlainMarkdown.text(block.words), to: Self.id(of: day))
      }
    }
    text = references.replaced(in: text) { link in
      switch link.target {
      case .name(let name): return target(day: days.day(named: name))
      case .address(let address):
        guard address.hasPrefix("(("), address.hasSuffix("))") else { return nil }
        guard let block = loadBlocks()[address.dropFirst(2).dropLast(2).lowercased()] else {
          return .missing
        }
        return target(day: block.day)
      }
    }
    placing.links = references
    return text
  }

  private func target(day: CalendarDay?) -> LinkTarget? {
    day.flatMap { daysWithFiles.contains($0) ? .entry(Self.id(of: $0)) : nil }
  }

  private static func id(of day: CalendarDay) -> ID<Entry> {
    ID(of: .logseq, RepeatCounter.identity(.string(day.description), count: 0))
  }

  private mutating func loadBlocks() -> [String: (words: String, day: CalendarDay?)] {
    if let blocks { return blocks }
    var blocks: [String: (words: String, day: CalendarDay?)] = [:]
    for file in entryFiles.tree.allFiles() where Self.isNote(file) {
      let (folder, name) = Path.split(file)
      guard folder == days.folder || folder.hasPrefix(Self.pages),
        let text = try? entryFiles.text(of: file)
      else { continue }
      let day = folder == days.folder ? days.day(named: MarkdownFiles.stem(of: name)) : nil
      let page = LogseqPage(
        String(decoding: text, as: UTF8.self), isOrg: Self.isOrg(file), day: day)
      for (id, words) in page.blocks { blocks[id] = (words, day) }
    }
    self.blocks = blocks
    return blocks
  }
}

// MARK: - LogseqDays

/// The date formats of a Logseq graph, for the names of journal files and the titles by which pages
/// link to days.
struct LogseqDays {
  static let settings = "logseq/config.edn"

  /// The journal's folder.
  let folder: String
  private let formats: [JrnlTimeFormat]

  /// Parses the text of `logseq/config.edn`. Newer names of a setting take precedence.
  init(settings: String = "") {
    let lines = settings.split(whereSeparator: \.isNewline).filter { !$0.trimmed.hasPrefix(";") }
    let text = lines.joined(separator: "\n")
    folder = Self.value(of: ":journals-directory", in: text) ?? "journals"
    formats = [
      ":journal/file-name-format", ":journal/page-title-format", ":date-formatter",
    ].compactMap { Self.value(of: $0, in: text).flatMap(Self.format) }
  }

  /// Returns the day of a page's name, in the graph's formats or in any common one.
  func day(named name: some StringProtocol) -> CalendarDay? {
    let bytes = Array(name.utf8)[...]
    let dates = formats.lazy.compactMap { $0.read(bytes) }
    return dates.first { $0.count == bytes.count }?.date.day ?? DayName.day(name)
  }

  /// Returns the string after a keyword.
  private static func value(of keyword: String, in text: String) -> String? {
    guard let found = text.firstRange(of: keyword + " ") ?? text.firstRange(of: keyword + "\n")
    else { return nil }
    let rest = text[found.upperBound...].trimmed
    guard rest.hasPrefix("\"") else { return nil }
    let value = rest.dropFirst().prefix { $0 != "\"" && !$0.isNewline }
    return value.isEmpty ? nil : String(value)
  }

  /// Converts a Java date pattern (`MMM do, yyyy`) to a `strftime` format.
  private static func format(_ pattern: String) -> JrnlTimeFormat? {
    var result = ""
    var rest = Substring(pattern)
    while let first = rest.first {
      if first == "'" {
        let words = rest.dropFirst().prefix { $0 != "'" }
        result += words.replacing("%", with: "%%")
        rest = rest[words.endIndex...].dropFirst()
        continue
      }
      let run = rest.prefix { $0 == first }
      rest = rest[run.endIndex...]
      switch first {
      case "y", "u", "Y": result += run.count == 2 ? "%y" : "%Y"
      case "M", "L": result += run.count > 2 ? "%B" : "%m"
      case "d": result += "%d"
      // Ordinals are read as numbers.
      case "o" where result.hasSuffix("%d"): break
      case "E", "e": result += "%A"
      case let letter where letter.isLetter: return nil
      default: result += run.replacing("%", with: "%%")
      }
    }
    return JrnlTimeFormat(result)
  }
}
