import DiaryCore
import System

/// Reads the posts and albums of a Facebook account, as Facebook gives them to download in JSON.
struct FacebookReader: EntryFileReader {
  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.allFiles().contains { file in
      guard isPosts(file) else { return false }
      let head = String(decoding: tree.head(of: file, 1 << 16), as: UTF8.self)
      return head.contains("\"timestamp\"")
        && ["\"data\"", "\"attachments\""].contains { head.contains($0) }
    }
  }

  /// `your_posts_1.json`, `your_posts__check_ins__photos_and_videos_1.json`.
  private static func isPosts(_ file: String) -> Bool {
    EntryFiles.isObject(file) && Path.split(file).name.hasPrefix("your_posts")
  }

  /// `album/0.json`.
  private static func isAlbum(_ file: String) -> Bool {
    EntryFiles.isObject(file) && Path.split(Path.split(file).folder).name == "album"
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults) { Self.isPosts($0) || Self.isAlbum($0) }
    // An album has those photos once more that posts have shown.
    let files = entryFiles.files
    entryFiles.files = (files.filter(Self.isPosts) + files.filter(Self.isAlbum))[...]
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    let notes = problems.map { ReadItem.note(ImportNote(place, $0)) }
    guard Self.isPosts(file) else {
      let days = FacebookAlbum(json, unused: entryFiles.lookup, entryFiles.defaults).days
      return items(days.count, in: file) { index, files throws(EntryFieldError) in
        days[index].read(in: &files)
      } + notes
    }
    // Of one post there is no list.
    let values = json.array ?? [json]
    return items(values.count, in: file) { index, files throws(EntryFieldError) in
      try FacebookPost(values[index]).read(in: &files)
    } + notes
  }
}
