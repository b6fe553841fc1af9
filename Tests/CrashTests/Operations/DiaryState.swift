import DiaryCore

/// All that a diary holds, as a person sees it.
struct DiaryState: Hashable, Sendable {
  var entries: [Entry]
  var trash: [Entry]
  var journals: [Journal]

  init(in place: Place) async throws {
    let service = place.service()
    entries = try await service.entries()
    trash = try await service.trash().sorted { $0.id < $1.id }
    journals = try await service.journals(counted: false)
  }

  /// The state without what differs from run to run: new ids, and the time of the change.
  func comparable(to old: DiaryState) -> DiaryState {
    let known = Set((old.entries + old.trash).map(\.id))
    var state = self
    state.entries = entries.map { Self.comparable($0, known) }
    state.trash = trash.map { Self.comparable($0, known) }
    return state
  }

  private static func comparable(_ entry: Entry, _ known: Set<ID<Entry>>) -> Entry {
    let never = Timestamp(milliseconds: 0)
    let isKnown = known.contains(entry.id)
    var same = Entry(
      id: isKnown ? entry.id : ID(high: 0, low: 0),
      fields: entry.fields, author: AuthorID(""), created: isKnown ? entry.created : never,
      modified: never, isTrashed: entry.isTrashed, unknownMembers: entry.unknownMembers)
    same.heads = entry.heads.map { _ in ID(high: 0, low: 0) }
    return same
  }

  /// Without the entries of this title.
  func without(_ title: String) -> DiaryState {
    var state = self
    state.entries.removeAll { $0.title == title }
    return state
  }
}
