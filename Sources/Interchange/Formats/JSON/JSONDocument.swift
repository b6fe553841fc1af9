import DiaryCore

/// `diary.json`: one array, an entry a line, written as the entries come.
struct JSONDocument: DiaryWriter, ~Copyable {
  static let name = "diary.json"

  private var document: ExportDocument
  private let comments: ExportComments
  private var isFirst = true

  init(_ context: ExportContext, _ tree: inout ExportTree) throws(DiaryError) {
    comments = context.comments
    document = try ExportDocument(Self.name, in: &tree)
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws(DiaryError) {
    let separator = isFirst ? "[\n" : ",\n"
    isFirst = false
    let row = Self.row(entry, try await comments.members(of: entry.id), file: file)
    try document.write(separator.utf8 + JSONWriter.bytes(row))
  }

  mutating func finish(_ tree: inout ExportTree) throws(DiaryError) {
    try document.write((isFirst ? "[\n]\n" : "\n]\n").utf8)
    try document.finish(&tree)
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
        + entry.carriedMembers)
  }
}

extension Entry {
  /// The objects of its photos or its attachments, as exports write them, with every member: what was
  /// left out has no file, which is null. `nil` for a member that lists neither.
  func fileObjects(of member: String, file: (AssetFile) -> String?) -> [JSONValue]? {
    func withFile(_ object: JSONValue, _ path: String?) -> JSONValue {
      .object((object.members ?? []) + [JSONMember("file", .optional(path))])
    }
    switch member {
    case "photos": return photos.map { withFile($0.json(file: nil), file($0.file)) }
    // A member of that name may be another program's.
    case "attachments" where !attachments.isEmpty:
      return attachments.map { withFile($0.json(file: nil), file($0.file)) }
    default: return nil
    }
  }
}
