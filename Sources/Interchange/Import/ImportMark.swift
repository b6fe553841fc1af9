import Crypto
import DiaryCore

/// What an imported entry carries to say where it came from and what it was then, so that a later
/// import can tell what has changed there, and here.
struct ImportMark: Hashable {
  static let name = "imported"

  let format: ImportFormat
  /// Of all that was read of it.
  let digest: String
  /// When it was modified there.
  let modified: Timestamp

  init(_ read: ReadEntry, format: ImportFormat) {
    self.format = format
    modified = read.entry.modified
    let photos = read.photos.map { photo in
      JSONValue.array([
        .optional(photo.asset?.description), .string(photo.name), .optional(photo.caption),
        .optional(photo.taken),
      ])
    }
    var words: [JSONValue] = [read.entry.json { _ in nil }, .array(photos)]
    if !read.attachments.isEmpty { words += read.attachments.map { .string($0.name) } }
    let hash = AssetID(digest: SHA256.hash(data: JSONWriter.bytes(.array(words))))
    digest = String(hash.description.prefix(32))
  }

  /// The mark that an entry carries; `nil` when no import brought it.
  init?(of entry: Entry) {
    guard let json = entry.unknownMembers.last(where: { $0.name == Self.name })?.value,
      let format = json["format"]?.string.flatMap(ImportFormat.init),
      let digest = json["digest"]?.string,
      let modified = json["modified"]?.string.flatMap({ Timestamp($0) })
    else { return nil }
    (self.format, self.digest, self.modified) = (format, digest, modified)
  }

  var member: JSONMember {
    JSONMember(
      Self.name,
      [
        "format": .string(format.rawValue),
        "modified": .string(modified.description),
        "digest": .string(digest),
      ])
  }
}
