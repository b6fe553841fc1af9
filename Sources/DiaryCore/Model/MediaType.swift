/// The media type of a photo or an attachment, as in `image/jpeg`. A photo's type is determined
/// from the file's first bytes, an attachment's from its name.
package struct MediaType: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// The file name extension, without a dot, for assets of this type.
  package var fileExtension: String {
    Self.extensions[description] ?? Self.attachmentExtensions[description] ?? "bin"
  }

  /// `true` for types accepted as photos.
  package var isPhoto: Bool { Self.extensions[description] != nil }

  /// `true` if pictures of this type can have transparent pixels.
  package var mayBeTransparent: Bool { !["image/jpeg", "image/bmp"].contains(description) }

  private static let extensions = [
    "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/gif": "gif",
    "image/tiff": "tiff", "image/heic": "heic", "image/heif": "heif", "image/avif": "avif",
    "image/bmp": "bmp", "image/jxl": "jxl", "image/x-fuji-raf": "raf", "image/x-olympus-orf": "orf",
    "image/x-panasonic-rw2": "rw2", "image/x-canon-cr3": "cr3", "image/x-adobe-dng": "dng",
    "image/x-canon-cr2": "cr2", "image/x-nikon-nef": "nef", "image/x-sony-arw": "arw",
    "image/x-pentax-pef": "pef", "image/x-samsung-srw": "srw",
  ]

  /// Extensions of attachments. Names of stored assets depend on this table: never change a type's
  /// extension.
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

  /// Alternative extensions of the same types.
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

  /// Determines the type from a file name; `application/octet-stream` if the extension is unknown.
  package init(ofFileNamed name: some StringProtocol) {
    // Google Takeout numbers videos with the same name as in `PXL_20240506_070809123.MP~2`.
    let ending = name.lastIndex(of: ".").map {
      name[name.index(after: $0)...].prefix { $0 != "~" }.lowercased()
    }
    self.init(ending.flatMap { Self.types[$0] } ?? "application/octet-stream")
  }

  /// `true` if files of this type have their own extension.
  package var isKnown: Bool { fileExtension != "bin" }
  package var isVideo: Bool { description.hasPrefix("video/") }
  package var isRecording: Bool { description.hasPrefix("audio/") }
  /// `true` for types that are played.
  package var isMedia: Bool { isVideo || isRecording }
  package var isPDF: Bool { description == "application/pdf" }

  /// The lower-case extensions that the file browser accepts as photos.
  package static let photoExtensions: Set<String> =
    Set(extensions.values).union(["jpeg", "jpe", "jfif", "jpg_large", "mpo", "tif"])

  /// Returns whether a file name has a photo's extension.
  package static func isPhoto(named name: some StringProtocol) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return photoExtensions.contains(name[name.index(after: dot)...].lowercased())
  }

  /// The number of leading bytes needed to recognize a photo.
  package static let headerSize = 64

  /// Returns whether a file begins like a photo, regardless of its name.
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
    "crx ", "heic", "heix", "hevc", "hevx", "heim", "heis", "avif", "avis", "mif1", "msf1",
  ]
}

// MARK: - MediaContainer

/// The container format of videos and recordings, recognized by the file's first bytes. Playlists
/// and other lists of files aren't included.
package enum MediaContainer: String, CaseIterable, Sendable {
  /// MP4, QuickTime, 3GP and M4A.
  case mov
  /// Matroska and WebM.
  case matroska
  case avi
  case ogg
  /// An MPEG program stream.
  case mpeg
  case mpegTransport
  case wav, aiff, caf, flac, mp3, aac, amr

  /// The maximum number of bytes examined.
  package static let headerSize = 4096

  /// Returns `nil` if the bytes match none of these formats.
  package init?(header: some Sequence<UInt8>) {
    let bytes = Array(header.prefix(Self.headerSize))
    func has(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    let isTransport = bytes.count > 188 * 3 && (0...3).allSatisfy { bytes[$0 * 188] == 0x47 }
    if ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(where: { has($0, at: 4) }) {
      self = .mov
    } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .matroska
    } else if has("RIFF"), has("AVI ", at: 8) {
      self = .avi
    } else if has("RIFF"), has("WAVE", at: 8) {
      self = .wav
    } else if has("FORM"), has("AIF", at: 8) {
      self = .aiff
    } else if has("OggS") {
      self = .ogg
    } else if has("caff") {
      self = .caf
    } else if has("fLaC") {
      self = .flac
    } else if has("#!AMR") {
      self = .amr
    } else if bytes.starts(with: [0, 0, 1, 0xBA]) || bytes.starts(with: [0, 0, 1, 0xB3]) {
      self = .mpeg
    } else if isTransport {
      self = .mpegTransport
    } else if has("ID3") {
      self = .mp3
    } else if bytes.count > 3, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 {
      self = .aac
    } else if bytes.count > 3, bytes[0] == 0xFF, bytes[1] & 0xE6 > 0xE0, bytes[2] >> 4 != 0xF {
      self = .mp3
    } else {
      return nil
    }
  }
}

// MARK: - VideoHeader

/// Metadata of an MP4 or QuickTime video or recording: when and where it was made, and its Live
/// Photo. Reads a few boxes of limited size and decodes nothing.
package struct VideoHeader: Hashable, Sendable {
  /// The date in the camera's time zone, if a phone recorded it.
  private var zonedDate: EntryDate?
  /// The date in the movie header, which has no time zone. In seconds since 1970.
  private var instant: Int64?
  package private(set) var position: PhotoDetails.Position?
  /// The identifier that a Live Photo shares with its video.
  package private(set) var contentIdentifier: String?

  /// The maximum number of boxes examined at each level.
  private static let maxBoxes = 256
  /// The maximum size in bytes of a metadata box.
  private static let maxMetaSize = 1 << 16
  private static let maxMetas = 2
  private static let maxValueLength = 200
  /// Seconds from 1904 to 1970.
  private static let epoch: Int64 = 2_082_844_800

  /// Returns the time of recording.
  ///
  /// - Parameter localOffset: Returns the local offset from UTC, in seconds, at an instant.
  package func date(localOffset: (Int64) -> Int) -> EntryDate? {
    zonedDate ?? instant.map { EntryDate(instant: $0, offset: localOffset($0)) }
  }

  /// Returns `nil` if the file can't be read or has no movie header.
  package init?(fileAt path: String, by opener: any AssetOpener = PlainAssetOpener()) {
    let header = opener.withFile(path) { size, bytes in VideoHeader(size: size, bytes) }
    guard let header, let header else { return nil }
    self = header
  }

  /// Reads a file of `size` bytes; `nil` if it has no movie header.
  ///
  /// - Parameter bytes: Returns the bytes of a range, or `nil` if they can't be read.
  package init?(size: Int, _ bytes: (Range<Int>) -> [UInt8]?) {
    guard let movie = Self.boxes(in: 0..<size, bytes).first(where: { $0.isNamed("moov") })
    else { return nil }
    let parts = Self.boxes(in: movie.content, bytes)
    let user = parts.first { $0.isNamed("udta") }.map { Self.boxes(in: $0.content, bytes) } ?? []
    for meta in (parts + user).filter({ $0.isNamed("meta") }).prefix(Self.maxMetas) {
      if let content = bytes(meta.content.prefix(Self.maxMetaSize)) { readMetadata(content) }
    }
    if position == nil { readPosition(in: user, bytes) }
    if let head = parts.first(where: { $0.isNamed("mvhd") }), head.content.count >= 16,
      let content = bytes(head.content.prefix(16))
    {
      readHead(content)
    }
  }

  /// Reads the movie header's date. Cameras without a clock write zero or a default date.
  private mutating func readHead(_ bytes: [UInt8]) {
    guard bytes.count == 16 else { return }
    let isLong = bytes[0] == 1
    guard let since1904 = Int64(exactly: Self.number(bytes[4..<(isLong ? 12 : 8)])) else { return }
    let (instant, isTooLarge) = since1904.subtractingReportingOverflow(Self.epoch)
    if !isTooLarge, (1..<4_102_444_800).contains(instant) { self.instant = instant }
  }

  // MARK: Metadata of phones

  /// Reads a `meta` box: a list of key names, and values that refer to them by number.
  private mutating func readMetadata(_ content: [UInt8]) {
    func bytes(_ range: Range<Int>) -> [UInt8]? {
      range.upperBound <= content.count ? Array(content[range]) : nil
    }
    // MP4 has four bytes before these boxes; QuickTime has none.
    let start = content.dropFirst(8).starts(with: "hdlr".utf8) ? 4 : 0
    guard start <= content.count else { return }
    let parts = Self.boxes(in: start..<content.count, bytes)
    guard let keys = parts.first(where: { $0.isNamed("keys") }), keys.content.count >= 8,
      let values = parts.first(where: { $0.isNamed("ilst") })
    else { return }
    let names = Self.boxes(in: keys.content.dropFirst(8), bytes)
    for box in Self.boxes(in: values.content, bytes) {
      guard let number = Int(exactly: Self.number(box.name[...])),
        names.indices.contains(number - 1),
        let name = bytes(names[number - 1].content),
        let data = Self.boxes(in: box.content, bytes).first(where: { $0.isNamed("data") }),
        data.content.count > 8,
        let value = bytes(data.content.dropFirst(8).prefix(Self.maxValueLength))
      else { continue }
      setValue(String(decoding: value, as: UTF8.self), named: String(decoding: name, as: UTF8.self))
    }
  }

  private mutating func setValue(_ value: String, named name: String) {
    switch name {
    case "com.apple.quicktime.creationdate": zonedDate = zonedDate ?? EntryDate(value)
    case "com.apple.quicktime.location.ISO6709":
      position = position ?? PhotoDetails.Position(iso6709: value)
    case "com.apple.quicktime.content.identifier":
      let isSound = !value.isEmpty && value.utf8.allSatisfy { 0x21...0x7E ~= $0 }
      contentIdentifier = isSound ? contentIdentifier ?? value : contentIdentifier
    default: break
    }
  }

  /// Reads the position from its own box, as in older phones and cameras: length, language, text.
  private mutating func readPosition(in boxes: [Box], _ bytes: (Range<Int>) -> [UInt8]?) {
    let box = boxes.first { $0.name == [0xA9] + Array("xyz".utf8) }
    guard let box, let content = bytes(box.content.prefix(4 + Self.maxValueLength)),
      content.count > 4
    else { return }
    let length = Int(Self.number(content[..<2]))
    position = PhotoDetails.Position(
      iso6709: String(decoding: content.dropFirst(4).prefix(length), as: UTF8.self))
  }

  // MARK: Boxes

  struct Box {
    let name: [UInt8]
    let content: Range<Int>

    func isNamed(_ name: String) -> Bool { self.name.elementsEqual(name.utf8) }
  }

  /// Reads a big-endian number.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns the boxes of a range, up to the first that doesn't fit.
  static func boxes(
    in range: Range<Int>, _ bytes: (Range<Int>) -> [UInt8]?
  ) -> [Box] {
    var boxes: [Box] = []
    var place = range.lowerBound
    while boxes.count < maxBoxes, place <= range.upperBound - 8 {
      let head = bytes(place..<min(place + 16, range.upperBound)) ?? []
      guard head.count >= 8 else { break }
      var (size, length) = (number(head[..<4]), 8)
      if size == 1, head.count == 16 { (size, length) = (number(head[8...]), 16) }
      if size == 0 { size = UInt64(range.upperBound - place) }
      guard let size = Int(exactly: size), size >= length, size <= range.upperBound - place
      else { break }
      boxes.append(Box(name: Array(head[4..<8]), content: place + length..<place + size))
      place += size
    }
    return boxes
  }
}

extension PhotoDetails.Position {
  /// Parses ISO 6709, as in `+37.5665+126.9780+035.2/`: degrees, optionally with minutes and
  /// seconds, distinguished by the number of digits. `nil` for anything else and for invalid
  /// positions.
  package init?(iso6709 text: String) {
    var parts: [Substring] = []
    var rest = text.prefix { $0 != "/" && $0 != "C" }
    while let sign = rest.first, sign == "+" || sign == "-" {
      let digits = rest.dropFirst().prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      parts.append(rest.prefix(digits.count + 1))
      rest = rest.dropFirst(digits.count + 1)
    }
    guard rest.isEmpty, 2...3 ~= parts.count, let latitude = Self.angle(parts[0], digits: 2),
      let longitude = Self.angle(parts[1], digits: 3), abs(latitude) <= 90,
      abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return nil }
    let altitude = parts.count == 3 ? Double(parts[2]) : nil
    self.init(
      latitude: latitude, longitude: longitude,
      altitude: altitude.flatMap { abs($0) <= 100_000 ? $0 : nil })
  }

  /// Parses one coordinate.
  ///
  /// - Parameter digits: The number of digits of the degrees.
  private static func angle(_ text: Substring, digits: Int) -> Double? {
    let whole = text.dropFirst().prefix { $0 != "." }
    let isNegative = text.first == "-"
    let number = text.dropFirst()
    let value: Double?
    switch whole.count {
    case ...digits: value = Double(number)
    case digits + 2:
      value = sum(number.prefix(digits), number.dropFirst(digits), "0")
    case digits + 4:
      value = sum(
        number.prefix(digits), number.dropFirst(digits).prefix(2), number.dropFirst(digits + 2))
    default: value = nil
    }
    return value.map { isNegative ? -$0 : $0 }
  }

  private static func sum(
    _ degrees: Substring, _ minutes: Substring, _ seconds: Substring
  ) -> Double? {
    guard let degrees = Double(degrees), let minutes = Double(minutes), minutes < 60,
      let seconds = Double(seconds), seconds < 60
    else { return nil }
    return degrees + minutes / 60 + seconds / 3600
  }
}
