import DiaryCore

// Looking for drafts, and for what they change.
extension EffectRunner {
  func findDrafts() {
    let (service, drafts, post) = (environment.service, environment.drafts, post)
    Task {
      let left = await drafts.left()
      guard !left.isEmpty else { return }
      let (entries, bases) = await service.changed(by: left)
      post(.draftsFound(left, entries: entries, bases: bases))
    }
  }

  /// After what is on its way: it may have been thrown away just now.
  func findDiscarded(_ id: ID<Draft>?) {
    let (service, drafts, post) = (environment.service, environment.drafts, post)
    let earlier = writing
    Task {
      await earlier?.value
      let found = await drafts.discarded().filter { id == nil || $0.draft.id == id }
      let (entries, bases) = await service.changed(by: found.map(\.draft))
      post(.discardedFound(found, entries: entries, bases: bases))
    }
  }
}

extension DiaryService {
  /// The entries that drafts change, and the states of them that the drafts were made from.
  fileprivate func changed(by drafts: [Draft]) async -> ([Entry], [Revision]) {
    let entries = (try? await self.entries(ids: drafts.compactMap(\.entry))) ?? []
    var bases: [Revision] = []
    for entry in entries {
      let named = Set(drafts.filter { $0.entry == entry.id }.flatMap(\.base))
      bases += ((try? await history(of: entry.id)) ?? []).filter { named.contains($0.id) }
    }
    return (entries, bases)
  }
}
