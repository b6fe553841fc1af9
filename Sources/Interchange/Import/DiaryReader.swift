import Crypto
import DiaryCore
import Localization
import Synchronization
import System

/// Reads a diary, one entry after the other, and writes nothing.
///
/// What it can't bring it names in a note and goes on. Ids must be the same each time the same entry
/// is read, for by them an import is known that was done before.
protocol DiaryReader {
  /// What comes next, `nil` at the end. Throws when a file can't be read.
  mutating func next() throws(DiaryError) -> ReadItem?

  /// The paths in the tree of all files that it has read, or that what it has read shows or names in
  /// notes: the others are told of when it is at its end. `nil` where it tells of them itself.
  var touchedFiles: Set<String>? { get }
}

/// Reads another program's diary: a type for each format, which stands in `ImportFormat.readers`.
protocol ForeignReader: DiaryReader {
  /// Whether files are of this format, by their content, of which it looks at little.
  static func recognizes(_ tree: ImportTree) -> Bool

  /// Whether there is anything in files that it can read, where a person says that they are of this
  /// format.
  static func canRead(_ tree: ImportTree) -> Bool

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults)
}

extension ForeignReader {
  static func canRead(_ tree: ImportTree) -> Bool { recognizes(tree) }
}

/// What a reader comes to.
enum ReadItem {
  case entry(ReadEntry)
  case note(ImportNote)
}

/// An entry of another program, before its photos and attachments are in the diary.
struct ReadEntry: Sendable {
  let place: ImportPosition
  /// Without photos and attachments. Its text refers to one by the asset that its draft names, which needn't be that
  /// of its bytes: see `AssetID.init(standingFor:)`.
  var entry: Entry
  var photos: [PhotoDraft]
  var attachments: [AttachmentDraft] = []
  /// What is said under it.
  var comments: [EntryComment] = []
  /// The entries that its text links to.
  var links: [LinkTarget] = []
  /// Whether an export of this program has it, which says whose it is and when it was changed: it
  /// needs no mark and comes as it was.
  var isOwn = false
  /// Whether it is refused when one of its files can't be brought.
  var needsFiles = false

  /// Gives it, with what its author has said under it, to whoever imports it.
  mutating func becomeMine() {
    for index in comments.indices where comments[index].author == entry.author {
      comments[index].author = .nobody
    }
    entry.author = .nobody
  }

  /// Whether an entry of the diary says the same.
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

  /// A text with the places of photos in the entry's list in place of their assets: the bytes of a
  /// photo aren't the same here as there when its position was taken out.
  private static func text(_ content: String, _ assets: [AssetID?]) -> String {
    PhotoReference.replaced(in: content) { asset, caption in
      assets.firstIndex(of: asset).map { "![\(caption)](photo:\($0))" }
    }
  }
}

extension Entry {
  /// What is carried along, without what tells where it came from, and the positions that an export
  /// has left out.
  fileprivate var unmarkedMembers: [JSONMember] {
    withoutPositions.unknownMembers.filter { $0.name != ImportMark.name }
  }
}

/// What is imported: a file, or something that is open already.
package enum ImportSource: Hashable, Sendable {
  case file(String)
  /// An open file, which stays the caller's. `folder` is where relative paths in it begin.
  case descriptor(Descriptor, name: String, folder: String)

  package static var standardInput: Self {
    .descriptor(.standardInput, name: localized("standard input"), folder: ".")
  }

  /// What errors call it.
  var name: String {
    switch self {
    case .file(let path): path
    case .descriptor(_, let name, _): name
    }
  }

  /// A path in it, as it is to be opened.
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

/// Takes members out of a JSON object; a missing one is as good as null.
struct MemberReader {
  private let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  func text(_ name: String, or failure: EntryFieldError? = nil) throws(EntryFieldError) -> String? {
    guard let value = json[name], value != .null else { return nil }
    guard let text = value.string else { throw failure ?? .invalidMember(name) }
    return text
  }

  func values(_ name: String) throws(EntryFieldError) -> [JSONValue] {
    guard let value = json[name], value != .null else { return [] }
    guard let values = value.array else { throw .invalidMember(name) }
    return values
  }

  func texts(_ name: String) throws(EntryFieldError) -> [String] {
    try values(name).map { value throws(EntryFieldError) in
      guard let text = value.string else { throw .invalidMember(name) }
      return text
    }
  }

  /// What isn't of an entry's own members, carried along for programs that know it.
  var unknownMembers: [JSONMember] {
    (json.members ?? []).filter {
      !Self.entryNames.contains($0.name) && !EntryDetails.reads($0) && !Self.listsAttachments($0)
        && !Self.listsComments($0)
    }
  }

  /// The objects and paths of `attachments`. Another program's member of that name, which holds
  /// something else, is carried along.
  func attachments() -> [JSONValue] {
    json.members?.last(where: Self.listsAttachments)?.value.array ?? []
  }

  private static func listsAttachments(_ member: JSONMember) -> Bool {
    member.name == "attachments" && (member.value.array != nil || member.value == .null)
  }

  /// What is said under an entry of that id. Another program's member of that name, which holds something
  /// else, is carried along.
  func comments(on entry: ID<Entry>) throws(EntryFieldError) -> [EntryComment] {
    guard let member = json.members?.last(where: Self.listsComments) else { return [] }
    return try (member.value.array ?? []).map { value throws(EntryFieldError) in
      guard let comment = EntryComment(value, on: entry) else { throw .invalidMember(member.name) }
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

/// Reads a folder in which each entry has a file of its own.
protocol EntryFileReader: ForeignReader {
  var entryFiles: EntryFiles { get set }

  /// What a file of an entry holds.
  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
}

extension EntryFileReader {
  var touchedFiles: Set<String>? { nil }

  mutating func next() throws(DiaryError) -> ReadItem? {
    while true {
      if let item = entryFiles.pending.popFirst() { return item }
      guard let file = entryFiles.files.popFirst() else {
        entryFiles.pending = entryFiles.notesOfOthers()[...]
        guard !entryFiles.pending.isEmpty else { return nil }
        continue
      }
      let place = ImportPosition.file(file)
      do throws(EntryFieldError) {
        entryFiles.pending = try items(of: file, at: place)[...]
      } catch {
        entryFiles.pending = [.note(ImportNote(place, .refused(error)))]
      }
    }
  }
}

extension EntryFileReader {
  /// What comes of so many entries of one file, each read by its place in it from 0.
  mutating func items(
    _ count: Int, in file: String,
    _ read: (Int, inout EntryFiles) throws(EntryFieldError) -> ForeignEntry?
  ) -> [ReadItem] {
    (0..<count).flatMap { index -> [ReadItem] in
      var day: String?
      func place() -> ImportPosition { .entry(file: file, number: index + 1, day: day) }
      do throws(EntryFieldError) {
        guard let entry = try read(index, &entryFiles) else { return [] }
        day = entry.entry.date.day.description
        return try entry.items(at: place())
      } catch {
        return [.note(ImportNote(place(), .refused(error)))]
      }
    }
  }
}

/// The files of a folder: those that are entries, one after the other, and those that entries show.
struct EntryFiles {
  /// Of so many files one tells what the others are, by so much of it: its text may come first.
  private static let lookedAt = 200
  private static let headSize = 1 << 16

  let tree: ImportTree
  let defaults: EntryDraft.Defaults
  var files: ArraySlice<String>
  var lookup: PhotoLookup
  var zones = TimeZones()
  fileprivate var pending: ArraySlice<ReadItem> = []
  private var others: [String]

  /// `isPart` says which of the others belong to the format and need no note.
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

  /// The text of a file.
  func text(of file: String) throws(EntryFieldError) -> [UInt8] {
    try Self.text(of: file, in: tree)
  }

  static func text(of file: String, in tree: ImportTree) throws(EntryFieldError) -> [UInt8] {
    guard let file = try? tree.open(file) else { throw .unreadable }
    return try TextFile.read(file)
  }

  static func isObject(_ file: String) -> Bool { MarkdownFiles.ending(of: file) == "json" }

  /// Whether one of the first objects of a folder has what is asked for in its text.
  static func hasObject(in tree: ImportTree, where isMeant: (String) -> Bool) -> Bool {
    tree.allFiles().lazy.filter { isObject($0) }.prefix(lookedAt).contains { file in
      let head = tree.head(of: file, headSize)
      return head.first == UInt8(ascii: "{") && isMeant(String(decoding: head, as: UTF8.self))
    }
  }

  /// The object in a file, and what was wrong with it.
  func object(
    in file: String
  ) throws(EntryFieldError) -> (value: JSONValue, problems: [ImportIssue]) {
    let (json, isMended) = try JSONRows.Row(line: 1, content: .bytes(text(of: file))).foreignJSON
    return (json, isMended ? [.mendedCharacter] : [])
  }

  /// One that turned out to be no entry.
  mutating func passOver(_ file: String) { others.append(file) }

  /// What of the folder no entry shows, told once.
  fileprivate mutating func notesOfOthers() -> [ReadItem] {
    defer { others = [] }
    return PassedOver.notes(of: others.filter { !lookup.used.contains($0) }).map { .note($0) }
  }
}

/// Files of an import that are no entries, and that no entry shows.
enum PassedOver {
  /// A note of each.
  static func notes(of files: [String]) -> [ImportNote] {
    files.sorted().map { ImportNote(.file($0), .unnamedFile) }
  }
}

/// The files that an import has within another one, as Evernote's photos are within its notes: in a
/// private folder that is made when the first of them comes, and goes with this value.
final class ExtractedFiles: Sendable {
  private final class Place: Sendable {
    let place: UnpackingFolder

    init(below path: String) throws(DiaryError) { place = try UnpackingFolder(below: path) }
  }

  private struct State {
    var place: Place?
    var count = 0
  }

  private let below: String
  private let state = Mutex(State())

  /// `path` is the folder below which theirs is made.
  init(below path: String) { below = path }

  /// A new file. Throws `DiaryError.input`.
  func newFile() throws(DiaryError) -> OpenFile {
    do throws(DiaryError) {
      let (place, number) = try state.withLock { state throws(DiaryError) in
        let place = if let place = state.place { place } else { try Place(below: below) }
        state.place = place
        state.count += 1
        return (place, state.count)
      }
      return try place.place.folder.newFile("\(number)", mode: 0o600)
    } catch {
      throw Self.input(error, below)
    }
  }

  /// What can't be written here is no fault of an export.
  fileprivate static func input(_ error: DiaryError, _ path: String) -> DiaryError {
    guard case .export(_, .failed(let reason)) = error else { return error }
    return .input(name: path, .archive(.notWritten(reason: reason)))
  }
}

/// A file that is written as its bytes come in Base64.
final class ExtractedFile {
  private let file: OpenFile
  private var decoder = Base64Decoder()
  private var hash = Insecure.MD5()
  private var isEmpty = true

  var path: String { file.path }

  init(in files: ExtractedFiles) throws(DiaryError) { file = try files.newFile() }

  func write(base64 text: some Sequence<UInt8>) throws(DiaryError) {
    try write(decoder.decode(text))
  }

  private func write(_ bytes: [UInt8]) throws(DiaryError) {
    guard !bytes.isEmpty else { return }
    isEmpty = false
    hash.update(data: bytes)
    do throws(DiaryError) { try file.write(bytes) } catch {
      throw ExtractedFiles.input(error, file.path)
    }
  }

  /// What it is called: as it says, or else after its bytes, with an ending by which its type is known.
  static func name(told: String, type: MediaType, digest: String) -> String {
    let name = told.isBlank ? digest : PhotoDraft.lastComponent(told)
    let isNamed = MediaType(ofFileNamed: name).isKnown
    let lacksEnding =
      type.isPhoto ? !MediaType.isPhoto(named: name) : !isNamed && type.isKnown
    return lacksEnding ? "\(name).\(type.fileExtension)" : name
  }

  /// Ends it. The MD5 of its bytes in hexadecimal digits; `nil` when there are none, or something else
  /// came than Base64.
  func finish() throws(DiaryError) -> String? {
    try write(decoder.finish())
    guard decoder.isValid, !isEmpty else { return nil }
    return hexadecimal(hash.finalize())
  }
}

/// Reads an import in parts, so that one part can be read while the one before it is compared with
/// the diary.
actor Prefetcher {
  private var reader: (any DiaryReader)?
  private let input: ImportInput
  private let size: Int
  /// What is told at the end of the files that nothing has read; `nil` until then.
  private var ending: ArraySlice<ImportNote>?

  /// Of `size` entries and notes at most.
  init(_ input: ImportInput, _ defaults: EntryDraft.Defaults, partsOf size: Int) {
    reader = input.reader(defaults)
    self.input = input
    self.size = size
  }

  /// The next part; an empty one at the end.
  func part() -> Result<[ReadItem], DiaryError> {
    var items: [ReadItem] = []
    do throws(DiaryError) {
      while items.count < size, !Task.isCancelled, let item = try next() { items.append(item) }
      return .success(items)
    } catch {
      return .failure(error)
    }
  }

  private func next() throws(DiaryError) -> ReadItem? {
    if ending == nil {
      if let item = try reader?.next() { return item }
      ending = notesOfOthers()[...]
    }
    return ending?.popFirst().map { .note($0) }
  }

  /// Nothing is passed over in silence.
  private func notesOfOthers() -> [ImportNote] {
    guard !input.tree.isFile, let touched = reader?.touchedFiles else { return [] }
    let named = Set(input.notes.map(\.place))
    let others = input.tree.allFiles().filter {
      !touched.contains($0) && !named.contains(.file($0))
    }
    return PassedOver.notes(of: others)
  }
}
