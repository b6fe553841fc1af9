import DiaryCore

/// The list's first rows, read while the terminal is being set up: neither waits for the other.
package struct FirstRows: Sendable {
  private let reading: Task<Result<Message, DiaryError>, Never>

  /// As many as fill most screens.
  private static let limit = 60

  package init(of service: DiaryService) {
    reading = Task.detached {
      do throws(DiaryError) {
        let entries = try await service.entries(EntryQuery(limit: Self.limit))
        let total = try await service.count()
        let rows = EntryList.Rows(offset: 0, limit: Self.limit)
        return .success(.rowsLoaded(rows, entries: entries, total: total))
      } catch {
        return .failure(error)
      }
    }
  }

  var message: Message {
    get async throws(DiaryError) { try await reading.value.get() }
  }
}
