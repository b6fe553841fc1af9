/// The changes between two states of an entry.
package struct EntryDiff: Hashable, Sendable {
  package let title: TextDiff
  package let date: ListDiff<EntryDate>
  package let tags: ListDiff<String>
  package let journal: ListDiff<String>
  /// The texts of the details.
  package let details: ListDiff<String>
  /// The readable text, in which a photo's name and caption replace its reference.
  package let content: TextDiff
  package let photos: ListDiff<Photo>
  package let attachments: ListDiff<Attachment>

  package init(from old: EntryFields, to new: EntryFields) {
    title = TextDiff(from: old.title, to: new.title)
    date = ListDiff(from: [old.date], to: [new.date])
    tags = ListDiff(from: old.tags, to: new.tags)
    journal = ListDiff(from: [old.journal], to: [new.journal])
    details = ListDiff(from: old.details.labels, to: new.details.labels)
    content = TextDiff(from: old.readableContent, to: new.readableContent)
    photos = ListDiff(from: old.photos, to: new.photos)
    attachments = ListDiff(from: old.attachments, to: new.attachments)
  }

  package var hasChanges: Bool {
    title.hasChanges || date.hasChanges || tags.hasChanges || journal.hasChanges
      || details.hasChanges || content.hasChanges || photos.hasChanges
      || attachments.hasChanges
  }
}

/// The changes between two ordered lists. A moved item is removed and added.
package struct ListDiff<Item: Hashable & Sendable>: Hashable, Sendable {
  /// An item that is in both lists, or only in the old or the new one.
  package struct Part: Hashable, Sendable {
    package let kind: TextDiff.Piece.Kind
    package let item: Item
  }

  package let parts: [Part]
  package var hasChanges: Bool { parts.contains { $0.kind != .same } }

  package init(from old: [Item], to new: [Item]) {
    var numbers: [Item: Int] = [:]
    func number(_ item: Item) -> Int {
      numbers[item] = numbers[item] ?? numbers.count
      return numbers[item] ?? 0
    }
    let runs = CommonRuns.find(old.map(number), new.map(number), limit: Self.maxChanges) ?? []
    var parts: [Part] = []
    var (oldEnd, newEnd) = (0, 0)
    for run in runs + [CommonRuns.Run(old: old.count, new: new.count, count: 0)] {
      parts += old[oldEnd..<run.old].map { Part(kind: .removed, item: $0) }
      parts += new[newEnd..<run.new].map { Part(kind: .added, item: $0) }
      (oldEnd, newEnd) = (run.old + run.count, run.new + run.count)
      parts += old[run.old..<oldEnd].map { Part(kind: .same, item: $0) }
    }
    self.parts = parts
  }

  private static var maxChanges: Int { 1000 }
}

extension EntryFields {
  /// The text with each photo reference replaced by the photo's name and caption.
  package var readableContent: String {
    PhotoReference.replaced(in: content) { asset, caption in
      photos.first { $0.asset == asset }.map { photo in
        "▣ \(photo.name)" + (caption.isBlank ? "" : " “\(caption)”")
      }
    }
  }
}
