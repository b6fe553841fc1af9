import DiaryCore

extension LogTailer {
  /// What states of comments, each with the one before, change for whoever reads the entries.
  mutating func changes(
    by comments: [(old: CommentPlace?, new: CommentPlace)]
  ) throws(DiaryError) -> [DiaryChange] {
    var lines = LineSource(layout: layout)
    var changes: [DiaryChange] = []
    for (old, new) in comments {
      // Nobody is told of one that was taken back before anybody saw it.
      guard old != nil || !new.isRemoved, let entry = try state(of: new.entry)?.entry,
        !entry.isTrashed, let comment = try lines.comment(at: new)
      else { continue }
      changes.append(DiaryChange(old == nil ? .commented : .commentChanged, entry, comment))
    }
    return changes
  }
}
