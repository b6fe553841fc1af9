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
    // A quote would end the phrase.
    let phrases = title.split(separator: "\"").map { "\"\($0)\"" }.joined(separator: " ")
    guard !SearchText(phrases).isEmpty else { return nil }
    for await entries in try await service.batches(EntryQuery(.text(SearchText(phrases)))) {
      if let entry = entries.first(where: { $0.displayTitle == title || $0.title == title }) {
        return entry
      }
    }
    return nil
  }
}
