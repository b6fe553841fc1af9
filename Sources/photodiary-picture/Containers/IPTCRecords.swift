/// IPTC's records, as programs for press photos write them.
struct IPTCRecords {
  private let bytes: Bytes
  private let range: Range<Int>

  static func find(_ format: ImageFormat, _ bytes: Bytes) -> IPTCRecords? {
    switch format {
    case .jpeg:
      let mark: StaticString = "Photoshop 3.0\0"
      for segment in JPEGSegments(bytes)
      where segment.marker == 0xED && bytes.has(mark, at: segment.content.lowerBound) {
        let resources = segment.content.dropFirst(mark.utf8CodeUnitCount)
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

  /// The records in a profile of their own, alone or among Photoshop's resources.
  init?(_ bytes: Bytes) {
    let isPlain = bytes.byte(0) == 0x1C
    guard let range = isPlain ? bytes.all : Self.resource(bytes, bytes.all) else { return nil }
    self.init(bytes: bytes, range: range)
  }

  private init(bytes: Bytes, range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

  /// The one of Photoshop's resources that holds them.
  private static func resource(_ bytes: Bytes, _ range: Range<Int>) -> Range<Int>? {
    var position = range.lowerBound
    while position + 12 <= range.upperBound, bytes.has("8BIM", at: position),
      let number = bytes.number16(position + 4, .big), let nameLength = bytes.byte(position + 6)
    {
      // The name and its length take an even number of bytes, and so does the content.
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
    // Who doesn't say so mostly means it; what isn't UTF-8 is from Western Europe.
    let isUTF8 = self.value(1, 90)?.elementsEqual([0x1B, 0x25, 0x47]) ?? false
    if isUTF8 || String(validating: value, as: UTF8.self) != nil {
      return PrintableText.make(value)
    }
    var latin = String.UnicodeScalarView()
    latin.append(contentsOf: value.prefix(400).map { Unicode.Scalar($0) })
    return PrintableText.make(String(latin).utf8)
  }

  /// When the picture was made, else when it was made digital.
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
