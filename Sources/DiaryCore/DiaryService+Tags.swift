extension DiaryService {
  /// Every tag of the diary with the number of its entries, in no order. Every entry is read.
  package nonisolated func tags() async throws(DiaryError) -> [TagTally] {
    var tallying = TagTallying()
    for await batch in try await batches(EntryQuery()) {
      for entry in batch { tallying.count(entry) }
    }
    return tallying.tallies
  }
}

extension DiaryService {
  /// Gives a tag another name in every entry that has it, in the field and in the text. Where the
  /// other one is a tag already, the two are one from then on.
  package func rename(
    tag old: String, to new: String
  ) async throws(DiaryError) -> BulkChanges {
    let name = try Self.tagName(new)
    let ids = try await ids(EntryQuery(.tag(old)))
    guard !ids.isEmpty else { throw .noSuchTag(old) }
    return try await edit(ids, .renameTag(old, to: name))
  }

  /// A name that a tag can have, without a `#` before it.
  package static func tagName(_ text: String) throws(DiaryError) -> String {
    let name = String(text.trimmed.drop { $0 == "#" }.trimmed)
    guard name.isName else { throw .invalidTag(name) }
    return name
  }
}
