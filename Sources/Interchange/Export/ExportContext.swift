import DiaryCore
import System

/// What a writer may ask about an export as a whole.
struct ExportContext: Sendable {
  /// All entries that the export is going to have, as often as one wants to look at them.
  let entries: EntryBatches
  /// Whose diary it is; empty where that isn't known.
  let author: String
  /// What is said of a site that everybody may read; `nil` for an export of one's own.
  let site: PublicSite?
  /// Whether the export may tell positions.
  let keepsLocation: Bool
  /// The file of a photo in the diary.
  let source: @Sendable (Photo) -> String
  let helpers: ExportHelpers
  /// The diary's comments.
  let comments: ExportComments
}

/// What a format may need of the world beside the folder that it writes to.
package struct ExportHelpers: Sendable {
  /// Draws photos smaller; without it, pages name them.
  package var pictures: (any SitePictures)?
  /// Makes a book of a page; without it, there are no books.
  package var printer: (any BookPrinter)?
  /// Finds where entries were written; without it, there is no map.
  package var positions: EntryPositions?
  package var worldMap: (any WorldMapping)?
  /// The day that weeks begin with, 0 for Sunday.
  package var firstWeekday: Int

  package init(
    pictures: (any SitePictures)? = nil, printer: (any BookPrinter)? = nil,
    positions: EntryPositions? = nil, worldMap: (any WorldMapping)? = nil, firstWeekday: Int = 1
  ) {
    self.pictures = pictures
    self.printer = printer
    self.positions = positions
    self.worldMap = worldMap
    self.firstWeekday = firstWeekday
  }
}

/// What a person may choose about an export.
package struct ExportOptions: Hashable, Sendable {
  /// Whether copies of photos keep the position where they were taken.
  package var keepsLocation: Bool
  /// What the export is encrypted with, into one file; `nil` for a folder.
  package var passphrase: Passphrase?
  /// What is said of a site that everybody may read; `nil` for an export of one's own.
  package var site: PublicSite?

  package init(
    keepsLocation: Bool = false, passphrase: Passphrase? = nil, site: PublicSite? = nil
  ) {
    self.keepsLocation = keepsLocation
    self.passphrase = passphrase
    self.site = site
  }
}

/// A site that everybody may read, and that has a feed.
package struct PublicSite: Hashable, Sendable {
  package var title: String
  /// A URI that no other feed has, and that stays.
  package var id: String
  /// Where the site is on the web, if that is known. Links of the feed are relative without it.
  package var address: String?

  package init(title: String, id: String, address: String? = nil) {
    (self.title, self.id, self.address) = (title, id, address)
  }
}

/// Copies photos without the position where they were taken: the port behind which the picture
/// program stands.
package protocol LocationRemover: Sendable {
  /// Writes the photo at `path`, without its position, to an open file that is empty. Returns
  /// whether it is whole: not where a film or another picture in its file had to be left out.
  ///
  /// Throws when it isn't certain that the copy is free of positions; what was written until
  /// then is thrown away.
  func copy(photoAt path: String, to descriptor: Descriptor) async throws(PictureProblem) -> Bool
}
