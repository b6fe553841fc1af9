/// Finds the EXIF data of a photo: a TIFF structure within the file.
enum ExifBlock {
  static func find(_ format: ImageFormat, _ bytes: Bytes) -> TIFFBlock? {
    switch format {
    case .jpeg: jpeg(bytes, at: 0)
    case .raf:
      // The place of its JPEG.
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

  /// One of the directories of Canon's CR3, each of which is a TIFF structure in a box: `CMT1` is the main one,
  /// `CMT2` has the details, `CMT4` the position.
  static func canon(_ bytes: Bytes, _ name: StaticString) -> TIFFBlock? {
    // Its number in 16 bytes goes before what is in it.
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

  /// The EXIF data in a segment or chunk, as far as it can be read.
  static func read(_ bytes: Bytes, _ content: Range<Int>) -> TIFFBlock? {
    block(bytes, content).flatMap { TIFFBlock(bytes, $0) }
  }

  /// The TIFF structure in what a segment or chunk holds, after the "Exif" mark if it has one.
  private static func block(_ bytes: Bytes, _ content: Range<Int>) -> Range<Int>? {
    guard bytes.has("Exif\0", at: content.lowerBound) else { return content }
    // The byte after the zero is a zero too, but not every program keeps to that.
    return content.count >= 6 ? content.dropFirst(6) : nil
  }

  /// The TIFF structure in an item of a HEIC or AVIF file, which begins by saying how many bytes
  /// stand before it.
  static func item(_ bytes: Bytes, _ content: Range<Int>) -> Range<Int>? {
    guard let skipped = bytes.number32(content.lowerBound, .big), skipped <= content.count - 4
    else { return nil }
    return content.dropFirst(4 + skipped)
  }
}
