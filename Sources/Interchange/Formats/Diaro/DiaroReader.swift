import DiaryCore

/// Reads what Diaro saves: a file of XML with all entries, and the photos of all in a folder.
struct DiaroReader: ForeignReader {
  private static let file = "DiaroBackup.xml"
  private static let folder = "media/photo"

  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private var lookup: PhotoLookup
  private var backup: DiaroBackup?
  private var number = 0
  private var pending: ArraySlice<ReadItem> = []

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.files().contains(file)
      && String(decoding: tree.head(of: file), as: UTF8.self).contains("diaro_")
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    lookup = PhotoLookup(tree, files: tree.allFiles())
  }

  var touchedFiles: Set<String>? { lookup.used.union([Self.file]) }

  mutating func next() throws(DiaryError) -> ReadItem? {
    if let item = pending.popFirst() { return item }
    if backup == nil {
      do throws(EntryFieldError) {
        let text = try EntryFiles.text(of: Self.file, in: tree)
        backup = try DiaroBackup(String(decoding: text, as: UTF8.self))
      } catch {
        backup = DiaroBackup()
        return .note(ImportNote(.file(Self.file), .refused(error)))
      }
    }
    guard let backup, number < backup.entries.count else { return nil }
    number += 1
    pending = read(backup.entries[number - 1], backup)[...]
    return pending.popFirst()
  }

  private mutating func read(_ row: DiaroBackup.Row, _ backup: DiaroBackup) -> [ReadItem] {
    var day: String?
    func place() -> ImportPosition { .entry(file: Self.file, number: number, day: day) }
    do throws(EntryFieldError) {
      var placing = PhotoPlacing(tree)
      for name in backup.files(of: row) {
        placing.markdown(lookup.photo(called: name, near: Self.folder), called: name)
      }
      let entry = try DiaroEntry.read(row, backup, defaults: defaults)
      day = entry.date.day.description
      return try ForeignEntry(entry: entry, placing: placing).items(at: place())
    } catch {
      return [.note(ImportNote(place(), .refused(error)))]
    }
  }
}
