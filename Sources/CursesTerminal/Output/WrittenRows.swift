/// The rows that were written for a frame.
struct WrittenRows {
  /// Those in which something has changed.
  var changed: Set<Int> = []
  /// Those of them that were written from their first cell to their last, over whatever lay there.
  var whole: Set<Int> = []

  func union(_ other: WrittenRows) -> WrittenRows {
    WrittenRows(changed: changed.union(other.changed), whole: whole.union(other.whole))
  }
}
