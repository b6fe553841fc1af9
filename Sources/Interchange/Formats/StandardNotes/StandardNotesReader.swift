import DiaryCore
import System

/// Reads a backup of Standard Notes: a file of JSON with all notes and tags, and beside it the same once more
/// as texts.
struct StandardNotesReader: EntryFileReader {
  private static let lookedAt = 50
  /// Where the zip has the notes' texts once more.
  private static let folder = "Items/"

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.files().lazy.filter { ["txt", "json"].contains(MarkdownFiles.ending(of: $0)) }
      .prefix(lookedAt).contains { isBackup($0, in: tree) }
  }

  private static func isBackup(_ file: String, in tree: ImportTree) -> Bool {
    // A note may stand before the names that are looked for.
    let head = tree.head(of: file, 1 << 16)
    guard head.first == UInt8(ascii: "{") else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return ["\"items\"", "\"content_type\"", "\"uuid\""].allSatisfy { text.contains($0) }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    let backups = Set(
      tree.files().filter { file in
        ["txt", "json"].contains(MarkdownFiles.ending(of: file)) && Self.isBackup(file, in: tree)
      })
    entryFiles = EntryFiles(
      tree, defaults, isEntry: { backups.contains($0) }, isPart: { $0.hasPrefix(Self.folder) })
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    let backup = try StandardNotesBackup(json)
    // Of a backup that is encrypted as a whole, that is told once.
    if backup.notes.allSatisfy({ $0["content"]?.string != nil }),
      backup.isEncrypted || !backup.notes.isEmpty
    {
      throw .encrypted
    }
    var notes = problems
    let read = items(backup.notes.count, in: file) { index, files throws(EntryFieldError) in
      let note = backup.notes[index]
      guard note["content"]?["trashed"]?.bool != true else {
        notes.append(.trashedThere)
        return nil
      }
      return try StandardNotesNote.read(note, backup, in: files)
    }
    return read + notes.map { .note(ImportNote(place, $0)) }
  }
}
