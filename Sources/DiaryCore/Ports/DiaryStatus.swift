import Localization

/// How it stands with a diary: its state, and all that can be known in it.
package struct DiaryStatus: Hashable, Sendable {
  /// The store's folder; `nil` for one in memory.
  package var path: String?
  package var format: Int?
  /// Whose diary it is; `nil` while it is nobody's.
  package var author: Author?
  /// `nil` while this device hasn't written anything.
  package var device: ID<Device>?
  package var entries: Int?
  package var trashed: Int?
  /// Files of photos and attachments, and those of them that are no photos.
  package var assets: Int?
  package var attachments: Int?
  /// In bytes, of all files in the folder.
  package var size: Int?
  /// When something was saved last.
  package var saved: Timestamp?
  /// Whether it is a public diary of somebody else.
  package var isFollowed = false
  /// How many entries were added while the diary was locked, and are taken in once it is open.
  package var waiting = 0
  /// What is kept of a shared diary and not shown.
  package var refused: [RefusedLines] = []
  /// The limits of the store's file system.
  package var limits: [FileSystemLimit] = []
  /// What keeps the diary from being read or written.
  package var problem: DiaryError?

  package var photos: Int? { assets.map { $0 - (attachments ?? 0) } }

  package init(path: String?, device: ID<Device>?) {
    self.path = path
    self.device = device
  }

  package var state: DiaryState {
    switch problem {
    case .store(_, let failure): failure.state
    case .some: .unavailable
    case nil where isFollowed: .readOnly
    case nil: entries == 0 && trashed == 0 ? .empty : .available
    }
  }
}

extension DiaryStatus {
  /// What is known of the diary, as a person reads it: names and values. Times are those of the
  /// clocks here, as `local` tells them.
  package func facts(_ local: (Timestamp) -> EntryDate) -> [(name: String, value: String)] {
    var facts = [(localized("state"), state.words)]
    let place = path ?? localized("in memory")
    facts.append(
      (localized("store"), format.map { localized("\(place) (format \($0))") } ?? place))
    if let author {
      facts.append((localized("author"), "\(author.name) (\(author.id))"))
    } else if problem == nil, !isFollowed {
      facts.append((localized("author"), localized("none yet; created with the first entry")))
    }
    if let device { facts.append((localized("device"), device.description)) }
    if let entries { facts.append((localized("entries"), CountWords.grouped(entries))) }
    if waiting > 0 {
      facts.append(
        (localized("waiting"), localized("\(CountWords.entries(waiting)), until you open it")))
    }
    if let trashed { facts.append((localized("trash"), CountWords.grouped(trashed))) }
    if let photos { facts.append((localized("photos"), CountWords.grouped(photos))) }
    if let attachments, attachments > 0 {
      facts.append((localized("attached"), CountWords.grouped(attachments)))
    }
    if let size { facts.append((localized("size"), CountWords.bytes(size))) }
    if let saved {
      let date = local(saved)
      facts.append((localized("last saved"), "\(date.day) \(date.clock)"))
    }
    facts += limits.map { (localized("file system"), $0.line) }
    return facts
  }
}

/// A limit of a file system, such as a network's or a phone's.
package enum FileSystemLimit: String, Hashable, Sendable {
  case locks
  case syncingFolders

  fileprivate var line: String {
    switch self {
    case .locks: localized("has no locks: don't save from two machines at the same time")
    case .syncingFolders: localized("can't sync folders: a power cut may undo the last save")
    }
  }
}
