import DiaryCore
import Words

extension AppState {
  /// Shows a change of many entries that this app made. The list is read anew, for too many ranks
  /// may have changed.
  mutating func changedMany(_ own: OwnChanges) {
    // Gathered anew when one is next typed: to note them one by one takes longer.
    tags = nil
    journalsChanged(by: own)
    let changes = own.entries.map { DiaryChange(own.kind(of: $0), $0) }
    for change in changes {
      apply(change, rank: nil)
      historyChanged(of: change.entry.id)
    }
    trashChanged(by: changes)
    reloadLists()
    roll?.reload()
    toast = ManyWords.line(own, undoKey: keys[.list].keyName(of: .undo))
    guard !own.entries.isEmpty || !own.step.journals.isEmpty else {
      if let cause = own.cause {
        undo.drop(cause)
        toast =
          ManyWords.kept(own.keptTexts)
          ?? localized("Couldn't do that: none of the entries is left to change.")
      }
      return
    }
    if let cause = own.cause {
      undo.carriedOut(cause, inverse: .many(own.step))
    } else {
      undo.record(.many(own.step))
    }
  }
}
