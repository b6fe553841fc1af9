import DiaryCore

/// Looks for what the diary has lost, in the copy that was made of it: a backup of a diary that isn't
/// whole mustn't push out those that are.
struct CopyCheck {
  let layout: StoreLayout
  /// What was copied, by its path within the store.
  let files: Set<String>
  /// What the diary's devices had noted when it was copied.
  let lastLines: [LastLine]
  /// What copying came upon.
  let known: [Finding]

  /// The faults, those that are known first. The bytes of the files themselves were read when they
  /// were copied.
  func faults() throws(DiaryError) -> [Finding] {
    var faults = known
    func note(_ finding: Finding) { if finding.severity == .fault { faults.append(finding) } }
    var logs = try LogCheck(layout: layout, noted: lastLines)
    try logs.run(note)
    AssetCheck(layout: layout, referenced: logs.assets)
      .reportMissing(besides: files.union(known.map(\.file)), note)
    try IndexCheck(layout: layout, revisions: logs.seen).reportLosses(note)
    return faults
  }
}
