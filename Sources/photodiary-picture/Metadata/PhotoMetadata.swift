import CPNG

/// The metadata that a photo carries, as far as the diary reads it. A PNG may keep it in texts, which are
/// unpacked here.
final class PhotoMetadata {
  private(set) var exif: TIFFBlock?
  /// How and where it was taken, where that isn't in directories of `exif`.
  private(set) var detail: TIFFBlock?
  private(set) var gps: TIFFBlock?
  private(set) var packets: [XMPPacket] = []
  private(set) var iptc: IPTCRecords?
  /// When a PNG was made, as a text of its says.
  private(set) var creationTime: [UInt8]?
  /// The unpacked texts.
  private var buffers: [UnsafeMutableRawBufferPointer] = []

  /// In some formats they may all be the same bytes.
  private static let mostPackets = 4
  private static let mostTexts = 8
  /// In bytes.
  private static let longestText = 4 << 20

  init(_ format: ImageFormat, _ bytes: Bytes) {
    exif = ExifBlock.find(format, bytes)
    packets = XMPPacket.find(format, bytes)
    iptc = IPTCRecords.find(format, bytes)
    if format == .png { readTexts(bytes) }
    if format == .cr3 {
      (detail, gps) = (ExifBlock.canon(bytes, "CMT2"), ExifBlock.canon(bytes, "CMT4"))
    }
    packets = Array(packets.prefix(Self.mostPackets))
  }

  deinit { for buffer in buffers { buffer.deallocate() } }

  /// The value of an XMP property, from the first packet that has it.
  func property(_ name: String) -> [UInt8]? {
    packets.lazy.compactMap { $0.value(of: name) }.first
  }

  // MARK: Texts of PNG

  private func readTexts(_ bytes: Bytes) {
    // Empty chunks may be very many.
    for chunk in Chunks.png(bytes) where !chunk.content.isEmpty && buffers.count < Self.mostTexts {
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
        // A language and the keyword in it.
        text = text.dropFirst(2)
        for _ in 0..<2 {
          guard let end = bytes.first([0], in: text) else { break }
          text = end + 1..<text.upperBound
        }
      }
      if !isPacked {
        take(keyword, bytes, text)
      } else if let unpacked = inflated(bytes, text) {
        take(keyword, unpacked, unpacked.all)
      }
    }
  }

  private static let profile = "raw profile type "

  private static func isRead(_ keyword: String) -> Bool {
    keyword.hasPrefix(profile) || keyword == "xml:com.adobe.xmp"
      || ["creation time", "create-date", "exif:datetimeoriginal"].contains(keyword)
  }

  private func take(_ keyword: String, _ bytes: Bytes, _ text: Range<Int>) {
    if keyword == "xml:com.adobe.xmp" {
      packets.append(XMPPacket(bytes: bytes, range: text))
    } else if keyword.hasPrefix(Self.profile) {
      if let profile = decoded(bytes, text) { take(profile: profile) }
    } else {
      creationTime = creationTime ?? Array(bytes.raw(text.prefix(100)))
    }
  }

  /// The metadata of another format that ImageMagick and others keep, recognized by its first bytes.
  private func take(profile bytes: Bytes) {
    let mark = XMPPacket.segmentName
    if bytes.has(mark, at: 0) {
      let packet = bytes.all.dropFirst(mark.utf8CodeUnitCount)
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
    // Nothing gets smaller than that.
    let limit = min(Self.longestText, range.count * 1032 + 64)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 8)
    buffers.append(buffer)
    let count = pd_png_inflate(
      bytes.raw(range).bindMemory(to: UInt8.self).baseAddress, range.count,
      buffer.bindMemory(to: UInt8.self).baseAddress, limit)
    return count > 0 ? Bytes(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])) : nil
  }

  /// A name, a length and hexadecimal digits, each on a line of its own.
  private func decoded(_ bytes: Bytes, _ range: Range<Int>) -> Bytes? {
    let text = bytes.raw(range.prefix(Self.longestText)).drop { $0 <= 0x20 }
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
