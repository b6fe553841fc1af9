import DiaryCore
import System

/// Reads entries in this program's JSON format, as JSON Lines or as an array, from a file or a
/// pipe.
struct JSONReader: DiaryReader {
  private let source: ImportSource
  private let folder: String?
  private let input: Input
  private var rows: JSONRows?
  private var isKnown: Bool
  private let defaults: EntryDraft.Defaults
  private(set) var touchedFiles: Set<String>?

  /// The input file. It is closed on `deinit`, unless the caller provided the descriptor.
  private final class Input {
    let descriptor: Result<Descriptor, ErrorNumber>
    private let ownsDescriptor: Bool

    init(_ source: ImportSource) {
      switch source {
      case .file(let path):
        descriptor = Result { () throws(ErrorNumber) in try Descriptor.open(path, .readOnly) }
        ownsDescriptor = true
      case .descriptor(let descriptor, _, _):
        self.descriptor = .success(descriptor)
        ownsDescriptor = false
      }
    }

    deinit { if ownsDescriptor { try? descriptor.get().close() } }
  }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - folder: The only folder from which photos and attachments may be read, or `nil` to allow
  ///     any path.
  ///   - isKnown: Skips the check that the input is JSON.
  init(
    _ source: ImportSource, folder: String?, isKnown: Bool, defaults: EntryDraft.Defaults
  ) {
    self.source = source
    self.folder = folder.map(Path.resolved)
    self.isKnown = isKnown
    self.defaults = defaults
    touchedFiles = folder == nil ? nil : [Path.split(source.name).name]
    input = Input(source)
    rows = (try? input.descriptor.get()).map { JSONRows($0) }
  }

  mutating func next() throws -> ReadItem? {
    guard let row = try nextRow() else { return nil }
    let place = ImportPosition.line(file: Path.split(source.name).name, number: row.line)
    do {
      let draft = try EntryDraft(try row.json, defaults: defaults)
      let named = draft.photos.map(\.path) + draft.attachments.map(\.path)
      touchedFiles?.formUnion(named.map(Self.withoutDotPrefix))
      if let failure = draft.fileFault(in: source, below: folder) { throw failure }
      return .entry(
        ReadEntry(
          place: place, entry: draft.entry,
          photos: draft.photos.map { $0.found(at: source.resolved($0.path)) },
          attachments: draft.attachments.map { $0.found(at: source.resolved($0.path)) },
          comments: draft.comments, isOwn: true, needsFiles: true))
    } catch {
      return .note(ImportNote(place, .refusing(error)))
    }
  }

  private static func withoutDotPrefix(_ path: String) -> String {
    path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }

  private mutating func nextRow() throws -> JSONRows.Row? {
    do {
      _ = try input.descriptor.get()
      if !isKnown { isKnown = try beginsAsJSON() }
      if isKnown { return try rows?.next() }
    } catch {
      throw DiaryError.input(name: source.name, .unreadable(reason: error.message))
    }
    throw DiaryError.input(name: source.name, .onlyJSON)
  }

  /// Returns whether the input starts like JSON. A line of a binary file may start with a brace by
  /// chance, but text contains no zero bytes.
  private mutating func beginsAsJSON() throws(ErrorNumber) -> Bool {
    guard let head = try rows?.head(JSONHead.size) else { return false }
    return JSONHead.isJSON(head) && !head.contains(0)
  }
}

extension EntryDraft {
  /// Returns the reason why a photo or an attachment can't be imported, as far as that is known
  /// without reading it, or `nil`. If `folder`, a resolved path, is given, files outside it are
  /// rejected.
  func fileFault(in source: ImportSource, below folder: String?) -> EntryFieldError? {
    for path in photos.map(\.path) + attachments.map(\.path) {
      if let folder, !Path.contains(folder, Path.resolved(source.resolved(path))) {
        return .fileOutside(path)
      }
    }
    for photo in photos {
      let path = source.resolved(photo.path)
      if let failure = InputFile.failure(of: path) { return .photo(path: path, failure) }
    }
    for attachment in attachments {
      let path = source.resolved(attachment.path)
      if let failure = InputFile.failure(of: path) { return .attachment(path: path, failure) }
    }
    return nil
  }
}

// MARK: - JSONDocument

/// Writes `diary.json`: one array with an entry on each line, written as the entries arrive.
struct JSONDocument: DiaryWriter, ~Copyable {
  static let name = "diary.json"

  private let document: GrowingFile
  private let comments: ExportComments
  private var isFirst = true

  init(_ context: ExportContext, _ tree: inout ExportTree) throws {
    comments = context.comments
    document = try tree.sink.begin(ExportPath(name: Self.name))
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws {
    let separator = isFirst ? "[\n" : ",\n"
    isFirst = false
    let row = Self.row(entry, try await comments.members(of: entry.id), file: file)
    try document.write(separator.utf8 + JSONWriter.bytes(row))
  }

  mutating func finish(_ tree: inout ExportTree) throws {
    try document.write((isFirst ? "[\n]\n" : "\n]\n").utf8)
    try tree.finish(document)
  }

  private static func row(
    _ entry: Entry, _ comments: [JSONMember], file: (AssetFile) -> String?
  ) -> JSONValue {
    let members = entry.contentMembers { _ in nil }.map { member in
      guard let files = entry.fileObjects(of: member.name, file: file) else { return member }
      return JSONMember(member.name, .array(files))
    }
    return .object(
      [JSONMember("id", .string(entry.id.description))] + members + comments
        + entry.extraMembers)
  }
}

extension Entry {
  /// Returns the objects of the photos or attachments as exports write them, with all members. A
  /// file that wasn't exported is null. Returns `nil` if `member` lists neither.
  func fileObjects(of member: String, file: (AssetFile) -> String?) -> [JSONValue]? {
    func withFile(_ object: JSONValue, _ path: String?) -> JSONValue {
      .object((object.members ?? []) + [JSONMember("file", .optional(path))])
    }
    switch member {
    case "photos": return photos.map { withFile($0.json(file: nil), file($0.file)) }
    // Without attachments, a member of that name is another program's.
    case "attachments" where !attachments.isEmpty:
      return attachments.map { withFile($0.json(file: nil), file($0.file)) }
    default: return nil
    }
  }
}
