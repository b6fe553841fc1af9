import DiaryCore

/// `journal.txt`, which jrnl reads, oldest entry first; photos and attachments beside
/// it.
struct JrnlWriter: DiaryWriter, ~Copyable {
  private var document: ExportDocument
  private var isFirst = true

  init(_ context: ExportContext, _ tree: inout ExportTree) throws(DiaryError) {
    document = try ExportDocument("journal.txt", in: &tree)
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) throws(DiaryError) {
    let text = (isFirst ? "" : "\n") + JrnlEntryText.write(entry, file: file)
    isFirst = false
    try document.write(text.utf8)
  }

  mutating func finish(_ tree: inout ExportTree) throws(DiaryError) {
    try document.finish(&tree)
  }
}

// MARK: - JrnlEntryText

/// An entry as jrnl has it:
///
///     [2024-05-03 09:00] its title, and a star at the end if it has one,
///     the text as it was written, photo references turned into links,
///     a link to each photo that has no place in the text and to each attachment,
///     and `@` with each tag that the text doesn't have.
enum JrnlEntryText {
  /// jrnl cuts nothing of it, and no terminal shows it.
  private static let guardMark = "\u{200B}"

  /// `file` is the path in the export of what was exported.
  static func write(_ entry: Entry, file: (AssetFile) -> String?) -> String {
    var lines = self.lines(of: entry, file: file)
    var title = entry.title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed[...]
    // Without a title, jrnl takes the first line for it.
    if title.isEmpty, !lines.isEmpty { title = Substring(lines.removeFirst()).trimmed }
    var head = String(title)
    // A star at the end would be the entry's own.
    if head.last == "*" { head += guardMark }
    if entry.details.isStarred {
      if head.first == "*" { head = guardMark + head }
      head += head.isEmpty ? "*" : " *"
    }
    let missing = tags(of: entry, in: ([head] + lines).joined(separator: "\n"))
    if !missing.isEmpty { lines += ["", missing.joined(separator: " ")] }
    return (["[\(date(entry.date))] \(head)"] + lines.map(safe)).joined(separator: "\n") + "\n"
  }

  /// To the minute, and to the second where there is one: jrnl reads both.
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
      add("![\(words(photo.caption))](\(FileLink.destination(path)))")
    }
    for attachment in entry.attachments {
      guard let path = file(attachment.file) else { continue }
      add("[\(words(attachment.name))](\(FileLink.destination(path)))")
    }
    return lines
  }

  /// A caption or a name where it can't end the brackets that it stands in.
  private static func words(_ text: String) -> String {
    text.printable.filter { $0 != "[" && $0 != "]" }
  }

  /// A line that jrnl would take for the head of an entry is one no more behind a space.
  private static func safe(_ line: String) -> String {
    guard let (date, _) = JrnlHead.bracketed(Array(line.utf8)) else {
      // What stands in brackets may go on in the next line.
      return line.hasPrefix("[") && !line.contains("]") ? " " + line : line
    }
    let isShortWord = date.count <= 6 && !date.contains { (0x30...0x39).contains($0) }
    return isShortWord ? line : " " + line
  }

  /// The tags of the field as jrnl knows them, without those that it finds in the text.
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
