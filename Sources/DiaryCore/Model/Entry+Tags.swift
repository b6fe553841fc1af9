extension EntryFields {
  /// The tags of the field, then those that stand in the text as `#walk`, each once whatever its
  /// case.
  package var allTags: [String] {
    let written = Hashtags.all(in: content)
    guard !written.isEmpty else { return tags }
    var seen = Set(tags.map { $0.lowercased() })
    return tags + written.map(\.name).filter { seen.insert($0.lowercased()).inserted }
  }
}

extension Entry {
  /// See `EntryFields.allTags`.
  package var allTags: [String] {
    content.utf8.contains(UInt8(ascii: "#")) ? fields.allTags : tags
  }

  /// Whether it has a tag, in the field or in the text.
  package func hasTag(_ name: String) -> Bool {
    tags.contains { $0.isSameName(as: name) }
      || Hashtags.all(in: content).contains { $0.name.isSameName(as: name) }
  }
}
