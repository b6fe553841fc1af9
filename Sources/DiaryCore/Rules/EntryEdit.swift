/// A change that is made alike to any number of entries.
package enum EntryEdit: Hashable, Sendable {
  case tags(adding: [String], removing: [String])
  case renameTag(String, to: String)
  case move(toJournal: String)
  case star(Bool)
  case pin(Bool)

  /// The fields with this change; the same fields where there is nothing to change.
  package func applied(to fields: EntryFields) -> EntryFields {
    var fields = fields
    switch self {
    case .tags(let adding, let removing):
      fields.tags.removeAll { tag in removing.contains { Self.isSame($0, tag) } }
      for tag in adding where !fields.tags.contains(where: { Self.isSame($0, tag) }) {
        fields.tags.append(tag)
      }
    case .renameTag(let old, let new):
      guard let place = fields.tags.firstIndex(where: { Self.isSame($0, old) }) else { break }
      // Where the entry has both, one is left, in the place of the first.
      fields.tags[place] = new
      var seen = false
      fields.tags.removeAll { tag in
        guard Self.isSame(tag, new) || Self.isSame(tag, old) else { return false }
        defer { seen = true }
        return seen
      }
    case .move(let journal): fields.journal = journal
    case .star(let isStarred): fields.details.isStarred = isStarred
    case .pin(let isPinned): fields.details.isPinned = isPinned
    }
    return fields
  }

  /// As `EntryPredicate.tag` compares them.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.lowercased() == right.lowercased()
  }
}
