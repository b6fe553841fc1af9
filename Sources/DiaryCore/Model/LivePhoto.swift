// A Live Photo is a photo with the film of the moment around it, in two files of one name.

extension Entry {
  /// The film of a Live Photo; `nil` of any other photo.
  package func film(of photo: Photo) -> Attachment? {
    attachments.first { LivePhoto.isPair(photo: photo.name, film: $0.name) }
  }

  /// What is shown as a picture: the photos, and the films that no photo stands for.
  package var pictures: [Photo] { photos.withFilms(among: attachments) }

  /// The films that no photo stands for.
  package var films: [Attachment] { photos.otherFilms(among: attachments) }

  /// The film that a picture stands for: it is one, or a Live Photo.
  package func film(shownBy picture: Photo) -> Attachment? {
    picture.type.isFilm
      ? attachments.first { $0.asset == picture.asset && $0.type.isFilm } : film(of: picture)
  }

  /// The attachments that are shown by their names: those that are no pictures.
  package var namedAttachments: [Attachment] { attachments.filter { !$0.type.isFilm } }
}

extension [Photo] {
  /// Whether one of them is the Live Photo that a file is the film of.
  package func stand(for file: Attachment) -> Bool {
    file.type.isFilm && contains { LivePhoto.isPair(photo: $0.name, film: file.name) }
  }

  /// The films among the other files of their entry that none of them stands for.
  func otherFilms(among files: [Attachment]) -> [Attachment] {
    files.filter { $0.type.isFilm && !stand(for: $0) }
  }

  /// They and those films, as pictures.
  package func withFilms(among files: [Attachment]) -> [Photo] {
    files.isEmpty ? self : self + otherFilms(among: files).map(Photo.init)
  }
}

extension Photo {
  /// A film as it is shown among photos. Its size isn't known before its frame is.
  package init(_ film: Attachment) {
    self.init(asset: film.asset, name: film.name, type: film.type)
  }
}

package enum LivePhoto {
  /// Whether two files are a Live Photo by their names, which may stand in folders: one name, that of a
  /// photo as phones take them and that of a film.
  package static func isPair(photo: some StringProtocol, film: some StringProtocol) -> Bool {
    guard let key = key(ofPhoto: photo) else { return false }
    return key == self.key(ofFilm: film)
  }

  /// What the names of both files have in common; `nil` of a photo that can't be one.
  package static func key(ofPhoto name: some StringProtocol) -> String? {
    key(of: name, endings: ["heic", "heif", "jpg", "jpeg"])
  }

  package static func key(ofFilm name: some StringProtocol) -> String? {
    key(of: name, endings: ["mov", "mp4", "mp"])
  }

  /// The name without its ending, in small letters. Pixel phones have an ending for the film in names of
  /// photos, too: that of `PXL_1.MP.jpg` is `PXL_1.MP`, of `PXL_1.MP~2.jpg` it is `PXL_1.MP~2`.
  private static func key(of name: some StringProtocol, endings: Set<String>) -> String? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let (stem, ending) = (name[..<dot].lowercased(), name[name.index(after: dot)...].lowercased())
    let number = ending.drop { $0 != "~" }
    guard endings.contains(String(ending.dropLast(number.count))) else { return nil }
    let key = stem + number
    return key.hasSuffix(".mp") ? String(key.dropLast(3)) : key.replacing(".mp~", with: "~")
  }
}
