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

/// What Google's Takeout tells of a photo in a file beside it.
struct PhotoSidecar: Sendable {
  /// When it was taken; Google knows the instant, and not what the camera's clock showed.
  let taken: ForeignInstant?
  let position: PhotoDetails.Position?
  let caption: String
  /// Whether it is in the trash there.
  let isTrashed: Bool

  /// `nil` when it is no such file.
  init?(fileAt path: String) {
    guard let json = JSONValue(takeoutFileAt: path), Self.isSidecar(json) else { return nil }
    let taken = json["photoTakenTime"]?["timestamp"]
      .flatMap { ForeignInstant($0, unitsPerSecond: 1) }
    // Of a photo whose time it doesn't know, Google says that it was taken in 1970.
    self.taken = taken?.timestamp.milliseconds == 0 ? nil : taken
    position =
      ["geoData", "geoDataExif"].lazy.compactMap { json[$0] }
      .compactMap(Self.position).first
    isTrashed = json["trashed"]?.bool == true
    caption = Self.caption(json["description"]?.string ?? "")
  }

  static func isSidecar(_ json: JSONValue) -> Bool { json["photoTakenTime"]?.members != nil }

  /// 0, 0 stands for none.
  private static func position(_ json: JSONValue) -> PhotoDetails.Position? {
    guard let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double,
      abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return nil }
    return PhotoDetails.Position(latitude: latitude, longitude: longitude)
  }

  /// On one line; some marks are written as in HTML.
  private static func caption(_ text: String) -> String {
    var text = text
    let marks = [("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
    for (code, mark) in marks where text.contains("&") {
      text = text.replacing(code, with: mark)
    }
    return text.split(whereSeparator: \.isNewline).map { String($0.trimmed) }
      .joined(separator: " ")
  }
}

/// Finds what Google's Takeout tells of a photo: a file of JSON beside it, called after the photo in one
/// of several ways, and cut off where the name grows too long.
///
/// `IMG.jpg` has `IMG.jpg.json` or `IMG.jpg.supplemental-metadata.json`, of which any part of what is
/// added may be missing; `IMG(1).jpg` has `IMG.jpg(1).json`, `IMG(1).jpg.supplemental-metadata.json` or
/// `IMG.jpg.supplemental-metadata(1).json`; `IMG-edited.jpg` has that of `IMG.jpg`.
struct SidecarNames {
  private static let added = ".supplemental-metadata"
  /// In UTF-16 units. A longer name is cut off there, before `.json`.
  private static let longest = 46
  /// What Google Photos adds to the name of an edited photo, in the languages of its users.
  private static let edits = [
    "-edited", "-effects", "-smile", "-mix", "-edytowane", "-bearbeitet", "-bewerkt", "-編集済み",
    "-modificato", "-modifié", ["-ha", "editado"].joined(separator: " "), "-editado", "-editat",
    "-수정됨",
  ]

  /// The names of the files by folder and by what stands before `.json`, in small letters.
  private var folders: [String: [String: String]] = [:]

  init(_ files: [String]) {
    for file in files where MarkdownFiles.ending(of: file) == "json" {
      let (folder, name) = Path.split(file)
      folders[folder, default: [:]][MarkdownFiles.stem(of: name).lowercased()] = file
    }
  }

  /// The path of the file that tells of a photo; `nil` where there is none.
  func file(of photo: String) -> String? {
    let (folder, name) = Path.split(photo)
    guard let files = folders[folder] else { return nil }
    for title in Self.titles(of: name.lowercased()) {
      for stem in Self.stems(of: title.name) {
        if let file = files[stem + title.number] { return file }
      }
    }
    return files[MarkdownFiles.stem(of: name).lowercased()]
  }

  private typealias Title = (name: String, number: String)

  /// The names that the file may be called after, and what number stands behind them.
  private static func titles(of name: String) -> [Title] {
    var titles: [Title] = [(name, "")]
    let stem = MarkdownFiles.stem(of: name)
    let ending = name.dropFirst(stem.count)
    let number = number(behind: stem)
    let bare = stem.dropLast(number.count)
    if !number.isEmpty { titles.append(("\(bare)\(ending)", number)) }
    for edit in edits where bare.hasSuffix(edit) {
      let original = bare.dropLast(edit.count)
      titles.append(("\(original)\(number)\(ending)", ""))
      if !number.isEmpty { titles.append(("\(original)\(ending)", number)) }
    }
    return titles
  }

  /// `(12)` at the end; empty where there is none.
  private static func number(behind stem: String) -> String {
    guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "(") else { return "" }
    let digits = stem[stem.index(after: open)...].dropLast()
    guard (1...5).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return "" }
    return String(stem[open...])
  }

  /// The forms in which a name may stand before `.json`, the likeliest first.
  private static func stems(of name: String) -> [String] {
    let full = name + added
    var stems = [full, name]
    let units = full.utf16
    let (least, most) = (min(name.utf16.count + 1, longest), units.count - 1)
    if least <= most {
      // A cut within a character leaves none of it.
      stems += (least...most).reversed().compactMap {
        String(units.prefix($0)) ?? String(units.prefix($0 - 1))
      }
    }
    return stems
  }
}

/// What the albums of Google Photos are called, as Takeout tells it in a file of JSON in the folder of each, which
/// is named in the person's language. The folders that it makes for years aren't albums.
struct AlbumTitles {
  /// So many files that may be of albums are looked into.
  private static let mostLooks = 2000
  private static let longestTitle = 200
  /// What stands around the year in the names of folders for years, without blanks.
  private static let aroundYears: Set = [
    "", "photosfrom", "photosde", "fotosvon", "fotosde", "fotodal", "fotodel", "foto'suit",
    "bilderfra", "zdjęciaz", "фотоза", "년의사진", "년사진", "年の写真", "年的照片",
  ]

  /// By the paths of folders.
  private var titles: [String: String] = [:]

  /// - Parameters:
  ///   - files: Those beside photos, by their paths.
  ///   - sidecars: Those of them that tell of photos.
  init(_ files: [String], sidecars: Set<String>) {
    var looks = 0
    for file in files where MarkdownFiles.ending(of: file) == "json" && !sidecars.contains(file) {
      let folder = Path.parent(file)
      guard titles[folder] == nil, !Self.isOfYear(Path.name(folder)) else { continue }
      looks += 1
      guard looks <= Self.mostLooks else { return }
      if let title = Self.title(ofAlbumAt: file) { titles[folder] = title }
    }
  }

  /// That of the album in whose folder a photo is; `nil` where it is in none.
  subscript(photo: String) -> String? { titles[Path.parent(photo)] }

  private static func title(ofAlbumAt path: String) -> String? {
    guard let json = JSONValue(takeoutFileAt: path), let members = json.members,
      members.allSatisfy({ PassedOverFiles.ofAlbums.contains($0.name) }),
      let title = (json["title"] ?? json["albumData"]?["title"])?.string
    else { return nil }
    let name = String(title.printable.trimmed.prefix(longestTitle))
    let dated = PathDate(name)
    let isDate = dated.date != nil && dated.words.isEmpty
    return name.isEmpty || isDate || isOfYear(name) ? nil : name
  }

  /// Whether a folder or its title is called after a year alone: `Photos from 2016`.
  private static func isOfYear(_ name: String) -> Bool {
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    let year = name.filter(isDigit)
    guard year.count == 4, year.hasPrefix("19") || year.hasPrefix("20") else { return false }
    return aroundYears.contains(name.lowercased().filter { !isDigit($0) && !$0.isWhitespace })
  }
}

extension JSONValue {
  /// In bytes. Files that tell of photos and albums have about a thousand, and those of shared albums all comments.
  private static let longestOfTakeout = 1 << 20

  /// What Takeout tells in a file; `nil` of one that can't be read, or is too long to be such.
  init?(takeoutFileAt path: String) {
    guard let file = try? SourceFile(path, [.readOnly, .noFollow, .nonBlocking]),
      let size = try? file.status().size, size <= Self.longestOfTakeout,
      let bytes = try? TextFile.read(file),
      let json = try? JSONParser.parse(bytes, mendsSurrogates: true)
    else { return nil }
    self = json
  }
}
