/// Reads what Journey exports: a file of JSON for each entry, with its photos and films beside it or
/// in a folder of its own.
struct JourneyReader: EntryFileReader {
  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    EntryFiles.hasObject(in: tree) { text in
      text.contains("\"date_journal\"")
        || text.contains("\"dateOfJournal\"") && text.contains("\"text\"")
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: EntryFiles.isObject)
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    guard JourneyEntry.isEntry(json) else {
      entryFiles.passOver(file)
      return []
    }
    return try JourneyEntry.read(json, at: file, in: &entryFiles)
      .items(at: place, after: problems)
  }
}
