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
      for tag in removing { Self.remove(tag, from: &fields) }
      for tag in adding where !fields.tags.contains(where: { $0.isSameName(as: tag) }) {
        fields.tags.append(tag)
      }
    case .renameTag(let old, let new): Self.rename(old, to: new, in: &fields)
    case .move(let journal): fields.journal = journal
    case .star(let isStarred): fields.details.isStarred = isStarred
    case .pin(let isPinned): fields.details.isPinned = isPinned
    }
    return fields
  }

  /// What the text says stays: a tag in it is a word from then on.
  private static func remove(_ tag: String, from fields: inout EntryFields) {
    fields.tags.removeAll { $0.isSameName(as: tag) }
    fields.content = Hashtags.replaced(in: fields.content) { $0.isSameName(as: tag) ? $0 : nil }
  }

  private static func rename(_ old: String, to new: String, in fields: inout EntryFields) {
    if Hashtags.canWrite(new) {
      fields.content = Hashtags.replaced(in: fields.content) {
        $0.isSameName(as: old) ? "#" + new : nil
      }
    } else if Hashtags.all(in: fields.content).contains(where: { $0.name.isSameName(as: old) }) {
      // A name that can't stand in a text stands in the field.
      fields.content = Hashtags.replaced(in: fields.content) { $0.isSameName(as: old) ? $0 : nil }
      if !fields.tags.contains(where: { $0.isSameName(as: old) }) { fields.tags.append(old) }
    }
    guard let index = fields.tags.firstIndex(where: { $0.isSameName(as: old) }) else { return }
    // Where the entry has both, one is left, in the place of the first.
    fields.tags[index] = new
    var seen = false
    fields.tags.removeAll { tag in
      guard tag.isSameName(as: new) || tag.isSameName(as: old) else { return false }
      defer { seen = true }
      return seen
    }
  }
}
