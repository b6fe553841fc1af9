extension StringProtocol {
  /// Whether both are written alike, byte for byte. `==` is canonical equivalence, to which the
  /// normal forms of a text are one; what a person saves is kept as it was written.
  package func isExactly(_ other: some StringProtocol) -> Bool {
    // Over generic views, each byte would take several calls.
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension EntryFields {
  /// Whether both say the same and are written alike.
  package func isExactly(_ other: EntryFields) -> Bool {
    self == other && title.isExactly(other.title) && content.isExactly(other.content)
      && zip(tags, other.tags).allSatisfy { $0.isExactly($1) }
      && zip(photos, other.photos).allSatisfy { $0.caption.isExactly($1.caption) }
      && zip(attachments, other.attachments).allSatisfy { $0.name.isExactly($1.name) }
      && details.isExactly(other.details)
  }
}
