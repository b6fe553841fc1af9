import DiaryCore

/// Finds out from the logs whose diary it is, when `owner.json` doesn't tell.
struct OwnerSearch {
  let layout: StoreLayout
  let device: ID<Device>?

  /// Milliseconds within which an entry that was written here is saved after it was made; an
  /// imported one is older.
  private static let promptly: Int64 = 10_000

  /// The author who has written most of what only the diary's own author can have written:
  /// changes, and entries that were saved as they were made. This device's logs go before others,
  /// which may be another author's, and entries that were imported come last.
  func author() throws(DiaryError) -> AuthorID? {
    var own: [AuthorID: Int] = [:]
    var all: [AuthorID: Int] = [:]
    var imported: [AuthorID: Int] = [:]
    let reader = LogReader(layout: layout)
    let ownPrefix = device.map { "\($0)/" }
    for (name, _) in try reader.logs() {
      try reader.forEachLine(of: name) { line in
        guard let revision = RevisionLine.decode(line.bytes) else { return }
        let author = revision.entry.author
        let age = revision.clock.time.milliseconds - revision.entry.created.milliseconds
        guard !revision.parents.isEmpty || (0...Self.promptly).contains(age) else {
          imported[author, default: 0] += 1
          return
        }
        all[author, default: 0] += 1
        if let ownPrefix, name.hasPrefix(ownPrefix) { own[author, default: 0] += 1 }
      }
    }
    for votes in [own, all, imported] {
      // Of equals always the same one.
      let ranked = votes.sorted { ($1.value, $0.key.description) < ($0.value, $1.key.description) }
      if let first = ranked.first { return first.key }
    }
    return nil
  }
}
