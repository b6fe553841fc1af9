extension EntryFields {
  /// The tags of the field, then those that stand in the text as `#walk`, each once whatever its
  /// case.
  package var allTags: [String] {
    Self.each(tags + Hashtags.all(in: content).map(\.name))
  }

  /// Each of some names once whatever its case and normal form, as it is written first.
  static func each(_ tags: [String]) -> [String] {
    guard tags.count > 1 else { return tags }
    var seen: Set<String> = []
    return tags.filter { seen.insert($0.lowercased()).inserted }
  }
}

extension Entry {
  /// See `EntryFields.allTags`.
  package var allTags: [String] {
    content.utf8.contains(UInt8(ascii: "#")) ? fields.allTags : EntryFields.each(tags)
  }

  /// Whether it has a tag, in the field or in the text.
  package func hasTag(_ name: String) -> Bool {
    tags.contains { $0.isSameName(as: name) }
      || Hashtags.all(in: content).contains { $0.name.isSameName(as: name) }
  }
}
