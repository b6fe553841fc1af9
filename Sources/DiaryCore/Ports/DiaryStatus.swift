/// How it stands with a diary.
package struct DiaryStatus: Hashable, Sendable {
  /// The store's folder; `nil` for one in memory.
  package var path: String?
  package var format: Int
  package var author: Author
  package var device: ID<Device>
  package var entries: Int
  package var trashed: Int
  package var assets: Int

  package init(
    path: String?, format: Int, author: Author, device: ID<Device>, entries: Int, trashed: Int,
    assets: Int
  ) {
    self.path = path
    self.format = format
    self.author = author
    self.device = device
    self.entries = entries
    self.trashed = trashed
    self.assets = assets
  }
}
