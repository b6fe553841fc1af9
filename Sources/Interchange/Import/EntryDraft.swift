import Crypto
import DiaryCore
import Synchronization
import System

/// An entry as described in an import, before its photos and attachments are in the diary.
struct EntryDraft {
  /// The entry without photos and attachments.
  var entry: Entry
  let photos: [PhotoDraft]
  let attachments: [AttachmentDraft]
  /// The comments on the entry.
  let comments: [EntryComment]

  /// Values for entries that don't contain them.
  struct Defaults {
    let author: AuthorID
    let localOffset: @Sendable (Int64) -> Int
  }

  /// Reads an entry's JSON as PhotoDiary exports it. All members except the date may be missing or
  /// null. Unknown members are kept.
  init(_ json: JSONValue, defaults: Defaults) throws {
    guard json.members != nil else { throw EntryFieldError.notAnObject }
    let reader = MemberReader(json)
    guard let writtenDate = try reader.text("date", or: .invalidDate("date")) else {
      throw EntryFieldError.noDate
    }
    guard let date = EntryDate(writtenDate, localOffset: defaults.localOffset) else {
      throw EntryFieldError.invalidDate(writtenDate)
    }
    func time(_ name: String) throws -> Timestamp? {
      guard let text = try reader.text(name) else { return nil }
      if let time = Timestamp(text) { return time }
      guard let date = EntryDate(text, localOffset: defaults.localOffset) else {
        throw EntryFieldError.invalidMember(name)
      }
      return Timestamp(milliseconds: date.instant * 1000)
    }

    let fields = EntryFields(
      date: date, title: try reader.text("title") ?? "",
      content: try reader.text("content") ?? "", tags: try reader.texts("tags"),
      journal: try reader.text("journal") ?? "", details: EntryDetails(json)
    ).normalized
    var photos: [PhotoDraft] = []
    for photo in try reader.values("photos") { photos.append(try PhotoDraft(photo)) }
    var attachments: [AttachmentDraft] = []
    for file in reader.attachments() { attachments.append(try AttachmentDraft(file)) }
    guard !fields.isEmpty || !photos.isEmpty || !attachments.isEmpty else {
      throw EntryFieldError.empty
    }

    let id: ID<Entry>
    if let text = try reader.text("id") {
      guard let known = ID<Entry>(text) else { throw EntryFieldError.invalidMember("id") }
      id = known
    } else {
      id = Self.id(writtenDate, fields, photos.map(\.name) + attachments.map(\.name))
    }
    let created =
      try time("created") ?? Timestamp(milliseconds: date.instant * 1000)
    comments = try reader.comments(on: id)
    self.photos = photos
    self.attachments = attachments
    entry = Entry(
      id: id, fields: fields,
      author: try reader.text("author").map { AuthorID($0) } ?? defaults.author, created: created,
      modified: try time("modified") ?? created, unknownMembers: reader.unknownMembers)
  }

  /// Returns an ID that is the same for the same contents, so that imports can be repeated. Uses
  /// the date as written: without an offset, it means a different time elsewhere.
  private static func id(
    _ date: String, _ fields: EntryFields, _ files: [String]
  ) -> ID<Entry> {
    ID(naming: [
      .string(date), .string(fields.title), .string(fields.content),
      .array(fields.tags.map(JSONValue.string)), .array(files.map(JSONValue.string)),
    ])
  }
}

/// A photo as described in an import.
struct PhotoDraft {
  /// The path, relative to the file that names it.
  let path: String
  /// The ID of the photo's bytes in the diary it was exported from. The bytes may have changed, as
  /// in an export without positions.
  let asset: AssetID?
  let name: String
  let caption: String?
  let taken: String?
  let width: Int?
  let height: Int?

  init(
    path: String, asset: AssetID?, name: String, caption: String?, taken: String?,
    width: Int? = nil, height: Int? = nil
  ) {
    self.path = path
    self.asset = asset
    self.name = Self.lastComponent(name)
    self.caption = caption
    self.taken = taken
    self.width = width
    self.height = height
  }

  /// Reads an object or a string with only the path.
  init(_ json: JSONValue) throws {
    if case .string(let path) = json {
      self.path = path
      name = Self.lastComponent(path)
      (asset, caption, taken, width, height) = (nil, nil, nil, nil, nil)
      return
    }
    guard json.members != nil else { throw EntryFieldError.invalidMember("photos") }
    let reader = MemberReader(json)
    let givenName = try reader.text("name").map(Self.lastComponent)
    let writtenAsset = try reader.text("asset")
    guard let path = try reader.text("file") else {
      throw EntryFieldError.noPhotoFile(givenName ?? writtenAsset ?? "without a name")
    }
    self.path = path
    asset = try writtenAsset.map { text in
      guard let asset = AssetID(text) else { throw EntryFieldError.invalidMember("asset") }
      return asset
    }
    name = givenName ?? Self.lastComponent(path)
    caption = try reader.text("caption")
    taken = try reader.text("taken")
    width = json["width"]?.integer
    height = json["height"]?.integer
  }

  /// Returns the same photo at another path.
  func found(at path: String) -> PhotoDraft {
    PhotoDraft(
      path: path, asset: asset, name: name, caption: caption, taken: taken, width: width,
      height: height)
  }

  /// Returns a stored photo with the import's description, completed with the stored one.
  func described(_ stored: Photo) -> Photo {
    var photo = stored
    photo.name = name
    photo.caption = caption ?? ""
    photo.taken = taken ?? stored.taken
    photo.width = stored.width ?? width
    photo.height = stored.height ?? height
    return photo
  }

  /// Returns a path's last component in readable form.
  static func lastComponent(_ path: String) -> String {
    Path.readable(path).utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
      ?? path
  }
}

/// An attachment as described in an import.
struct AttachmentDraft: Sendable {
  /// The path, relative to the file that names it.
  let path: String
  let name: String
  /// The type; `nil` to derive it from the name.
  let type: MediaType?
  let unknownMembers: [JSONMember]

  init(
    path: String, name: String, type: MediaType? = nil, unknownMembers: [JSONMember] = []
  ) {
    self.path = path
    self.name = PhotoDraft.lastComponent(name)
    self.type = type
    self.unknownMembers = unknownMembers
  }

  /// Reads an object or a string with only the path.
  init(_ json: JSONValue) throws {
    if case .string(let path) = json {
      self = AttachmentDraft(path: path, name: path)
      return
    }
    guard json.members != nil else { throw EntryFieldError.invalidMember("attachments") }
    let reader = MemberReader(json)
    let givenName = try reader.text("name").map(PhotoDraft.lastComponent)
    let asset = try reader.text("asset")
    guard let path = try reader.text("file") else {
      throw EntryFieldError.noAttachmentFile(givenName ?? asset ?? "without a name")
    }
    self.init(
      path: path, name: givenName ?? path, type: try reader.text("type").map { MediaType($0) },
      unknownMembers: Attachment.unknownMembers(of: json))
  }

  /// Returns the same attachment at another path.
  func found(at path: String) -> AttachmentDraft {
    AttachmentDraft(path: path, name: name, type: type, unknownMembers: unknownMembers)
  }

  /// Returns a stored attachment with the import's description.
  func described(_ stored: Attachment) -> Attachment {
    var attachment = stored
    attachment.name = name
    attachment.unknownMembers = unknownMembers
    return attachment
  }

  /// The type under which the attachment is stored.
  var storedType: MediaType { type ?? MediaType(ofFileNamed: name) }
}

/// An entry in a `DraftSpool`. One line of JSON in the spool's file.
struct DraftLine: Sendable {
  let read: ReadEntry
  /// The revisions that the entry replaces; empty for a new entry.
  let heads: [ID<Revision>]

  /// The approximate size in memory, in bytes.
  var size: Int {
    2048 + read.entry.content.utf8.count + 512 * (read.photos.count + read.attachments.count)
  }

  var json: JSONValue {
    [
      "place": Self.json(read.place),
      "own": .bool(read.isOwn),
      "needsFiles": .bool(read.needsFiles),
      "heads": .array(heads.map { .string($0.description) }),
      "photos": .array(read.photos.map(Self.json)),
      "files": .array(read.attachments.map(Self.json)),
      "entry": Self.json(read.entry),
    ]
  }
}

extension DraftLine {
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONParser.parse(bytes), let entry = json["entry"],
      let id = entry["id"]?.string.flatMap({ ID<Entry>($0) }),
      let known = Entry(id: id, json: entry, isKnown: { _ in false }),
      let place = json["place"].flatMap(Self.place)
    else { return nil }
    let read = ReadEntry(
      place: place, entry: known,
      photos: (json["photos"]?.array ?? []).compactMap { try? PhotoDraft($0) },
      attachments: (json["files"]?.array ?? []).compactMap { try? AttachmentDraft($0) },
      isOwn: json["own"]?.bool ?? false, needsFiles: json["needsFiles"]?.bool ?? false)
    self.init(
      read: read,
      heads: (json["heads"]?.array ?? []).compactMap { $0.string.flatMap { ID<Revision>($0) } })
  }

  // MARK: The parts

  /// Returns the JSON of a line in the store, with all details included.
  private static func json(_ entry: Entry) -> JSONValue {
    .object(
      [JSONMember("id", .string(entry.id.description))] + entry.storedMembers { _ in nil }
        + entry.extraMembers)
  }

  private static func json(_ place: ImportPosition) -> JSONValue {
    switch place {
    case .file(let name): .array([.string(name)])
    case .entry(let file, let number, let day):
      .array([.string(file), .integer(number), .optional(day)])
    case .line(let file, let number): .array([.string(file), .integer(number)])
    }
  }

  private static func place(_ json: JSONValue) -> ImportPosition? {
    guard let parts = json.array, let file = parts.first?.string else { return nil }
    guard parts.count > 1, let number = parts[1].integer else { return .file(file) }
    return parts.count == 2
      ? .line(file: file, number: number)
      : .entry(file: file, number: number, day: parts[2].string)
  }

  private static func json(_ photo: PhotoDraft) -> JSONValue {
    [
      "file": .string(photo.path), "asset": .optional(photo.asset?.description),
      "name": .string(photo.name), "caption": .optional(photo.caption),
      "taken": .optional(photo.taken), "width": .optional(photo.width),
      "height": .optional(photo.height),
    ]
  }

  private static func json(_ attachment: AttachmentDraft) -> JSONValue {
    .object(
      [
        JSONMember("file", .string(attachment.path)), JSONMember("name", .string(attachment.name)),
        JSONMember("type", .optional(attachment.type?.description)),
      ] + attachment.unknownMembers)
  }
}

/// Entries waiting to be imported: up to a limit in memory, those of large diaries in an unnamed
/// file. The file is encrypted with a key that is only in memory, because the destination diary may
/// be encrypted.
final class DraftSpool: Sendable {
  /// The limit of entries in memory, in bytes (approximate).
  private static let memorySize = 32 << 20
  private static let bufferSize = 1 << 20

  private struct State {
    /// The first entries.
    var kept: [DraftLine] = []
    var keptSize = 0
    /// The last lines, which aren't in the file yet.
    var buffer: [UInt8] = []
    /// The file, opened when the buffer is full for the first time.
    var file: Descriptor?
    /// The ranges in the file, one for each flushed buffer.
    var pieces: [Range<Int>] = []
  }

  private let folder: String
  private let key = SymmetricKey(size: .bits256)
  private let state = Mutex(State())

  /// Creates an empty spool. A file is created in `folder` if needed, together with the folder.
  init(below folder: String) { self.folder = folder }

  deinit {
    state.withLock { $0.file }?.close()
  }

  /// Appends an entry. `heads` are the revisions that it replaces; empty for a new entry.
  func add(_ read: ReadEntry, replacing heads: [ID<Revision>] = []) throws {
    let draft = DraftLine(read: read, heads: heads)
    try state.withLock { state in
      if state.keptSize < Self.memorySize {
        state.kept.append(draft)
        state.keptSize += draft.size
        return
      }
      state.buffer += JSONWriter.bytes(draft.json)
      state.buffer.append(0x0A)
      if state.buffer.count >= Self.bufferSize { try flush(&state) }
    }
  }

  private func flush(_ state: inout State) throws {
    let nonce = randomBytes(ChaChaPoly.nonceSize)
    let sealed =
      nonce + state.buffer.withUnsafeBytes { ChaChaPoly.seal($0, using: key, nonce: nonce) }
    do {
      let file = if let file = state.file { file } else { try Self.unnamedFile(below: folder) }
      state.file = file
      try file.write(sealed)
    } catch {
      throw DiaryError.input(name: folder, .archive(.notWritten(reason: error.message)))
    }
    let start = state.pieces.last?.upperBound ?? 0
    state.pieces.append(start..<start + sealed.count)
    state.buffer.removeAll(keepingCapacity: true)
  }

  /// Returns a decrypted piece of the file, or `nil` after the last one.
  private func piece(_ index: Int) -> [UInt8]? {
    guard
      let (file, range) = state.withLock({ state in
        state.pieces.indices.contains(index) ? state.file.map { ($0, state.pieces[index]) } : nil
      }),
      let sealed = try? file.bytes(range.count, at: range.lowerBound),
      sealed.count >= ChaChaPoly.nonceSize
    else { return nil }
    return sealed.dropFirst(ChaChaPoly.nonceSize).withUnsafeBytes {
      ChaChaPoly.open($0, using: key, nonce: Array(sealed.prefix(ChaChaPoly.nonceSize)))
    }
  }

  private static func unnamedFile(below folder: String) throws(ErrorNumber) -> Descriptor {
    FileSystem.makeFoldersIfPossible(folder)
    let index = try Descriptor.open(folder, [.readOnly, .folder])
    defer { index.close() }
    let name = ".spool-" + String(UInt64.random(in: .min ... .max), radix: 16)
    let file = try Descriptor.open(name, in: index, [.readWrite, .create, .exclusive])
    try? index.unlink(name)
    return file
  }

  /// Returns a reader of the entries in the order they were added.
  func reader() -> Reader { Reader(self) }

  /// An iterator over a spool's entries.
  struct Reader {
    private let spool: DraftSpool
    private var kept = 0
    private var rest: [UInt8] = []
    private var index = 0
    private var pieces = 0
    private var hasBuffer = true

    fileprivate init(_ spool: DraftSpool) { self.spool = spool }

    /// Returns the next entry, or `nil` at the end.
    mutating func next() -> DraftLine? {
      let first = spool.state.withLock { $0.kept.indices.contains(kept) ? $0.kept[kept] : nil }
      kept += 1
      if let first { return first }
      while true {
        if let end = rest[index...].firstIndex(of: 0x0A) {
          let line = Array(rest[index..<end])
          index = end + 1
          // Always succeeds: the line was written by this class.
          if let draft = DraftLine(line) { return draft }
          continue
        }
        guard fill() else { return nil }
      }
    }

    private mutating func fill() -> Bool {
      rest.removeFirst(index)
      index = 0
      if let piece = spool.piece(pieces) {
        pieces += 1
        rest += piece
        return true
      }
      guard hasBuffer else { return false }
      hasBuffer = false
      rest += spool.state.withLock { $0.buffer }
      return true
    }
  }
}

/// A plan's entries with their added photos and attachments, ready to be saved.
final class CompletedDrafts: Sendable {
  /// The number of entries returned at a time.
  private static let part = 500

  private struct State {
    var drafts: DraftSpool.Reader
    var notes: [ImportNote] = []
    var done = 0
    /// The numbers of photos and attachments in the entries returned so far.
    var files = (photos: 0, attachments: 0)
  }

  private let spool: DraftSpool
  private let imported: ImportedFiles
  private let author: AuthorID
  private let total: Int
  private let progress: @Sendable (Progress) -> Void
  private let state: Mutex<State>

  init(
    of plan: ImportPlan, with files: ImportedFiles, by author: AuthorID,
    progress: @escaping @Sendable (Progress) -> Void
  ) {
    spool = plan.spool
    imported = files
    self.author = author
    self.progress = progress
    total = plan.entries + plan.updates
    state = Mutex(State(drafts: plan.spool.reader()))
  }

  /// The numbers of photos and attachments in the entries returned so far. Files shown several
  /// times are counted each time.
  var files: (photos: Int, attachments: Int) { state.withLock { $0.files } }

  /// Notes on files and entries that couldn't be imported, up to the last entry returned.
  var notes: [ImportNote] { state.withLock { $0.notes } }

  /// Returns the assets that the entries need, without those of entries that are refused because
  /// another file failed.
  func assets() -> Set<AssetID> {
    guard imported.hasFailures else { return imported.assets }
    var assets: Set<AssetID> = []
    var drafts = spool.reader()
    var notes: [ImportNote] = []
    while let draft = drafts.next() {
      guard let entry = complete(draft.read, &notes) else { continue }
      assets.formUnion(entry.files.map(\.asset))
    }
    return assets
  }

  func next() -> [Entry]? {
    let (entries, done) = state.withLock { state in
      var entries: [Entry] = []
      var read = 0
      while read < Self.part, let draft = state.drafts.next() {
        read += 1
        guard var entry = complete(draft.read, &state.notes) else { continue }
        // PhotoDiary's exports contain the author.
        if !draft.read.isOwn || entry.author == .unassigned { entry.author = author }
        if draft.read.isOwn {
          entry.importTrace = ImportTrace(.imported, modified: entry.modified)
        }
        entry.heads = draft.heads
        state.files.photos += entry.photos.count
        state.files.attachments += entry.attachments.count
        entries.append(entry)
      }
      state.done += read
      return (read > 0 ? entries : nil, state.done)
    }
    progress(Progress(.saving, done, of: total))
    return entries
  }

  /// Returns the entry with its photos and attachments, without those that couldn't be added.
  /// Returns `nil` if nothing is left or the entry requires all of them.
  private func complete(_ read: ReadEntry, _ notes: inout [ImportNote]) -> Entry? {
    var entry = read.entry
    var assets: [AssetID: AssetID] = [:]
    /// Notes why a file couldn't be added. Returns `true` if the entry must be refused.
    func isRefused(_ refusal: EntryFieldError, or problem: ImportIssue) -> Bool {
      notes.append(ImportNote(read.place, read.needsFiles ? .refused(refusal) : problem))
      return read.needsFiles
    }
    for draft in read.photos {
      switch imported.photos[draft.path] {
      case .success(let imported):
        entry.photos.append(draft.described(imported.photo))
        if let asset = draft.asset { assets[asset] = imported.photo.asset }
        if let problem = imported.problem {
          notes.append(ImportNote(read.place, .undisplayablePhoto(draft.name, problem)))
        }
      case .failure(let failure):
        let (path, name) = (draft.path, Path.split(draft.path).name)
        if isRefused(.photo(path: path, failure), or: .photo(name, failure)) { return nil }
      case nil: break
      }
    }
    for draft in read.attachments {
      switch imported.attachments[draft.path] {
      case .success(let attachment): entry.attachments.append(draft.described(attachment))
      case .failure(let failure):
        let (path, name) = (draft.path, Path.split(draft.path).name)
        if isRefused(.attachment(path: path, failure), or: .attachment(name, failure)) {
          return nil
        }
      case nil: break
      }
    }
    let standing = Set(read.photos.compactMap(\.asset))
    if !standing.isEmpty {
      entry.content = PhotoReference.replaced(in: entry.content) { asset, caption in
        // Keep references that don't change exactly as written.
        guard standing.contains(asset), assets[asset] != asset else { return nil }
        return assets[asset].map { "![\(caption)](photo:\($0))" } ?? ""
      }
    }
    entry.fields = entry.fields.normalized
    guard !entry.fields.isEmpty else {
      notes.append(ImportNote(read.place, .refused(.empty)))
      return nil
    }
    return entry
  }
}
