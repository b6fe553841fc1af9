import DiaryCore

/// An entry as jrnl has it:
///
///     [2024-05-03 09:00] its title, and a star at the end if it has one,
///     the text as it was written, photo references turned into links,
///     a link to each photo that has no place in the text,
///     and `@` with each tag that the text doesn't have.
enum JrnlEntryText {
  /// jrnl cuts nothing of it, and no terminal shows it.
  private static let guardMark = "\u{200B}"

  /// `file` is the name in `photos/` of the photos that were exported.
  static func write(_ entry: Entry, file: (AssetID) -> String?) -> String {
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

  private static func lines(of entry: Entry, file: (AssetID) -> String?) -> [String] {
    var placed: Set<AssetID> = []
    let known = Set(entry.photos.map(\.asset))
    let text = PhotoReference.replaced(in: entry.content) { asset, caption in
      guard known.contains(asset), let file = file(asset) else { return nil }
      placed.insert(asset)
      return "![\(caption)](\(PhotoLink.destination(file, below: "photos/")))"
    }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    while lines.last?.isBlank ?? false { lines.removeLast() }
    while lines.first?.isBlank ?? false { lines.removeFirst() }
    for photo in entry.photos where !placed.contains(photo.asset) {
      guard let file = file(photo.asset) else { continue }
      if !lines.isEmpty { lines.append("") }
      let caption = photo.caption.printable.filter { $0 != "[" && $0 != "]" }
      lines.append("![\(caption)](\(PhotoLink.destination(file, below: "photos/")))")
    }
    return lines
  }

  /// A line that jrnl would take for the head of an entry is one no more behind a space.
  private static func safe(_ line: String) -> String {
    guard let (date, _) = JrnlHead.bracketed(Array(line.utf8)) else { return line }
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
