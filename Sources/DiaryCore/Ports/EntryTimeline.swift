/// The current entries of a diary in their order, the oldest first, as they stood at one moment. What is
/// asked of it takes the logarithm of their number.
package protocol EntryTimeline: Sendable {
  var count: Int { get }

  /// The order of the entry at a rank; `nil` where it can't be read.
  func order(at rank: Int) -> EntrySortKey?

  /// How many entries are older than one of this order. A good guess finds that faster.
  func rank(of order: EntrySortKey, near guess: Int?) -> Int

  /// The entries at some ranks, but for what can't be read.
  func entries(in ranks: Range<Int>) -> [Entry]
}
