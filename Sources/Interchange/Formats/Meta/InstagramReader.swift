import DiaryCore
import System

/// Reads the posts and stories of an Instagram account, as Instagram gives them to download in JSON.
struct InstagramReader: EntryFileReader {
  private static let names: Set = [
    "stories", "reels", "igtv_videos", "archived_posts", "profile_photos",
  ]

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.allFiles().contains { file in
      guard isEntry(file) else { return false }
      let head = String(decoding: tree.head(of: file, 1 << 16), as: UTF8.self)
      return head.contains("\"creation_timestamp\"") && head.contains("\"uri\"")
    }
  }

  /// `posts_1.json`, `stories.json`.
  private static func isEntry(_ file: String) -> Bool {
    guard EntryFiles.isObject(file) else { return false }
    let stem = MarkdownFiles.stem(of: Path.split(file).name)
    return names.contains(stem)
      || stem.hasPrefix("posts_") && stem.dropFirst(6).allSatisfy(\.isNumber)
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: Self.isEntry)
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    // Of one post there is no list; other kinds are the only member of an object.
    let values = json.array ?? json.members?.first?.value.array ?? [json]
    let read = items(values.count, in: file) { index, files throws(EntryFieldError) in
      try Self.entry(values[index], in: &files)
    }
    return read + problems.map { .note(ImportNote(place, $0)) }
  }

  private static func entry(
    _ json: JSONValue, in files: inout EntryFiles
  ) throws(EntryFieldError) -> ForeignEntry {
    guard json.members != nil else { throw .notAnObject }
    let media = (json["media"]?.array ?? [json]).compactMap { MetaMedium($0) }
    let told = json["creation_timestamp"].flatMap { ForeignInstant($0, unitsPerSecond: 1) }
    guard let created = told ?? media.first?.created else { throw .noDate }
    var text = MisreadText.mended(json["title"]?.string ?? "")
    // A post with one picture has its words there.
    if text.isBlank, media.count == 1 { text = media[0].caption }
    var placing = PhotoPlacing(files.tree)
    for medium in media { medium.bring(into: &placing, &files.lookup, besides: text) }
    let fields = EntryFields(
      date: created.date(localOffset: files.defaults.localOffset), title: "", content: text,
      journal: "")
    let entry = Entry(
      .instagram,
      [.integer(Int(created.timestamp.seconds)), .string(media.first?.name ?? "")], fields,
      author: files.defaults.author, created: created.timestamp,
      carrying: MetaMedium.positions(of: media))
    return ForeignEntry(entry: entry, placing: placing)
  }
}
