import DiaryCore
import System

/// Reads TextBundles, folders with the text, the assets and the description of one note, as Bear and other editors
/// export them. A TextPack is a zip of one, and a backup of Bear (`.bear2bk`) a zip of all notes.
///
/// Source of the format: textbundle.org/spec.
struct BearReader: EntryFileReader {
  private static let texts: Set = ["text.md", "text.markdown", "text.txt"]
  private static let info = "info.json"

  var entryFiles: EntryFiles
  /// The files of each bundle, by its folder.
  private let bundles: [String: [String]]
  private var seen = SeenWords()

  static func recognizes(_ tree: ImportTree) -> Bool { !bundles(in: tree).isEmpty }

  /// The folders in which a text has a description next to it.
  private static func bundles(in tree: ImportTree) -> Set<String> {
    guard !tree.isFile else { return [] }
    let files = tree.allFiles()
    let described = files.lazy.filter { Path.split($0).name == info }.map { Path.split($0).folder }
      .filter { folder in
        let name = folder.isEmpty ? tree.name : folder
        if MarkdownFiles.ending(of: name) == "textbundle" { return true }
        let head = String(decoding: tree.head(of: path(info, in: folder)), as: UTF8.self)
        return ["\"net.daringfireball.markdown\"", "\"creatorIdentifier\""].contains {
          head.contains($0)
        }
      }
    let folders = Set(described)
    return Set(
      files.lazy.filter { texts.contains(Path.split($0).name) }.map { Path.split($0).folder }
        .filter(folders.contains))
  }

  private static func path(_ name: String, in folder: String) -> String {
    folder.isEmpty ? name : "\(folder)/\(name)"
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    let folders = Self.bundles(in: tree)
    var bundles: [String: [String]] = [:]
    var bundled: Set<String> = []
    for file in tree.allFiles() {
      var folder = Path.split(file).folder
      while !folder.isEmpty, !folders.contains(folder) { folder = Path.split(folder).folder }
      guard folders.contains(folder) else { continue }
      bundles[folder, default: []].append(file)
      bundled.insert(file)
    }
    self.bundles = bundles
    // A backup describes itself and its tags beside the notes.
    let backups = Set(folders.map { Path.split($0).folder })
    entryFiles = EntryFiles(
      tree, defaults,
      isEntry: { file in
        let (folder, name) = Path.split(file)
        return bundled.contains(file)
          ? folders.contains(folder) && Self.texts.contains(name) : MarkdownFiles.isMarkdown(file)
      },
      isPart: { file in
        let (folder, name) = Path.split(file)
        return name == Self.info && folders.contains(folder)
          || ["tags.json", "backup.json"].contains(name) && backups.contains(folder)
      })
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let (folder, name) = Path.split(file)
    guard let bundle = bundles[folder], Self.texts.contains(name) else {
      return try MarkdownReader.items(of: file, at: place, in: &entryFiles)
    }
    let info = (try? entryFiles.object(in: Self.path(Self.info, in: folder)).value) ?? .null
    let note = BearNote(info["net.shinyfrog.bear"] ?? .null)
    if note.isTrashed { return [.note(ImportNote(place, .trashedThere))] }
    if note.isEncrypted { throw .encrypted }
    var (source, problems) = try MarkdownReader.source(of: file, in: entryFiles)
    let called = MarkdownFiles.stem(of: folder.isEmpty ? entryFiles.tree.name : folder)
    let id = note.id ?? called
    source.words = SeenWords.words(.string(id), count: seen.add(id))
    note.describe(&source, called: called, entryFiles.defaults.localOffset)
    let read = try MarkdownEntry.read(source, in: &entryFiles)
    var placing = read.placing
    // Assets are the note's, whether its text shows them or only links to them.
    for asset in bundle.sorted() where asset != file && Path.split(asset).folder != folder {
      placing.markdown(entryFiles.lookup.photo(at: "/\(asset)", from: ""), called: asset)
    }
    return try ForeignEntry(entry: read.entry, placing: placing).items(at: place, after: problems)
  }
}
