import DiaryCore
import System

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
