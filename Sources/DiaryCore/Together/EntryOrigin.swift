/// Where an entry stands and who wrote it, where several diaries are shown as one.
package struct EntryOrigin: Hashable, Sendable {
  /// The diary that it is in.
  package let diary: DiaryName
  /// The name of its author; `nil` where nobody knows it.
  package let author: String?
  /// Whether the person who looks at it wrote it.
  package let isOwn: Bool
  /// Why that person can write nothing in the diary; `nil` where they can.
  package let obstacle: AccountError?

  package init(diary: DiaryName, author: String?, isOwn: Bool, obstacle: AccountError? = nil) {
    (self.diary, self.author, self.isOwn, self.obstacle) = (diary, author, isOwn, obstacle)
  }
}

extension Entry {
  /// Whether it was written in the name of an author: of several diaries, in any that the person has there.
  package func isOwn(of author: AuthorID) -> Bool { origin?.isOwn ?? (self.author == author) }
}
