import DiaryCore

/// Looks for entries and tells what it finds as it goes.
package struct EntryFinder: Sendable {
  private let service: DiaryService

  /// As many as fill most screens.
  private static let firstScreen = 60

  package init(_ service: DiaryService) { self.service = service }

  /// A task that is cancelled tells no more.
  package func find(
    _ request: FindRequest, _ tell: (FoundEntries) -> Void
  ) async throws(DiaryError) {
    let predicate = try await service.naming(request.predicate)
    var isFirst = true
    for await orders in try await service.orders(EntryQuery(predicate)) {
      var found = FoundEntries(requestID: request.requestID, predicate: predicate, orders: orders)
      if isFirst {
        let ids = orders.prefix(Self.firstScreen).map(\.id)
        found.first = try await service.entries(ids: ids)
      }
      isFirst = false
      if Task.isCancelled { return }
      tell(found)
    }
    if !Task.isCancelled {
      tell(FoundEntries(requestID: request.requestID, predicate: predicate, isEnd: true))
    }
  }
}
