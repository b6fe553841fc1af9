import DiaryCore
import System

/// Remembers, on this machine alone, up to which line of each device what others have written in a diary has
/// been noticed, and what of that isn't read yet. It holds nothing but ids.
package struct NewsFile: Sendable {
  private let path: String

  package init(path: String) { self.path = path }

  /// What is in it.
  struct Content: Hashable, Sendable {
    /// How many lines of each device were looked through.
    var seen: [ID<Device>: Int] = [:]
    /// The earliest first.
    var unread: [NewsItem] = []

    /// Whether the desktop is to tell what is new.
    var isNotified = false

    /// More than anybody reads one by one.
    private static let mostUnread = 500

    mutating func add(_ items: [NewsItem]) {
      unread += items.filter { !unread.contains($0) }
      unread.removeFirst(max(0, unread.count - Self.mostUnread))
    }
  }

  private static let (seenName, unreadName, notifiedName) = ("seen", "unread", "notified")

  /// `nil` when nothing was noted yet, or what was can't be read.
  func read() -> Content? {
    guard let file = try? OpenFile.reading(path), let bytes = try? file.rest(),
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

  /// What isn't read yet, as it was noted last.
  package func unread() -> [NewsItem] { read()?.unread ?? [] }

  /// Whether the desktop is to tell what is new.
  package var isNotified: Bool { read()?.isNotified == true }

  /// Has the desktop tell what is new, or no longer. Returns whether it does now.
  package func switchNotifications() throws(DiaryError) -> Bool {
    var isNotified = false
    try change { content throws(DiaryError) in
      content = content ?? Content()
      content?.isNotified.toggle()
      isNotified = content?.isNotified == true
    }
    return isNotified
  }

  /// Changes what is noted; other programs wait meanwhile.
  func change(_ body: (inout Content?) throws(DiaryError) -> Void) throws(DiaryError) {
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

  /// All that was noted has been read.
  package func markAllRead() throws(DiaryError) {
    guard !unread().isEmpty else { return }
    try change { content throws(DiaryError) in content?.unread = [] }
  }

  /// An entry has been read, with the comments on it.
  package func markRead(_ entry: ID<Entry>) throws(DiaryError) {
    guard unread().contains(where: { $0.entry == entry }) else { return }
    try change { content throws(DiaryError) in content?.unread.removeAll { $0.entry == entry } }
  }
}
