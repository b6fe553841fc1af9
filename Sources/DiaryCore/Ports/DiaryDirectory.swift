/// Tells of the diaries beside the one that is open.
package protocol DiaryDirectory: Sendable {
  /// What the open one is called; `nil` for one's own.
  var openName: String? { get }

  /// The others: one's own first, then those that are shared or followed, by their names.
  func others() async -> [NeighborDiary]
}

/// A diary beside the one that is open.
package struct NeighborDiary: Hashable, Sendable {
  /// `nil` for one's own.
  package let name: String?
  /// How it stands with it, in a few words: who shares it, and how many entries it has.
  package let words: String

  package init(name: String?, words: String) { (self.name, self.words) = (name, words) }
}
