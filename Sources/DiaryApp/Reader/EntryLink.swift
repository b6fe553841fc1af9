import DiaryCore

/// Where `[[name]]` in a text leads to.
extension EntryLink {
  /// The entry whose id begins as the link says, else the newest one with exactly its title.
  static func entry(
    _ name: String, in service: DiaryService
  ) async throws(DiaryError) -> Entry? {
    let (title, id) = parts(of: name)
    if let id, let entry = try? await service.entry(withPrefix: id), !entry.isTrashed {
      return entry
    }
    guard !title.isEmpty else { return nil }
    let query = EntryQuery(.text(SearchPhrase(title, isExact: true)))
    for await entries in try await service.batches(query) {
      if let entry = entries.first(where: { $0.displayTitle == title || $0.title == title }) {
        return entry
      }
    }
    return nil
  }
}
