import Crypto
import DiaryCore
import System

/// An export's folder: resolved, checked, with the manifest of an earlier export in it.
struct ExportTarget {
  /// The path without symbolic links.
  let path: String
  let exists: Bool
  /// `true` if the folder contains nothing at all or doesn't exist.
  let isEmpty: Bool
  let earlier: ExportManifest?
  /// The manifest of this export, without files.
  let manifest: ExportManifest

  /// Resolves and checks a path.
  /// - Throws: `DiaryError.export` if this diary can't be exported there.
  init(at given: String, store: String?, author: AuthorID, format: ExportFormat) throws {
    path = Path.resolved(given)
    manifest = ExportManifest(author: author, format: format)
    if let store, Path.contains(Path.resolved(store), path) {
      throw DiaryError.export(path: given, .insideStore)
    }
    guard let status = FileSystem.statusNoFollow(of: path) else {
      (exists, isEmpty, earlier) = (false, true, nil)
      return
    }
    guard status.isFolder else { throw DiaryError.export(path: given, .notAFolder) }
    exists = true
    let folder = try Folder(at: path)
    let names = try folder.names()
    isEmpty = names.isEmpty
    guard names.contains(where: { !StagingFolder.isLeftover($0) }) else {
      earlier = nil
      return
    }
    guard let manifest = ExportManifest(in: folder), manifest.format == format else {
      throw DiaryError.export(path: given, .notEmpty)
    }
    guard manifest.author == author else { throw DiaryError.export(path: given, .otherDiary) }
    earlier = manifest
  }

  var name: String { Path.split(path).name }
  var parent: String { Path.split(path).folder }
}

// MARK: - FolderSink

/// Writes an export to a staging folder next to its destination.
final class FolderSink: ExportSink {
  private let target: ExportTarget
  private var staging: StagingFolder

  /// Creates the staging folder next to the target, on the same file system. If that's impossible,
  /// as at the root of a memory stick, creates it in the target.
  init(_ target: ExportTarget) throws {
    self.target = target
    if target.exists {
      let isMount =
        FileSystem.status(of: target.parent)?.device != FileSystem.status(of: target.path)?.device
      if !isMount, let staging = try? StagingFolder(in: target.parent, for: target.name) {
        self.staging = staging
      } else {
        staging = try StagingFolder(in: target.path, for: target.name)
      }
    } else {
      staging = try StagingFolder(in: target.parent, for: target.name)
    }
  }

  let maxOpenFiles = 32

  var workFolder: String { Path.split(staging.folder.path).folder }

  /// `false` on file systems such as rclone's, which can't read a file that is being written.
  private var canReadBack = true

  func scratch() throws -> OpenFile {
    if canReadBack {
      let file = try staging.folder.newFile(Self.scratchName)
      canReadBack =
        (try? file.descriptor.write([0], at: 0)) != nil && (try? file.bytes(1, at: 0)) == [0]
      try staging.folder.remove(file: Self.scratchName)
      if canReadBack {
        try file.truncate(to: 0)
        return file
      }
    }
    // On these file systems, a file removed while open reappears when it's closed.
    try staging.folder.remove(file: Self.scratchName)
    return try OpenFile.inMemory("photodiary-export", path: staging.folder.path)
  }

  private static let scratchName = ".scratch"

  func newFile(at path: ExportPath) throws -> OpenFile {
    try staging.folder.newFile(at: path)
  }

  func keep(_ file: borrowing OpenFile, at path: ExportPath) {}

  func begin(_ path: ExportPath) throws -> GrowingFile {
    GrowingFile(path, try staging.folder.newFile(at: path))
  }

  func keep(_ file: GrowingFile) {}

  func discard(_ path: ExportPath) throws { try staging.folder.remove(path) }

  // MARK: Publishing

  /// Moves the tree's files to the target.
  ///
  /// - Returns: the number of an earlier export's files that were removed, and those that were kept
  ///   because the user edited them.
  func publish(_ tree: borrowing ExportTree) throws -> (removed: Int, kept: [ExportPath]) {
    var manifest = target.manifest
    manifest.files = tree.files
    guard target.earlier != nil || isInUse else {
      try manifest.write(to: staging.folder)
      try staging.publish(as: target.name)
      return (0, [])
    }
    return try update(manifest, tree, staging.folder)
  }

  /// `true` if the target is an existing folder that can't be replaced: it isn't empty, is the
  /// current directory, or contains the staging folder.
  private var isInUse: Bool {
    guard target.exists else { return false }
    let here = FileSystem.status(of: ".")
    let there = FileSystem.status(of: target.path)
    return !target.isEmpty || staging.isInside(target.path)
      || (here?.inode == there?.inode && here?.device == there?.device)
  }

  private func update(
    _ manifest: ExportManifest, _ tree: borrowing ExportTree, _ staging: borrowing Folder
  ) throws -> (removed: Int, kept: [ExportPath]) {
    let (obsolete, edited) = tree.obsolete()
    let folder = try Folder(at: target.path)
    if target.earlier != nil, tree.staged.isEmpty, obsolete.isEmpty, edited.isEmpty {
      // The process that wrote everything may have been killed before it was durable.
      try folder.sync()
      if let parent = try? Folder(at: target.parent) { try parent.sync() }
      return (0, [])
    }
    try staging.syncAll()

    // Before the first file moves, publish a manifest that lists old and new files. After an
    // interruption, the next export then knows all files of the export and which ones to write
    // again.
    var interim = manifest
    let staged = Set(tree.staged)
    for index in interim.files.indices where staged.contains(interim.files[index].path) {
      interim.files[index].content = .unknown
    }
    interim.files += obsolete.map { ExportedFile(path: $0, content: .unknown) }
    try interim.write(to: staging)
    try folder.move(ExportManifest.name, from: staging)

    do {
      try folder.sync()
      for path in tree.staged { try folder.move(path, from: staging) }
      try Self.remove(obsolete, replacedBy: tree.staged, in: folder)
      Self.removeFolders(of: obsolete, in: folder)
      try manifest.write(to: staging)
      // The manifest's files must be durable before it is: the next export trusts it.
      try folder.syncAll()
      try folder.move(ExportManifest.name, from: staging)
      try folder.sync()
    } catch let error as SystemError {
      throw rollback(tree.staged, in: folder, after: error)
    }
    return (obsolete.count, edited)
  }

  private static func remove(
    _ obsolete: [ExportPath], replacedBy staged: [ExportPath], in folder: borrowing Folder
  ) throws {
    let successors = Dictionary(
      staged.map { ($0.text.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    for path in obsolete {
      // On a case-insensitive file system, a file's old name may also be its new one.
      if let successor = successors[path.text.lowercased()],
        let old = folder.status(at: path), old.inode == folder.status(at: successor)?.inode
      {
        continue
      }
      try folder.remove(path)
    }
  }

  /// Undoes a new export's moves. An update of an earlier export stays incomplete.
  private func rollback(
    _ paths: [ExportPath], in folder: borrowing Folder, after error: SystemError
  ) -> any Error {
    guard target.earlier == nil else {
      return DiaryError.export(path: target.path, .incomplete(reason: error.fullMessage))
    }
    for path in paths { try? folder.remove(path) }
    try? folder.remove(file: ExportManifest.name)
    Self.removeFolders(of: paths, in: folder)
    return error
  }

  /// Removes these files' folders if they are empty.
  private static func removeFolders(of paths: [ExportPath], in folder: borrowing Folder) {
    for name in Set(paths.compactMap(\.folder)) { folder.removeEmptyFolder(name) }
  }
}

// MARK: - StagingFolder

/// The hidden folder in which an export is built before it's published. Deleted with this value
/// unless published.
struct StagingFolder: ~Copyable {
  private static let mark = ".photodiary-"

  private var place: LockedFolder
  var folder: Folder { _read { yield place.folder } }

  /// Creates the folder in `path`, for an export named `export`. Also deletes those that killed
  /// exports left there.
  init(in path: String, for export: String) throws {
    let parent = try Folder(at: path)
    StaleFiles.remove(from: parent, named: Self.isLeftover)
    place = try LockedFolder(in: parent, named: Self.newName(for: export))
  }

  /// Returns a new name for the file or folder in which an export is built.
  static func newName(for export: String) -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    // File names are limited to 255 bytes. The label only shows people which export it belongs to.
    let label = String(decoding: export.utf8.prefix(100), as: UTF8.self)
    return ".\(label)\(mark)\(number)"
  }

  /// Returns `true` for names made by `newName(for:)`.
  static func isLeftover(_ name: String) -> Bool {
    let name = name.utf8
    guard name.first == UInt8(ascii: "."), let dash = name.lastIndex(of: UInt8(ascii: "-")) else {
      return false
    }
    return name[...dash].suffix(mark.utf8.count).elementsEqual(mark.utf8)
      && name[dash...].dropFirst().allSatisfy { hexadecimalValue(of: $0) != nil }
  }

  func isInside(_ path: String) -> Bool { place.parent.path == path }

  /// Moves the folder to the export's name and sets its permissions. Only an empty folder may exist
  /// under that name; its permissions are kept.
  mutating func publish(as export: String) throws {
    let mode =
      if let status = place.parent.status(of: export) { status.permissions } else {
        try newFolderMode()
      }
    try folder.setPermissions(mode)
    try folder.syncAll()
    try place.parent.rename(place.name, to: export)
    place.keep()
    // Don't report success while a power cut could still lose the export.
    try place.parent.sync()
  }

  /// Returns the default permissions of new folders here, by creating one: reading the umask would
  /// mean changing it for every thread.
  private func newFolderMode() throws -> UInt32 {
    let probe = ".mode"
    let mode = try folder.subfolder(making: probe).status().permissions
    folder.removeEmptyFolder(probe)
    return mode
  }
}

// MARK: - ExportTree

/// The files of an export. Files that an earlier export already has are left in place; the others
/// are written to the sink.
struct ExportTree: ~Copyable {
  private(set) var files: [ExportedFile] = []
  /// The paths of the files in the sink.
  private(set) var staged: [ExportPath] = []
  private let earlier: [ExportPath: ExportedFile.Content]
  /// The folder being updated, if any.
  private let target: Folder?
  let sink: any ExportSink
  private var names = UniqueNames()

  init(sink: any ExportSink, target: consuming Folder? = nil, earlier: ExportManifest? = nil) {
    self.sink = sink
    self.target = target
    self.earlier = Dictionary(
      (earlier?.files ?? []).map { ($0.path, $0.content) }, uniquingKeysWith: { $1 })
  }

  /// Returns an unused path for a new file that isn't the path of a file added by the user.
  mutating func path(in folder: String, stem: String, fileExtension: String) -> ExportPath {
    // Moved out temporarily, because `isForeign` reads `self`.
    var names = UniqueNames()
    swap(&names, &self.names)
    defer { swap(&names, &self.names) }
    return names.path(in: folder, stem: stem, fileExtension: fileExtension) { isForeign($0) }
  }

  private func isForeign(_ path: ExportPath) -> Bool {
    earlier[path] == nil && target?.status(at: path) != nil
  }

  /// Adds a file whose bytes are all known, writing it if needed.
  mutating func write(_ bytes: [UInt8], to path: ExportPath) throws {
    let digest = AssetID(digest: SHA256.hash(data: bytes))
    guard add(ExportedFile(path: path, content: .text(digest))) else { return }
    let file = try sink.newFile(at: path)
    try file.write(bytes)
    try sink.keep(file, at: path)
  }

  /// Completes a growing file and adds it, or discards it if an earlier export has the same.
  mutating func finish(_ file: GrowingFile) throws {
    let digest = try file.finish()
    if add(ExportedFile(path: file.path, content: .text(digest))) {
      try sink.keep(file)
    } else {
      try sink.discard(file.path)
    }
  }

  /// Adds a file. Returns `true` if it must be written to the sink: unless the earlier export wrote
  /// the same, even if the user has edited it since.
  mutating func add(_ file: ExportedFile) -> Bool {
    files.append(file)
    if earlier[file.path] == file.content, target?.containsFile(file.path) == true { return false }
    staged.append(file.path)
    return true
  }

  /// Removes a file that couldn't be written.
  mutating func discard(_ path: ExportPath) throws {
    try sink.discard(path)
    files.removeAll { $0.path == path }
    staged.removeAll { $0 == path }
  }

  /// Returns the earlier export's files that this one doesn't have: those that may be removed, and
  /// those that the user has edited.
  func obsolete() -> (removable: [ExportPath], edited: [ExportPath]) {
    let current = Set(files.map(\.path))
    var found: (removable: [ExportPath], edited: [ExportPath]) = ([], [])
    for (path, content) in earlier where !current.contains(path) {
      if isEdited(path, since: content) {
        found.edited.append(path)
      } else {
        found.removable.append(path)
      }
    }
    found.edited.sort { $0.text < $1.text }
    return found
  }

  /// Returns `true` if a text was edited. Photos aren't checked.
  private func isEdited(_ path: ExportPath, since content: ExportedFile.Content) -> Bool {
    guard case .text(let digest) = content, let found = target?.digest(of: path) else {
      return false
    }
    return found != digest
  }
}

// MARK: - ExportManifest

/// The list of files that an export wrote, stored in the export. Later exports may replace these
/// files; all others belong to the user.
///
/// A JSON array: an object with author and format, then one for each file.
struct ExportManifest {
  static let name = ".photodiary-export.json"
  private static let version = 1

  var author: AuthorID
  var format: ExportFormat
  var files: [ExportedFile] = []
}

extension ExportManifest {
  /// Reads an earlier export's manifest from a folder. `nil` if there is none that can be read.
  init?(in folder: borrowing Folder) {
    guard let file = try? folder.file(Self.name) else { return nil }
    var rows = JSONRows(file.descriptor)
    guard let head = Self.value(from: &rows), head["photodiary"]?.integer == Self.version,
      let format = head["format"]?.string.flatMap(ExportFormat.init),
      let author = head["author"]?.string
    else { return nil }
    self.init(author: AuthorID(author), format: format)
    while let value = Self.value(from: &rows) {
      // Skip unreadable rows. Their files are then kept as the user's.
      if let file = ExportedFile(value) { files.append(file) }
    }
  }

  private static func value(from rows: inout JSONRows) -> JSONValue? {
    guard let row = try? rows.next(), case .bytes(let bytes) = row.content else { return nil }
    return try? JSONParser.parse(bytes)
  }

  /// Writes the manifest to a folder that has none and syncs it: without it, an existing export
  /// would look like the user's files after a power cut.
  func write(to folder: borrowing Folder) throws {
    let file = try folder.newFile(Self.name)
    let head: JSONValue = [
      "photodiary": .integer(Self.version),
      "format": .string(format.rawValue),
      "author": .string(author.description),
    ]
    var text = Array("[\n".utf8) + JSONWriter.bytes(head)
    for entry in files {
      text += ",\n".utf8
      text += JSONWriter.bytes(entry.json)
      if text.count > 1 << 18 {
        try file.write(text)
        text = []
      }
    }
    try file.write(text + Array("\n]\n".utf8))
    try file.sync()
  }
}

/// A file that an export wrote, as recorded in its manifest.
struct ExportedFile: Hashable {
  enum Content: Hashable {
    /// Text with this SHA-256.
    case text(AssetID)
    case photo(AssetID, keepsLocation: Bool)
    /// A picture drawn from a photo, with at most `longest` pixels on the longer side.
    case drawn(AssetID, longest: Int)
    /// Unknown contents, because the file was being replaced when the manifest was written.
    case unknown
  }

  let path: ExportPath
  var content: Content
}

extension ExportedFile {
  /// The version of the position remover. Copies made by earlier versions may contain remains of
  /// positions.
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
