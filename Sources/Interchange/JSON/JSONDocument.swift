import Crypto
import DiaryCore

/// `diary.json`: one array, an entry a line, written as the entries come.
struct JSONDocument: DiaryWriter, ~Copyable {
  static let name = "diary.json"

  private let file: OutputFile
  private var pending = Array("[".utf8)
  private var isFirst = true
  private var hash = SHA256()

  init(_ tree: inout ExportTree, options: ExportOptions) throws(DiaryError) {
    file = try tree.staging.folder.newFile(Self.name)
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetID) -> String?
  ) throws(DiaryError) -> Int64 {
    pending += (isFirst ? "\n" : ",\n").utf8
    isFirst = false
    pending += JSONWriter.bytes(Self.row(entry, file: file))
    return pending.count > 1 << 18 ? try flush() : 0
  }

  mutating func finish(_ tree: inout ExportTree) throws(DiaryError) -> Int64 {
    pending += "\n]\n".utf8
    let count = try flush()
    let path = ExportPath(name: Self.name)
    let digest = AssetID(digest: hash.finalize())
    // Whether the earlier export has the same is known only now.
    if !tree.add(ExportedFile(path: path, content: .text(digest))) {
      try tree.staging.folder.remove(path)
    }
    return count
  }

  /// Returns how many bytes it wrote.
  private mutating func flush() throws(DiaryError) -> Int64 {
    hash.update(data: pending)
    try file.write(pending)
    defer { pending.removeAll(keepingCapacity: true) }
    return Int64(pending.count)
  }

  private static func row(_ entry: Entry, file: (AssetID) -> String?) -> JSONValue {
    let members = entry.contentMembers { _ in nil }.map { member in
      guard member.name == "photos" else { return member }
      let photos = entry.photos.map { photo in
        photo.json(fileOrNull: file(photo.asset).map { "photos/\($0)" })
      }
      return JSONMember("photos", .array(photos))
    }
    return .object(
      [JSONMember("id", .string(entry.id.description))] + members + entry.carriedMembers)
  }
}
