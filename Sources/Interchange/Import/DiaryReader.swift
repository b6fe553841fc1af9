import Crypto
import DiaryCore
import Synchronization
import System
import Text

/// Reads a diary entry by entry without writing anything.
///
/// Reports what it can't import in notes and continues. An entry's ID must be the same in each
/// import, because repeated imports are recognized by it.
protocol DiaryReader {
  /// Returns the next entry or note, or `nil` at the end.
  /// - Throws: `DiaryError.input` if a file can't be read.
  mutating func next() throws -> ReadItem?

  /// The paths in the tree of all files that were read, are shown by entries, or are named in
  /// notes. At the end, all other files are reported. `nil` if the reader reports them itself.
  var touchedFiles: Set<String>? { get }
}

/// Reads another program's diary. Each format has a type, listed in `ImportFormat.readers`.
protocol ForeignReader: DiaryReader {
  /// Returns `true` if files are in this format. Examines only a small part of their contents.
  static func recognizes(_ tree: ImportTree) -> Bool

  /// Returns `true` if files contain anything this reader can read. Used if the user names the
  /// format.
  static func canRead(_ tree: ImportTree) -> Bool

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults)
}

extension ForeignReader {
  static func canRead(_ tree: ImportTree) -> Bool { recognizes(tree) }
}

/// An item that a reader returns.
enum ReadItem {
  case entry(ReadEntry)
  case note(ImportNote)
}

/// An entry read from another program's diary, before its photos and attachments are in this diary.
struct ReadEntry: Sendable {
  let place: ImportPosition
  /// The entry without photos and attachments. Its text refers to photos by the asset IDs in
  /// `photos`, which may differ from those of the bytes: see `AssetID.init(standingFor:)`.
  var entry: Entry
  var photos: [PhotoDraft]
  var attachments: [AttachmentDraft] = []
  /// The comments on the entry.
  var comments: [EntryComment] = []
  /// The entries that its text links to.
  var links: [LinkTarget] = []
  /// `true` if the entry is from a PhotoDiary export, which contains its author and modification
  /// time: it gets no import mark and is imported unchanged.
  var isOwn = false
  /// `true` if the entry is refused when one of its files can't be added.
  var needsFiles = false

  /// Assigns the entry and its author's comments to the user who imports it.
  mutating func assignToImporter() {
    for index in comments.indices where comments[index].author == entry.author {
      comments[index].author = .unassigned
    }
    entry.author = .unassigned
  }

  /// Returns `true` if an existing entry has the same contents.
  func isSame(as current: Entry) -> Bool {
    entry.title.isExactly(current.title) && entry.date == current.date
      && entry.tags.elementsEqual(current.tags) { $0.isExactly($1) }
      && entry.journal.isExactly(current.journal) && entry.details.isExactly(current.details)
      && photos.elementsEqual(current.photos) {
        $0.name.isExactly($1.name) && ($0.caption ?? "").isExactly($1.caption)
      }
      && attachments.elementsEqual(current.attachments) { $0.name.isExactly($1.name) }
      && Self.text(entry.content, photos.map(\.asset)).isExactly(
        Self.text(current.content, current.photos.map(\.asset)))
      && entry.unmarkedMembers == current.unmarkedMembers
  }

  /// Returns a text in which photos are referred to by their index instead of their asset ID: a
  /// photo's bytes change when its position is removed.
  private static func text(_ content: String, _ assets: [AssetID?]) -> String {
    PhotoReference.replaced(in: content) { asset, caption in
      assets.firstIndex(of: asset).map { "![\(caption)](photo:\($0))" }
    }
  }
}

extension Entry {
  /// The unknown members without the import mark, and without positions, which exports omit.
  fileprivate var unmarkedMembers: [JSONMember] {
    withoutPositions.unknownMembers.filter { $0.name != ImportMark.name }
  }
}

/// The source of an import: a file or an open descriptor.
package enum ImportSource: Hashable, Sendable {
  case file(String)
  /// An open file, which the caller still owns. Relative paths in it begin at `folder`.
  case descriptor(Descriptor, name: String, folder: String)

  package static var standardInput: Self {
    .descriptor(.standardInput, name: localized("standard input"), folder: ".")
  }

  /// The name for error messages.
  var name: String {
    switch self {
    case .file(let path): path
    case .descriptor(_, let name, _): name
    }
  }

  /// Returns the path for opening a file that the input names.
  func resolved(_ path: String) -> String {
    guard path.utf8.first != UInt8(ascii: "/") else { return path }
    switch self {
    case .file(let file):
      guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
      return file[...slash] + path
    case .descriptor(_, _, let folder): return folder == "." ? path : "\(folder)/\(path)"
    }
  }
}

/// Reads members of a JSON object. A missing member is treated like null.
struct MemberReader {
  private let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  func text(_ name: String, or failure: EntryFieldError? = nil) throws -> String? {
    guard let value = json[name], value != .null else { return nil }
    guard let text = value.string else { throw failure ?? .invalidMember(name) }
    return text
  }

  func values(_ name: String) throws -> [JSONValue] {
    guard let value = json[name], value != .null else { return [] }
    guard let values = value.array else { throw EntryFieldError.invalidMember(name) }
    return values
  }

  func texts(_ name: String) throws -> [String] {
    try values(name).map { value in
      guard let text = value.string else { throw EntryFieldError.invalidMember(name) }
      return text
    }
  }

  /// The members that an entry doesn't have itself, kept for programs that know them.
  var unknownMembers: [JSONMember] {
    (json.members ?? []).filter {
      !Self.entryNames.contains($0.name) && !EntryDetails.isRecognized($0)
        && !Self.listsAttachments($0)
        && !Self.listsComments($0) && !Entry.isOutput($0)
    }
  }

  /// Returns the objects and paths in `attachments`. Another program's member of the same name with
  /// different contents is kept as unknown.
  func attachments() -> [JSONValue] {
    json.members?.last(where: Self.listsAttachments)?.value.array ?? []
  }

  private static func listsAttachments(_ member: JSONMember) -> Bool {
    member.name == "attachments" && (member.value.array != nil || member.value == .null)
  }

  /// Returns the comments on the entry with this ID. Another program's member of the same name with
  /// different contents is kept as unknown.
  /// - Throws: `EntryFieldError.invalidMember` if a comment is invalid.
  func comments(on entry: ID<Entry>) throws -> [EntryComment] {
    guard let member = json.members?.last(where: Self.listsComments) else { return [] }
    return try (member.value.array ?? []).map { value in
      guard let comment = EntryComment(value, on: entry) else {
        throw EntryFieldError.invalidMember(member.name)
      }
      return comment
    }
  }

  private static func listsComments(_ member: JSONMember) -> Bool {
    member.name == ExportComments.memberName
      && member.value.array?.allSatisfy { $0["author"] != nil && $0["text"] != nil } == true
  }

  private static let entryNames: Set = [
    "id", "date", "title", "content", "tags", "journal", "author", "photos", "created", "modified",
    "file",
  ]
}

/// Reads a folder with one or more entries per file.
protocol EntryFileReader: ForeignReader {
  var entryFiles: EntryFiles { get set }

  /// Returns the entries and notes of one file.
  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
}

extension EntryFileReader {
  var touchedFiles: Set<String>? { nil }

  mutating func next() throws -> ReadItem? {
    while true {
      if let item = entryFiles.pending.popFirst() { return item }
      guard let file = entryFiles.files.popFirst() else {
        entryFiles.pending = entryFiles.notesOnUnusedFiles()[...]
        guard !entryFiles.pending.isEmpty else { return nil }
        continue
      }
      let place = ImportPosition.file(file)
      do {
        entryFiles.pending = try items(of: file, at: place)[...]
      } catch {
        entryFiles.pending = [.note(ImportNote(place, .refusing(error)))]
      }
    }
  }
}

extension EntryFileReader {
  /// Returns the entries and notes of a file with `count` entries. `read` gets each entry's index
  /// from 0 and returns `nil` for one that is skipped.
  mutating func items(
    _ count: Int, in file: String,
    _ read: (Int, inout EntryFiles) throws -> ForeignEntry?
  ) -> [ReadItem] {
    (0..<count).flatMap { index -> [ReadItem] in
      var day: String?
      func place() -> ImportPosition { .entry(file: file, number: index + 1, day: day) }
      do {
        guard let entry = try read(index, &entryFiles) else { return [] }
        day = entry.entry.date.day.description
        return try entry.items(at: place())
      } catch {
        return [.note(ImportNote(place(), .refusing(error)))]
      }
    }
  }
}

/// The files of a folder: entry files, read one after the other, and files that entries show.
struct EntryFiles {
  /// The number of files examined to detect a format, and the bytes examined of each. In some
  /// formats the text comes first.
  private static let sampleSize = 200
  private static let headSize = 1 << 16

  let tree: ImportTree
  let defaults: EntryDraft.Defaults
  var files: ArraySlice<String>
  var lookup: PhotoLookup
  var zones = TimeZones()
  fileprivate var pending: ArraySlice<ReadItem> = []
  private var others: [String]

  /// Sorts the tree's files.
  /// - Parameter isPart: Returns `true` for other files of the format, which need no note.
  init(
    _ tree: ImportTree, _ defaults: EntryDraft.Defaults, isEntry: (String) -> Bool,
    isPart: (String) -> Bool = { _ in false }
  ) {
    self.tree = tree
    self.defaults = defaults
    let all = tree.allFiles()
    var entries: [String] = []
    others = []
    for file in all {
      if isEntry(file) { entries.append(file) } else if !isPart(file) { others.append(file) }
    }
    files = entries[...]
    lookup = PhotoLookup(tree, files: all)
  }

  /// Returns a file's text.
  func text(of file: String) throws -> [UInt8] {
    try Self.text(of: file, in: tree)
  }

  static func text(of file: String, in tree: ImportTree) throws -> [UInt8] {
    guard let file = try? tree.open(file) else { throw EntryFieldError.unreadable }
    return try TextFile.read(file)
  }

  static func isObject(_ file: String) -> Bool { MarkdownFiles.fileExtension(of: file) == "json" }

  /// Returns `true` if `isMatch` does for the text of one of the folder's first JSON objects.
  static func hasObject(in tree: ImportTree, where isMatch: (String) -> Bool) -> Bool {
    tree.allFiles().lazy.filter { isObject($0) }.prefix(sampleSize).contains { file in
      let head = tree.head(of: file, headSize)
      return head.first == UInt8(ascii: "{") && isMatch(String(decoding: head, as: UTF8.self))
    }
  }

  /// Returns the object in a file and the problems found in it.
  func object(in file: String) throws -> (value: JSONValue, problems: [ImportIssue]) {
    let (json, isRepaired) = try JSONRows.Row(line: 1, content: .bytes(text(of: file))).foreignJSON
    return (json, isRepaired ? [.replacedCharacter] : [])
  }

  /// Records a file that turned out not to be an entry.
  mutating func recordSkipped(_ file: String) { others.append(file) }

  /// Returns the notes on files that no entry shows. Later calls return none.
  fileprivate mutating func notesOnUnusedFiles() -> [ReadItem] {
    defer { others = [] }
    return SkippedFileNotes.notes(of: others.filter { !lookup.used.contains($0) }).map { .note($0) }
  }
}

/// Reports an import's files that are neither entries nor shown by one.
enum SkippedFileNotes {
  /// Returns a note on each file.
  static func notes(of files: [String]) -> [ImportNote] {
    files.sorted().map { ImportNote(.file($0), .unnamedFile) }
  }
}

/// Files that an import contains within another file, such as the photos in Evernote's notes.
/// Stored in a private folder that is created on demand and deleted with this value.
final class ExtractedFiles: Sendable {
  private final class Place: Sendable {
    let place: UnpackingFolder

    init(below path: String) throws { place = try UnpackingFolder(below: path) }
  }

  private struct State {
    var place: Place?
    var count = 0
  }

  private let below: String
  private let state = Mutex(State())

  /// Creates the folder later, below the folder at `path`.
  init(below path: String) { below = path }

  /// Creates a file.
  /// - Throws: `DiaryError.input` if it can't be created.
  func newFile() throws -> OpenFile {
    do {
      let (place, number) = try state.withLock { state in
        let place = if let place = state.place { place } else { try Place(below: below) }
        state.place = place
        state.count += 1
        return (place, state.count)
      }
      return try place.place.folder.newFile("\(number)", mode: 0o600)
    } catch let error as SystemError {
      throw DiaryError.input(name: below, .archive(.notWritten(reason: error.fullMessage)))
    }
  }
}

/// A file that is written while its Base64 text is read.
final class ExtractedFile {
  private let file: OpenFile
  private var decoder = Base64Decoder()
  private var hash = Insecure.MD5()
  private var isEmpty = true

  var path: String { file.path }

  init(in files: ExtractedFiles) throws { file = try files.newFile() }

  func write(base64 text: some Sequence<UInt8>) throws {
    try write(decoder.decode(text))
  }

  private func write(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    isEmpty = false
    hash.update(data: bytes)
    do { try file.write(bytes) } catch {
      throw DiaryError.input(name: file.path, .archive(.notWritten(reason: error.fullMessage)))
    }
  }

  /// Returns a file's name: the given one, or else one made of its digest; with an extension for
  /// its type if the name has none.
  static func name(original: String, type: MediaType, digest: String) -> String {
    let name = original.isBlank ? digest : PhotoDraft.lastComponent(original)
    let isNamed = MediaType(ofFileNamed: name).isKnown
    let needsExtension =
      type.isPhoto ? !MediaType.isPhoto(named: name) : !isNamed && type.isKnown
    return needsExtension ? "\(name).\(type.fileExtension)" : name
  }

  /// Completes the file. Returns the MD5 of its bytes in hexadecimal digits, or `nil` if it's empty
  /// or the text isn't valid Base64.
  func finish() throws -> String? {
    try write(decoder.finish())
    guard decoder.isValid, !isEmpty else { return nil }
    return hexadecimal(hash.finalize())
  }
}

/// Reads an import in parts, so that one part is read while the previous one is compared with the
/// diary.
actor Prefetcher {
  private var reader: (any DiaryReader)?
  private let input: ImportInput
  private let size: Int
  /// The notes on files that the reader didn't touch; `nil` until the reader is at its end.
  private var fileExtension: ArraySlice<ImportNote>?

  /// Reads parts of at most `size` entries and notes.
  init(_ input: ImportInput, _ defaults: EntryDraft.Defaults, partsOf size: Int) {
    reader = input.reader(defaults)
    self.input = input
    self.size = size
  }

  /// Returns the next part; an empty one at the end.
  func part() -> Result<[ReadItem], any Error> {
    var items: [ReadItem] = []
    do {
      while items.count < size, !Task.isCancelled, let item = try next() { items.append(item) }
      return .success(items)
    } catch {
      return .failure(error)
    }
  }

  private func next() throws -> ReadItem? {
    if fileExtension == nil {
      if let item = try reader?.next() { return item }
      fileExtension = notesOnUnusedFiles()[...]
    }
    return fileExtension?.popFirst().map { .note($0) }
  }

  /// Returns notes on all files that would otherwise be ignored silently.
  private func notesOnUnusedFiles() -> [ImportNote] {
    guard !input.tree.isFile, let touched = reader?.touchedFiles else { return [] }
    let named = Set(input.notes.map(\.place))
    let others = input.tree.allFiles().filter {
      !touched.contains($0) && !named.contains(.file($0))
    }
    return SkippedFileNotes.notes(of: others)
  }
}
