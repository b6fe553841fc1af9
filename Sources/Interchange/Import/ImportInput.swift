import Crypto
import DiaryCore
import Synchronization
import System
import Text

/// An import's input as the user named it: opened, unpacked if it's an archive, with its format
/// detected. Unpacked files are deleted with this value.
package final class ImportInput: Sendable {
  package let format: ImportFormat
  /// The path to read: the file of entries or the folder of photos.
  package let path: String
  /// The source of PhotoDiary's JSON entries.
  private let source: ImportSource
  /// Notes on files that weren't unpacked or read.
  package let notes: [ImportNote]
  /// The path as the user named it.
  let name: String
  let tree: ImportTree
  /// The folder for temporary files.
  let workingFolder: String
  private let archive: UnpackedArchive?
  /// `true` if the input can be read only once and hasn't been examined.
  private let isUnexamined: Bool

  /// Opens a path and detects its format unless given. If a folder or an archive contains nothing
  /// but one archive, as Day One's exports do, opens that one.
  ///
  /// - Parameters:
  ///   - given: The format given by the user.
  ///   - place: The folder below which archives are unpacked.
  ///   - progress: Called with the number of archive bytes read.
  /// - Returns: `nil` if the task was cancelled.
  /// - Throws: `DiaryError.input` if the path can't be read or the format is unknown.
  package static func open(
    _ path: String, as given: ImportFormat? = nil, hints: ImportHints = ImportHints(),
    unpackingBelow place: String, limits: ArchiveLimits = ArchiveLimits(),
    progress: (Progress) -> Void = { _ in }
  ) async throws -> ImportInput? {
    var kind = try kind(of: path)
    var archive: UnpackedArchive?
    if kind == .archive {
      archive = try await UnpackedArchive(path, below: place, limits: limits, progress: progress)
      if archive == nil { return nil }
    }
    var tree: ImportTree
    if kind == .file || kind == .stream {
      tree = ImportTree(file: Path.resolved(path))
    } else {
      tree = ImportTree(folder: archive?.path ?? path, of: archive == nil ? nil : path)
    }
    tree.hints = hints
    let extracted = ExtractedFiles(below: place)
    tree.extracted = extracted
    var notes = archive?.notes ?? []
    var format = Self.format(of: tree, kind, given)
    // The Markdown reader reports unused archives itself.
    let archives = tree.isFile || format == .markdown ? [] : archives(in: tree)
    if archives.count == 1, format == nil || format == .photos && !containsPhotos(tree.root) {
      notes += SkippedFileNotes.notes(of: tree.files().filter { $0 != archives[0] })
      archive = try await UnpackedArchive(
        "\(tree.root)/\(archives[0])", named: "\(path)/\(archives[0])", below: place,
        limits: archive?.remainingLimits ?? limits, progress: progress)
      guard let archive else { return nil }
      kind = .archive
      notes += archive.notes
      tree = ImportTree(folder: archive.path, of: archives[0])
      tree.hints = hints
      tree.extracted = extracted
      format = Self.format(of: tree, kind, given)
    } else {
      notes += archives.map { ImportNote(.file($0), .archive) }
    }
    if kind == .folder { notes += tree.links().map { ImportNote(.file($0), .member(.link)) } }
    if format == nil || given == nil && format == .photos, given == nil || given == .diarium,
      KnownDiary.isPageOfDiarium(tree, name: path, isFormatGiven: given != nil)
    {
      throw DiaryError.input(name: path, .diariumDocument)
    }
    if given == nil, format == .photos || format == nil, kind != .stream {
      try refuseUnreadable(tree, name: path)
    }
    guard let format else {
      if let failure = archive?.failure { throw DiaryError.input(name: path, .archive(failure)) }
      throw DiaryError.input(name: path, given.map { .wrongFormat($0.rawValue) } ?? .unknownFormat)
    }
    return ImportInput(path, tree, kind, format, notes, archive, workingFolder: place)
  }

  /// Creates an input of PhotoDiary's JSON entries from an open source, which is read once.
  package init(_ source: ImportSource, workingFolder: String) {
    format = .jsonl
    (path, name) = (source.name, source.name)
    self.source = source
    self.workingFolder = workingFolder
    tree = ImportTree(file: source.name)
    notes = []
    archive = nil
    isUnexamined = true
  }

  private init(
    _ name: String, _ tree: ImportTree, _ kind: Kind, _ format: ImportFormat,
    _ notes: [ImportNote], _ archive: UnpackedArchive?, workingFolder: String
  ) {
    self.name = name
    self.tree = tree
    self.format = format
    self.notes = notes
    self.archive = archive
    self.workingFolder = workingFolder
    path =
      switch kind {
      case .file, .stream: format.isNative || format == .photos ? name : tree.root
      case .folder where format == .photos: name
      case .folder, .archive:
        format.isNative ? "\(tree.root)/\(Self.nativeFile(in: tree) ?? "")" : tree.root
      }
    source = .file(path)
    isUnexamined = kind == .stream
  }

  /// Returns a reader of the entries from the beginning; `nil` if the format has none.
  func reader(_ defaults: EntryDraft.Defaults) -> (any DiaryReader)? {
    format.isNative
      ? JSONReader(
        source, folder: tree.isFile ? nil : tree.root, isKnown: !isUnexamined, defaults: defaults)
      : format.reader?.init(tree, defaults: defaults)
  }

  /// `true` if the files were unpacked or extracted, so that no one else uses them.
  package var isUnpacked: Bool { archive != nil || format == .evernote }
}

// Detects an input's kind and format.
extension ImportInput {
  enum Kind { case file, archive, folder, stream }

  static func kind(of path: String) throws -> Kind {
    do {
      switch try FileStatus(at: path).kind {
      case .folder: return .folder
      case .file:
        let descriptor = try Descriptor.open(path, .readOnly)
        defer { descriptor.close() }
        return ArchiveKind.isArchive(descriptor) ? .archive : .file
      // A pipe can be opened and read only once, so its format must need no detection.
      case .link, .other: return .stream
      }
    } catch {
      throw DiaryError.input(
        name: path, error == .noSuchFile ? .missing : .unreadable(reason: error.message))
    }
  }

  /// Returns the detected format, or the given one if the files can be read as such; `nil`
  /// otherwise. Any folder may be one of photos.
  static func format(
    of tree: ImportTree, _ kind: Kind, _ given: ImportFormat?
  ) -> ImportFormat? {
    guard let given else { return format(of: tree, kind) }
    let canRead =
      if let reader = given.reader { reader.canRead(tree) } else {
        tree.isFile || given == .photos || nativeFile(in: tree) != nil
      }
    return canRead ? given : nil
  }

  private static func format(of tree: ImportTree, _ kind: Kind) -> ImportFormat? {
    if kind == .stream { return .jsonl }
    for (format, type) in ImportFormat.readers where type.recognizes(tree) { return format }
    if kind == .file {
      return tree.files().first.map { JSONHead.isJSON(tree.head(of: $0)[...]) } ?? false
        ? .jsonl : nil
    }
    guard let nativeFile = nativeFile(in: tree) else {
      return kind == .folder || containsPhotos(tree.root) ? .photos : nil
    }
    // A JSON file next to photos may be metadata of any kind.
    return containsEntries(nativeFile, in: tree) || !containsPhotos(tree.root) ? .json : .photos
  }

  /// Refuses diaries that can't be imported, and inputs of which only a small part could be:
  /// importing just their photos would look like a complete import.
  /// - Throws: `DiaryError.input` with the reason.
  static func refuseUnreadable(_ tree: ImportTree, name: String) throws {
    let walk = tree.isFile ? nil : try? PhotoFolderWalk(tree.root) { _ in }
    let photos = walk?.files ?? []
    if let program = KnownDiary.encryptingProgram(of: tree) {
      throw DiaryError.input(name: name, .encryptedDiary(program))
    }
    if let program = KnownDiary.program(of: tree) {
      throw DiaryError.input(name: name, .foreignDiary(program, photos: photos.count))
    }
    guard let walk, !walk.others.isEmpty else { return }
    let archives = archives(in: tree)
    if photos.isEmpty, archives.count > 1 {
      throw DiaryError.input(name: name, .severalArchives(archives))
    }
    let names = SidecarNames(walk.others)
    let others = SkippedFiles(
      walk.others, below: tree.root, sidecars: Set(photos.compactMap { names.file(of: $0.path) }))
    guard !others.isEmpty, photos.isEmpty || others.texts.count > photos.count else { return }
    let unread = others.texts + others.videos + others.others.keys.sorted()
    let named = Array(unread.prefix(maxNamedFiles))
    throw DiaryError.input(
      name: name,
      .unreadFiles(named, more: unread.count - named.count, photos: photos.count))
  }

  /// The number of files that an error names.
  private static var maxNamedFiles: Int { 5 }

  /// Returns the names of a folder's archives.
  static func archives(in tree: ImportTree) -> [String] {
    // Don't open the photos, of which there may be very many.
    tree.files().filter { !MediaType.isPhoto(named: $0) && tree.isArchive($0) }
  }

  /// Returns the name of the folder's only file of PhotoDiary's JSON entries.
  static func nativeFile(in tree: ImportTree) -> String? {
    let files = tree.files().filter { name in
      let fileExtension = name.lowercased()
      guard fileExtension.hasSuffix(".json") || fileExtension.hasSuffix(".jsonl") else {
        return false
      }
      let head = tree.head(of: name)
      return !head.isEmpty && JSONHead.isJSON(head[...])
    }
    if files.count <= 1 { return files.first }
    if files.contains(JSONDocument.name) { return JSONDocument.name }
    let entries = files.filter { containsEntries($0, in: tree) }
    return entries.count == 1 ? entries.first : nil
  }

  /// Returns `true` if a JSON file has the name that exports give it, begins with an entry, which
  /// has a textual date, or is an empty diary. Google Photos' album files have a date that isn't
  /// text.
  private static func containsEntries(_ file: String, in tree: ImportTree) -> Bool {
    let head = String(decoding: tree.head(of: file).filter { $0 > 0x20 }, as: UTF8.self)
    return file == JSONDocument.name || head.hasPrefix("[]") || head.contains("\"date\":\"")
  }

  static func containsPhotos(_ folder: String) -> Bool {
    (try? PhotoFolderWalk(folder) { _ in }).map { !$0.files.isEmpty } ?? false
  }
}

/// The formats of imports, with the names used by `--format`.
package enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// PhotoDiary's formats: JSON Lines or an array. Either may be read as the other.
  case jsonl, json
  case dayone, rednotebook, jrnl, journey, keep, joplin, applejournal, diaro
  case evernote, daylio, diarium, minidiary, standardnotes, orgjournal, logseq, vjournal
  case bear, wordpress, simplenote, notion, twitter, dayoneclassic
  case instagram, facebook, markdown
  case photos

  /// The readers for other programs' formats, in the order in which they are tried.
  static var readers: [(format: ImportFormat, type: any ForeignReader.Type)] {
    [
      // First, because its file begins like one from Day One.
      (.minidiary, MiniDiaryReader.self),
      (.dayoneclassic, DayOneClassicReader.self),
      (.dayone, DayOneReader.self), (.rednotebook, RedNotebookReader.self),
      (.jrnl, JrnlReader.self), (.journey, JourneyReader.self), (.keep, KeepReader.self),
      (.joplin, JoplinReader.self), (.applejournal, AppleJournalReader.self),
      (.diaro, DiaroReader.self), (.logseq, LogseqReader.self), (.bear, BearReader.self),
      (.notion, NotionReader.self),
      (.markdown, MarkdownReader.self),
      (.simplenote, SimplenoteReader.self),
      // After Markdown, because a Markdown folder may also contain these files.
      (.evernote, EvernoteReader.self), (.daylio, DaylioReader.self),
      (.wordpress, WordPressReader.self),
      (.twitter, XReader.self),
      (.diarium, DiariumReader.self), (.standardnotes, StandardNotesReader.self),
      (.orgjournal, OrgJournalReader.self), (.vjournal, VJournalReader.self),
      (.instagram, InstagramReader.self), (.facebook, FacebookReader.self),
    ]
  }

  /// `true` for PhotoDiary's formats, which contain IDs, authors and times.
  package var isNative: Bool { self == .jsonl || self == .json }

  /// `true` for formats without IDs, whose entries are identified by day, minute or file.
  var identifiesByPlace: Bool {
    [.rednotebook, .jrnl, .applejournal, .minidiary, .orgjournal, .logseq, .markdown].contains(self)
  }

  /// The format's name for users.
  package var title: String {
    switch self {
    case .jsonl, .json: "JSON"
    case .dayone: "Day One"
    case .rednotebook: "RedNotebook"
    case .jrnl: "jrnl"
    case .journey: "Journey"
    case .keep: "Google Keep"
    case .joplin: "Joplin"
    case .applejournal: "Apple Journal"
    case .diaro: "Diaro"
    case .evernote: "Evernote"
    case .daylio: "Daylio"
    case .diarium: "Diarium"
    case .minidiary: "Mini Diary"
    case .standardnotes: "Standard Notes"
    case .orgjournal: "org-journal"
    case .logseq: "Logseq"
    case .vjournal: "VJOURNAL"
    case .bear: "Bear"
    case .wordpress: "WordPress"
    case .dayoneclassic: "Day One Classic"
    case .twitter: "X (Twitter)"
    case .notion: "Notion"
    case .simplenote: "Simplenote"
    case .instagram: "Instagram"
    case .facebook: "Facebook"
    case .markdown: "Markdown"
    case .photos: localized("photos")
    }
  }

  var reader: (any ForeignReader.Type)? { Self.readers.first { $0.format == self }?.type }
}

/// Information given by the user that isn't in the import's files.
package struct ImportHints: Hashable, Sendable {
  /// The format of jrnl's dates, such as `%Y-%m-%d %H:%M`; `nil` to take it from jrnl's settings or
  /// the text.
  package var timeFormat: String?

  package init(timeFormat: String? = nil) { self.timeFormat = timeFormat }

  /// Returns `true` if dates in this format can be read.
  package static func canRead(timeFormat: String) -> Bool { JrnlTimeFormat(timeFormat) != nil }
}

/// The origin of an imported entry and its state at the time, stored in the entry. A later import
/// uses it to find out on which side the entry was changed.
struct ImportMark: Hashable {
  static let name = "imported"

  let format: ImportFormat
  /// A digest of everything that was read of the entry.
  let digest: String
  /// The modification time in the other program.
  let modified: Timestamp

  init(_ read: ReadEntry, format: ImportFormat) {
    self.format = format
    modified = read.entry.modified
    let photos = read.photos.map { photo in
      JSONValue.array([
        .optional(photo.asset?.description), .string(photo.name), .optional(photo.caption),
        .optional(photo.taken),
      ])
    }
    var words: [JSONValue] = [read.entry.json { _ in nil }, .array(photos)]
    if !read.attachments.isEmpty { words += read.attachments.map { .string($0.name) } }
    let hash = AssetID(digest: SHA256.hash(data: JSONWriter.bytes(.array(words))))
    digest = String(hash.description.prefix(32))
  }

  /// Reads an entry's mark; `nil` if the entry wasn't imported.
  init?(of entry: Entry) {
    guard let json = entry.unknownMembers.last(where: { $0.name == Self.name })?.value,
      let format = json["format"]?.string.flatMap(ImportFormat.init),
      let digest = json["digest"]?.string,
      let modified = json["modified"]?.string.flatMap({ Timestamp($0) })
    else { return nil }
    (self.format, self.digest, self.modified) = (format, digest, modified)
  }

  var member: JSONMember {
    JSONMember(
      Self.name,
      [
        "format": .string(format.rawValue),
        "modified": .string(modified.description),
        "digest": .string(digest),
      ])
  }
}

/// An import's files: a folder that the user named or an archive was unpacked to, or one file in a
/// folder. Symbolic links in it aren't followed.
struct ImportTree: Sendable {
  /// The folder's path, without a trailing slash.
  let root: String
  /// The name for users: that of the folder or of the unpacked archive.
  let name: String
  /// The name of the only file, if the import is one file.
  private let only: String?
  let walk = Walk()
  var hints = ImportHints()
  /// The place for files extracted from others.
  var extracted: ExtractedFiles?

  /// `true` if the import is one file.
  var isFile: Bool { only != nil }

  /// Creates a tree of a folder. If a folder contains nothing but another folder, uses that one.
  /// - Parameter archive: The archive that was unpacked to the folder.
  init(folder: String, of archive: String? = nil) {
    var root = folder
    var name = archive.map(ArchiveKind.stem) ?? Self.name(of: Path.resolved(folder))
    while root.utf8.count > 1, root.hasSuffix("/") { root.removeLast() }
    for _ in 0..<3 {
      let tree = ImportTree(root: root, name: name, only: nil)
      // A folder named by a number is a year of a diary, to be followed by others.
      guard tree.files().isEmpty, let sole = tree.folders().first, tree.folders().count == 1,
        !sole.allSatisfy(\.isNumber)
      else { break }
      root += "/" + sole
      name = sole
    }
    self.init(root: root, name: name, only: nil)
  }

  /// Returns the last component that isn't a year, month or day of a diary's folder.
  private static func name(of folder: String) -> String {
    folder.split(separator: "/").last { !$0.allSatisfy(\.isNumber) }.map(String.init) ?? ""
  }

  init(file: String) {
    let (folder, name) = Path.split(file)
    self.init(root: folder.isEmpty ? "." : folder, name: name, only: name)
  }

  private init(root: String, name: String, only: String?) {
    self.root = root
    self.name = Path.readable(name)
    self.only = only
  }

  /// Returns the sorted names of the files in the top folder or another one, without hidden files.
  func files(in folder: String? = nil) -> [String] {
    if let only, folder == nil { return [only] }
    return names(in: folder, of: .file)
  }

  /// Returns the sorted names of the folders in the top folder or another one, without hidden
  /// folders.
  func folders(in folder: String? = nil) -> [String] { names(in: folder, of: .folder) }

  private func names(in folder: String?, of kind: FileKind) -> [String] {
    guard let opened = try? folder.map({ try Folder(at: root).subfolder($0) }) ?? Folder(at: root),
      let names = try? opened.names()
    else { return [] }
    return names.filter { name in
      !name.hasPrefix(".") && name != "__MACOSX"
        && opened.status(of: name)?.kind == kind
    }.sorted()
  }

  /// Opens a file that the reader requires.
  /// - Throws: `DiaryError.input` if it can't be opened.
  func require(_ file: String) throws -> OpenFile {
    do {
      return try open(file)
    } catch {
      throw DiaryError.input(name: file, .unreadable(reason: error.message))
    }
  }

  /// Opens a file. Fails for a symbolic link.
  func open(_ file: String) throws(SystemError) -> OpenFile {
    try OpenFile("\(root)/\(file)", [.readOnly, .noFollow, .nonBlocking])
  }

  func isArchive(_ file: String) -> Bool {
    guard let file = try? open(file) else { return false }
    return ArchiveKind.isArchive(file.descriptor)
  }

  /// Returns a file's first bytes, without a byte order mark and leading white space.
  func head(of file: String, _ count: Int = JSONHead.size) -> [UInt8] {
    let bytes = (try? open(file).bytes(count, at: 0)) ?? []
    return Array(JSONHead.bare(bytes[...]))
  }
}

/// Files at any depth.
extension ImportTree {
  /// The deepest nesting of folders.
  private static let deepest = 64
  private static let maxFiles = 2_000_000
  /// Folders of tools and of unfinished entries.
  private static let skipped: Set = ["node_modules", "_drafts", "__MACOSX"]

  /// Returns the sorted paths of all files that aren't hidden. Doesn't enter hidden folders or
  /// follow links, so that the walk is finite and stays in the tree.
  func allFiles() -> [String] {
    guard !isFile else { return files() }
    return walk.files { paths(of: .file) }
  }

  /// Returns the sorted paths of all symbolic links that aren't hidden. Their targets aren't read.
  func links() -> [String] { isFile ? [] : paths(of: .link) }

  /// A cache of the found files, because each format's reader needs them.
  final class Walk: Sendable {
    private let found = Mutex<[String]?>(nil)

    /// Files found before a cancellation aren't cached because some are missing.
    fileprivate func files(_ find: () -> [String]) -> [String] {
      if let files = found.withLock({ $0 }) { return files }
      let files = find()
      if !Task.isCancelled { found.withLock { $0 = files } }
      return files
    }
  }

  private func paths(of kind: FileKind) -> [String] {
    guard let folder = try? Folder(at: root) else { return [] }
    var found: [String] = []
    Self.walk(folder, "", kind, depth: 0, &found)
    return found.sorted()
  }

  private static func walk(
    _ folder: borrowing Folder, _ path: String, _ kind: FileKind, depth: Int,
    _ found: inout [String]
  ) {
    guard depth <= deepest, !Task.isCancelled, let names = try? folder.names() else { return }
    for name in names where !name.hasPrefix(".") && found.count < maxFiles {
      switch folder.status(of: name)?.kind {
      case kind: found.append(path + name)
      case .folder where !skipped.contains(name):
        if let child = try? folder.subfolder(name) {
          walk(child, "\(path)\(name)/", kind, depth: depth + 1, &found)
        }
      default: break
      }
    }
  }

  /// Returns a regular file's status, or `nil` for anything else. Doesn't follow links.
  func status(of path: String) -> FileStatus? {
    guard var folder = try? Folder(at: root) else { return nil }
    var names = path.split(separator: "/").map(String.init)
    guard let file = names.popLast(), !path.utf8.contains(0) else { return nil }
    for name in names {
      guard name != "..", let child = try? folder.subfolder(name) else { return nil }
      folder = child
    }
    return folder.status(of: file).flatMap { $0.isRegularFile ? $0 : nil }
  }

  /// Returns a file's modification time as a date, or `nil` if there is no such file.
  func date(of path: String, localOffset: (Int64) -> Int) -> EntryDate? {
    status(of: path).map { status in
      let time = Timestamp(fileSeconds: Int64(status.modified.seconds), nanoseconds: 0).seconds
      return EntryDate(instant: time, offset: localOffset(time))
    }
  }

  /// Returns `true` if a path is a symbolic link or leads through one.
  func isLink(_ path: String) -> Bool {
    guard var folder = try? Folder(at: root), !path.utf8.contains(0) else { return false }
    for name in path.split(separator: "/").map(String.init) {
      let kind = folder.status(of: name)?.kind
      if kind == .link { return true }
      guard kind == .folder, name != "..", let child = try? folder.subfolder(name) else {
        return false
      }
      folder = child
    }
    return false
  }
}
