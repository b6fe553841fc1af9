/// Which file each log was when it was read: emptying the trash puts another in its place.
struct KnownLogFiles {
  private var inodes: [String: UInt64] = [:]

  init() {}

  init(_ found: [(name: String, end: LogEnd)]) {
    inodes = Dictionary(found.map { ($0.name, $0.end.inode) }) { first, _ in first }
  }

  /// A log that this program has added to.
  mutating func note(_ log: LogFile) { inodes[log.name] = log.end?.inode }

  /// Whether a log is another file now, or gone: someone emptied the trash. Or someone took back
  /// what they could not save, and what stands there now is something else.
  func areReplaced(
    _ found: [(name: String, end: LogEnd)], readUpTo positions: [String: LogPosition],
    in layout: StoreLayout
  ) -> Bool {
    let present = Dictionary(found.map { ($0.name, $0.end) }) { first, _ in first }
    return positions.contains { name, position in
      guard let end = present[name], end.inode == inodes[name], end.size >= position.offset
      else { return true }
      return end.size > position.offset
        && layout.log(name).mark(at: position.offset) != position.mark
    }
  }
}
