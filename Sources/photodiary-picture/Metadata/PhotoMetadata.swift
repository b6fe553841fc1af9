import CPNG

/// A photo's metadata. Texts of a PNG are decompressed.
final class PhotoMetadata {
  private(set) var exif: TIFFBlock?
  /// Details of the exposure and position, if they aren't in directories of `exif`.
  private(set) var detail: TIFFBlock?
  private(set) var gps: TIFFBlock?
  private(set) var packets: [XMPPacket] = []
  private(set) var iptc: IPTCRecords?
  /// The creation time in a text of a PNG.
  private(set) var creationTime: [UInt8]?
  /// The decompressed texts.
  private var buffers: [UnsafeMutableRawBufferPointer] = []

  /// In some formats, all packets may be the same bytes.
  private static let maxPackets = 4
  private static let maxTexts = 8
  /// The maximum length of a decompressed text in bytes.
  private static let maxTextSize = 4 << 20

  init(_ format: ImageFormat, _ bytes: Bytes) {
    exif = ExifBlock.find(format, bytes)
    packets = XMPPacket.find(format, bytes)
    iptc = IPTCRecords.find(format, bytes)
    if format == .png { readTexts(bytes) }
    if format == .cr3 {
      (detail, gps) = (ExifBlock.canon(bytes, "CMT2"), ExifBlock.canon(bytes, "CMT4"))
    }
    packets = Array(packets.prefix(Self.maxPackets))
  }

  deinit { for buffer in buffers { buffer.deallocate() } }

  /// Returns the value of an XMP property, from the first packet that has it.
  func property(_ name: String) -> [UInt8]? {
    packets.lazy.compactMap { $0.value(of: name) }.first
  }

  // MARK: Texts of PNG

  private func readTexts(_ bytes: Bytes) {
    // There may be very many empty chunks.
    for chunk in Chunks.png(bytes) where !chunk.content.isEmpty && buffers.count < Self.maxTexts {
      let isCompressed = bytes.has("zTXt", at: chunk.name)
      let isInternational = bytes.has("iTXt", at: chunk.name)
      guard isCompressed || isInternational || bytes.has("tEXt", at: chunk.name),
        let end = bytes.first([0], in: chunk.content.prefix(80))
      else { continue }
      let keyword = bytes.text(chunk.content.lowerBound..<end).lowercased()
      guard Self.isRead(keyword) else { continue }
      var text = chunk.content.dropFirst(end + 1 - chunk.content.lowerBound)
      var isPacked = isCompressed
      if isCompressed {
        text = text.dropFirst(1)
      } else if isInternational {
        isPacked = bytes.byte(end + 1) == 1
        // The language and the translated keyword.
        text = text.dropFirst(2)
        for _ in 0..<2 {
          guard let end = bytes.first([0], in: text) else { break }
          text = end + 1..<text.upperBound
        }
      }
      if !isPacked {
        add(keyword, bytes, text)
      } else if let unpacked = inflated(bytes, text) {
        add(keyword, unpacked, unpacked.all)
      }
    }
  }

  private static let profile = "raw profile type "

  private static func isRead(_ keyword: String) -> Bool {
    keyword.hasPrefix(profile) || keyword == "xml:com.adobe.xmp"
      || ["creation time", "create-date", "exif:datetimeoriginal"].contains(keyword)
  }

  private func add(_ keyword: String, _ bytes: Bytes, _ text: Range<Int>) {
    if keyword == "xml:com.adobe.xmp" {
      packets.append(XMPPacket(bytes: bytes, range: text))
    } else if keyword.hasPrefix(Self.profile) {
      if let profile = decoded(bytes, text) { add(profile: profile) }
    } else {
      creationTime = creationTime ?? Array(bytes.raw(text.prefix(100)))
    }
  }

  /// Adds metadata of another format, as ImageMagick stores it, recognized by its first bytes.
  private func add(profile bytes: Bytes) {
    let name = XMPPacket.segmentName
    if bytes.has(name, at: 0) {
      let packet = bytes.all.dropFirst(name.utf8CodeUnitCount)
      packets.append(XMPPacket(bytes: bytes, range: packet))
    } else if let records = IPTCRecords(bytes) {
      iptc = iptc ?? records
    } else if let block = ExifBlock.read(bytes, bytes.all) {
      exif = exif ?? block
    } else {
      packets.append(XMPPacket(bytes: bytes, range: bytes.all))
    }
  }

  private func inflated(_ bytes: Bytes, _ range: Range<Int>) -> Bytes? {
    // The maximum compression ratio of deflate.
    let limit = min(Self.maxTextSize, range.count * 1032 + 64)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 8)
    buffers.append(buffer)
    let count = pd_png_inflate(
      bytes.raw(range).bindMemory(to: UInt8.self).baseAddress, range.count,
      buffer.bindMemory(to: UInt8.self).baseAddress, limit)
    return count > 0 ? Bytes(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])) : nil
  }

  /// Decodes a name, a length and hexadecimal digits, each on a separate line.
  private func decoded(_ bytes: Bytes, _ range: Range<Int>) -> Bytes? {
    let text = bytes.raw(range.prefix(Self.maxTextSize)).drop { $0 <= 0x20 }
    let lines = text.split(separator: 0x0A, maxSplits: 2)
    guard lines.count == 3 else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: lines[2].count / 2 + 1, alignment: 8)
    buffers.append(buffer)
    var (count, high) = (0, nil as UInt8?)
    for byte in lines[2] {
      guard let digit = Self.digit(byte) else { continue }
      guard let first = high else {
        high = digit
        continue
      }
      buffer[count] = first << 4 | digit
      (count, high) = (count + 1, nil)
    }
    return count > 0 ? Bytes(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])) : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
    default: nil
    }
  }
}

// MARK: - ExifBlock

/// Finds the EXIF data of a photo: a TIFF structure in the file.
enum ExifBlock {
  static func find(_ format: ImageFormat, _ bytes: Bytes) -> TIFFBlock? {
    switch format {
    case .jpeg: jpeg(bytes, at: 0)
    case .raf:
      // The position of the embedded JPEG.
      bytes.number32(84, .big).flatMap { jpeg(bytes, at: $0) }
    case .png:
      Chunks.png(bytes).first { bytes.has("eXIf", at: $0.name) }
        .flatMap { read(bytes, $0.content) }
    case .webp:
      Chunks.webp(bytes).first { bytes.has("EXIF", at: $0.name) }
        .flatMap { read(bytes, $0.content) }
    case .tiff, .orf, .rw2:
      TIFFBlock(bytes, bytes.all)
    case .cr3:
      canon(bytes, "CMT1")
    case .heic, .avif:
      HEIFFile(bytes)?.items(where: { $0.type == "Exif" }).first?.extents?.first
        .flatMap { item(bytes, $0) }.flatMap { TIFFBlock(bytes, $0) }
    case .jxl:
      JXLFile(bytes)?.content("Exif").flatMap { item(bytes, $0) }.flatMap { TIFFBlock(bytes, $0) }
    case .gif, .bmp:
      nil
    }
  }

  /// Returns a directory of Canon's CR3, each of which is a TIFF structure in a box: `CMT1` is the
  /// main one, `CMT2` has the details, `CMT4` the position.
  static func canon(_ bytes: Bytes, _ name: StaticString) -> TIFFBlock? {
    // A 16-byte UUID precedes the content.
    HEIFBoxes.content(of: "moov", bytes, in: bytes.all)
      .flatMap { HEIFBoxes.content(of: "uuid", bytes, in: $0) }
      .flatMap { HEIFBoxes.content(of: name, bytes, in: $0.dropFirst(16)) }
      .flatMap { TIFFBlock(bytes, $0) }
  }

  private static func jpeg(_ bytes: Bytes, at start: Int) -> TIFFBlock? {
    JPEGSegments(bytes, at: start).lazy.filter {
      $0.marker == 0xE1 && bytes.has("Exif\0", at: $0.content.lowerBound)
    }
    .compactMap { read(bytes, $0.content) }.first
  }

  /// Returns the EXIF data in a segment or chunk.
  static func read(_ bytes: Bytes, _ content: Range<Int>) -> TIFFBlock? {
    block(bytes, content).flatMap { TIFFBlock(bytes, $0) }
  }

  /// Returns the range of the TIFF structure in a segment or chunk, after the optional "Exif"
  /// marker.
  private static func block(_ bytes: Bytes, _ content: Range<Int>) -> Range<Int>? {
    guard bytes.has("Exif\0", at: content.lowerBound) else { return content }
    // The zero should be followed by another one, but not all programs write it.
    return content.count >= 6 ? content.dropFirst(6) : nil
  }

  /// Returns the range of the TIFF structure in an item of a HEIC or AVIF file, which begins with
  /// the number of bytes before it.
  static func item(_ bytes: Bytes, _ content: Range<Int>) -> Range<Int>? {
    guard let skipped = bytes.number32(content.lowerBound, .big), skipped <= content.count - 4
    else { return nil }
    return content.dropFirst(4 + skipped)
  }
}

// MARK: - XMPPacket

/// XMP: metadata as XML text, which may repeat EXIF (ISO 16684-1).
struct XMPPacket {
  let bytes: Bytes
  let range: Range<Int>

  /// Returns a photo's packets, except for extended ones and those in texts of a PNG.
  static func find(_ format: ImageFormat, _ bytes: Bytes) -> [XMPPacket] {
    ranges(format, bytes).map { XMPPacket(bytes: bytes, range: $0) }
  }

  private static func ranges(_ format: ImageFormat, _ bytes: Bytes) -> [Range<Int>] {
    switch format {
    case .jpeg:
      JPEGSegments(bytes).filter {
        $0.marker == 0xE1 && bytes.has(segmentName, at: $0.content.lowerBound)
      }
      .map { $0.content.dropFirst(segmentName.utf8CodeUnitCount) }
    case .webp:
      Chunks.webp(bytes).filter { bytes.has("XMP ", at: $0.name) }.map(\.content)
    case .tiff:
      TIFFBlock(bytes, bytes.all)
        .flatMap { block in
          ExifDirectory(block, at: block.firstDirectory)?.range(TIFFTag.xmp).map { [$0] }
        } ?? []
    case .heic, .avif:
      HEIFFile(bytes)?.items(where: \.isXMP).compactMap { $0.extents?.first } ?? []
    case .jxl:
      JXLFile(bytes)?.content("xml ").map { [$0] } ?? []
    case .png, .gif, .bmp, .raf, .orf, .rw2, .cr3:
      []
    }
  }

  static let segmentName: StaticString = "http://ns.adobe.com/xap/1.0/\0"

  /// Returns the text of a property, from an attribute or an element.
  func value(of name: String) -> [UInt8]? {
    var rest = range.prefix(1 << 20)
    while let start = bytes.first(Array(name.utf8), in: rest) {
      let after = start + name.utf8.count
      let text = bytes.raw(after..<max(after, min(rest.upperBound, after + 4096)))
      rest = after..<max(after, rest.upperBound)
      let trimmed = text.drop { $0 <= 0x20 }
      guard let first = trimmed.first else { continue }
      if first == UInt8(ascii: ">") {
        let value = trimmed.dropFirst().prefix { $0 != UInt8(ascii: "<") }
        if !value.allSatisfy({ $0 <= 0x20 }) { return Self.unescaped(value) }
      } else if first == UInt8(ascii: "=") {
        let quoted = trimmed.dropFirst().drop { $0 <= 0x20 }
        if let quote = quoted.first, quote == 0x22 || quote == 0x27 {
          return Self.unescaped(quoted.dropFirst().prefix { $0 != quote })
        }
      }
    }
    return nil
  }

  /// Replaces character references such as `&amp;` or `&#49436;`.
  private static func unescaped(_ text: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "&"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let character = character(String(decoding: rest[..<end], as: UTF8.self))
      else {
        result.append(byte)
        continue
      }
      result += Array(String(character).utf8)
      rest = rest[(end + 1)...]
    }
    return result
  }

  private static func character(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    default:
      if name.hasPrefix("#x") {
        UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
      } else if name.hasPrefix("#") {
        UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
      } else {
        nil
      }
    }
  }
}

// MARK: - IPTCRecords

/// IPTC records, which programs for press photos write (IPTC-IIM 4.2).
struct IPTCRecords {
  private let bytes: Bytes
  private let range: Range<Int>

  static func find(_ format: ImageFormat, _ bytes: Bytes) -> IPTCRecords? {
    switch format {
    case .jpeg:
      let name: StaticString = "Photoshop 3.0\0"
      for segment in JPEGSegments(bytes)
      where segment.marker == 0xED && bytes.has(name, at: segment.content.lowerBound) {
        let resources = segment.content.dropFirst(name.utf8CodeUnitCount)
        if let range = resource(bytes, resources) { return IPTCRecords(bytes: bytes, range: range) }
      }
      return nil
    case .tiff:
      guard let block = TIFFBlock(bytes, bytes.all),
        let main = ExifDirectory(block, at: block.firstDirectory),
        let range = main.range(TIFFTag.iptc)
          ?? main.range(TIFFTag.photoshop).flatMap({ resource(bytes, $0) })
      else { return nil }
      return IPTCRecords(bytes: bytes, range: range)
    case .png, .webp, .heic, .avif, .gif, .bmp, .jxl, .raf, .orf, .rw2, .cr3:
      return nil
    }
  }

  /// Reads a profile that contains records, alone or among Photoshop's resources.
  init?(_ bytes: Bytes) {
    let isPlain = bytes.byte(0) == 0x1C
    guard let range = isPlain ? bytes.all : Self.resource(bytes, bytes.all) else { return nil }
    self.init(bytes: bytes, range: range)
  }

  private init(bytes: Bytes, range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

  /// Returns the range of the Photoshop resource with the records.
  private static func resource(_ bytes: Bytes, _ range: Range<Int>) -> Range<Int>? {
    var position = range.lowerBound
    while position + 12 <= range.upperBound, bytes.has("8BIM", at: position),
      let number = bytes.number16(position + 4, .big), let nameLength = bytes.byte(position + 6)
    {
      // The name with its length, and the content, are padded to an even number of bytes.
      let size = position + 6 + (Int(nameLength) + 2) / 2 * 2
      guard let length = bytes.number32(size, .big), length <= range.upperBound - size - 4
      else { return nil }
      if number == 0x0404 { return size + 4..<size + 4 + length }
      position = size + 4 + (length + 1) / 2 * 2
    }
    return nil
  }

  var city: String? {
    guard let value = value(2, 90) else { return nil }
    // Most programs write UTF-8 without declaring it; other bytes are Latin-1.
    let isUTF8 = self.value(1, 90)?.elementsEqual([0x1B, 0x25, 0x47]) ?? false
    if isUTF8 || String(validating: value, as: UTF8.self) != nil {
      return PrintableText.make(value)
    }
    var latin = String.UnicodeScalarView()
    latin.append(contentsOf: value.prefix(400).map { Unicode.Scalar($0) })
    return PrintableText.make(String(latin).utf8)
  }

  /// The creation date, or else the digitization date.
  var created: MetadataDate? { date(55, 60) ?? date(62, 63) }

  private func date(_ daySet: UInt8, _ timeSet: UInt8) -> MetadataDate? {
    guard let day = value(2, daySet) else { return nil }
    var text = Array(day)
    if let time = value(2, timeSet) { text += [0x20] + Array(time) }
    return MetadataDate(text) ?? MetadataDate(Array(day))
  }

  private func value(_ record: UInt8, _ set: UInt8) -> UnsafeRawBufferPointer? {
    var position = range.lowerBound
    while bytes.byte(position) == 0x1C, let length = bytes.number16(position + 3, .big),
      length < 0x8000, position + 5 + length <= range.upperBound
    {
      if bytes.byte(position + 1) == record, bytes.byte(position + 2) == set {
        return bytes.raw(position + 5..<position + 5 + length)
      }
      position += 5 + length
    }
    return nil
  }
}
