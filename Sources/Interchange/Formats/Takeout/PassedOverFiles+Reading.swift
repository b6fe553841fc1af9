import DiaryCore
import System

extension PassedOverFiles {
  /// Endings of files with text in them.
  private static let textEndings: Set = [
    "txt", "text", "org", "html", "htm", "xhtml", "md", "markdown", "rtf", "doc", "docx", "odt",
    "xml", "csv", "tsv", "json", "jsonl", "enex", "tex", "rst", "adoc", "eml", "pages", "wiki",
  ]
  /// What Takeout has beside photos and albums.
  private static let ofTakeout: Set = [
    "archive_browser.html", "print-subscriptions.json", "shared_album_comments.json",
    "user-generated-memory-titles.json",
  ]
  private static let headSize = 4096
  /// What an album's file says, any of which may be missing.
  static let ofAlbums: Set = [
    "title", "description", "access", "date", "location", "geoData", "albumData",
    "sharedAlbumComments",
  ]
  /// So many files of unknown kinds are looked into.
  private static let mostLooks = 2000

  /// Files that aren't photos, by their paths; `sidecars` are those of them that tell of photos.
  init(_ files: [String], below folder: String, sidecars: Set<String>) {
    self.init()
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var looks = 0
    for file in files.sorted() where !sidecars.contains(file) {
      let name = Path.split(file).name.lowercased()
      guard !Path.isDesktopFile(name), !Self.ofTakeout.contains(name) else { continue }
      let path = file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : file
      let ending = MarkdownFiles.ending(of: file)
      if ending == "json", Self.isOfTakeout(Self.head(of: file)) { continue }
      let type = MediaType(ofFileNamed: name)
      if type.isFilm {
        films.append(path)
        continue
      }
      var isText = Self.textEndings.contains(ending)
      if !isText, !type.isKnown, looks < Self.mostLooks {
        looks += 1
        isText = Self.isText(Self.head(of: file))
      }
      if isText, !["xmp", "aae"].contains(ending) {
        texts.append(path)
      } else {
        others[ending.isEmpty ? name : "*." + ending, default: 0] += 1
      }
    }
  }

  private static func head(of file: String) -> [UInt8] {
    guard let file = try? SourceFile(file, [.readOnly, .noFollow, .nonBlocking]) else { return [] }
    var bytes = [UInt8](repeating: 0, count: headSize)
    return Array(bytes[..<((try? file.read(into: &bytes)) ?? 0)])
  }

  /// Of a film whose photo isn't there, or of an album, which are called in many languages.
  private static func isOfTakeout(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    if text.contains("\"photoTakenTime\"") { return true }
    // Of an album that nobody named there is little more than its braces.
    if let members = (try? JSONParser.parse(head))?.members,
      members.allSatisfy({ ofAlbums.contains($0.name) })
    {
      return true
    }
    return text.contains("\"title\"")
      && ["\"access\"", "\"albumData\"", "\"sharedAlbumComments\""].contains { text.contains($0) }
  }

  private static func isText(_ head: [UInt8]) -> Bool {
    guard !head.isEmpty, !head.contains(0) else { return false }
    // A character may be cut off at the end.
    return head.firstInvalidUTF8.map { $0 + 4 > head.count } ?? true
  }
}
