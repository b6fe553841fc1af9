/// An entry's heads, with the one that is shown first: the latest that isn't a deletion, for what
/// was edited in one place isn't hidden by having been deleted in another. Only where all of them
/// are deletions is the entry in the trash.
struct HeadOrder<Head> {
  /// The others after the one shown, the latest first.
  let heads: [Head]
  /// How many of the others are later than the one shown; all of these are deletions.
  let laterCount: Int

  /// `nil` without heads.
  init?(latestFirst heads: [Head], isTrashed: (Head) -> Bool) {
    guard !heads.isEmpty else { return nil }
    laterCount = heads.firstIndex { !isTrashed($0) } ?? 0
    var order = heads
    order.insert(order.remove(at: laterCount), at: 0)
    self.heads = order
  }
}
