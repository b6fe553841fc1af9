import DiaryCore
import System

extension SkippedFiles {
  /// The extensions of files that contain text.
  private static let textExtensions: Set = [
    "txt", "text", "org", "html", "htm", "xhtml", "md", "markdown", "rtf", "doc", "docx", "odt",
    "xml", "csv", "tsv", "json", "jsonl", "enex", "tex", "rst", "adoc", "eml", "pages", "wiki",
  ]
  /// The files of Takeout that aren't photos or albums.
  private static let takeoutFiles: Set = [
    "archive_browser.html", "print-subscriptions.json", "shared_album_comments.json",
    "user-generated-memory-titles.json",
  ]
  private static let headSize = 4096
  /// The members of an album's file, all of them optional.
  static let albumMembers: Set = [
    "title", "description", "access", "date", "location", "geoData", "albumData",
    "sharedAlbumComments",
  ]
  /// The most files of unknown types to examine.
  private static let maxExamined = 2000

  /// Sorts the files that aren't photos into videos, texts and others.
  ///
  /// - Parameters:
  ///   - files: the paths of the files.
  ///   - folder: the imported folder, which paths are relative to.
  ///   - sidecars: the files that describe photos, which are ignored.
  init(_ files: [String], below folder: String, sidecars: Set<String>) {
    self.init()
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var examined = 0
    for file in files.sorted() where !sidecars.contains(file) {
      let name = Path.split(file).name.lowercased()
      guard !Path.isDesktopFile(name), !Self.takeoutFiles.contains(name) else { continue }
      let path = file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : file
      let fileExtension = MarkdownFiles.fileExtension(of: file)
      if fileExtension == "json", Self.isTakeoutMetadata(Self.head(of: file)) { continue }
      let type = MediaType(ofFileNamed: name)
      if type.isVideo {
        videos.append(path)
        continue
      }
      var isText = Self.textExtensions.contains(fileExtension)
      if !isText, !type.isKnown, examined < Self.maxExamined {
        examined += 1
        isText = Self.isText(Self.head(of: file))
      }
      if isText, !["xmp", "aae"].contains(fileExtension) {
        texts.append(path)
      } else {
        others[fileExtension.isEmpty ? name : "*." + fileExtension, default: 0] += 1
      }
    }
  }

  private static func head(of file: String) -> [UInt8] {
    guard let file = try? OpenFile(file, [.readOnly, .noFollow, .nonBlocking]) else { return [] }
    var bytes = [UInt8](repeating: 0, count: headSize)
    return Array(bytes[..<((try? file.read(into: &bytes)) ?? 0)])
  }

  /// Returns `true` for the JSON of an album or of a missing photo. The file's name depends on the
  /// user's language.
  private static func isTakeoutMetadata(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    if text.contains("\"photoTakenTime\"") { return true }
    // The file of an album without a name is almost empty.
    if let members = (try? JSONParser.parse(head))?.members,
      members.allSatisfy({ albumMembers.contains($0.name) })
    {
      return true
    }
    return text.contains("\"title\"")
      && ["\"access\"", "\"albumData\"", "\"sharedAlbumComments\""].contains { text.contains($0) }
  }

  private static func isText(_ head: [UInt8]) -> Bool {
    guard !head.isEmpty, !head.contains(0) else { return false }
    // The last character may be truncated.
    return head.firstInvalidUTF8.map { $0 + 4 > head.count } ?? true
  }
}

/// The metadata of a photo in a JSON file of Google Takeout.
struct PhotoSidecar: Sendable {
  /// The instant when the photo was taken. Google has no local time.
  let taken: ForeignInstant?
  let position: PhotoDetails.Position?
  let caption: String
  /// True if the photo is in Google's trash.
  let isTrashed: Bool

  /// Reads a file; `nil` if it doesn't describe a photo.
  init?(fileAt path: String) {
    guard let json = JSONValue(takeoutFileAt: path), Self.isSidecar(json) else { return nil }
    let taken = json["photoTakenTime"]?["timestamp"]
      .flatMap { ForeignInstant($0, unitsPerSecond: 1) }
    // Google writes 1970 for an unknown time.
    self.taken = taken?.timestamp.milliseconds == 0 ? nil : taken
    position =
      ["geoData", "geoDataExif"].lazy.compactMap { json[$0] }
      .compactMap(Self.position).first
    isTrashed = json["trashed"]?.bool == true
    caption = Self.caption(json["description"]?.string ?? "")
  }

  static func isSidecar(_ json: JSONValue) -> Bool { json["photoTakenTime"]?.members != nil }

  /// Parses a position. The coordinates 0, 0 mean that it is unknown.
  private static func position(_ json: JSONValue) -> PhotoDetails.Position? {
    guard let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double,
      abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return nil }
    return PhotoDetails.Position(latitude: latitude, longitude: longitude)
  }

  /// Returns a description on one line, with its HTML entities decoded.
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

/// Finds the JSON file that Google Takeout writes for a photo. Its name follows one of several
/// patterns, and is truncated if it is too long.
///
/// `IMG.jpg` has `IMG.jpg.json` or `IMG.jpg.supplemental-metadata.json`, whose suffix may be
/// truncated anywhere; `IMG(1).jpg` has `IMG.jpg(1).json`, `IMG(1).jpg.supplemental-metadata.json`
/// or `IMG.jpg.supplemental-metadata(1).json`; `IMG-edited.jpg` shares the file of `IMG.jpg`.
struct SidecarNames {
  private static let added = ".supplemental-metadata"
  /// The length in UTF-16 units that names are truncated to, without `.json`.
  private static let longest = 46
  /// The suffixes of edited photos in the languages of Google Photos.
  private static let edits = [
    "-edited", "-effects", "-smile", "-mix", "-edytowane", "-bearbeitet", "-bewerkt", "-編集済み",
    "-modificato", "-modifié", ["-ha", "editado"].joined(separator: " "), "-editado", "-editat",
    "-수정됨",
  ]

  /// The paths of JSON files, by folder and by lower-case name without `.json`.
  private var folders: [String: [String: String]] = [:]

  init(_ files: [String]) {
    for file in files where MarkdownFiles.fileExtension(of: file) == "json" {
      let (folder, name) = Path.split(file)
      folders[folder, default: [:]][MarkdownFiles.stem(of: name).lowercased()] = file
    }
  }

  /// Returns the path of a photo's JSON file; `nil` if there is none.
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

  /// Returns the photo names that the JSON file may be called by, each with the number after it.
  private static func titles(of name: String) -> [Title] {
    var titles: [Title] = [(name, "")]
    let stem = MarkdownFiles.stem(of: name)
    let fileExtension = name.dropFirst(stem.count)
    let number = number(behind: stem)
    let bare = stem.dropLast(number.count)
    if !number.isEmpty { titles.append(("\(bare)\(fileExtension)", number)) }
    for edit in edits where bare.hasSuffix(edit) {
      let original = bare.dropLast(edit.count)
      titles.append(("\(original)\(number)\(fileExtension)", ""))
      if !number.isEmpty { titles.append(("\(original)\(fileExtension)", number)) }
    }
    return titles
  }

  /// Returns a number in parentheses at the end, such as `(12)`; empty if there is none.
  private static func number(behind stem: String) -> String {
    guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "(") else { return "" }
    let digits = stem[stem.index(after: open)...].dropLast()
    guard (1...5).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return "" }
    return String(stem[open...])
  }

  /// Returns the possible names before `.json`, the most likely first.
  private static func stems(of name: String) -> [String] {
    let full = name + added
    var stems = [full, name]
    let units = full.utf16
    let (least, most) = (min(name.utf16.count + 1, longest), units.count - 1)
    if least <= most {
      // Google doesn't split characters.
      stems += (least...most).reversed().compactMap {
        String(units.prefix($0)) ?? String(units.prefix($0 - 1))
      }
    }
    return stems
  }
}

/// The titles of albums in Google Photos, read from the JSON file in each album's folder. Folders
/// of years aren't albums.
///
/// The name of the JSON file depends on the user's language.
struct AlbumTitles {
  /// The most files to examine.
  private static let maxExamined = 2000
  private static let maxTitleLength = 200
  /// The words around the year in the names of year folders, without spaces.
  private static let aroundYears: Set = [
    "", "photosfrom", "photosde", "fotosvon", "fotosde", "fotodal", "fotodel", "foto'suit",
    "bilderfra", "zdjęciaz", "фотоза", "년의사진", "년사진", "年の写真", "年的照片",
  ]

  /// The titles by the paths of folders.
  private var titles: [String: String] = [:]

  /// Reads the titles.
  ///
  /// - Parameters:
  ///   - files: the paths of the files that aren't photos.
  ///   - sidecars: the files that describe photos, which are ignored.
  init(_ files: [String], sidecars: Set<String>) {
    var examined = 0
    for file in files
    where MarkdownFiles.fileExtension(of: file) == "json" && !sidecars.contains(file) {
      let folder = Path.parent(file)
      guard titles[folder] == nil, !Self.isYearName(Path.name(folder)) else { continue }
      examined += 1
      guard examined <= Self.maxExamined else { return }
      if let title = Self.title(ofAlbumAt: file) { titles[folder] = title }
    }
  }

  /// Returns the title of the album with a photo; `nil` if its folder isn't an album.
  subscript(photo: String) -> String? { titles[Path.parent(photo)] }

  private static func title(ofAlbumAt path: String) -> String? {
    guard let json = JSONValue(takeoutFileAt: path), let members = json.members,
      members.allSatisfy({ SkippedFiles.albumMembers.contains($0.name) }),
      let title = (json["title"] ?? json["albumData"]?["title"])?.string
    else { return nil }
    let name = String(title.printable.trimmed.prefix(maxTitleLength))
    let dated = PathDate(name)
    let isDate = dated.date != nil && dated.words.isEmpty
    return name.isEmpty || isDate || isYearName(name) ? nil : name
  }

  /// Returns `true` for the name or title of a year folder, such as `Photos from 2016`.
  private static func isYearName(_ name: String) -> Bool {
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    let year = name.filter(isDigit)
    guard year.count == 4, year.hasPrefix("19") || year.hasPrefix("20") else { return false }
    return aroundYears.contains(name.lowercased().filter { !isDigit($0) && !$0.isWhitespace })
  }
}

extension JSONValue {
  /// The largest file in bytes. Most are about 1,000 bytes long, but those of shared albums contain
  /// all comments.
  private static let maxTakeoutFileLength = 1 << 20

  /// Parses a file of Takeout; `nil` if it can't be read or is too large.
  init?(takeoutFileAt path: String) {
    guard let file = try? OpenFile(path, [.readOnly, .noFollow, .nonBlocking]),
      let size = try? file.status().size, size <= Self.maxTakeoutFileLength,
      let bytes = try? TextFile.read(file),
      let json = try? JSONParser.parse(bytes, repairsSurrogates: true)
    else { return nil }
    self = json
  }
}
