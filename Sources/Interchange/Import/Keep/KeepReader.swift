import DiaryCore

/// Reads the notes of Google Keep, as Google's Takeout has them: a file of JSON for each, beside the
/// same as HTML, and the photos and recordings of all.
struct KeepReader: EntryFileReader {
  /// Of so many files one tells what the others are, by so much of it: its text may come first.
  private static let lookedAt = 200
  private static let headSize = 1 << 16

  var entryFiles: EntryFiles
  private let defaults: EntryDraft.Defaults

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.allFiles().lazy.filter { isObject($0) }.prefix(lookedAt).contains { file in
      let head = tree.head(of: file, headSize)
      guard head.first == UInt8(ascii: "{") else { return false }
      let text = String(decoding: head, as: UTF8.self)
      return text.contains("\"userEditedTimestampUsec\"")
        && ["\"textContent\"", "\"listContent\"", "\"isTrashed\""].contains { text.contains($0) }
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.defaults = defaults
    let notes = Set(tree.allFiles().filter(Self.isObject).map(MarkdownFiles.stem))
    entryFiles = EntryFiles(tree, isEntry: Self.isObject) { file in
      let (ending, stem) = (MarkdownFiles.ending(of: file), MarkdownFiles.stem(of: file))
      return ending == "html" && notes.contains(stem)
        || FolderPath.split(file).name.lowercased() == "labels.txt"
    }
  }

  private static func isObject(_ file: String) -> Bool { MarkdownFiles.ending(of: file) == "json" }

  mutating func read(_ file: String) -> [ReadItem] {
    let place = ImportPlace.file(file)
    do throws(EntryFault) {
      let bytes = try entryFiles.text(of: file)
      let (json, isMended) = try JSONRows.Row(line: 1, content: .bytes(bytes)).foreignJSON
      guard json["userEditedTimestampUsec"] != nil else {
        entryFiles.passOver(file)
        return []
      }
      guard json["isTrashed"]?.bool != true else {
        return [.note(ImportNote(place, .trashedThere))]
      }
      let note = try KeepNote(
        json, at: file, in: entryFiles.tree, defaults: defaults, lookup: &entryFiles.lookup)
      var read = ReadEntry(place: place, entry: note.entry, photos: note.photos)
      read.attachments = note.attachments
      let problems = (isMended ? [.mendedCharacter] : []) + note.problems
      return [.entry(read)] + problems.map { .note(ImportNote(place, $0)) }
    } catch {
      return [.note(ImportNote(place, .refused(error)))]
    }
  }
}
