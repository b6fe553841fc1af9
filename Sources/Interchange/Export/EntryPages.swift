import DiaryCore

/// Goes through the entries of a query a page at a time, so that memory doesn't grow with the
/// diary, and misses none when others change the diary meanwhile.
struct EntryPages {
  private static let size = 2000

  private let service: DiaryService
  private let query: EntryQuery
  private var offset = 0
  private var last: ID<Entry>?
  private var seen: Set<ID<Entry>> = []

  init(_ query: EntryQuery, of service: DiaryService) {
    self.query = query
    self.service = service
  }

  /// How many entries there are.
  func total() async throws(DiaryError) -> Int {
    let count = max(0, try await service.count(query.predicate) - query.offset)
    return min(count, query.limit ?? count)
  }

  /// The next entries, none at the end.
  mutating func next() async throws(DiaryError) -> [Entry] {
    while true {
      let page = try await page()
      // Each page begins with the last entry of the one before. If it doesn't, entries came or
      // went in front of it, and the pages begin again, without what has been seen.
      if let last, page.first?.id != last {
        self.last = nil
        offset = 0
        continue
      }
      guard page.count > (last == nil ? 0 : 1) else { return [] }
      offset += page.count - (last == nil ? 0 : 1)
      last = page.last?.id
      let fresh = page.filter { seen.insert($0.id).inserted }
      if !fresh.isEmpty { return fresh }
    }
  }

  private func page() async throws(DiaryError) -> [Entry] {
    let start = last == nil ? offset : offset - 1
    let room = query.limit.map { $0 - start } ?? Self.size
    guard room > 0 else { return [] }
    var page = query
    page.offset = query.offset + start
    page.limit = min(Self.size, room)
    return try await service.entries(page)
  }
}
