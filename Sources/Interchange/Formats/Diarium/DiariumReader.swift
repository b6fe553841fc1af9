import DiaryCore
import System

/// Reads what Diarium exports: files of JSON with an array of entries, beside folders with the photos and
/// other files of each; or a text for each day.
struct DiariumReader: EntryFileReader {
  private static let lookedAt = 20

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    let files = tree.allFiles()
    return files.contains { DiariumText.day(of: $0) != nil }
      || files.lazy.filter { EntryFiles.isObject($0) }.prefix(lookedAt)
        .contains { isArray($0, in: tree) }
  }

  /// Whether a file is an array whose first element is an entry of Diarium's, by the names of members.
  private static func isArray(_ file: String, in tree: ImportTree) -> Bool {
    let head = tree.head(of: file, 1 << 14)
    guard head.first == UInt8(ascii: "[") else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return ["\"date\"", "\"heading\"", "\"html\""].allSatisfy { text.contains($0) }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults) { file in
      DiariumText.day(of: file) != nil || EntryFiles.isObject(file) && Self.isArray(file, in: tree)
    }
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let text = try entryFiles.text(of: file)
    if let day = DiariumText.day(of: file) {
      let entries = DiariumText(String(decoding: text, as: UTF8.self)).entries
      return items(entries.count, in: file) { index, files throws(EntryFieldError) in
        entries[index].read(on: day, PhotoPlacing(files.tree), files.defaults)
      }
    }
    let (json, isMended) = try JSONRows.Row(line: 1, content: .bytes(text)).foreignJSON
    guard let values = json.array else { throw .notAnObject }
    let media = media(beside: file)
    return (isMended ? [.note(ImportNote(place, .mendedCharacter))] : [])
      + items(values.count, in: file) { index, files throws(EntryFieldError) in
        try DiariumEntry.read(values[index], media: media, in: &files)
      }
  }

  /// The folders of the entries, by the times to the second that they are called after.
  private func media(beside file: String) -> [String: [String]] {
    let folder = Path.split(file).folder
    let media = (folder.isEmpty ? "" : folder + "/") + "media"
    return Dictionary(grouping: entryFiles.tree.folders(in: media).map { "\(media)/\($0)" }) {
      DiariumEntry.time(ofFolder: Path.split($0).name)
    }
  }
}
