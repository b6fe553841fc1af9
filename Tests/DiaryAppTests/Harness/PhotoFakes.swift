import DiaryApp
import DiaryCore
import TerminalUI
import TestSupport

final class FakeFolders: FileBrowsing, @unchecked Sendable {
  private let folders: [String: [FileItem]]
  @Locked private var remembered: [FolderUse: String] = [:]

  init(
    _ folders: [String: [FileItem]] = [
      "/": [.folder("home")], "/home": [.folder("me")], "/home/me": [.folder("Pictures")],
      "/home/me/Pictures": [
        .folder("2025"), .folder("여행"), .photo("a-bridge.jpg", 1_930_000),
        .photo("b-damaged.jpg", 512), .photo("c-plum.jpg", 45_300), .photo("d-notes.txt.jpg", 10),
      ], "/home/me/Pictures/2025": [.photo("old.jpg", 999_999)], "/home/me/Pictures/여행": [],
    ]
  ) { self.folders = folders }

  func initialFolder(for use: FolderUse) -> String {
    remembered[use] ?? (use == .photos ? "/home/me/Pictures" : "/home/me/Downloads")
  }
  func homeFolder() -> String { "/home/me" }
  func items(in folder: String, allFiles: Bool) async -> Result<[FileItem], MessageError> {
    folders[folder].map { .success($0) } ?? .failure(MessageError("Folder not found."))
  }
  func firstMissing(of paths: [String]) async -> String? {
    paths.first { path in
      guard let slash = path.lastIndex(of: "/") else { return true }
      let folder = slash == path.startIndex ? "/" : String(path[..<slash])
      let name = path[path.index(after: slash)...]
      return folders[folder]?.contains { !$0.isFolder && $0.name == name } != true
    }
  }
  func remember(folder: String, for use: FolderUse) async { remembered[use] = folder }
}

extension FileItem {
  static func folder(_ name: String) -> FileItem { FileItem(name: name, isFolder: true, size: 0) }
  static func photo(_ name: String, _ size: Int, modified: String? = nil) -> FileItem {
    FileItem(
      name: name, isFolder: false, size: size,
      modified: modified.flatMap { Timestamp($0) } ?? Timestamp(milliseconds: 0))
  }
}

/// Draws the same pattern for each photo, and fails for `damaged` and `missing` ones.
struct FakePictures: PictureMaking {
  var canExtractFrames = true

  func length(of attachment: DiaryCore.Attachment, at path: String) async -> Int? { 42_000 }

  /// Returns whether a file's name contains the word, or an asset is named by it.
  private static func names(_ word: String, _ request: PictureRequest) -> Bool {
    let digits = AssetID.named(word).description.prefix(2 * word.utf8.count)
    guard let path = request.source.path else { return false }
    return path.contains(word) || path.contains("/" + digits)
  }

  func picture(
    _ request: PictureRequest, isPrefetch: @escaping @Sendable () -> Bool
  ) async -> Result<Picture, PictureProblem> {
    if Self.names("damaged", request) { return .failure(.damaged) }
    if Self.names("missing", request) { return .failure(.missing) }
    let size = request.size
    if case .pixels(let graphics) = request.form {
      let pixels = PixelSize(
        width: size.columns * graphics.cell.width, height: size.rows * graphics.cell.height)
      return .success(.pixels(PixelPicture(encoding: graphics.encoding, pixels: pixels, bytes: [])))
    }
    let cells = (0..<size.columns * size.rows).map { place in
      let isInk = (place / size.columns + place % size.columns) % 4 == 0
      return Cell(isInk ? "▓" : "░")
    }
    let picture = CellPicture(size: size, cells: cells)
    return picture.map { .success(.cells($0)) } ?? .failure(.unavailable)
  }
}

/// Accepts every file except notes as a photo, dated by a name like `2024-05-03T101500 sea.jpg`.
struct FakeInspector: PhotoInspector {
  private static func taken(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let digits = name.prefix(17)
    guard digits.count == 17, digits.dropFirst(10).first == "T" else { return nil }
    let time = digits.suffix(6)
    return "\(digits.prefix(11))\(time.prefix(2)):\(time.dropFirst(2).prefix(2)):\(time.suffix(2))"
  }

  func facts(ofPhotoAt path: String) async throws -> PhotoFacts {
    if path.hasSuffix(".txt.jpg") { throw DiaryError.photo(path: path, .notAnImage) }
    if path.hasSuffix(".heic") {
      return PhotoFacts(
        type: MediaType("image/heic"), width: 40, height: 30, problem: .undecodableType)
    }
    return PhotoFacts(type: MediaType("image/jpeg"), width: 40, height: 30, taken: Self.taken(path))
  }
}

class FakePhotoImporter: PhotoImporting, @unchecked Sendable {
  @Locked var proposal: Result<PhotoProposal?, DiaryError> = .success(PhotoProposal(groups: []))
  /// The error of writing after the first entry.
  @Locked var failure: DiaryError?
  @Locked var refused: [PhotoIssue] = []
  @Locked private(set) var folders: [String] = []
  @Locked private(set) var written: [[PhotoGroup]] = []
  private let service: DiaryService

  init(_ service: DiaryService) { self.service = service }

  func proposal(
    for folder: String, grouping: PhotoGrouping, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> PhotoProposal? {
    folders.append(folder)
    progress(Progress(.searching, 1, of: 2))
    return try proposal.get()
  }

  func write(
    _ groups: [PhotoGroup], progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> PhotoImportOutcome {
    written.append(groups)
    var outcome = PhotoImportOutcome()
    outcome.failure = failure
    // As when the disk is full after the first of them.
    for group in failure == nil ? groups[...] : groups.prefix(1) where !group.photos.isEmpty {
      var photos: [Photo] = []
      for photo in group.photos { photos.append(try await service.addPhoto(at: photo.path).photo) }
      var fields = EntryFields(date: group.date, title: group.title, photos: photos)
      fields.details.place = group.place
      outcome.entries.append(try await service.add(fields))
      outcome.photos += photos.count
    }
    outcome.refused = refused
    return outcome
  }
}

/// Answers for photos' files as chosen by the test, and records the calls.
final class FakePhotoActions: PhotoActions, @unchecked Sendable {
  @Locked private(set) var opened: [String] = []
  @Locked private(set) var played: [String] = []
  @Locked var playback = MediaPlayback.window
  @Locked private(set) var copies: [PhotoCopyRequest] = []
  @Locked private(set) var removed: Set<AssetID> = []
  @Locked var facts: PhotoFileFacts?
  /// The error of every request, until it is `nil` again.
  @Locked var failure: MessageError?

  private func check() throws(MessageError) { if let failure { throw failure } }
  func facts(ofPhotoAt path: String) async -> PhotoFileFacts? { facts }

  func open(_ file: NamedFile, at path: String) async throws(MessageError) {
    try check()
    opened.append(file.name)
  }

  func play(_ file: NamedFile, at path: String) async throws(MessageError) -> MediaPlayback {
    try check()
    played.append(file.name)
    return playback
  }

  func playOnTerminal(
    _ file: NamedFile, at path: String, as video: TerminalVideoOutput
  ) throws(MessageError) { try check() }

  func open(address: String) async throws(MessageError) {
    try check()
    opened.append(address)
  }

  func copy(_ request: PhotoCopyRequest, at path: String) async throws(MessageError) -> String {
    try check()
    copies.append(request)
    return "\(request.folder)/\(request.photo.name)"
  }

  func removeCopies(of assets: Set<AssetID>) async { removed.formUnion(assets) }
}

/// Prints of photos as earlier runs have kept them.
final class FakePrints: @unchecked Sendable {
  @Locked var known: [AssetID: PhotoPrint] = [:]

  var cache: AssetCache<PhotoPrint> {
    var cache = AssetCache<PhotoPrint>()
    cache.load = { self.known.mapValues { .some($0) } }
    return cache
  }
}

final class FakeViewMemory: @unchecked Sendable {
  @Locked var view: RememberedView

  init(_ view: RememberedView) { self.view = view }
}
