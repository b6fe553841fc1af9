/// The media type of a photo or an attachment, as in `image/jpeg`. That of a photo is what the
/// file's first bytes say, whatever the file is called; an attachment is known by its name alone.
package struct MediaType: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// The file extension, without a dot, that assets of this type carry.
  package var fileExtension: String {
    Self.extensions[description] ?? Self.attachmentExtensions[description] ?? "bin"
  }

  /// Whether it is one that photos are kept in.
  package var isPhoto: Bool { Self.extensions[description] != nil }

  /// Whether what lies behind such a picture may show through it.
  package var mayBeTransparent: Bool { !["image/jpeg", "image/bmp"].contains(description) }

  private static let extensions = [
    "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/gif": "gif",
    "image/tiff": "tiff", "image/heic": "heic", "image/heif": "heif", "image/avif": "avif",
    "image/bmp": "bmp", "image/jxl": "jxl", "image/x-fuji-raf": "raf", "image/x-olympus-orf": "orf",
    "image/x-panasonic-rw2": "rw2", "image/x-canon-cr3": "cr3",
  ]

  /// Those of attachments. What an asset is called depends on this: a type never gets another one.
  private static let attachmentExtensions = [
    "video/mp4": "mp4", "video/quicktime": "mov", "video/webm": "webm", "video/mpeg": "mpg",
    "video/x-matroska": "mkv", "video/x-msvideo": "avi", "video/3gpp": "3gp", "video/ogg": "ogv",
    "audio/mpeg": "mp3", "audio/mp4": "m4a", "audio/aac": "aac", "audio/flac": "flac",
    "audio/ogg": "ogg", "audio/opus": "opus", "audio/wav": "wav", "audio/x-caf": "caf",
    "audio/amr": "amr", "audio/aiff": "aiff",
    "application/pdf": "pdf", "application/epub+zip": "epub", "application/zip": "zip",
    "application/json": "json", "application/gpx+xml": "gpx", "application/rtf": "rtf",
    "application/vnd.oasis.opendocument.text": "odt", "application/msword": "doc",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "image/svg+xml": "svg", "text/plain": "txt", "text/markdown": "md", "text/csv": "csv",
    "text/calendar": "ics", "text/vcard": "vcf",
  ]

  /// Other endings that files of these types have.
  private static let otherExtensions = [
    "jpeg": "image/jpeg", "jpe": "image/jpeg", "jfif": "image/jpeg", "jpg_large": "image/jpeg",
    "mpo": "image/jpeg", "tif": "image/tiff", "m4v": "video/mp4",
    "mp": "video/mp4",
    "qt": "video/quicktime", "mpeg": "video/mpeg", "oga": "audio/ogg", "wave": "audio/wav",
    "aif": "audio/aiff", "markdown": "text/markdown", "text": "text/plain", "log": "text/plain",
  ]

  private static let types: [String: String] = {
    var types = otherExtensions
    for (type, ending) in extensions { types[ending] = type }
    for (type, ending) in attachmentExtensions { types[ending] = type }
    return types
  }()

  /// What a file's name says it is; any bytes at all, when that says nothing.
  package init(ofFileNamed name: some StringProtocol) {
    // Google Takeout numbers films of one name as in `PXL_20240506_070809123.MP~2`.
    let ending = name.lastIndex(of: ".").map {
      name[name.index(after: $0)...].prefix { $0 != "~" }.lowercased()
    }
    self.init(ending.flatMap { Self.types[$0] } ?? "application/octet-stream")
  }

  /// Whether files of it have an ending of their own.
  package var isKnown: Bool { fileExtension != "bin" }
  package var isFilm: Bool { description.hasPrefix("video/") }
  package var isRecording: Bool { description.hasPrefix("audio/") }
  /// Whether it is played.
  package var isMedia: Bool { isFilm || isRecording }
  package var isPDF: Bool { description == "application/pdf" }

  /// The extensions by which a file browser knows a photo, lower case.
  package static let photoExtensions: Set<String> =
    Set(extensions.values).union(["jpeg", "jpe", "jfif", "jpg_large", "mpo", "tif"])

  /// Whether a file's name ends like a photo's.
  package static func isPhoto(named name: some StringProtocol) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return photoExtensions.contains(name[name.index(after: dot)...].lowercased())
  }

  /// The first bytes of a file that tell whether it is a photo.
  package static let headerSize = 64

  /// `true` if a file begins like a photo, whatever it is called.
  package static func isPhoto(header: [UInt8]) -> Bool {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      header.dropFirst(offset).starts(with: text.utf8)
    }
    if has("ftyp", at: 4) {
      return stride(from: 8, to: min(header.count, headerSize), by: 4).contains { offset in
        photoBrands.contains { has($0, at: offset) }
      }
    }
    if has("BM") { return header.count > 17 && header[15...17].allSatisfy { $0 == 0 } }
    return photoBeginnings.contains { header.starts(with: $0) }
      || textBeginnings.contains { has($0) }
      || has("RIFF") && has("WEBP", at: 8)
  }

  /// The first bytes of JPEG, PNG, JPEG XL and its container.
  private static let photoBeginnings: [[UInt8]] = [
    [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], [0xFF, 0x0A],
    [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20],
  ]
  /// The first bytes of GIF, TIFF, and raw files of Fujifilm, Olympus and Panasonic.
  private static let textBeginnings = [
    "GIF8", "II*\0", "MM\0*", "FUJIFILMCCD-RAW", "IIRO", "IIRS", "MMOR", "IIU\0",
  ]

  /// The brands of HEIC, AVIF and Canon's raw files.
  private static let photoBrands = [
    "crx ", "heic", "heix", "hevc", "heim", "heis", "avif", "avis", "mif1",
  ]
}
