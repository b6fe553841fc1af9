/// A link from one entry's text to another: `[[Title]]`, or where several entries have that title,
/// `[[Title|1a2b3c4d]]` with the beginning of the entry's id. The title alone is what is read.
package enum EntryLink {
  package static let opening = "[["
  package static let closing = "]]"
  /// Divides the title from the beginning of the id.
  package static let divider: Character = "|"
  /// Of an id.
  package static let digits = 8
  /// In hexadecimal digits: a shorter name is a word, as "cafe" is.
  private static let shortestID = 6

  /// The link to an entry. One that has no title of its own is called by its text, which may
  /// change, and is named by its id as well.
  package static func text(to entry: Entry, isUnique: Bool) -> String {
    let title = entry.displayTitle
    let readable = String(title.map { "[]|".contains($0) ? " " : $0 })
    let isPlain = isUnique && !entry.title.isBlank && readable == title
    let id = isPlain ? "" : "\(divider)\(entry.id.description.prefix(digits))"
    return opening + readable + id + closing
  }

  /// What a link says between its brackets, and the beginning of the id that it names, if it does.
  package static func parts(of name: some StringProtocol) -> (title: String, id: String?) {
    guard let divider = name.lastIndex(of: divider) else {
      return (String(name.trimmed), isID(name.trimmed) ? String(name.trimmed) : nil)
    }
    let id = name[name.index(after: divider)...].trimmed
    let title = name[..<divider].trimmed
    guard isID(id), !title.isEmpty else { return (String(name.trimmed), nil) }
    return (String(title), String(id))
  }

  private static func isID(_ name: some StringProtocol) -> Bool {
    name.utf8.count >= shortestID
      && name.utf8.allSatisfy { hexadecimalValue(of: $0) != nil || $0 == UInt8(ascii: "-") }
  }
}
