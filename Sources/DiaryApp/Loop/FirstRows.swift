import DiaryCore

/// The list's first rows, read while the terminal is being set up: neither waits for the other.
package struct FirstRows: Sendable {
  private let reading: Task<Result<Message, DiaryError>, Never>

  /// As many as fill most screens.
  private static let limit = 60
  private static let pinnedLimit = 16

  package init(of service: DiaryService) {
    reading = Task.detached {
      do throws(DiaryError) {
        let entries = try await service.entries(EntryQuery(limit: Self.limit))
        let total = try await service.count()
        let rows = EntryList.Rows(offset: 0, limit: Self.limit)
        let pinned = try await Self.pinned(service)
        return .success(.rowsLoaded(rows, entries: entries, total: total, pinned: pinned))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The newest pinned entries, as many as most people have: the list stands below them at once.
  private static func pinned(
    _ service: DiaryService
  ) async throws(DiaryError) -> FoundEntries {
    let entries = try await service.entries(EntryQuery(.pinned, limit: pinnedLimit))
    var found = FoundEntries(requestID: 0, predicate: .pinned, orders: entries.map(\.order))
    found.first = entries
    found.isEnd = entries.count < pinnedLimit
    return found
  }

  var message: Message {
    get async throws(DiaryError) { try await reading.value.get() }
  }
}
