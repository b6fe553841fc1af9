import DiaryCore

/// What a site knows of an entry from the first look at it, to lead to it from other pages.
struct SiteEntry {
  let id: ID<Entry>
  let date: EntryDate
  let title: String
  /// The number of its month page.
  let page: Int
  let isStarred: Bool

  /// The photos that it shows, once its page is written.
  var photos: [SitePhoto] = []
  /// How it begins, of those that the first page tells of.
  var excerpt = ""
}

/// A photo of an entry in the site.
struct SitePhoto {
  let asset: AssetID
  let page: ExportPath
  let picture: ExportPath?
  let size: PictureBox?
  let name: String
  let caption: String
  let day: CalendarDay
}

/// A page with the entries of a month, or with a part of them where there are very many.
struct SiteMonth {
  /// The first day of the month.
  let month: CalendarDay
  /// From one.
  let part: Int
  var entries = 0
  var bytes = 0
  var path = ExportPath(name: "")
}

/// Entries that have something in common, as a tag, and the page that lists them.
struct SiteGroup {
  /// As it was written last.
  var name: String
  /// As it was written first, by which its page is called: an address shall stay.
  let firstName: String
  /// The numbers of the entries, oldest first.
  var entries: [Int] = []
  var path = ExportPath(name: "")
}
