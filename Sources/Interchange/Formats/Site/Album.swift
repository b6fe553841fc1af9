/// The pages of the photos, which lead to one another: each can be written once the next is known.
struct Album {
  private var page: PhotoPage?
  private var before: SitePhoto?

  /// Takes the next page. Gives the one before it as it is to be written.
  mutating func turn(
    to next: PhotoPage, _ index: SiteIndex, _ frame: SiteFrame
  ) -> (ExportPath, [UInt8])? {
    defer {
      before = page?.photo
      page = next
    }
    return written(after: next.photo, index, frame)
  }

  /// Gives the last page.
  mutating func close(_ index: SiteIndex, _ frame: SiteFrame) -> (ExportPath, [UInt8])? {
    defer { page = nil }
    return written(after: nil, index, frame)
  }

  private func written(
    after: SitePhoto?, _ index: SiteIndex, _ frame: SiteFrame
  ) -> (ExportPath, [UInt8])? {
    page.map { ($0.photo.page, $0.write(before: before, after: after, index, frame)) }
  }
}
