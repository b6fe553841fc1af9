/// What was done to a comment: it was made, changed or taken back.
package struct CommentChange: Hashable, Sendable {
  package let comment: EntryComment
  /// What it said; `nil` where it wasn't there.
  package let before: String?
  /// What it says since; `nil` where it was taken back.
  package let after: String?

  package init(of comment: EntryComment, from before: String?, to after: String?) {
    (self.comment, self.before, self.after) = (comment, before, after)
  }

  /// What takes it back.
  package var inverse: CommentChange { CommentChange(of: comment, from: after, to: before) }
}
