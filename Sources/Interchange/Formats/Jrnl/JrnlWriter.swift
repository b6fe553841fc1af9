import DiaryCore

/// Writes `journal.txt` for jrnl, oldest entry first, with photos and attachments next to it.
struct JrnlWriter: DiaryWriter, ~Copyable {
  private let document: GrowingFile
  private var isFirst = true

  init(_ context: ExportContext, _ tree: inout ExportTree) throws {
    document = try tree.sink.begin(ExportPath(name: "journal.txt"))
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) throws {
    let text = (isFirst ? "" : "\n") + JrnlEntryText.write(entry, file: file)
    isFirst = false
    try document.write(text.utf8)
  }

  mutating func finish(_ tree: inout ExportTree) throws {
    try tree.finish(document)
  }
}

// MARK: - JrnlEntryText

/// Writes entries in jrnl's format:
///
///     [2024-05-03 09:00] the title, and a star at the end of a starred entry,
///     the content, with links instead of photo references,
///     a link to each photo that isn't in the content and to each attachment,
///     and `@` with each tag that isn't in the text.
enum JrnlEntryText {
  /// A zero-width space, which jrnl keeps and terminals don't show.
  private static let zeroWidthSpace = "\u{200B}"

  /// Returns the text of an entry. `file` returns the path of an exported file.
  static func write(_ entry: Entry, file: (AssetFile) -> String?) -> String {
    var lines = self.lines(of: entry, file: file)
    var title = entry.title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed[...]
    // Without a title, jrnl makes the first line the title.
    if title.isEmpty, !lines.isEmpty { title = Substring(lines.removeFirst()).trimmed }
    var head = String(title)
    // A star at the end would mark the entry as starred.
    if head.last == "*" { head += zeroWidthSpace }
    if entry.details.isStarred {
      if head.first == "*" { head = zeroWidthSpace + head }
      head += head.isEmpty ? "*" : " *"
    }
    let missing = tags(of: entry, in: ([head] + lines).joined(separator: "\n"))
    if !missing.isEmpty { lines += ["", missing.joined(separator: " ")] }
    return (["[\(date(entry.date))] \(head)"] + lines.map(indentingHead)).joined(separator: "\n")
      + "\n"
  }

  /// Returns the date to the minute, with seconds unless they are zero. jrnl parses both.
  private static func date(_ date: EntryDate) -> String {
    let second = date.secondOfDay % 60
    return "\(date.day) \(date.clock)"
      + (second == 0 ? "" : second < 10 ? ":0\(second)" : ":\(second)")
  }

  private static func lines(of entry: Entry, file: (AssetFile) -> String?) -> [String] {
    var placed: Set<AssetID> = []
    let known = Dictionary(
      entry.photos.map { ($0.asset, $0.file) }, uniquingKeysWith: { first, _ in first })
    let text = PhotoReference.replaced(in: entry.content) { asset, caption in
      guard let path = known[asset].flatMap(file) else { return nil }
      placed.insert(asset)
      return "![\(caption)](\(FileLink.destination(path)))"
    }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    while lines.last?.isBlank ?? false { lines.removeLast() }
    while lines.first?.isBlank ?? false { lines.removeFirst() }
    func add(_ link: String) { lines += lines.isEmpty ? [link] : ["", link] }
    for photo in entry.photos where !placed.contains(photo.asset) {
      guard let path = file(photo.file) else { continue }
      add("![\(linkText(photo.caption))](\(FileLink.destination(path)))")
    }
    for attachment in entry.attachments {
      guard let path = file(attachment.file) else { continue }
      add("[\(linkText(attachment.name))](\(FileLink.destination(path)))")
    }
    return lines
  }

  /// Returns a caption or a name without brackets, which would end the link's text.
  private static func linkText(_ text: String) -> String {
    text.printable.filter { $0 != "[" && $0 != "]" }
  }

  /// Indents a line by a space if jrnl would parse it as the head of an entry.
  private static func indentingHead(_ line: String) -> String {
    guard let (date, _) = JrnlJournal.bracketed(Array(line.utf8)) else {
      // The text in brackets may continue on the next line.
      return line.hasPrefix("[") && !line.contains("]") ? " " + line : line
    }
    let isShortWord = date.count <= 6 && !date.contains { (0x30...0x39).contains($0) }
    return isShortWord ? line : " " + line
  }

  /// Returns the entry's tags as jrnl tags, without those that jrnl finds in the text.
  private static func tags(of entry: Entry, in text: String) -> [String] {
    let written = Set(
      JrnlTags().all(in: text).map { $0.lowercased() })
    return entry.tags.compactMap { tag in
      var name = ""
      for character in tag {
        let isOfTag = character.isLetter || character.isNumber || "-+*#/_".contains(character)
        name.append(isOfTag ? character : "_")
      }
      return written.contains(name.lowercased()) ? nil : "@" + name
    }
  }
}
