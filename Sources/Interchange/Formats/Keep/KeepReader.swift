import DiaryCore
import System

/// Reads the notes of Google Keep, as Google's Takeout has them: a file of JSON for each, beside the
/// same as HTML, and the photos and recordings of all.
struct KeepReader: EntryFileReader {
  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    EntryFiles.hasObject(in: tree) { text in
      text.contains("\"userEditedTimestampUsec\"")
        && ["\"textContent\"", "\"listContent\"", "\"isTrashed\""].contains { text.contains($0) }
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    let notes = Set(tree.allFiles().filter(EntryFiles.isObject).map(MarkdownFiles.stem))
    entryFiles = EntryFiles(tree, defaults, isEntry: EntryFiles.isObject) { file in
      let (ending, stem) = (MarkdownFiles.ending(of: file), MarkdownFiles.stem(of: file))
      return ending == "html" && notes.contains(stem)
        || Path.split(file).name.lowercased() == "labels.txt"
    }
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    guard json["userEditedTimestampUsec"] != nil else {
      entryFiles.passOver(file)
      return []
    }
    guard json["isTrashed"]?.bool != true else {
      return [.note(ImportNote(place, .trashedThere))]
    }
    return try KeepNote.read(json, at: file, in: &entryFiles).items(at: place, after: problems)
  }
}
