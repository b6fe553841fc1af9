/// A motion photo is a photo whose file has the film of the moment in it, after the picture: as Google's phones
/// write it, with its place in XMP, and Samsung's, with a list of what follows the picture at the end.
package enum MotionPhoto {
  private static let mostSegments = 64
  private static let mostItems = 64

  /// `true` if photos of a type may have one.
  package static func isPossible(in type: MediaType) -> Bool {
    ["image/jpeg", "image/heic", "image/heif", "image/avif"].contains(type.description)
  }

  /// The bytes of the film within a photo's file; `nil` without one, and of a file that can't be read.
  package static func film(inPhotoAt path: String, by opener: any AssetOpener) -> Range<Int>? {
    opener.reading(path) { size, bytes in film(size: size, bytes) } ?? nil
  }

  /// - Parameter bytes: Gives the bytes of a range; `nil` where they can't be read.
  package static func film(size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> Range<Int>? {
    guard size > 64, let start = bytes(0..<12) else { return nil }
    let isJPEG = start.starts(with: [0xFF, 0xD8])
    guard isJPEG || start.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
    let found =
      isJPEG
      ? samsungFilms(size, bytes) + googleFilms(size, bytes)
      : FilmHeader.boxes(in: 0..<size, bytes).filter { $0.isNamed("mpvd") }.map(\.content)
    return found.first { range in
      range.count > 16 && bytes(range.prefix(12))?.dropFirst(4).starts(with: "ftyp".utf8) == true
    }
  }

  // MARK: Samsung

  /// The end of the file has the length of a list before it, and each item of that its distance from the list
  /// and its length; an item begins with its name.
  private static func samsungFilms(_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> [Range<Int>] {
    guard let end = bytes(size - 8..<size), end.suffix(4).elementsEqual("SEFT".utf8) else {
      return []
    }
    let list = size - 8 - number(end[..<4])
    // The list has twelve bytes before its first item.
    guard list > 0, list + 12 <= size - 8, let head = bytes(list..<list + 12),
      head.starts(with: "SEFH".utf8),
      let items = bytes(list + 12..<min(size - 8, list + 12 + mostItems * 12))
    else { return [] }
    return stride(from: 0, to: min(items.count / 12, number(head[8...])) * 12, by: 12)
      .compactMap { place -> Range<Int>? in
        let item = items[place..<place + 12]
        let (distance, length) = (number(item.dropFirst(4).prefix(4)), number(item.suffix(4)))
        guard item.dropFirst(2).starts(with: [0x30, 0x0A]), length <= distance, distance < list,
          let name = bytes(list - distance..<list - distance + 8)
        else { return nil }
        let skipped = 8 + number(name[4...])
        return skipped < length ? list - distance + skipped..<list - distance + length : nil
      }
  }

  /// The first byte is the lowest.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Google

  /// XMP has how far from the end the film begins, or the lengths of all that follows the picture.
  private static func googleFilms(_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> [Range<Int>] {
    let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    var place = 2
    for _ in 0..<mostSegments {
      guard place <= size - 4, let head = bytes(place..<place + 4), head[0] == 0xFF, head[1] >= 0xE0
      else { return [] }
      let length = Int(head[2]) << 8 | Int(head[3])
      if head[1] == 0xE1, length > name.count, place + 2 + length <= size,
        let content = bytes(place + 4..<place + 2 + length), content.starts(with: name)
      {
        let films = films(in: String(decoding: content, as: UTF8.self))
          .filter { $0 > 0 && $0 < size }.map { size - $0..<size }
        if !films.isEmpty { return films }
      }
      place += 2 + length
    }
    return []
  }

  /// The distances of films from the end, as XMP has them.
  private static func films(in packet: String) -> [Int] {
    if let distance = value("MicroVideoOffset", in: packet[...]).flatMap({ Int($0) }) {
      return [distance]
    }
    // After the picture, whose length isn't told, each item follows the one before it.
    let items = packet.split(separator: "rdf:li", maxSplits: 2 * mostItems).filter {
      $0.contains(":Semantic")
    }
    guard let film = items.firstIndex(where: { value(":Semantic", in: $0) == "MotionPhoto" })
    else { return [] }
    let lengths = items[film...].compactMap { value(":Length", in: $0).flatMap { Int($0) } }
    return lengths.allSatisfy { 0..<1 << 40 ~= $0 } ? [lengths.reduce(0, +)] : []
  }

  /// The text of a property, as an attribute or as an element.
  private static func value(_ name: String, in text: Substring) -> Substring? {
    guard let range = text.firstRange(of: name) else { return nil }
    let value = text[range.upperBound...].drop { " =\n\t>".contains($0) }
    let quoted = value.first.map { "\"'".contains($0) } ?? false
    return (quoted ? value.dropFirst() : value).prefix { !"\"'<".contains($0) }
  }
}

// MARK: - LivePhoto

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
