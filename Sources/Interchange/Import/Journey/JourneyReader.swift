import DiaryCore

/// Reads what Journey exports: a file of JSON for each entry, with its photos and films beside it or
/// in a folder of its own.
struct JourneyReader: EntryFileReader {
  /// Of so many files one tells what the others are, by so much of it: its text may come first.
  private static let lookedAt = 200
  private static let headSize = 1 << 16

  var entryFiles: EntryFiles
  private let defaults: EntryDraft.Defaults
  private var zones = TimeZones()

  static func recognizes(_ tree: ImportTree) -> Bool {
    let objects = tree.allFiles().lazy.filter { isObject($0) }
    return objects.prefix(lookedAt).contains { file in
      let head = tree.head(of: file, headSize)
      guard head.first == UInt8(ascii: "{") else { return false }
      let text = String(decoding: head, as: UTF8.self)
      return text.contains("\"date_journal\"")
        || text.contains("\"dateOfJournal\"") && text.contains("\"text\"")
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.defaults = defaults
    entryFiles = EntryFiles(tree, isEntry: Self.isObject)
  }

  private static func isObject(_ file: String) -> Bool { MarkdownFiles.ending(of: file) == "json" }

  mutating func read(_ file: String) -> [ReadItem] {
    let place = ImportPlace.file(file)
    do throws(EntryFault) {
      let bytes = try entryFiles.text(of: file)
      let (json, isMended) = try JSONRows.Row(line: 1, content: .bytes(bytes)).foreignJSON
      guard JourneyEntry.isEntry(json) else {
        entryFiles.passOver(file)
        return []
      }
      let source = try JourneyEntry(
        json, at: file, in: entryFiles.tree, defaults: defaults, zones: &zones,
        lookup: &entryFiles.lookup)
      var read = ReadEntry(place: place, entry: source.entry, photos: source.photos)
      read.attachments = source.attachments
      let problems = (isMended ? [.mendedCharacter] : []) + source.problems
      return [.entry(read)] + problems.map { .note(ImportNote(place, $0)) }
    } catch {
      return [.note(ImportNote(place, .refused(error)))]
    }
  }
}
