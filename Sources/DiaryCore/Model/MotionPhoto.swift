/// Finds the video inside a motion photo, where it follows the picture. Google's phones describe
/// its position in XMP, Samsung's in a list at the end of the file.
package enum MotionPhoto {
  private static let maxSegments = 64
  private static let maxItems = 64

  /// Returns whether photos of a type can contain a video.
  package static func isPossible(in type: MediaType) -> Bool {
    ["image/jpeg", "image/heic", "image/heif", "image/avif"].contains(type.description)
  }

  /// Returns the byte range of the video in a photo's file; `nil` if there is none or the file
  /// can't be read.
  package static func video(inPhotoAt path: String, by opener: any AssetOpener) -> Range<Int>? {
    opener.withFile(path) { size, bytes in video(size: size, bytes) } ?? nil
  }

  /// Returns the byte range of the video in a photo of `size` bytes.
  ///
  /// - Parameter bytes: Returns the bytes of a range, or `nil` if they can't be read.
  package static func video(size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> Range<Int>? {
    guard size > 64, let start = bytes(0..<12) else { return nil }
    let isJPEG = start.starts(with: [0xFF, 0xD8])
    guard isJPEG || start.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
    let found =
      isJPEG
      ? samsungVideos(size, bytes) + googleVideos(size, bytes)
      : VideoHeader.boxes(in: 0..<size, bytes).filter { $0.isNamed("mpvd") }.map(\.content)
    return found.first { range in
      range.count > 16 && bytes(range.prefix(12))?.dropFirst(4).starts(with: "ftyp".utf8) == true
    }
  }

  // MARK: Samsung

  /// Reads Samsung's list. The end of the file contains the length of the list before it; each item
  /// has its distance from the list and its length, and its data begins with its name.
  private static func samsungVideos(_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> [Range<Int>]
  {
    guard let end = bytes(size - 8..<size), end.suffix(4).elementsEqual("SEFT".utf8) else {
      return []
    }
    let list = size - 8 - number(end[..<4])
    // The list has a twelve-byte header.
    guard list > 0, list + 12 <= size - 8, let head = bytes(list..<list + 12),
      head.starts(with: "SEFH".utf8),
      let items = bytes(list + 12..<min(size - 8, list + 12 + maxItems * 12))
    else { return [] }
    return stride(from: 0, to: min(items.count / 12, number(head[8...])) * 12, by: 12)
      .compactMap { position -> Range<Int>? in
        let item = items[position..<position + 12]
        let (distance, length) = (number(item.dropFirst(4).prefix(4)), number(item.suffix(4)))
        guard item.dropFirst(2).starts(with: [0x30, 0x0A]), length <= distance, distance < list,
          let name = bytes(list - distance..<list - distance + 8)
        else { return nil }
        let skipped = 8 + number(name[4...])
        return skipped < length ? list - distance + skipped..<list - distance + length : nil
      }
  }

  /// Reads a little-endian number.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Google

  /// Reads XMP, which has the video's distance from the end, or the lengths of all items after the
  /// picture.
  private static func googleVideos(_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> [Range<Int>] {
    let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    var position = 2
    for _ in 0..<maxSegments {
      guard position <= size - 4, let head = bytes(position..<position + 4), head[0] == 0xFF,
        head[1] >= 0xE0
      else { return [] }
      let length = Int(head[2]) << 8 | Int(head[3])
      if head[1] == 0xE1, length > name.count, position + 2 + length <= size,
        let content = bytes(position + 4..<position + 2 + length), content.starts(with: name)
      {
        let videos = videos(in: String(decoding: content, as: UTF8.self))
          .filter { $0 > 0 && $0 < size }.map { size - $0..<size }
        if !videos.isEmpty { return videos }
      }
      position += 2 + length
    }
    return []
  }

  /// Returns the videos' distances from the end of the file, in bytes.
  private static func videos(in packet: String) -> [Int] {
    if let distance = value("MicroVideoOffset", in: packet[...]).flatMap({ Int($0) }) {
      return [distance]
    }
    // The picture has no length; the other items follow it one after another.
    let items = packet.split(separator: "rdf:li", maxSplits: 2 * maxItems).filter {
      $0.contains(":Semantic")
    }
    guard let video = items.firstIndex(where: { value(":Semantic", in: $0) == "MotionPhoto" })
    else { return [] }
    let lengths = items[video...].compactMap { value(":Length", in: $0).flatMap { Int($0) } }
    return lengths.allSatisfy { 0..<1 << 40 ~= $0 } ? [lengths.reduce(0, +)] : []
  }

  /// Returns the value of an attribute or element.
  private static func value(_ name: String, in text: Substring) -> Substring? {
    guard let range = text.firstRange(of: name) else { return nil }
    let value = text[range.upperBound...].drop { " =\n\t>".contains($0) }
    let quoted = value.first.map { "\"'".contains($0) } ?? false
    return (quoted ? value.dropFirst() : value).prefix { !"\"'<".contains($0) }
  }
}

// MARK: - LivePhoto

// A Live Photo is a photo and a video of the same moment, in two files with the same name.

extension Entry {
  /// Returns the video of a Live Photo; `nil` for other photos.
  package func video(of photo: Photo) -> Attachment? {
    attachments.first { LivePhoto.isPair(photo: photo.name, video: $0.name) }
  }

  /// Everything shown as a picture: the photos, and the videos that aren't part of a Live Photo.
  package var pictures: [Photo] { photos.withVideos(among: attachments) }

  /// The videos that aren't part of a Live Photo.
  package var videos: [Attachment] { photos.standaloneVideos(among: attachments) }

  /// Returns the video for a picture: the picture itself, or its Live Photo's.
  package func video(shownBy picture: Photo) -> Attachment? {
    picture.type.isVideo
      ? attachments.first { $0.asset == picture.asset && $0.type.isVideo } : video(of: picture)
  }

  /// The attachments listed by name: all except videos.
  package var namedAttachments: [Attachment] { attachments.filter { !$0.type.isVideo } }
}

extension [Photo] {
  /// Returns whether a file is the video of one of these Live Photos.
  package func isLivePhotoVideo(_ file: Attachment) -> Bool {
    file.type.isVideo && contains { LivePhoto.isPair(photo: $0.name, video: file.name) }
  }

  /// Returns the videos that aren't part of one of these Live Photos.
  func standaloneVideos(among files: [Attachment]) -> [Attachment] {
    files.filter { $0.type.isVideo && !isLivePhotoVideo($0) }
  }

  /// Returns these photos followed by those videos.
  package func withVideos(among files: [Attachment]) -> [Photo] {
    files.isEmpty ? self : self + standaloneVideos(among: files).map(Photo.init)
  }
}

extension Photo {
  /// Represents a video among photos. Its size is unknown until a frame is decoded.
  package init(_ video: Attachment) {
    self.init(asset: video.asset, name: video.name, type: video.type)
  }
}

/// Recognizes the two files of a Live Photo by their names.
package enum LivePhoto {
  /// Returns whether two file names, with or without folders, are a Live Photo: equal names with
  /// extensions that phones use for photos and videos.
  package static func isPair(photo: some StringProtocol, video: some StringProtocol) -> Bool {
    guard let key = key(ofPhoto: photo) else { return false }
    return key == self.key(ofVideo: video)
  }

  /// Returns the common part of both names; `nil` if the file can't be a Live Photo.
  package static func key(ofPhoto name: some StringProtocol) -> String? {
    key(of: name, endings: ["heic", "heif", "jpg", "jpeg"])
  }

  /// Returns the common part of both names; `nil` if the file can't be the video.
  package static func key(ofVideo name: some StringProtocol) -> String? {
    key(of: name, endings: ["mov", "mp4", "mp"])
  }

  /// Returns the lower-case name without its extension. Pixel phones put the video's extension into
  /// photo names: the key of `PXL_1.MP.jpg` is `pxl_1`, of `PXL_1.MP~2.jpg` it is `pxl_1~2`.
  private static func key(of name: some StringProtocol, endings: Set<String>) -> String? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let (stem, ending) = (name[..<dot].lowercased(), name[name.index(after: dot)...].lowercased())
    let number = ending.drop { $0 != "~" }
    guard endings.contains(String(ending.dropLast(number.count))) else { return nil }
    let key = stem + number
    return key.hasSuffix(".mp") ? String(key.dropLast(3)) : key.replacing(".mp~", with: "~")
  }
}
