import Crypto
import DiaryCore
import System

/// Writes the entries of an export in one format: a type for each, which `ExportRun.write` names.
///
/// Its files go into the tree, which tells of each whether it has to be written. Photos and
/// attachments come before an entry that shows them.
protocol DiaryWriter: ~Copyable {
  /// Whether the export has the bytes of each photo and attachment.
  static var copiesFiles: Bool { get }
  /// Whether photos and attachments go into a file of the writer's, and not beside it into folders.
  static var packsFiles: Bool { get }

  /// How many photos it has drawn so far, where it copies none.
  var drawnPhotos: Int { get }

  /// Begins the export, and may look at it as a whole before the first entry comes.
  init(_ context: ExportContext, _ tree: inout ExportTree) async throws(DiaryError)

  /// Takes a photo or an attachment, whose bytes as they are exported are in an open file, if the
  /// writer packs them.
  mutating func pack(_ file: AssetFile, _ bytes: borrowing OpenFile) throws(DiaryError)

  /// Takes the next entry. `file` is the path in the export of each photo and attachment that was
  /// exported.
  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws(DiaryError)

  /// Ends the export.
  mutating func finish(_ tree: inout ExportTree) async throws(DiaryError)
}

extension DiaryWriter where Self: ~Copyable {
  static var copiesFiles: Bool { true }
  static var packsFiles: Bool { false }
  var drawnPhotos: Int { 0 }

  mutating func pack(_ file: AssetFile, _ bytes: borrowing OpenFile) {}
}

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

/// A file of an export that grows as entries come, on its way to the tree.
struct ExportDocument: ~Copyable {
  private static let chunk = 1 << 18

  private let path: ExportPath
  private let file: GrowingFile
  private var pending: [UInt8] = []
  private var hash = SHA256()

  /// Begins the file at a path of the tree.
  init(_ name: String, in tree: inout ExportTree) throws(DiaryError) {
    path = ExportPath(name: name)
    file = try tree.sink.begin(path)
  }

  /// Adds bytes, which are kept until they are many.
  mutating func write(_ bytes: some Sequence<UInt8>) throws(DiaryError) {
    pending += bytes
    if pending.count > Self.chunk { try flush() }
  }

  /// Ends the file and takes it into the tree, unless an earlier export has the same.
  mutating func finish(_ tree: inout ExportTree) throws(DiaryError) {
    try flush()
    let digest = AssetID(digest: hash.finalize())
    if tree.add(ExportedFile(path: path, content: .text(digest))) {
      try tree.sink.keep(file, at: path)
    } else {
      try tree.sink.discard(file, at: path)
    }
  }

  private mutating func flush() throws(DiaryError) {
    hash.update(data: pending)
    try file.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}

/// A file that an export wrote.
struct ExportedFile: Hashable {
  enum Content: Hashable {
    /// Text, by its SHA-256.
    case text(AssetID)
    case photo(AssetID, keepsLocation: Bool)
    /// A picture of a photo, with no side longer than so many pixels.
    case drawn(AssetID, longest: Int)
    /// Being replaced when this was written: what it holds can't be told.
    case unknown
  }

  let path: ExportPath
  var content: Content
}

extension ExportedFile {
  /// What is taken out of photos: a copy that an earlier version of this program made may still hold
  /// something of it.
  private static let cleaning = 2

  init?(_ json: JSONValue) {
    guard let path = json["path"]?.string.flatMap(ExportPath.init) else { return nil }
    self.path = path
    if let digest = json["sha256"]?.string.flatMap({ AssetID($0) }) {
      content = .text(digest)
    } else if let asset = json["asset"]?.string.flatMap({ AssetID($0) }),
      let keepsLocation = json["location"]?.bool,
      keepsLocation || json["cleaning"]?.integer == Self.cleaning
    {
      content = .photo(asset, keepsLocation: keepsLocation)
    } else if let asset = json["asset"]?.string.flatMap({ AssetID($0) }),
      let longest = json["pixels"]?.integer
    {
      content = .drawn(asset, longest: longest)
    } else {
      content = .unknown
    }
  }

  var json: JSONValue {
    var json: JSONValue = ["path": .string(path.text)]
    switch content {
    case .text(let digest): json["sha256"] = .string(digest.description)
    case .photo(let asset, let keepsLocation):
      json["asset"] = .string(asset.description)
      json["location"] = .bool(keepsLocation)
      if !keepsLocation { json["cleaning"] = .integer(Self.cleaning) }
    case .drawn(let asset, let longest):
      json["asset"] = .string(asset.description)
      json["pixels"] = .integer(longest)
    case .unknown: break
    }
    return json
  }
}

/// The comments of a diary that is exported.
struct ExportComments: Sendable {
  private let service: DiaryService
  /// The entries that have some, so that no others are asked for.
  private let entries: Set<ID<Entry>>
  private let names: [AuthorID: String]

  init(of service: DiaryService) async throws(DiaryError) {
    self.service = service
    entries = try await service.commentedEntries()
    names =
      entries.isEmpty
      ? [:]
      : Dictionary(try await service.authors().map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// What is said under an entry, in the order in which it was said.
  func comments(on entry: ID<Entry>) async throws(DiaryError) -> [NamedComment] {
    guard entries.contains(entry) else { return [] }
    return try await service.comments(on: entry).map {
      NamedComment(comment: $0, author: names[$0.author])
    }
  }

  /// As a member of the entry's object; none where nobody has said anything.
  func members(of entry: ID<Entry>) async throws(DiaryError) -> [JSONMember] {
    let comments = try await comments(on: entry)
    return comments.isEmpty ? [] : [JSONMember(Self.memberName, .array(comments.map(\.json)))]
  }

  static let memberName = "comments"
}

/// A comment, and who made it.
struct NamedComment: Hashable, Sendable {
  let comment: EntryComment
  /// The name of its author; `nil` where nobody knows it.
  let author: String?

  /// With the name beside the id, for whoever reads it without this program.
  var json: JSONValue {
    var members: [JSONMember] = []
    for member in comment.json.members ?? [] {
      members.append(member)
      if member.name == "author" { members.append(JSONMember("name", .optional(author))) }
    }
    return .object(members)
  }
}

/// Draws photos as the JPEG pictures of an export: the port behind which the picture program stands.
package protocol SitePictures: Sendable {
  /// A JPEG of the photo at `path`, upright, with no metadata, and with no side longer than
  /// `longest` pixels. One that `isKept` is taken from a cache where it has been drawn before.
  func jpeg(
    of photo: AssetFile, at path: String, longest: Int, width: Int?, height: Int?, isKept: Bool
  ) async throws(PictureProblem) -> [UInt8]
}

/// A picture of a photo on its way to a file of an export, which is open meanwhile.
final class DrawnPicture: Sendable {
  let photo: Photo
  let path: ExportPath
  /// The most pixels of its longest side.
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

  /// Draws several at a time, and tells of each whether its photo could be drawn. When the task was
  /// cancelled, the run says so; what isn't told of then goes with the rest.
  static func draw(
    _ pictures: [DrawnPicture], _ context: ExportContext
  ) async throws(DiaryError) -> [(DrawnPicture, isDrawn: Bool)] {
    let results = await concurrentResults(pictures) { picture async throws(DiaryError) in
      try await picture.draw(context)
    }
    return try zip(pictures, results.compactMap(\.self)).map {
      (picture, result) throws(DiaryError) in (picture, try result.get())
    }
  }

  private func draw(_ context: ExportContext) async throws(DiaryError) -> Bool {
    let bytes: [UInt8]
    do throws(PictureProblem) {
      guard let pictures = context.helpers.pictures else { return false }
      bytes = try await pictures.jpeg(
        of: photo.file, at: context.source(photo), longest: longest, width: photo.width,
        height: photo.height, isKept: isKept)
    } catch {
      return false
    }
    try file.write(bytes)
    return true
  }
}

extension Entry {
  /// The entry without what other programs wrote of where it was written: exports carry no position
  /// unless asked, and members that this program doesn't know may hold one.
  var withoutPositions: Entry {
    var copy = self
    copy.unknownMembers = Self.withoutPositions(unknownMembers)
    for index in copy.attachments.indices {
      let members = copy.attachments[index].unknownMembers
      copy.attachments[index].unknownMembers = Self.withoutPositions(members)
    }
    return copy
  }

  /// As diaries and photo programs name positions, without regard to case.
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
