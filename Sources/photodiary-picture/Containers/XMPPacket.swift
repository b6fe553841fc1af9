/// XMP: metadata as XML text, which can repeat what EXIF says.
struct XMPPacket {
  let bytes: Bytes
  let range: Range<Int>

  /// A photo's packets, as far as they are neither cut into pieces nor within texts of a PNG.
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

  /// The text of a property, written as an attribute or as an element.
  func value(of name: String) -> [UInt8]? {
    var rest = range.prefix(1 << 20)
    while let start = bytes.first(Array(name.utf8), in: rest) {
      let after = start + name.utf8.count
      let text = bytes.raw(after..<max(after, min(rest.upperBound, after + 4096)))
      rest = after..<max(after, rest.upperBound)
      let trimmed = text.drop { $0 <= 0x20 }
      guard let mark = trimmed.first else { continue }
      if mark == UInt8(ascii: ">") {
        let value = trimmed.dropFirst().prefix { $0 != UInt8(ascii: "<") }
        if !value.allSatisfy({ $0 <= 0x20 }) { return Self.unescaped(value) }
      } else if mark == UInt8(ascii: "=") {
        let quoted = trimmed.dropFirst().drop { $0 <= 0x20 }
        if let quote = quoted.first, quote == 0x22 || quote == 0x27 {
          return Self.unescaped(quoted.dropFirst().prefix { $0 != quote })
        }
      }
    }
    return nil
  }

  /// Characters that XML writes as `&amp;` or `&#49436;`.
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
