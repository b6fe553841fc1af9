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
  /// What keeps the diary from being read or written.
  package var problem: DiaryError?

  package var photos: Int? { assets.map { $0 - (attachments ?? 0) } }

  package init(path: String?, device: ID<Device>?) {
    self.path = path
    self.device = device
  }

  package var state: DiaryState {
    switch problem {
    case .store(_, let fault): fault.state
    case .some: .unavailable
    case nil: entries == 0 && trashed == 0 ? .empty : .available
    }
  }
}
