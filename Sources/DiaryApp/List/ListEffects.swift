import DiaryCore

extension Effect {
  static func loadRows(_ rows: EntryList.Rows, begun: FirstRows? = nil) -> Effect {
    .read(rows) { service async throws(DiaryError) in
      if let begun { return try await begun.message }
      var rows = rows
      if let anchor = rows.anchor {
        rows.offset = max(0, try await service.rank(of: anchor) - rows.anchorRank + rows.offset)
      }
      let entries = try await service.entries(EntryQuery(offset: rows.offset, limit: rows.limit))
      return .rowsLoaded(rows, entries: entries, total: try await service.count())
    }
  }

  static var identify: Effect {
    .read { service async throws(DiaryError) in
      .identified(
        try await service.knownIdentity(), try await service.writingObstacle(),
        among: try await service.authors())
    }
  }

  static func locate(_ date: EntryDate) -> Effect { locateEntry(EntrySortKey(endOfDayOf: date)) }

  /// Finds the entry's rank and selects it in the list.
  static func locateEntry(_ order: EntrySortKey) -> Effect {
    .read(order) { service async throws(DiaryError) in
      try await service.rank(of: order)
    } then: { state, rank in
      state.context.leaveStrip()
      state.list.select(rank)
    }
  }
}

extension Message {
  /// With the list's first rows, some of the pinned entries.
  package static func rowsLoaded(
    _ rows: EntryList.Rows, entries: [Entry], total: Int, pinned: FoundEntries? = nil
  ) -> Message {
    .performing(rows, entries, total, pinned) { state in
      let isFirst = state.list.total == nil
      if isFirst {
        state.journalsAreStale = true
        state.context.newsIsStale = true
        state.pinned.begin(with: pinned)
      }
      state.list.load(rows, entries: entries, total: total)
      // Looked for once there is something to see.
      return isFirst ? [.findDrafts, .identify, .readPrompts] : []
    }
  }

  /// Who writes in this diary, nobody yet if it is empty, why nothing can be written in it, and all whose
  /// entries stand there.
  package static func identified(
    _ author: Author?, _ obstacle: AccountError? = nil, among authors: [Author] = []
  ) -> Message {
    Message(author, obstacle, authors) { state in
      (state.author, state.authorName) = (author?.id, author?.name)
      state.context.authorNames = Dictionary(authors.map { ($0.id, $0.name) }) { first, _ in first }
      state.context.obstacle = obstacle
    }
  }
}
