/// What changed between two states of an entry.
package struct EntryDiff: Hashable, Sendable {
  package let title: TextDiff
  package let date: ListDiff<EntryDate>
  package let tags: ListDiff<String>
  package let journal: ListDiff<String>
  /// The text as it is read: a photo's name and caption stand for each reference.
  package let content: TextDiff
  package let photos: ListDiff<Photo>

  package init(from old: EntryFields, to new: EntryFields) {
    title = TextDiff(from: old.title, to: new.title)
    date = ListDiff(from: [old.date], to: [new.date])
    tags = ListDiff(from: old.tags, to: new.tags)
    journal = ListDiff(from: [old.journal], to: [new.journal])
    content = TextDiff(from: old.readableContent, to: new.readableContent)
    photos = ListDiff(from: old.photos, to: new.photos)
  }

  package var hasChanges: Bool {
    title.hasChanges || date.hasChanges || tags.hasChanges || journal.hasChanges
      || content.hasChanges || photos.hasChanges
  }
}

/// The items of two lists, in order; one that has moved is removed and added.
package struct ListDiff<Item: Hashable & Sendable>: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package let kind: TextDiff.Piece.Kind
    package let item: Item
  }

  package let parts: [Part]
  package var hasChanges: Bool { parts.contains { $0.kind != .same } }

  package init(from old: [Item], to new: [Item]) {
    var parts: [Part] = []
    var rest = old[...]
    // Lists of an entry are short: what is new is looked for in what is left of the old one.
    for item in new {
      if let place = rest.firstIndex(of: item) {
        parts += rest[..<place].map { Part(kind: .removed, item: $0) }
        rest = rest[(place + 1)...]
        parts.append(Part(kind: .same, item: item))
      } else {
        parts.append(Part(kind: .added, item: item))
      }
    }
    self.parts = parts + rest.map { Part(kind: .removed, item: $0) }
  }
}

extension EntryFields {
  /// The text with a photo's name and caption in the place of each reference to one.
  package var readableContent: String {
    PhotoReference.replaced(in: content) { asset, caption in
      photos.first { $0.asset == asset }.map { photo in
        "▣ \(photo.name)" + (caption.isBlank ? "" : " “\(caption)”")
      }
    }
  }
}
