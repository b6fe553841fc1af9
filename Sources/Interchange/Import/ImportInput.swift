import Crypto
import DiaryCore
import Localization
import Synchronization
import System

/// What a person named to be imported: opened, unpacked if it is an archive, and known for what it
/// is. What was unpacked goes with this value.
package final class ImportInput: Sendable {
  package let format: ImportFormat
  /// The file of entries or the folder of photos, as it is to be read.
  package let path: String
  /// What our own entries are read from.
  private let source: ImportSource
  /// What of an archive wasn't unpacked.
  package let notes: [ImportNote]
  /// As the person named it.
  let name: String
  let tree: ImportTree
  /// Where files may be put that an import needs meanwhile.
  let workingFolder: String
  private let archive: UnpackedArchive?
  /// Whether its content can be read once, and nobody has looked at it.
  private let isUnseen: Bool

  /// Finds out what a path is, unless told. A folder or an archive that holds nothing that is known
  /// but one archive stands for that one, as does an export for Day One.
  ///
  /// - Parameters:
  ///   - place: The folder below which archives are unpacked.
  ///   - progress: Is given the bytes that were read of one.
  /// - Returns: `nil` when the task was cancelled.
  /// - Throws: `DiaryError.input` when it can't be read or is nothing that is known.
  package static func open(
    _ path: String, as told: ImportFormat? = nil, hints: ImportHints = ImportHints(),
    unpackingBelow place: String, limits: ArchiveLimits = ArchiveLimits(),
    progress: (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> ImportInput? {
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
    var format = Self.format(of: tree, kind, told)
    // Its reader names all that no entry shows.
    let archives = tree.isFile || format == .markdown ? [] : archives(in: tree)
    if archives.count == 1, format == nil || format == .photos && !holdsPhotos(tree.root) {
      notes += PassedOver.notes(of: tree.files().filter { $0 != archives[0] })
      archive = try await UnpackedArchive(
        "\(tree.root)/\(archives[0])", called: "\(path)/\(archives[0])", below: place,
        limits: archive?.limitsLeft ?? limits, progress: progress)
      guard let archive else { return nil }
      kind = .archive
      notes += archive.notes
      tree = ImportTree(folder: archive.path, of: archives[0])
      tree.hints = hints
      tree.extracted = extracted
      format = Self.format(of: tree, kind, told)
    } else {
      notes += archives.map { ImportNote(.file($0), .archive) }
    }
    if kind == .folder { notes += tree.links().map { ImportNote(.file($0), .member(.link)) } }
    if format == nil || told == nil && format == .photos, told == nil || told == .diarium,
      KnownDiary.isPageOfDiarium(tree, name: path, isTold: told != nil)
    {
      throw .input(name: path, .pagesOfDiarium)
    }
    if told == nil, format == .photos || format == nil, kind != .stream {
      try refuseUnread(tree, name: path)
    }
    guard let format else {
      if let failure = archive?.failure { throw .input(name: path, .archive(failure)) }
      throw .input(name: path, told.map { .notOfFormat($0.rawValue) } ?? .unknownFormat)
    }
    return ImportInput(path, tree, kind, format, notes, archive, workingFolder: place)
  }

  /// Our own entries in something that is open already, to be read once.
  package init(_ source: ImportSource, workingFolder: String) {
    format = .jsonl
    (path, name) = (source.name, source.name)
    self.source = source
    self.workingFolder = workingFolder
    tree = ImportTree(file: source.name)
    notes = []
    archive = nil
    isUnseen = true
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
      case .file, .stream: format.isOwn || format == .photos ? name : tree.root
      case .folder where format == .photos: name
      case .folder, .archive:
        format.isOwn ? "\(tree.root)/\(Self.ownFile(in: tree) ?? "")" : tree.root
      }
    source = .file(path)
    isUnseen = kind == .stream
  }

  /// Reads its entries from their beginning; `nil` where it has none.
  func reader(_ defaults: EntryDraft.Defaults) -> (any DiaryReader)? {
    format.isOwn
      ? JSONReader(
        source, folder: tree.isFile ? nil : tree.root, isKnown: !isUnseen, defaults: defaults)
      : format.reader?.init(tree, defaults: defaults)
  }

  /// Whether its files were unpacked, or taken out of others, and are nobody else's.
  package var isUnpacked: Bool { archive != nil || format == .evernote }
}

// What a path is: by what stands there, and by what it holds.
extension ImportInput {
  enum Kind { case file, archive, folder, stream }

  static func kind(of path: String) throws(DiaryError) -> Kind {
    do throws(ErrorNumber) {
      switch try FileStatus(at: path).kind {
      case .folder: return .folder
      case .file:
        let descriptor = try Descriptor.open(path, .readOnly)
        defer { descriptor.close() }
        return ArchiveKind.isArchive(descriptor) ? .archive : .file
      // A pipe is read once and opened once: it can only be what needs no look ahead.
      case .link, .other: return .stream
      }
    } catch {
      throw .input(
        name: path, error == .noSuchFile ? .missing : .unreadable(reason: error.words))
    }
  }

  /// What files are, or whether they are what a person says; `nil` for nothing that is known. Of
  /// photos every folder may hold some.
  static func format(
    of tree: ImportTree, _ kind: Kind, _ told: ImportFormat?
  ) -> ImportFormat? {
    guard let told else { return format(of: tree, kind) }
    let isSo =
      if let reader = told.reader { reader.canRead(tree) } else {
        tree.isFile || told == .photos || ownFile(in: tree) != nil
      }
    return isSo ? told : nil
  }

  private static func format(of tree: ImportTree, _ kind: Kind) -> ImportFormat? {
    if kind == .stream { return .jsonl }
    for (format, type) in ImportFormat.readers where type.recognizes(tree) { return format }
    if kind == .file {
      return tree.files().first.map { JSONHead.isJSON(tree.head(of: $0)[...]) } ?? false
        ? .jsonl : nil
    }
    guard let ownFile = ownFile(in: tree) else {
      return kind == .folder || holdsPhotos(tree.root) ? .photos : nil
    }
    // Beside photos, JSON may be anything that is told of them.
    return saysEntries(ownFile, in: tree) || !holdsPhotos(tree.root) ? .json : .photos
  }

  /// Throws where something is the diary of a program that no import reads, or little of it could be
  /// read: photos alone would be taken for all that was there.
  static func refuseUnread(_ tree: ImportTree, name: String) throws(DiaryError) {
    let walk = tree.isFile ? nil : try? PhotoFolderWalk(tree.root) { _ in }
    let photos = walk?.files ?? []
    if let program = KnownDiary.encryptingProgram(of: tree) {
      throw .input(name: name, .encryptedDiary(program))
    }
    if let program = KnownDiary.program(of: tree) {
      throw .input(name: name, .foreignDiary(program, photos: photos.count))
    }
    guard let walk, !walk.others.isEmpty else { return }
    let archives = archives(in: tree)
    if photos.isEmpty, archives.count > 1 { throw .input(name: name, .severalArchives(archives)) }
    let names = SidecarNames(walk.others)
    let others = PassedOverFiles(
      walk.others, below: tree.root, sidecars: Set(photos.compactMap { names.file(of: $0.path) }))
    guard !others.isEmpty, photos.isEmpty || others.texts.count > photos.count else { return }
    let unread = others.texts + others.films + others.others.keys.sorted()
    let told = Array(unread.prefix(mostTold))
    throw .input(
      name: name,
      .unreadFiles(told, more: unread.count - told.count, photos: photos.count))
  }

  /// Files of a kind that an error names.
  private static var mostTold: Int { 5 }

  /// The archives beside the other files of a folder.
  static func archives(in tree: ImportTree) -> [String] {
    // Of photos there may be very many, and none is opened for this.
    tree.files().filter { !MediaType.isPhoto(named: $0) && tree.isArchive($0) }
  }

  /// The one file of entries in a folder, as exports write it.
  static func ownFile(in tree: ImportTree) -> String? {
    let files = tree.files().filter { name in
      let ending = name.lowercased()
      guard ending.hasSuffix(".json") || ending.hasSuffix(".jsonl") else { return false }
      let head = tree.head(of: name)
      return !head.isEmpty && JSONHead.isJSON(head[...])
    }
    if files.count <= 1 { return files.first }
    if files.contains(JSONDocument.name) { return JSONDocument.name }
    let entries = files.filter { saysEntries($0, in: tree) }
    return entries.count == 1 ? entries.first : nil
  }

  /// Whether a file of JSON is called as an export calls it, begins with an entry, which has a date, or
  /// is a diary with none. An album of Google Photos has a date that is no text.
  private static func saysEntries(_ file: String, in tree: ImportTree) -> Bool {
    let head = String(decoding: tree.head(of: file).filter { $0 > 0x20 }, as: UTF8.self)
    return file == JSONDocument.name || head.hasPrefix("[]") || head.contains("\"date\":\"")
  }

  static func holdsPhotos(_ folder: String) -> Bool {
    (try? PhotoFolderWalk(folder) { _ in }).map { !$0.files.isEmpty } ?? false
  }
}

/// What an import can be, by the names of `--format`.
package enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// Our own, an entry a line or in an array: either is read as what it is.
  case jsonl, json
  case dayone, rednotebook, jrnl, journey, keep, joplin, applejournal, diaro
  case evernote, daylio, diarium, minidiary, standardnotes, orgjournal, logseq, vjournal
  case bear, wordpress, simplenote, notion, twitter, dayoneclassic
  case instagram, facebook, markdown
  case photos

  /// Those of other programs, in the order in which they are tried.
  static var readers: [(format: ImportFormat, type: any ForeignReader.Type)] {
    [
      // Its file begins as a journal of Day One does.
      (.minidiary, MiniDiaryReader.self),
      (.dayoneclassic, DayOneClassicReader.self),
      (.dayone, DayOneReader.self), (.rednotebook, RedNotebookReader.self),
      (.jrnl, JrnlReader.self), (.journey, JourneyReader.self), (.keep, KeepReader.self),
      (.joplin, JoplinReader.self), (.applejournal, AppleJournalReader.self),
      (.diaro, DiaroReader.self), (.logseq, LogseqReader.self), (.bear, BearReader.self),
      (.notion, NotionReader.self),
      (.markdown, MarkdownReader.self),
      (.simplenote, SimplenoteReader.self),
      // Files that a folder of Markdown may have beside its own.
      (.evernote, EvernoteReader.self), (.daylio, DaylioReader.self),
      (.wordpress, WordPressReader.self),
      (.twitter, XReader.self),
      (.diarium, DiariumReader.self), (.standardnotes, StandardNotesReader.self),
      (.orgjournal, OrgJournalReader.self), (.vjournal, VJournalReader.self),
      (.instagram, InstagramReader.self), (.facebook, FacebookReader.self),
    ]
  }

  /// Whether it is what this diary writes: entries with their ids, authors and times.
  package var isOwn: Bool { self == .jsonl || self == .json }

  /// Whether its entries have no ids, and are known by their day, minute or file alone.
  var knowsByPlace: Bool {
    [.rednotebook, .jrnl, .applejournal, .minidiary, .orgjournal, .logseq, .markdown].contains(self)
  }

  /// What a person knows it by.
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

/// What a person tells of an import that its files don't tell themselves.
package struct ImportHints: Hashable, Sendable {
  /// How jrnl writes dates, as in `%Y-%m-%d %H:%M`; `nil` where its settings or the text itself are
  /// to tell.
  package var timeFormat: String?

  package init(timeFormat: String? = nil) { self.timeFormat = timeFormat }

  /// Whether dates that are written so can be read.
  package static func canRead(timeFormat: String) -> Bool { JrnlTimeFormat(timeFormat) != nil }
}

/// What an imported entry carries to say where it came from and what it was then, so that a later
/// import can tell what has changed there, and here.
struct ImportMark: Hashable {
  static let name = "imported"

  let format: ImportFormat
  /// Of all that was read of it.
  let digest: String
  /// When it was modified there.
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

  /// The mark that an entry carries; `nil` when no import brought it.
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

/// The files of an import: a folder that a person named or an archive was unpacked to, or one file
/// in a folder. Links in it lead elsewhere and are passed over.
struct ImportTree: Sendable {
  /// Ends without a slash.
  let root: String
  /// What a person knows it by: the name of its folder, or of the archive that it was unpacked from.
  let name: String
  /// The only file that is looked at.
  private let only: String?
  let walk = Walk()
  var hints = ImportHints()
  /// Where files go that are within others.
  var extracted: ExtractedFiles?

  /// Whether it is one file.
  var isFile: Bool { only != nil }

  /// A folder; one that holds nothing but one other folder stands for that one. `archive` is the file
  /// that it was unpacked from.
  init(folder: String, of archive: String? = nil) {
    var root = folder
    var name = archive.map(ArchiveKind.stem) ?? Self.name(of: Path.resolved(folder))
    while root.utf8.count > 1, root.hasSuffix("/") { root.removeLast() }
    for _ in 0..<3 {
      let tree = ImportTree(root: root, name: name, only: nil)
      // One that is called by a number is a year of a diary, and others will follow.
      guard tree.files().isEmpty, let sole = tree.folders().first, tree.folders().count == 1,
        !sole.allSatisfy(\.isNumber)
      else { break }
      root += "/" + sole
      name = sole
    }
    self.init(root: root, name: name, only: nil)
  }

  /// The last name of a path that isn't the number of a year, a month or a day in the folder of a
  /// diary.
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

  /// The names of the files in it, or in a folder of it, that aren't hidden. Sorted.
  func files(in folder: String? = nil) -> [String] {
    if let only, folder == nil { return [only] }
    return names(in: folder, of: .file)
  }

  /// The names of the folders in it, or in a folder of it.
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

  /// Opens a file that its reader can't do without.
  func require(_ file: String) throws(DiaryError) -> SourceFile {
    do throws(SystemError) {
      return try open(file)
    } catch {
      throw .input(name: file, .unreadable(reason: error.words))
    }
  }

  /// Opens a file of it, through no link.
  func open(_ file: String) throws(SystemError) -> SourceFile {
    try SourceFile("\(root)/\(file)", [.readOnly, .noFollow, .nonBlocking])
  }

  func isArchive(_ file: String) -> Bool {
    guard let file = try? open(file) else { return false }
    return ArchiveKind.isArchive(file.descriptor)
  }

  /// The first bytes of a file, without a byte order mark and white space.
  func head(of file: String, _ count: Int = JSONHead.size) -> [UInt8] {
    let bytes = (try? open(file).bytes(count, at: 0)) ?? []
    return Array(JSONHead.bare(bytes[...]))
  }
}

/// All files of an import at any depth.
extension ImportTree {
  /// Folders in folders.
  private static let deepest = 64
  private static let mostFiles = 2_000_000
  /// What tools keep for themselves, and what a person hasn't finished.
  private static let passedOver: Set = ["node_modules", "_drafts", "__MACOSX"]

  /// The paths in it of all files that aren't hidden, sorted. It goes into no hidden folder and along
  /// no link, so that it stays inside and comes to an end.
  func allFiles() -> [String] {
    guard !isFile else { return files() }
    return walk.files { paths(of: .file) }
  }

  /// The paths in it of all symbolic links that aren't hidden, sorted: what they lead to isn't read.
  func links() -> [String] { isFile ? [] : paths(of: .link) }

  /// The files as they were found first: each format asks for them.
  final class Walk: Sendable {
    private let found = Mutex<[String]?>(nil)

    /// What was found before the task was cancelled isn't all.
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
    for name in names where !name.hasPrefix(".") && found.count < mostFiles {
      switch folder.status(of: name)?.kind {
      case kind: found.append(path + name)
      case .folder where !passedOver.contains(name):
        if let child = try? folder.subfolder(name) {
          walk(child, "\(path)\(name)/", kind, depth: depth + 1, &found)
        }
      default: break
      }
    }
  }

  /// What is known of a regular file at a path in it, through no link; `nil` for anything else.
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

  /// When a file in it was last changed; `nil` where there is none.
  func date(of path: String, localOffset: (Int64) -> Int) -> EntryDate? {
    status(of: path).map { status in
      let time = Timestamp(fileSeconds: Int64(status.modified.seconds), nanoseconds: 0).seconds
      return EntryDate(instant: time, offset: localOffset(time))
    }
  }

  /// Whether a path in it is a symbolic link, or leads through one.
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
