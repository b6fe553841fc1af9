/// Tells of the diaries beside the one that is open.
package protocol DiaryDirectory: Sendable {
  /// What the open one is called; `nil` for one's own.
  var openName: String? { get }

  /// What is shown of the others with the open one, as one diary; `nil` where that one is open alone.
  var together: DiariesTogether? { get }

  /// The others: one's own first, then those that are shared or followed, by their names. Where all are
  /// shown as one, the open one is among them.
  func others() async -> [NeighborDiary]
}

/// Several diaries that are shown as one.
package struct DiariesTogether: Hashable, Sendable {
  /// Those in which the person may write, the one that new entries go to first.
  package let writable: [DiaryName]
  /// Which aren't shown, and why, on one line; `nil` where all are. Safe for a terminal.
  package let notice: String?

  package init(writable: [DiaryName], notice: String? = nil) {
    (self.writable, self.notice) = (writable, notice)
  }
}

/// What the program may begin anew with.
package enum DiaryOpening: Hashable, Sendable {
  case diary(NeighborDiary)
  /// All of them as one.
  case together
}

/// A diary beside the one that is open.
package struct NeighborDiary: Hashable, Sendable {
  /// `nil` for one's own.
  package let name: String?
  /// How it stands with it, in a few words: who shares it, and how many entries it has.
  package let words: String

  package init(name: String?, words: String) { (self.name, self.words) = (name, words) }
}
