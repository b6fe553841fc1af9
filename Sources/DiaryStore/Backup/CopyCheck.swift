import DiaryCore

/// Looks for what the diary has lost, in the copy that was made of it: a backup of a diary that isn't
/// whole mustn't push out those that are.
struct CopyCheck {
  let layout: StoreLayout
  /// What was copied, by its path within the store.
  let files: Set<String>
  /// What copying came upon.
  let known: [Finding]

  /// The faults, those that are known first. The bytes of the files themselves were read when they
  /// were copied.
  func faults() throws(DiaryError) -> [Finding] {
    var faults = known
    func note(_ finding: Finding) { if finding.severity == .fault { faults.append(finding) } }
    var logs = LogCheck(layout: layout)
    try logs.run(note)
    let unread = Set(known.map(\.file))
    for (file, entry) in logs.assets.sorted(by: { $0.key < $1.key })
    where !files.contains(file) && !unread.contains(file) {
      note(Finding(.missingAsset, file, entry: entry))
    }
    try IndexCheck(layout: layout, revisions: logs.seen).reportLosses(note)
    return faults
  }
}
