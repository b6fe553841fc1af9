import Crypto
import DiaryCore

/// `diary.json`: one array, an entry a line, written as the entries come.
struct JSONDocument: ~Copyable {
  static let name = "diary.json"

  private let file: OutputFile
  private var pending = Array("[".utf8)
  private var isFirst = true
  private var hash = SHA256()

  /// Begins the document in a folder that has none.
  init(in folder: borrowing Folder) throws(DiaryError) { file = try folder.newFile(Self.name) }

  /// `file` is the path in the export of what was exported.
  mutating func add(_ entry: Entry, file: (AssetFile) -> String?) throws(DiaryError) {
    pending += (isFirst ? "\n" : ",\n").utf8
    isFirst = false
    pending += JSONWriter.bytes(Self.row(entry, file: file))
    if pending.count > 1 << 18 { try flush() }
  }

  /// Ends the document. Returns its SHA-256 and its size in bytes.
  mutating func finish() throws(DiaryError) -> (digest: AssetID, size: Int64) {
    pending += "\n]\n".utf8
    try flush()
    return (AssetID(digest: hash.finalize()), file.size)
  }

  private mutating func flush() throws(DiaryError) {
    hash.update(data: pending)
    try file.write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  private static func row(_ entry: Entry, file: (AssetFile) -> String?) -> JSONValue {
    let members = entry.contentMembers { _ in nil }.map { member in
      guard let files = entry.fileObjects(of: member.name, file: file) else { return member }
      return JSONMember(member.name, .array(files))
    }
    return .object(
      [JSONMember("id", .string(entry.id.description))] + members + entry.carriedMembers)
  }
}
