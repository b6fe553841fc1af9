import DiaryCore

/// What a writer may ask about an export as a whole.
struct ExportContext: Sendable {
  /// All entries that the export is going to have, as often as one wants to look at them.
  let entries: EntryBatches
  /// Whose diary it is; empty where that isn't known.
  let author: String
  /// The file of a photo in the diary.
  let source: @Sendable (Photo) -> String
  let helpers: ExportHelpers
}

/// What a format may need of the world beside the folder that it writes to.
package struct ExportHelpers: Sendable {
  /// Draws photos smaller; without it, pages name them.
  package var pictures: (any SitePictures)?
  /// Makes a book of a page; without it, there are no books.
  package var printer: (any BookPrinter)?
  /// The day that weeks begin with, 0 for Sunday.
  package var firstWeekday: Int

  package init(
    pictures: (any SitePictures)? = nil, printer: (any BookPrinter)? = nil, firstWeekday: Int = 1
  ) {
    self.pictures = pictures
    self.printer = printer
    self.firstWeekday = firstWeekday
  }
}
