extension DiaryService {
  /// Counts the entries of a query. Every one of them is read; `tell` is given what has been counted
  /// after each batch. A task that is cancelled ends with what it has counted by then.
  package nonisolated func counting(
    _ query: EntryQuery, _ tell: (DiaryCounting) -> Void = { _ in }
  ) async throws(DiaryError) -> DiaryCounting {
    var counting = DiaryCounting()
    for await batch in try await batches(query) {
      for entry in batch { counting.count(entry) }
      tell(counting)
    }
    return counting
  }
}
