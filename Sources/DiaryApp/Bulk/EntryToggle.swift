import DiaryCore

/// What one key gives to entries, and takes from them where all have it already.
enum EntryToggle: Sendable {
  case star, pin

  init(_ command: Command) { self = command == .togglePin ? .pin : .star }

  /// How many entries are read at once: one without it among the first ends the reading.
  private static let batch = 200

  func isGiven(to entries: [Entry]) -> Bool {
    entries.allSatisfy { self == .pin ? $0.details.isPinned : $0.details.isStarred }
  }

  func edit(of entries: [Entry]) -> EntryEdit { edit(giving: !isGiven(to: entries)) }

  /// The edit for entries that have to be read first.
  func edit(of ids: [ID<Entry>], in diary: DiaryService) async throws(DiaryError) -> EntryEdit {
    for start in stride(from: 0, to: ids.count, by: Self.batch) {
      let some = Array(ids[start..<min(ids.count, start + Self.batch)])
      guard isGiven(to: try await diary.entries(ids: some)) else { return edit(giving: true) }
    }
    return edit(giving: false)
  }

  private func edit(giving: Bool) -> EntryEdit { self == .pin ? .pin(giving) : .star(giving) }
}
