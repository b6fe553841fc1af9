import DiaryCore

/// Where `[[name]]` in a text leads to.
extension EntryLink {
  /// In hexadecimal digits: a shorter name is a word, as "cafe" is.
  private static let shortestID = 6

  /// The entry whose id begins so, else the newest one with exactly that title.
  static func entry(
    _ name: String, in service: DiaryService
  ) async throws(DiaryError) -> Entry? {
    let isID =
      name.utf8.count >= shortestID
      && name.utf8.allSatisfy { hexadecimalValue(of: $0) != nil || $0 == UInt8(ascii: "-") }
    if isID, let entry = try? await service.entry(withPrefix: name), !entry.isTrashed {
      return entry
    }
    guard !name.isBlank else { return nil }
    let query = EntryQuery(.text(SearchPhrase(name, isExact: true)))
    for await entries in try await service.batches(query) {
      if let entry = entries.first(where: { $0.displayTitle == name || $0.title == name }) {
        return entry
      }
    }
    return nil
  }
}
