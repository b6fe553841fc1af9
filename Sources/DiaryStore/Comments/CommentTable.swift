import DiaryCore

/// The comments on all entries: those that the index below lists, and above them what has come since.
/// To find those on an entry costs the logarithm of their number.
struct CommentTable: Sendable {
  private let base: IndexFile?
  private var changed: [ID<Entry>: [ID<EntryComment>: CommentPlace]] = [:]

  init(base: IndexFile? = nil) { self.base = base }

  /// The states that count of the comments on an entry, those that were taken back among them.
  func places(on entry: ID<Entry>) -> [CommentPlace] {
    let above = changed[entry] ?? [:]
    let below = base?.comments(on: entry).filter { above[$0.comment] == nil } ?? []
    return below + above.values
  }

  /// All of them, in order.
  var all: [CommentPlace] {
    let above = changed.values.flatMap(\.values)
    let replaced = Set(above.map(\.subject))
    let below = (base?.comments ?? []).filter { !replaced.contains($0.subject) }
    return (below + above).sorted { $0.subject < $1.subject }
  }

  /// Takes states of comments in, as far as they are newer than those that count. Returns those that
  /// count now, each with the one before.
  @discardableResult
  mutating func apply(
    _ places: [CommentPlace], _ horizon: ClockHorizon
  ) -> [(old: CommentPlace?, new: CommentPlace)] {
    var applied: [(CommentPlace?, CommentPlace)] = []
    for place in places {
      let known =
        changed[place.entry]?[place.comment]
        ?? base?.comments(on: place.entry).first { $0.comment == place.comment }
      if let known, !known.isOlder(than: place, horizon) { continue }
      changed[place.entry, default: [:]][place.comment] = place
      applied.append((known, place))
    }
    return applied
  }

  /// Those that have come since this table was another one.
  func places(since earlier: CommentTable) -> [CommentPlace] {
    changed.values.flatMap(\.values).filter { earlier.changed[$0.entry]?[$0.comment] != $0 }
  }

  /// Those that differ from what another table of the same diary has, each with what that has.
  func changes(since old: CommentTable) -> [(old: CommentPlace?, new: CommentPlace)] {
    let known = Dictionary(old.all.map { ($0.subject, $0) }) { $1 }
    return all.compactMap { place in
      known[place.subject]?.sum == place.sum ? nil : (known[place.subject], place)
    }
  }
}
