import DiaryCore
import System

/// Finds what other people have written in a diary on disk.
extension DiskRepository {
  /// Finds entries and comments that other people have written since the last call, and remembers
  /// them as unread. The first call treats existing ones as read. If no device has written since,
  /// no log is read.
  ///
  /// - Returns: the new items, and all unread ones.
  /// - Throws: an error if the logs can't be read, or the news file can't be written.
  package func lookForNews(_ file: NewsFile) throws -> (new: [NewsItem], unread: [NewsItem]) {
    try catchUp()
    guard let people = tailer.records.people else { return ([], []) }
    let heads = try lineCounts()
    let known = file.read()
    var new: [NewsItem] = []
    if known?.seen != heads {
      let own = try ownPerson()?.id
      try file.change { content in
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
      guard let entry = try tailer.state(of: item.entry)?.entry, !entry.isTrashed,
        !hidden.contains(entry.journal)
      else { continue }
      unread.append(item)
    }
    return (new.filter(unread.contains), unread)
  }

  private func news(
    after seen: [ID<Device>: Int], upTo heads: [ID<Device>: Int], _ people: DiaryPeople,
    _ own: AuthorID?
  ) throws -> [NewsItem] {
    var items: [(item: NewsItem, clock: HybridClock)] = []
    let reader = LogReader(layout: layout)
    for (device, logs) in try logsByDevice() {
      let known = seen[device] ?? 0
      guard heads[device] ?? 0 > known, people.member(with: device)?.id != own || own == nil else {
        continue
      }
      for (log, _) in logs {
        try reader.forEachLine(of: log) { line in
          guard !line.isTorn, let number = ChainLink(of: line.bytes)?.number, number > known,
            let found = try newsItem(line, in: device)
          else { return }
          items.append(found)
        }
      }
    }
    return items.sorted { $0.clock < $1.clock }.map(\.item).filter { $0.author != own }
  }

  /// Returns the item for a line that adds an entry or a comment. Returns `nil` for changes and for
  /// lines that don't count.
  private func newsItem(
    _ line: LogLine, in folder: ID<Device>
  ) throws -> (item: NewsItem, clock: HybridClock)? {
    if let record = RecordLine(line.bytes) {
      guard let comment = record.record.comment, comment.created == comment.modified,
        tailer.records.refusal(of: record, in: folder) == nil,
        tailer.comments.places(on: comment.entry).contains(where: {
          $0.comment == comment.id && !$0.isRemoved
        })
      else { return nil }
      let item = NewsItem(entry: comment.entry, comment: comment.id, author: comment.author)
      return (item, record.clock)
    }
    guard let revision = RevisionLine.decode(line.bytes), revision.parents.isEmpty,
      tailer.records.refusal(of: revision, line.bytes, in: folder) == nil
    else { return nil }
    let item = NewsItem(entry: revision.entry.id, author: revision.entry.author)
    return (item, revision.clock)
  }
}

/// Remembers, on this machine only, the line of each device up to which other people's entries and
/// comments were noticed, and the unread ones. It contains only IDs.
package struct NewsFile: Sendable {
  private let path: String

  package init(path: String) { self.path = path }

  /// The contents of the file.
  struct Content: Hashable, Sendable {
    /// The number of lines of each device that were scanned.
    var seen: [ID<Device>: Int] = [:]
    /// The unread items, the earliest first.
    var unread: [NewsItem] = []

    /// `true` if desktop notifications are on.
    var isNotified = false

    /// The maximum number of unread items, more than anyone reads one by one.
    private static let maxUnread = 500

    mutating func add(_ items: [NewsItem]) {
      unread += items.filter { !unread.contains($0) }
      unread.removeFirst(max(0, unread.count - Self.maxUnread))
    }
  }

  private static let (seenName, unreadName, notifiedName) = ("seen", "unread", "notified")

  /// Returns the contents, or `nil` if the file is missing or damaged.
  func read() -> Content? {
    guard let file = try? OpenFile.reading(path), let bytes = try? file.readToEnd(),
      let json = try? JSONParser.parse(bytes),
      let seen = json[Self.seenName].flatMap({ [ID<Device>: Int](lengths: $0) })
    else { return nil }
    let unread = (json[Self.unreadName]?.array ?? []).compactMap { item -> NewsItem? in
      guard let parts = item.array, parts.count == 3,
        let entry = parts[0].string.flatMap({ ID<Entry>($0) }), let author = parts[2].string
      else { return nil }
      return NewsItem(
        entry: entry, comment: parts[1].string.flatMap { ID<EntryComment>($0) },
        author: AuthorID(author))
    }
    return Content(seen: seen, unread: unread, isNotified: json[Self.notifiedName]?.bool == true)
  }

  /// Returns the unread items of the last scan.
  package func unread() -> [NewsItem] { read()?.unread ?? [] }

  /// `true` if desktop notifications are on.
  package var isNotified: Bool { read()?.isNotified == true }

  /// Switches desktop notifications on or off, and returns `true` if they are on now.
  ///
  /// - Throws: an error if the file can't be locked or written.
  package func toggleNotifications() throws -> Bool {
    var isNotified = false
    try change { content in
      content = content ?? Content()
      content?.isNotified.toggle()
      isNotified = content?.isNotified == true
    }
    return isNotified
  }

  /// Changes the contents while other programs wait.
  func change(_ body: (inout Content?) throws -> Void) throws {
    try FileSystem.makeFolders(Path.parent(path))
    let lock = try FileLock(path + ".lock")
    let known = read()
    var content = known
    try body(&content)
    if let content, content != known {
      let json: JSONValue = [
        Self.seenName: content.seen.lengthsJSON,
        Self.notifiedName: .bool(content.isNotified),
        Self.unreadName: .array(
          content.unread.map { item in
            .array([
              .string(item.entry.description), .optional(item.comment?.description),
              .string(item.author.description),
            ])
          }),
      ]
      try DurableFile.write(JSONWriter.bytes(json) + [0x0A], to: path)
    }
    _ = consume lock
  }

  /// Marks everything as read.
  ///
  /// - Throws: an error if the file can't be locked or written.
  package func markAllRead() throws {
    guard !unread().isEmpty else { return }
    try change { content in content?.unread = [] }
  }

  /// Marks an entry and its comments as read.
  ///
  /// - Throws: an error if the file can't be locked or written.
  package func markRead(_ entry: ID<Entry>) throws {
    guard unread().contains(where: { $0.entry == entry }) else { return }
    try change { content in content?.unread.removeAll { $0.entry == entry } }
  }
}
