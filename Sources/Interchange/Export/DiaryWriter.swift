import DiaryCore
import System

/// Writes an export's entries in one format. Each format has a type, chosen in `ExportRun.write`.
///
/// Files are added to the tree, which decides which of them must be written. Photos and attachments
/// are exported before the entry that shows them.
protocol DiaryWriter: ~Copyable {
  /// `true` if the export contains the bytes of each photo and attachment.
  static var copiesFiles: Bool { get }
  /// `true` if photos and attachments are packed into a file of the writer instead of being copied
  /// to folders next to it.
  static var packsFiles: Bool { get }

  /// The number of photos drawn so far, for writers that don't copy files.
  var drawnPhotos: Int { get }

  /// Begins the export. May examine all entries before the first one is added.
  init(_ context: ExportContext, _ tree: inout ExportTree) async throws

  /// Packs a photo or an attachment from an open file with the exported bytes. Called only if
  /// `packsFiles`.
  mutating func pack(_ file: AssetFile, _ bytes: borrowing OpenFile) throws

  /// Adds the next entry. `file` returns the path in the export of a photo or an attachment, or
  /// `nil` if it was left out.
  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws

  /// Completes the export.
  mutating func finish(_ tree: inout ExportTree) async throws
}

extension DiaryWriter where Self: ~Copyable {
  static var copiesFiles: Bool { true }
  static var packsFiles: Bool { false }
  var drawnPhotos: Int { 0 }

  mutating func pack(_ file: AssetFile, _ bytes: borrowing OpenFile) {}
}

/// Information about an export for its writer.
struct ExportContext: Sendable {
  /// All entries of the export. May be iterated several times.
  let entries: EntryBatches
  /// The name of the diary's author; empty if unknown.
  let author: String
  /// The settings of a public site; `nil` for a private export.
  let site: PublicSite?
  /// `true` if the export may contain positions.
  let keepsLocation: Bool
  /// Returns the path of a photo's file in the diary.
  let source: @Sendable (Photo) -> String
  let helpers: ExportHelpers
  /// The diary's comments.
  let comments: ExportComments
}

/// Services that some formats need besides the file system.
package struct ExportHelpers: Sendable {
  /// Draws smaller versions of photos. Without it, pages only name photos.
  package var drawPhoto: PhotoDrawer?
  /// Finds a printer of books; `nil` if no converter is installed.
  package var findPrinter: @Sendable () -> BookPrinter?
  /// Finds where entries were written. Without it, there is no map.
  package var positions: EntryPositions?
  package var readMap: MapReader?
  /// The first day of the week, 0 for Sunday.
  package var firstWeekday: Int

  package init(
    drawPhoto: PhotoDrawer? = nil, findPrinter: @escaping @Sendable () -> BookPrinter? = { nil },
    positions: EntryPositions? = nil, readMap: MapReader? = nil, firstWeekday: Int = 1
  ) {
    self.drawPhoto = drawPhoto
    self.findPrinter = findPrinter
    self.positions = positions
    self.readMap = readMap
    self.firstWeekday = firstWeekday
  }
}

/// Returns the photo at a path as an upright JPEG without metadata, with at most `longest` pixels
/// on the longer side. `isKept` is `true` to use a cached picture.
///
/// - Throws: `PictureProblem` if the photo can't be drawn.
package typealias PhotoDrawer =
  @Sendable (
    _ photo: Photo, _ path: String, _ longest: Int, _ isKept: Bool
  ) async throws -> [UInt8]

/// The options of an export.
package struct ExportOptions: Hashable, Sendable {
  /// `true` if copies of photos keep the position where they were taken.
  package var keepsLocation: Bool
  /// The passphrase for an export to one encrypted file; `nil` for a folder.
  package var passphrase: Passphrase?
  /// The settings of a public site; `nil` for a private export.
  package var site: PublicSite?

  package init(
    keepsLocation: Bool = false, passphrase: Passphrase? = nil, site: PublicSite? = nil
  ) {
    self.keepsLocation = keepsLocation
    self.passphrase = passphrase
    self.site = site
  }
}

/// A site that is published on the web, with a feed.
package struct PublicSite: Hashable, Sendable {
  package var title: String
  /// The feed's permanent and globally unique URI.
  package var id: String
  /// The site's address, if known. Without it, the feed's links are relative.
  package var address: String?

  package init(title: String, id: String, address: String? = nil) {
    (self.title, self.id, self.address) = (title, id, address)
  }
}

/// Writes the photo at a path, without the position where it was taken, to an empty open file.
///
/// - Returns: `false` if a video or another picture in the file was left out.
/// - Throws: `PictureProblem` if the copy may still contain a position. The caller then discards
///   what was written.
package typealias LocationRemover =
  @Sendable (_ path: String, _ copy: Descriptor) async throws -> Bool

/// Looks up comments for an export.
struct ExportComments: Sendable {
  private let service: DiaryService
  /// The entries that have comments, to avoid a query for each of the others.
  private let entries: Set<ID<Entry>>
  private let names: [AuthorID: String]

  init(of service: DiaryService) async throws {
    self.service = service
    entries = try await Exporter.reading(await service.commentedEntries())
    let authors = entries.isEmpty ? [] : try await Exporter.reading(await service.authors())
    names = Dictionary(authors.map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// Returns an entry's comments in the order they were made.
  func comments(on entry: ID<Entry>) async throws -> [NamedComment] {
    guard entries.contains(entry) else { return [] }
    return try await Exporter.reading(await service.comments(on: entry)).map {
      NamedComment(comment: $0, author: names[$0.author])
    }
  }

  /// Returns the comments as a member of the entry's JSON object, or nothing if there are none.
  func members(of entry: ID<Entry>) async throws -> [JSONMember] {
    let comments = try await comments(on: entry)
    return comments.isEmpty ? [] : [JSONMember(Self.memberName, .array(comments.map(\.json)))]
  }

  static let memberName = "comments"
}

/// A comment with its author's name.
struct NamedComment: Hashable, Sendable {
  let comment: EntryComment
  /// The author's name; `nil` if unknown.
  let author: String?

  /// The comment's JSON, with the name next to the author's ID for readers without PhotoDiary.
  var json: JSONValue {
    var members: [JSONMember] = []
    for member in comment.json.members ?? [] {
      members.append(member)
      if member.name == "author" { members.append(JSONMember("name", .optional(author))) }
    }
    return .object(members)
  }
}

/// A photo that is drawn to an open file of an export.
final class DrawnPicture: Sendable {
  let photo: Photo
  let path: ExportPath
  /// The number of pixels on the longer side.
  let longest: Int
  private let isKept: Bool
  let file: OpenFile

  init(
    _ photo: Photo, _ path: ExportPath, longest: Int, isKept: Bool, _ file: consuming OpenFile
  ) {
    self.photo = photo
    self.path = path
    self.longest = longest
    self.isKept = isKept
    self.file = file
  }

  /// Draws several pictures at a time. `isDrawn` is `false` if the photo couldn't be drawn. If the
  /// task is cancelled, returns fewer results; the run then fails and discards its files.
  static func draw(
    _ pictures: [DrawnPicture], _ context: ExportContext
  ) async throws -> [(DrawnPicture, isDrawn: Bool)] {
    let results = await concurrentResults(pictures) { picture in
      try await picture.draw(context)
    }
    return try zip(pictures, results.compactMap(\.self)).map {
      (picture, result) in (picture, try result.get())
    }
  }

  private func draw(_ context: ExportContext) async throws -> Bool {
    let bytes: [UInt8]
    do {
      guard let drawPhoto = context.helpers.drawPhoto else { return false }
      bytes = try await drawPhoto(photo, context.source(photo), longest, isKept)
    } catch {
      return false
    }
    try file.write(bytes)
    return true
  }
}

extension Entry {
  /// The entry without positions that other programs recorded. Exports contain no positions unless
  /// requested, and unknown members may contain some.
  var withoutPositions: Entry {
    var copy = self
    copy.unknownMembers = Self.withoutPositions(unknownMembers)
    for index in copy.attachments.indices {
      let members = copy.attachments[index].unknownMembers
      copy.attachments[index].unknownMembers = Self.withoutPositions(members)
    }
    return copy
  }

  /// The names that diaries and photo programs use for positions, in lower case.
  private static let positionNames: Set = [
    "location", "locations", "position", "gps", "geo", "geolocation", "geotag", "coordinate",
    "coordinates", "latitude", "longitude", "lat", "lon", "lng", "long",
  ]

  private static func withoutPositions(_ members: [JSONMember]) -> [JSONMember] {
    members.compactMap { member in
      positionNames.contains(member.name.lowercased())
        ? nil : JSONMember(member.name, withoutPositions(member.value))
    }
  }

  private static func withoutPositions(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members): .object(withoutPositions(members))
    case .array(let values): .array(values.map { withoutPositions($0) })
    default: value
    }
  }
}
