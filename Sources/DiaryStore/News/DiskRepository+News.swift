import DiaryCore

/// What others have written in a diary on disk.
extension DiskRepository {
  /// Notes what others have written since the last look. What is there at the first one counts as read. As
  /// long as no device has written anything, no log is read.
  ///
  /// - Returns: What is new since, and all that isn't read.
  package func lookForNews(
    _ file: NewsFile
  ) throws(DiaryError) -> (new: [NewsItem], unread: [NewsItem]) {
    try catchUp()
    guard let people = follower.records.people else { return ([], []) }
    let heads = try lineCounts()
    let known = file.read()
    var new: [NewsItem] = []
    if known?.seen != heads {
      let own = try ownPerson()?.id
      try file.change { content throws(DiaryError) in
        if let before = content, !before.seen.isEmpty {
          new = try news(after: before.seen, upTo: heads, people, own)
        }
        content = content ?? NewsFile.Content()
        content?.seen = heads
        content?.add(new)
      }
    }
    let hidden = try hiddenJournals()
    var unread: [NewsItem] = []
    for item in file.unread() {
      guard let entry = try follower.state(of: item.entry)?.entry, !entry.isTrashed,
        !hidden.contains(entry.journal)
      else { continue }
      unread.append(item)
    }
    return (new.filter(unread.contains), unread)
  }

  private func news(
    after seen: [ID<Device>: Int], upTo heads: [ID<Device>: Int], _ people: DiaryPeople,
    _ own: AuthorID?
  ) throws(DiaryError) -> [NewsItem] {
    var items: [(item: NewsItem, clock: HybridClock)] = []
    let reader = LogReader(layout: layout)
    for (device, logs) in try logsByDevice() {
      let known = seen[device] ?? 0
      guard heads[device] ?? 0 > known, people.member(with: device)?.id != own || own == nil else {
        continue
      }
      for (log, _) in logs {
        try reader.forEachLine(of: log) { line throws(DiaryError) in
          guard !line.isTorn, let number = ChainLink(of: line.bytes)?.number, number > known,
            let found = try newsItem(line, in: device)
          else { return }
          items.append(found)
        }
      }
    }
    return items.sorted { $0.clock < $1.clock }.map(\.item).filter { $0.author != own }
  }

  /// What a line tells that nobody has told before; `nil` for what changes something, and what doesn't count.
  private func newsItem(
    _ line: LogLine, in folder: ID<Device>
  ) throws(DiaryError) -> (item: NewsItem, clock: HybridClock)? {
    if let record = RecordLine(line.bytes) {
      guard let comment = record.record.comment, comment.created == comment.modified,
        follower.records.refusal(of: record, in: folder) == nil,
        follower.comments.places(on: comment.entry).contains(where: {
          $0.comment == comment.id && !$0.isRemoved
        })
      else { return nil }
      let item = NewsItem(entry: comment.entry, comment: comment.id, author: comment.author)
      return (item, record.clock)
    }
    guard let revision = RevisionLine.decode(line.bytes), revision.parents.isEmpty,
      follower.records.refusal(of: revision, line.bytes, in: folder) == nil
    else { return nil }
    let item = NewsItem(entry: revision.entry.id, author: revision.entry.author)
    return (item, revision.clock)
  }
}
