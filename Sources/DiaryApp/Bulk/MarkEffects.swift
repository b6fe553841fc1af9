import DiaryCore

extension Effect {
  /// Which entries stand in a part of the list, to mark them.
  static func readIDs(offset: Int, limit: Int, requestID: Int) -> Effect {
    .read(offset, limit, requestID) { service async throws(DiaryError) in
      try await service.ids(EntryQuery(offset: offset, limit: limit))
    } thenPerform: { state, ids in
      guard state.marks.requestID == requestID else { return [] }
      state.marks.requestID = nil
      state.marks.insert(ids)
      defer { state.marks.waiting = nil }
      return state.marks.waiting.map { state.context.ask($0) } ?? []
    }
  }

  /// Does it once it is known whether all of the marked entries have what a command gives, unless
  /// others are marked by then.
  static func checkMarked(_ ids: [ID<Entry>], _ command: Command) -> Effect {
    .read(ids, command) { service async throws(DiaryError) in
      try await EntryToggle(command).edit(of: ids, in: service)
    } thenPerform: { state, edit in
      guard state.screens.isEmpty, state.marks.ids.sorted() == ids else { return [] }
      return state.context.ask(.edit(edit), ids)
    }
  }
}
